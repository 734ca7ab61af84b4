"""Double Swiss: who is raised to complete the top score group (C.04.5 Articles 2 and 3.5).

C6 is read as the other quality criteria are: the following group shall need as few
upfloaters as it can. C5 and C7 are minimised likewise, and 3.5.4 decides between equals.
"""

from collections.abc import Sequence

from .legality import Crowd, can_complete, may_meet
from .matching import best_matching
from .raising import Raising, first_set
from .state import Float, Player

SHORT_LIST = 40  # so many possible upfloaters are looked at one by one, when counting shows that the rest does not mind


def choose_upfloaters(top: Sequence[Player], lower: Sequence[Player], *, guard_floaters: bool) -> list[Player]:
    """The first set of upfloaters in the order of 3.5.4 that keeps C3 to C7 as well as possible.

    ``top`` and ``lower`` can be paired completely. ``guard_floaters`` is off in the last round (C7).
    """
    if not lower:
        return []
    following = [player for player in lower if player.score == lower[0].score]
    rest = lower[len(following) :]
    dense = len(top) > 2 and Crowd(top).pairs_without(1)
    if dense:
        found = _few(top, following, rest, guard_floaters)
        if found is not None:
            return found
    if not dense and _unharmed(following, rest, len(top)):
        pool = _candidates(top, following, guard_floaters)
        found = first_set(Raising(top, pool, closed=False, guard_floaters=guard_floaters, graded=False))
        if found is not None:
            return found
    pool = list(following)
    while len(pool) < min(len(lower), SHORT_LIST):
        score = lower[len(pool)].score
        pool += [player for player in lower if player.score == score]
    beyond = lower[len(pool) :]
    if beyond and _absorbs(beyond, pool):
        found = first_set(Raising(top, pool, closed=False, guard_floaters=guard_floaters, graded=True))
        if found is not None:
            return found
    found = first_set(Raising(top, lower, closed=True, guard_floaters=guard_floaters, graded=True))
    if found is None:
        raise AssertionError("a round that can be completed was left incomplete")
    return found


def _few(
    top: Sequence[Player], following: Sequence[Player], rest: Sequence[Player], guard_floaters: bool
) -> list[Player] | None:
    """The set for a top group whose members can nearly all meet: nobody, or one when it is odd. None: not so simple."""
    raised = len(top) % 2
    simple = _unharmed(following, rest, raised)
    if not simple and not (rest and len(following) <= SHORT_LIST and _absorbs(rest, following)):
        return None
    if not raised:
        return []
    crowd = Crowd(top)
    able = [player for player in following if crowd.reach(player)]
    if not able:
        return None
    return [
        min(
            able,
            key=lambda player: (
                0 if simple else _left_alone([one for one in following if one is not player]),
                guard_floaters and player.floats[0] is not Float.NONE,
                player.rank,
            ),
        )
    ]


def _left_alone(players: Sequence[Player]) -> int:
    """How many of these cannot be paired with each other at best."""
    size = len(players)
    edges = [(i, j, 1) for i, one in enumerate(players) for j in range(i + 1, size) if may_meet(one, players[j])]
    return best_matching(size, edges, full=True).count(-1)


def _unharmed(following: Sequence[Player], rest: Sequence[Player], taken: int) -> bool:
    """Whether the following group can lose any ``taken`` players, or fewer, and be paired as well as ever.

    Then C3 and C6 are kept whoever is raised out of it.
    """
    if len(following) <= 2 * taken + 4 or not Crowd(following).pairs_without(2 * taken + 2):
        return False
    return can_complete(rest, joined_by=following if len(rest) % 2 else ())


def _absorbs(beyond: Sequence[Player], others: Sequence[Player]) -> bool:
    """Whether those far below can be paired together with whichever of the ``others`` are left over."""
    crowd = Crowd(beyond)
    if not crowd.pairs_without(2 * len(others)):
        return False
    return all(crowd.reach(player) > 2 * len(others) for player in others)


def _candidates(top: Sequence[Player], following: Sequence[Player], guard_floaters: bool) -> list[Player]:
    """Those of a large following group who can be in the first set: later ones could be replaced by one of them."""
    numbers = {player.no for player in following}
    enough = len(top) + max(len(player.barred & numbers) for player in top) + 1
    floated = [player for player in following if guard_floaters and player.floats[0] is not Float.NONE]
    others = [player for player in following if player not in floated]
    return sorted([*others[:enough], *floated[:enough]], key=lambda player: player.rank)
