"""The pairing-allocated bye: which score it goes to (C5), and the account of who could not have it."""

from collections.abc import Sequence
from types import MappingProxyType

from .legality import can_complete
from .result import ByeReport
from .state import Player


def bye_scores(players: Sequence[Player]) -> tuple[int | None, tuple[int, ...]]:
    """The lowest score the bye can go to with everybody else paired, and the lower ones that are impossible.

    None when no such round exists.
    """
    impossible: list[int] = []
    for score in sorted({player.score for player in players if not player.bye_barred}):
        takers = [player for player in players if player.score == score and not player.bye_barred]
        if can_complete(players, takers):
            return score, tuple(impossible)
        impossible.append(score)
    return None, tuple(impossible)


def bye_report(taker: Player, players: Sequence[Player], impossible: tuple[int, ...]) -> ByeReport:
    """The account of the bye that ``taker`` has."""
    barred = {player.no: player.bye_barred for player in players if player.score <= taker.score and player.bye_barred}
    return ByeReport(taker.no, taker.score, MappingProxyType(barred), impossible)


def match_bye(players: Sequence[Player]) -> ByeReport | None:
    """The bye of a Double Swiss (C.04.5 3.4): lowest score, most matches played, largest pairing number.

    Only a player without whom all others can be paired is taken; None when there is none.
    """
    order = sorted(players, key=lambda player: (player.score, -player.played, -player.rank))
    impossible: list[int] = []
    for taker in order:
        if taker.bye_barred:
            continue
        if can_complete([player for player in players if player is not taker]):
            lower = tuple(sorted({score for score in impossible if score < taker.score}))
            return bye_report(taker, players, lower)
        impossible.append(taker.score)
    return None
