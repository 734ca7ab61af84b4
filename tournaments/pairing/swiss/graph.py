"""A graph of possible pairs with numbers, its best matching, and decisions taken one after another."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Sequence

from .matching import best_matching

Bonus = Callable[[int, int], int]


class Graph(ABC):
    """Vertices are 0, 1, 2 ...; `base` gives each pair a number, the more the better, 0 for an impossible one.

    ``closed``: everybody needs a partner; otherwise some may be left over. ``partner`` is
    the best matching known, -1 for nobody, and ``worth`` what its pairs not yet decided
    add up to. ``decided`` vertices have their final partner; ``bans`` rule pairs out.
    """

    def __init__(self, size: int, barred: Sequence[set[int]], *, closed: bool) -> None:
        self.size = size
        self.barred = barred
        self.closed = closed
        self.movable = range(size)  # whose pairs may be exchanged
        self.decided: set[int] = set()
        self.bans: list[Callable[[int, int], bool]] = []
        self.partner: list[int] = [-1] * size
        self.worth = 0

    @abstractmethod
    def base(self, upper: int, lower: int) -> int:
        """The number of a pair, whoever has met whom. ``upper`` < ``lower``."""

    def weight(self, upper: int, lower: int) -> int:
        """The number of this pair, 0 when it is not possible (any more). ``upper`` < ``lower``."""
        if lower in self.barred[upper]:
            return 0
        for banned in self.bans:
            if banned(upper, lower):
                return 0
        return self.base(upper, lower)

    def hopeless(self, one: int, other: int) -> bool:
        """Whether counting alone shows that this pair costs something."""
        return False

    def either(self, one: int, other: int) -> int:
        """The number of this pair, in whichever order; nobody (-1) gives 0."""
        if one < 0 or other < 0:
            return 0
        return self.weight(one, other) if one < other else self.weight(other, one)

    def undecided(self) -> list[int]:
        return [vertex for vertex in range(self.size) if vertex not in self.decided]

    def solve(self, bonus: Bonus | None = None) -> None:
        """Find a best matching of all who are not decided. ``bonus`` may add to the number's low bits."""
        vertices = self.undecided()
        edges = []
        for i, upper in enumerate(vertices):
            for j in range(i + 1, len(vertices)):
                weight = self.weight(upper, vertices[j])
                if weight:
                    edges.append((i, j, weight + (bonus(upper, vertices[j]) if bonus else 0)))
        self._take(vertices, best_matching(len(vertices), edges, full=self.closed))
        self.worth = self._worth_of(vertices)

    def ask_for_first(self, vertex: int, candidates: Sequence[int]) -> None:
        """Find a best matching that gives ``vertex`` the first candidate any best matching gives it."""
        rank = {other: len(candidates) - place for place, other in enumerate(candidates)}

        def bonus(one: int, other: int) -> int:
            if one == vertex:
                return rank.get(other, 0)
            return rank.get(one, 0) if other == vertex else 0

        self.solve(bonus)

    def match_among(self, pairs: Iterable[tuple[int, int]], worth: int) -> bool:
        """Take a matching out of these ``pairs`` only, if there is one that adds up to ``worth``."""
        vertices = self.undecided()
        place = {vertex: i for i, vertex in enumerate(vertices)}
        edges = []
        for upper, lower in pairs:
            weight = self.weight(upper, lower)
            if weight:
                edges.append((place[upper], place[lower], weight))
        before = self.partner.copy()
        self._take(vertices, best_matching(len(vertices), edges, full=self.closed))
        if self._worth_of(vertices) == worth:
            self.worth = worth
            return True
        self.partner = before
        return False

    def _take(self, vertices: list[int], found: list[int]) -> None:
        for i, vertex in enumerate(vertices):
            self.partner[vertex] = vertices[found[i]] if found[i] >= 0 else -1

    def _worth_of(self, vertices: list[int]) -> int:
        return sum(self.weight(one, self.partner[one]) for one in vertices if self.partner[one] > one)

    def decide(self, one: int, other: int) -> None:
        """Make a pair of the matching final."""
        self.worth -= self.either(one, other)
        self.decided.update((one, other))

    def undo(self, one: int, other: int) -> None:
        """Take the last decision back; the matching stays."""
        self.decided.difference_update((one, other))

    def swap(self, vertex: int, wanted: int) -> bool:
        """Give ``vertex`` the partner ``wanted`` without loss, exchanging two or three pairs; False if that fails."""
        left, right = self.partner[vertex], self.partner[wanted]
        if left == wanted:
            return True
        gain = self.either(vertex, wanted) - self.either(vertex, left) - self.either(wanted, right)
        if self._join(left, right, gain):
            self._pair(vertex, wanted)
            return True
        for one in self.movable:
            other = self.partner[one]
            if other < one or one in self.decided or one in (vertex, wanted, left, right):
                continue
            if other in (left, right):
                continue
            loss = gain - self.either(one, other)
            for first, second in ((left, right), (right, left)):
                bridge = self.either(one, first)
                if (bridge or first < 0) and self._join(other, second, loss + bridge):
                    self._pair(one, first)
                    self._pair(vertex, wanted)
                    return True
        return False

    def _join(self, one: int, other: int, gain: int) -> bool:
        """Pair two who have lost their partners, if that makes up for ``gain`` exactly."""
        number = self.either(one, other)
        if one >= 0 and other >= 0 and not number:
            return False
        if (one < 0 or other < 0) and self.closed:
            return False
        if gain + number:
            return False
        self._pair(one, other)
        return True

    def _pair(self, one: int, other: int) -> None:
        if one >= 0:
            self.partner[one] = other
        if other >= 0:
            self.partner[other] = one


def nudge(order: Bonus | None, vertex: int, inside: Container[int], by: int) -> Bonus:
    """``order``, and a little more or less for pairs of ``vertex`` with somebody ``inside`` who stands lower."""

    def bonus(one: int, other: int) -> int:
        return (order(one, other) if order else 0) + (by if one == vertex and other in inside else 0)

    return bonus
