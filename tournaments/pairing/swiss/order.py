"""The first of the best candidates of a bracket, in the order of C.04.3 Article 4.

That order is: sets of moved-down players to pair (4.4), their opponents (4.2), exchanges in
the remainder (4.3), and opponents in the remainder (4.2). It is found without listing the
candidates, by taking one decision after another: each time the best that still lets all
criteria come out as well as the best candidate does.
"""

from .bracket import Bracket
from .graph import nudge
from .start import is_large, possible, straighten


def settle(bracket: Bracket) -> None:
    """Turn the bracket's best matching into the first equally good candidate."""
    _choose_moved_down(bracket)
    left = list(bracket.residents)
    for vertex in bracket.moved_down:
        if bracket.paired_here(vertex):
            left.remove(first_partner(bracket, vertex, left))
    tops = _exchange(bracket, left)
    top_set = set(tops)
    lows = [vertex for vertex in left if vertex not in top_set]
    for vertex in tops:
        lows.remove(first_partner(bracket, vertex, lows))


def first_partner(bracket: Bracket, vertex: int, candidates: list[int]) -> int:
    """Pair ``vertex`` with the first candidate that costs nothing, and make the pair final."""
    for place, wanted in enumerate(candidates):
        if not bracket.either(vertex, wanted) or bracket.hopeless(vertex, wanted):
            continue
        if bracket.swap(vertex, wanted):
            break
        if not is_large(bracket):
            bracket.ask_for_first(vertex, candidates[place:])
            break
        if possible(bracket, vertex, wanted):
            break
    wanted = bracket.partner[vertex]
    bracket.decide(vertex, wanted)
    return wanted


def _choose_moved_down(bracket: Bracket) -> None:
    """Decide who of the moved-down players is paired here: of one score, the first who can (4.4)."""
    if all(bracket.paired_here(vertex) for vertex in bracket.moved_down):
        return
    inside: set[int] = set()
    outside: set[int] = set()
    stop = bracket.current.stop
    bracket.bans.append(lambda one, other: (one in inside and other >= stop) or (one in outside and other < stop))
    for vertex in bracket.moved_down:
        if not bracket.paired_here(vertex):
            bracket.solve(nudge(None, vertex, range(stop), 1))
        (inside if bracket.paired_here(vertex) else outside).add(vertex)


def _exchange(bracket: Bracket, remainder: list[int]) -> list[int]:
    """Decide who of the remainder stands in its upper half S1 after the exchanges (4.3); returned in order."""
    pairs = sum(1 for vertex in remainder if bracket.paired_here(vertex)) // 2
    if not _straight(bracket, remainder[:pairs]) and not straighten(bracket, remainder[:pairs], remainder[pairs:]):
        _exchange_some(bracket, remainder, pairs)
    tops = {vertex for vertex in remainder if _is_top(bracket, vertex)}
    inside = set(remainder)
    stop = bracket.current.stop

    def banned(one: int, other: int) -> bool:
        # From now on everybody in S1 has a partner from S2 below, and nobody else has one.
        if one in inside and other in inside:
            return one not in tops or other in tops
        return one in tops and other >= stop

    bracket.bans.append(banned)
    return sorted(tops)


def _straight(bracket: Bracket, upper: list[int]) -> bool:
    return all(_is_top(bracket, vertex) for vertex in upper)


def _is_top(bracket: Bracket, vertex: int) -> bool:
    """Whether the matching gives this player somebody lower in the remainder."""
    return vertex < bracket.partner[vertex] < bracket.current.stop


def _exchange_some(bracket: Bracket, remainder: list[int], pairs: int) -> None:
    """The first exchange that works: fewest players, smallest difference, then who leaves S1, then who enters."""
    place = {vertex: index for index, vertex in enumerate(remainder)}
    scale = pairs * len(remainder) + 1
    shift = 1  # a last bit for the choice of single players
    inside = set(remainder)
    fixed_top: set[int] = set()
    fixed_low: set[int] = set()
    stop = bracket.current.stop

    def banned(one: int, other: int) -> bool:
        if one in inside and other in inside:
            return one in fixed_low or other in fixed_top
        return one in fixed_top and other >= stop

    def order(one: int, other: int) -> int:
        if one not in inside or other not in inside:
            return 0
        top = place[one]
        return ((scale if top < pairs else 0) + len(remainder) - top) << shift

    bracket.solve(order)
    bracket.bans.append(banned)
    leaving = sum(not _is_top(bracket, vertex) for vertex in remainder[:pairs])
    left = leaving
    for vertex in reversed(remainder[:pairs]):
        if not left:
            break
        if _is_top(bracket, vertex):
            bracket.solve(nudge(order, vertex, inside, -1))
        if _is_top(bracket, vertex):
            fixed_top.add(vertex)
        else:
            fixed_low.add(vertex)
            left -= 1
    fixed_top.update(vertex for vertex in remainder[:pairs] if vertex not in fixed_low)
    left = leaving
    for vertex in remainder[pairs:]:
        if not left:
            break
        if not _is_top(bracket, vertex):
            bracket.solve(nudge(order, vertex, inside, 1))
        if _is_top(bracket, vertex):
            fixed_top.add(vertex)
            left -= 1
        else:
            fixed_low.add(vertex)
    fixed_low.update(vertex for vertex in remainder[pairs:] if vertex not in fixed_top)
