"""Double Swiss: the pairs of a bracket, by the first identifier (C.04.5 Article 3.6)."""

from collections.abc import Iterable, Sequence

from .graph import Graph, nudge
from .state import Float, Player

LARGE = 100  # players from which on few pairs are tried before all
WINDOW = 8


class LexicalBracket(Graph):
    """Players of a bracket in the order of their ranks (pairing numbers), all to be paired.

    In each pair the smaller number is the top member. ``guard_floaters``: C8 counts, no
    more upfloaters' opponents than needed shall have floated in the round before.
    """

    def __init__(self, players: Sequence[Player], *, guard_floaters: bool) -> None:
        self.players = sorted(players, key=lambda player: player.rank)
        numbers = {player.no: vertex for vertex, player in enumerate(self.players)}
        barred = [{numbers[no] for no in player.barred if no in numbers} for player in self.players]
        super().__init__(len(self.players), barred, closed=True)
        self._top_score = max(player.score for player in self.players)
        self._guard = guard_floaters
        self._kept = 1 << (2 * self.size.bit_length() + 2)
        self.best = self.size // 2 * 2 * self._kept

    def base(self, upper: int, lower: int) -> int:
        one, other = self.players[upper], self.players[lower]
        if not self._guard or one.score == other.score:
            return 2 * self._kept
        resident = one if one.score > other.score else other
        return self._kept if resident.floats[0] is not Float.NONE else 2 * self._kept


def pair_bracket(players: Sequence[Player], *, guard_floaters: bool) -> list[tuple[Player, Player]]:
    """The pairs of the first identifier among those that keep C8 best. A complete pairing must exist."""
    graph = LexicalBracket(players, guard_floaters=guard_floaters)
    half = graph.size // 2
    if graph.size < LARGE or not graph.match_among(_near(half), graph.best):
        graph.solve()
    tops = _tops(graph)
    lows = [vertex for vertex in range(graph.size) if vertex not in set(tops)]
    for vertex in tops:
        lows.remove(_first_partner(graph, vertex, lows))
    return [(graph.players[vertex], graph.players[graph.partner[vertex]]) for vertex in tops]


def _near(half: int) -> Iterable[tuple[int, int]]:
    for vertex in range(half):
        for other in range(max(half, vertex + half - WINDOW), min(2 * half, vertex + half + WINDOW + 1)):
            yield vertex, other


def _tops(graph: LexicalBracket) -> list[int]:
    """Who is top member of a pair: the smallest numbers that leave a best pairing."""
    half = graph.size // 2
    tops: set[int] = set()
    lows: set[int] = set()
    graph.bans.append(lambda one, other: one in lows or other in tops)
    for vertex in range(graph.size):
        if len(tops) == half:
            break
        if not graph.partner[vertex] > vertex:
            graph.solve(nudge(None, vertex, range(graph.size), 1))
        (tops if graph.partner[vertex] > vertex else lows).add(vertex)
    lows.update(vertex for vertex in range(graph.size) if vertex not in tops)
    return sorted(tops)


def _first_partner(graph: LexicalBracket, vertex: int, candidates: Sequence[int]) -> int:
    """Pair ``vertex`` with the first candidate that costs nothing, and make the pair final."""
    for place, wanted in enumerate(candidates):
        if not (wanted > vertex and graph.weight(vertex, wanted)):
            continue
        if not graph.swap(vertex, wanted):
            graph.ask_for_first(vertex, candidates[place:])
        break
    wanted = graph.partner[vertex]
    graph.decide(vertex, wanted)
    return wanted
