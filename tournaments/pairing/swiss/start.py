"""The best matching a bracket starts from, and tests of single decisions, for brackets of every size.

A small bracket is matched with all its possible pairs. In a large one only pairs near the
natural ones (upper half against lower half) are tried first: when they reach the bound of
`bounds`, the matching is proved best.
"""

from collections.abc import Iterable, Sequence

from .bracket import Bracket

LARGE = 100  # vertices from which on few pairs are tried before all
WINDOW = 12  # how far from the natural opponent


def is_large(bracket: Bracket) -> bool:
    return bracket.tally is not None and bracket.size - len(bracket.decided) >= LARGE


def begin(bracket: Bracket) -> None:
    """Find a best matching."""
    if is_large(bracket) and bracket.tally is not None:
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
    """Pairs worth trying first."""
    reach = WINDOW + slack
    bye = [bracket.size - 1] if bracket.closed else []
    for vertex in bracket.moved_down:
        if vertex not in bracket.decided:
            yield from ((vertex, other) for other in [*residents, *bye])
    for place, vertex in enumerate(residents[:half]):
        natural = place + half
        for other in residents[max(half, natural - reach) : natural + reach + 1]:
            yield vertex, other
    for other in bye:
        yield from ((vertex, other) for vertex in residents)
