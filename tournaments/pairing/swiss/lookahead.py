"""How far below a bracket one has to look for C4, C5 and C8.

Usually nowhere: where there are many players below, and all may meet most of them, any
choice of downfloaters can be paired there equally well. That is proved by counting (Dirac's
theorem), and then the bracket can be paired by itself. Otherwise the following bracket, or
all below, join the matching.
"""

from collections.abc import Sequence
from enum import IntEnum

from .legality import Crowd, can_complete
from .state import Player

FLOATERS = 4  # how many downfloaters the proof allows for


class View(IntEnum):
    """Who takes part in the matching of a bracket."""

    BRACKET = 0
    FOLLOWING = 1
    ALL = 2


def view_needed(
    current: Sequence[Player],
    residents_score: int,
    following: Sequence[Player],
    rest: Sequence[Player],
    lowest: int | None,
) -> View:
    """How far to look. ``lowest`` is the score that the bye must go to, None without a bye.

    The answer holds for up to `FLOATERS` downfloaters.
    """
    if not following or (lowest is not None and lowest >= residents_score):
        return View.ALL
    if _following_takes_all(current, following, rest, lowest):
        return View.BRACKET
    if rest and (lowest is None or lowest < following[0].score) and _rest_takes_all(current, following, rest):
        return View.FOLLOWING
    return View.ALL


def _following_takes_all(
    current: Sequence[Player], following: Sequence[Player], rest: Sequence[Player], lowest: int | None
) -> bool:
    """Whether any few downfloaters leave the following bracket, and then the rest, as good as they can be.

    As good as can be means: all of it paired, but for one resident when the number is odd.
    """
    crowd = Crowd(following)
    if len(following) <= 2 * FLOATERS + 2 or not crowd.pairs_without(2 * FLOATERS + 1):
        return False
    if not all(crowd.reach(player) > FLOATERS + 1 for player in current):
        return False
    one_left = (len(following) + len(current)) % 2 == 1
    if lowest is not None and lowest == following[0].score:
        return one_left and can_complete(rest)
    takers = [player for player in rest if player.score == lowest and not player.bye_barred]
    if (lowest is not None) != bool(takers):
        return False
    return can_complete(rest, takers, following if one_left else ())


def _rest_takes_all(current: Sequence[Player], following: Sequence[Player], rest: Sequence[Player]) -> bool:
    """Whether any few downfloaters out of the following bracket can be paired in the rest, and the rest as well."""
    crowd = Crowd(rest)
    if len(rest) <= 2 * FLOATERS + 2 or not crowd.pairs_without(2 * FLOATERS + 1):
        return False
    return all(crowd.reach(player) > FLOATERS + 1 for player in (*current, *following))
