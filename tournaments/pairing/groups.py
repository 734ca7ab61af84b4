"""Groups: how a field is divided, and who goes on to the next stage with which seed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from .knock_out_tree import rounds_needed
from .swiss.matching import best_matching


def snake_groups(clubs: Sequence[str], groups: int) -> list[list[int]]:
    """Divide a field, given in seed order by the club of each ("" for none), into groups: indexes in seed order.

    Row by row, the first seeds go to groups 1, 2, 3 ..., the next ones back again; sizes
    differ by at most one. In each row members of one club are spread over the groups as far
    as it goes, moving as few as possible and these as little as possible.

    :raises ValueError: fewer than one group, or more groups than entrants.

    >>> snake_groups([""] * 8, 3)
    [[0, 5, 6], [1, 4, 7], [2, 3]]
    """
    if not 1 <= groups <= max(1, len(clubs)):
        raise ValueError(f"{len(clubs)} entrants do not make {groups} groups")
    members: list[list[int]] = [[] for _group in range(groups)]
    for start in range(0, len(clubs), groups):
        row = range(start, min(start + groups, len(clubs)))
        forwards = start // groups % 2 == 0
        order = list(range(groups)) if forwards else list(reversed(range(groups)))

        def clashes(item: int, seat: int) -> int:
            club = clubs[start + item]  # noqa: B023 - used in this turn of the loop only
            return sum(bool(club) and clubs[index] == club for index in members[order[seat]])  # noqa: B023

        for index, seat in zip(row, _seats(len(row), groups, clashes), strict=True):
            members[order[seat]].append(index)
    return members


def rating_bands(ratings: Sequence[int], limits: Sequence[int]) -> list[list[int]]:
    """Divide a field into sections by rating: the indexes of each, from the strongest section down.

    Each of the falling ``limits`` is the lowest rating of a section; who is below them all
    makes the last one. A section may be empty.

    :raises ValueError: the limits do not fall.

    >>> rating_bands([1900, 1850, 1500, 1200], [1800, 1500])
    [[0, 1], [2], [3]]
    """
    if any(limit >= higher for higher, limit in pairwise(limits)):
        raise ValueError("the limits of sections must fall from one to the next")
    sections: list[list[int]] = [[] for _section in range(len(limits) + 1)]
    for index, rating in enumerate(ratings):
        sections[sum(rating < limit for limit in limits)].append(index)
    return sections


@dataclass(frozen=True, slots=True)
class GroupResult:
    """Somebody's place in a finished group. ``points`` were scored in ``matches`` (or games) played.

    ``seed`` is that of the stage before, 1 the highest. ``available`` is False for who will not go on.
    """

    id: int
    group: int
    rank: int
    points: int
    matches: int
    seed: int
    available: bool = True


@dataclass(frozen=True, slots=True)
class Promoted:
    """Somebody who goes on. ``place`` counts those available of the group; ``direct`` tells from the next best.

    ``moved_from`` is the seed by results, where another was given so that two of one group
    do not meet in the first round.
    """

    id: int
    group: int
    place: int
    per_match: Fraction
    direct: bool
    seed: int
    moved_from: int | None = None


def promotion(results: Sequence[GroupResult], *, per_group: int, next_best: int = 0) -> list[Promoted]:
    """Who goes on to a knock-out and with which seed, in seed order.

    The first ``per_group`` of each group go on, and of the others the ``next_best`` best.
    Who is not available is passed over, and the next of the group moves up. All are
    compared by their place in the group first (group winners are the first seeds), then by
    points per match, because groups may differ in size, then by the seed of the stage before.

    In the first round two of one group do not meet where it can be avoided: those who would
    meet the higher seeds change places among themselves, by as little as possible.

    :raises ValueError: there is nobody to promote by these numbers.
    """
    if per_group < 0 or next_best < 0 or per_group + next_best == 0:
        raise ValueError("say how many of each group go on, or how many of the best")
    placed: list[tuple[int, Fraction, int, GroupResult]] = []
    for group in sorted({result.group for result in results}):
        here = [result for result in results if result.group == group and result.available]
        here.sort(key=lambda result: (result.rank, -_per_match(result), result.seed, result.id))
        placed += [(place, -_per_match(result), result.seed, result) for place, result in enumerate(here, start=1)]
    placed.sort(key=lambda row: (*row[:3], row[3].id))
    direct = [row for row in placed if row[0] <= per_group]
    others = [row for row in placed if row[0] > per_group][:next_best]
    going_on = [
        Promoted(result.id, result.group, place, -minus, place <= per_group, seed)
        for seed, (place, minus, _old, result) in enumerate([*direct, *others], start=1)
    ]
    return _without_rematches(going_on)


def promote(results: Sequence[GroupResult], *, per_group: int, next_best: int = 0) -> list[int]:
    """The ids of `promotion`, in seed order."""
    return [one.id for one in promotion(results, per_group=per_group, next_best=next_best)]


def _per_match(result: GroupResult) -> Fraction:
    return Fraction(result.points, max(1, result.matches))


def _without_rematches(seeded: list[Promoted]) -> list[Promoted]:
    """Exchange those who would meet a higher seed of their own group in the first round of a knock-out."""
    if len(seeded) < 2:
        return seeded
    size = 1 << rounds_needed(len(seeded))
    lower = seeded[size // 2 :]
    # Seed s meets seed size + 1 - s: the opponents of `lower`, in its order.
    upper = [seeded[size - one.seed] for one in lower]
    seats = _seats(len(lower), len(lower), lambda item, seat: int(lower[item].group == upper[seat].group))
    found = seeded[: size // 2]
    for seat, item in sorted((seat, item) for item, seat in enumerate(seats)):
        one, seed = lower[item], lower[seat].seed
        found.append(Promoted(one.id, one.group, one.place, one.per_match, one.direct, seed, _moved(one.seed, seed)))
    return found


def _moved(before: int, after: int) -> int | None:
    return before if before != after else None


def _seats(items: int, seats: int, clashes: Callable[[int, int], int]) -> list[int]:
    """A seat for each item: with the fewest clashes, then nearest to the seat of its own number."""
    far = seats * seats * items + 1
    costs = {
        (item, seat): clashes(item, seat) * far + (item - seat) ** 2 for item in range(items) for seat in range(seats)
    }
    if not any(costs[item, item] for item in range(items)):
        return list(range(items))
    most = max(costs.values()) + 1
    partner = best_matching(
        items + seats, [(item, items + seat, most - cost) for (item, seat), cost in costs.items()], full=True
    )
    return [partner[item] - items for item in range(items)]
