"""Colours: what is due to whom, and who gets which (C.04.3 Articles 1.6, 1.7 and 5)."""

from games.side import Side

from .state import Player, Strength

_RANK = {Strength.NONE: 0, Strength.MILD: 1, Strength.STRONG: 2, Strength.ABSOLUTE: 3}


def preference(sides: tuple[Side, ...]) -> tuple[Side | None, Strength]:
    """The colour due after these games, oldest first, and how strongly (1.7).

    >>> preference((Side.WHITE, Side.BLACK, Side.BLACK))
    (<Side.WHITE: 'white'>, <Strength.ABSOLUTE: 'absolute'>)
    """
    if not sides:
        return None, Strength.NONE
    difference = colour_difference(sides)
    if abs(difference) > 1:
        return (Side.BLACK if difference > 0 else Side.WHITE), Strength.ABSOLUTE
    if len(sides) > 1 and sides[-1] is sides[-2]:
        return sides[-1].other, Strength.ABSOLUTE
    if difference:
        return (Side.BLACK if difference > 0 else Side.WHITE), Strength.STRONG
    return sides[-1].other, Strength.MILD


def colour_difference(sides: tuple[Side, ...]) -> int:
    """Games with White minus games with Black."""
    return 2 * sides.count(Side.WHITE) - len(sides)


def side_of(player: Player, opponent: Player, initial: Side) -> tuple[Side, str]:
    """The side ``player`` gets against ``opponent``, and the article that decides."""
    if player.due is not opponent.due or player.due is None:
        if player.due is not None:
            return player.due, "5.2.1"
        if opponent.due is not None:
            return opponent.due.other, "5.2.1"
    else:
        stronger = _stronger(player, opponent)
        if stronger is not None:
            return (player.due if stronger is player else player.due.other), "5.2.2"
        alternated = alternate(player.sides, opponent.sides)
        if alternated is not None:
            return alternated, "5.2.3"
    higher = player if (-player.score, player.tpn) < (-opponent.score, opponent.tpn) else opponent
    if higher.due is not None:
        side, article = higher.due, "5.2.4"
    else:
        side, article = (initial if higher.tpn % 2 else initial.other), "5.2.5"
    return (side if higher is player else side.other), article


def _stronger(player: Player, opponent: Player) -> Player | None:
    """Whose claim to the same colour is stronger; between two absolute ones the wider difference counts."""
    ranks = _RANK[player.strength], _RANK[opponent.strength]
    if ranks[0] != ranks[1]:
        return player if ranks[0] > ranks[1] else opponent
    if player.strength is Strength.ABSOLUTE and abs(player.difference) != abs(opponent.difference):
        return player if abs(player.difference) > abs(opponent.difference) else opponent
    return None


def alternate(sides: tuple[Side, ...], others: tuple[Side, ...]) -> Side | None:
    """The side that alternates from the latest round in which the two had different colours.

    Rounds without a game are left out of both histories, so that the latest games stand
    side by side (C.04.2 3.4). None when they never differed.
    """
    for own, other in zip(reversed(sides), reversed(others), strict=False):
        if own is not other:
            return other
    return None
