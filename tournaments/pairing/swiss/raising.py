"""Double Swiss: the top score group, those who may join it, and the best way to do it."""

from collections.abc import Sequence

from .graph import Graph
from .state import Float, Player


class Raising(Graph):
    """The top group and those who may join it. A best matching raises the fewest and best (C4 to C7).

    Each criterion has its own bits in the number of a pair. ``closed``: ``lower`` is
    everybody else; otherwise those who are not raised will find opponents whatever
    happens. ``guard_floaters``: C7 counts. ``graded``: C6 counts.
    """

    def __init__(
        self, top: Sequence[Player], lower: Sequence[Player], *, closed: bool, guard_floaters: bool, graded: bool
    ) -> None:
        self.players = [*top, *lower]
        numbers = {player.no: vertex for vertex, player in enumerate(self.players)}
        barred = [{numbers[no] for no in player.barred if no in numbers} for player in self.players]
        super().__init__(len(self.players), barred, closed=closed)
        self.top = range(len(top))
        self._next_score = lower[0].score
        self._guard = guard_floaters
        self._graded = graded
        self._c5: dict[int, int] = {}
        self._set_bits(len(top), [])
        self.solve()
        scores = sorted({self.players[vertex].score for vertex in self.raised()})
        if scores:
            # C5 needs bits for each score from the worst that may be taken up to the best.
            levels = sorted({player.score for player in lower if player.score >= scores[0]}, reverse=True)
            self._set_bits(len(self.raised()), levels)

    def _set_bits(self, raised: int, levels: Sequence[int]) -> None:
        width = raised.bit_length() + 1
        self._exists = 1 << (len(self.top).bit_length() + 1)  # below it: decisions about single players
        self._c7 = self._exists << (self.size.bit_length() + 1)
        self._c6 = self._c7 << width
        shift = self._c6.bit_length() + self.size.bit_length()
        for score in levels:  # from the best to the worst, which weighs most
            self._c5[score] = 1 << shift
            shift += width
        self._c4 = 1 << shift
        self._all_top = self._c4 << (len(self.top).bit_length() + 1)

    def base(self, upper: int, lower: int) -> int:
        if lower in self.top:
            return 2 * self._all_top + self._c4 + self._exists
        one, other = self.players[upper], self.players[lower]
        if upper in self.top:
            if self._c5 and other.score not in self._c5:
                return self._all_top + self._exists
            better = sum(weight for score, weight in self._c5.items() if score != other.score)
            floated = self._guard and other.floats[0] is not Float.NONE
            return self._all_top + better + (0 if floated else self._c7) + self._exists
        both_next = self._graded and one.score == self._next_score and other.score == self._next_score
        if both_next:
            return 2 * self._c6 + self._exists
        return self._exists if self.closed else 0

    def raised(self) -> list[int]:
        """Those of below whom the matching pairs with the top group."""
        size = len(self.top)
        return [vertex for vertex in range(size, self.size) if 0 <= self.partner[vertex] < size]


def first_set(graph: Raising) -> list[Player] | None:
    """The first best set (3.5.4); None when the top group cannot be paired completely in this graph."""
    graph.solve()
    if any(graph.partner[vertex] < 0 for vertex in graph.top):
        return None
    size, total = len(graph.top), len(graph.raised())
    chosen: set[int] = set()
    dropped: set[int] = set()

    def banned(one: int, other: int) -> bool:
        if one < size:
            return other in dropped
        return one in chosen or other in chosen

    def bonus(one: int, other: int) -> int:
        return int(one < size and (other in chosen or other == asked))

    graph.bans.append(banned)
    for asked in range(size, graph.size):
        if len(chosen) == total:
            break
        if asked not in graph.raised():
            if not any(graph.weight(one, asked) for one in graph.top):
                continue
            graph.solve(bonus)
        (chosen if asked in graph.raised() else dropped).add(asked)
    return [graph.players[vertex] for vertex in sorted(chosen)]
