"""The order of boards (C.04.2 3.6): highest score first, then the sum of scores, then the pairing number."""

from .state import Player


def board_key(one: Player, other: Player) -> tuple[int, int, int]:
    """What pairs are sorted by, smallest first. Virtual points do not count; the number is the higher-ranked one's."""
    higher, lower = sorted((one, other), key=lambda player: (-player.standing, player.rank))
    return -higher.standing, -(higher.standing + lower.standing), higher.rank
