"""The best matching a bracket starts from, and tests of single decisions, for brackets of every size.

A small bracket is matched with all its possible pairs. In a large one only pairs near the
natural ones (upper half against lower half) are tried first: when they reach the bound of
`bounds`, the matching is proved best.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from .bracket import Bracket

LARGE = 100  # vertices from which on few pairs are tried before all
FEW = 40  # players below a bracket whom everybody is tried with
WINDOW = 6  # how far from the natural opponent


def is_large(bracket: Bracket) -> bool:
    return bracket.size - len(bracket.decided) >= LARGE


def begin(bracket: Bracket) -> None:
    """Find a best matching."""
    if is_large(bracket):
        residents = list(bracket.residents)
        half = max(0, len(residents) - len(bracket.moved_down)) // 2
        if bracket.match_among(_near(bracket, residents, half, len(bracket.moved_down)), bracket.tally.best()):
            return
    bracket.solve()


def straighten(bracket: Bracket, upper: Sequence[int], lower: Sequence[int]) -> bool:
    """In a large bracket, match the upper half of the remainder with the lower one if that is as good."""
    if not is_large(bracket):
        return False
    return bracket.match_among(_near(bracket, [*upper, *lower], len(upper), 0), bracket.worth)


def possible(bracket: Bracket, vertex: int, wanted: int) -> bool:
    """Whether this pair costs nothing, found with a new matching if there is one."""
    before, worth, pair = bracket.partner.copy(), bracket.worth, bracket.either(vertex, wanted)
    bracket.partner[vertex], bracket.partner[wanted] = wanted, vertex
    bracket.decide(vertex, wanted)
    left = [one for one in bracket.residents if one not in bracket.decided]
    tops = [one for one in left if one < before[one] < bracket.current.stop]
    lows = [one for one in left if one not in set(tops)]
    found = bracket.match_among(_near(bracket, [*tops, *lows], len(tops), len(bracket.moved_down)), worth - pair)
    if not found:
        bracket.solve()
        found = bracket.worth == worth - pair
    bracket.undo(vertex, wanted)
    bracket.worth = worth
    if not found:
        bracket.partner = before
    return found


def _near(bracket: Bracket, residents: Sequence[int], half: int, slack: int) -> Iterable[tuple[int, int]]:
    """Pairs worth trying first: in the natural order as a whole, and in that of each colour that may be due."""
    below = range(bracket.current.stop, len(bracket.players))
    sample = below[:: len(below) // FEW + 1]
    bye = range(len(bracket.players), bracket.size)
    for vertex in bracket.moved_down:
        if vertex not in bracket.decided:
            yield from ((vertex, other) for other in [*residents, *sample, *bye])
    upper, lower = residents[:half], residents[half:]
    yield from _side_by_side(upper, lower, slack)
    for tops in _by_colour(bracket, upper):
        for lows in _by_colour(bracket, lower):
            yield from _side_by_side(tops, lows, slack)
    for vertex in residents:
        yield from ((vertex, other) for other in [*sample, *bye])
    if len(below) <= FEW:
        yield from combinations(below, 2)
    else:
        yield from _side_by_side(below[: len(below) // 2], below[len(below) // 2 :], slack)
        yield from pairwise(below)
    for other in bye:
        yield from ((vertex, other) for vertex in below)


def _by_colour(bracket: Bracket, vertices: Sequence[int]) -> list[list[int]]:
    groups: dict[object, list[int]] = {}
    for vertex in vertices:
        groups.setdefault(bracket.players[vertex].due, []).append(vertex)
    return list(groups.values())


def _side_by_side(upper: Sequence[int], lower: Sequence[int], slack: int) -> Iterable[tuple[int, int]]:
    """Each of ``upper`` with those about as far down in ``lower``."""
    reach = WINDOW + slack
    for place, vertex in enumerate(upper):
        natural = place * len(lower) // len(upper)
        for other in lower[max(0, natural - reach) : natural + reach + 1]:
            yield vertex, other
