"""One bracket: who stands in it and below, which pairs are possible and how good they are."""

from collections.abc import Callable, Iterable, Sequence

from .bounds import Sort, Tally
from .criteria import Kind, Layout, Part
from .matching import best_matching
from .state import Player, Strength

Bonus = Callable[[int, int], int]


class Bracket:
    """Vertices 0, 1, 2 ... are the moved-down players, the residents, those below, and the bye.

    With ``closed`` everybody needs a partner (or the bye); otherwise whoever is left over
    will find one further down. ``partner`` is the best matching known, -1 for nobody.
    Decisions taken on the way to the first candidate in the order of Article 4 are kept in
    ``decided`` (their pairs are final) and ``bans`` (pairs that are no longer possible).
    """

    def __init__(
        self,
        moved_down: Sequence[Player],
        residents: Sequence[Player],
        following: Sequence[Player] = (),
        rest: Sequence[Player] = (),
        *,
        bye_score: int | None = None,
        single_bye: bool = False,
        closed: bool = True,
    ) -> None:
        self.players = [*moved_down, *residents, *following, *rest]
        self.moved_down = range(len(moved_down))
        self.residents = range(len(moved_down), len(moved_down) + len(residents))
        self.current = range(self.residents.stop)
        self.size = len(self.players) + (bye_score is not None)
        self.closed = closed
        self._following = range(self.current.stop, self.current.stop + len(following))
        self._bye_score = bye_score
        pairs = len(residents) // 2 + 1
        low = (pairs * len(residents)).bit_length() + pairs.bit_length() + 2
        self.layout = Layout(moved_down, residents, len(following), low=low, single_bye=single_bye)
        self._kind_of: list[int] = []
        self._kinds: list[Kind] = []
        self._number_kinds()
        self._table: list[dict[int, int]] = [{} for _kind in self._kinds]
        numbers = {player.no: vertex for vertex, player in enumerate(self.players)}
        self.barred = [{numbers[no] for no in player.barred if no in numbers} for player in self.players] + [set()]
        self.decided: set[int] = set()
        self.bans: list[Callable[[int, int], bool]] = []
        self.partner: list[int] = [-1] * self.size
        self.worth = 0  # what the pairs not yet decided add up to
        self._sorts: list[Sort] = []
        self.tally: Tally | None = None
        if not following and not rest:
            self._count()

    def _kind(self, vertex: int) -> Kind:
        if vertex == len(self.players):
            return Kind(Part.BYE)
        player = self.players[vertex]
        takes_bye = player.score == self._bye_score and not player.bye_barred
        absolute = player.strength is Strength.ABSOLUTE
        if vertex in self.current:
            part = Part.MOVED_DOWN if vertex in self.moved_down else Part.RESIDENT
            wide = abs(player.difference) if absolute else 0
            colours = (player.due, player.strength, player.repeated, player.top, wide)
            return Kind(part, player.score, colours, player.floats, takes_bye, player.played)
        part = Part.NEXT if vertex in self._following else Part.REST
        return Kind(part, 0, (player.due if absolute else None, player.top), (), takes_bye)

    def _number_kinds(self) -> None:
        known: dict[Kind, int] = {}
        for vertex in range(self.size):
            kind = self._kind(vertex)
            number = known.setdefault(kind, len(known))
            self._kind_of.append(number)
            if number == len(self._kinds):
                self._kinds.append(kind)

    def _count(self) -> None:
        """Set up the bound; it needs that nobody outside the bracket takes part."""
        self.tally = Tally(self.layout)
        for vertex in self.current:
            left = 0 if not self.closed else None
            if self._bye_score is not None:
                left = self.base(vertex, self.size - 1) or None
            moved_down = vertex in self.moved_down
            sort = self.tally.sort_of(self.players[vertex], moved_down=moved_down, left=left)
            self._sorts.append(sort)
            self.tally.sorts[sort] += 1

    def weight(self, upper: int, lower: int) -> int:
        """The number of this pair, 0 when it is not possible (any more). ``upper`` < ``lower``."""
        if lower in self.barred[upper]:
            return 0
        for banned in self.bans:
            if banned(upper, lower):
                return 0
        return self.base(upper, lower)

    def base(self, upper: int, lower: int) -> int:
        """The number of this pair from its kinds alone."""
        one, other = self._kind_of[upper], self._kind_of[lower]
        row = self._table[one]
        found = row.get(other)
        if found is None:
            players = self.players[upper], self.players[min(lower, len(self.players) - 1)]
            found = row[other] = self.layout.pair(self._kinds[one], self._kinds[other], *players)
        return found

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
        if self.tally:
            self.tally.sorts[self._sorts[one]] -= 1
            self.tally.sorts[self._sorts[other]] -= 1

    def undo(self, one: int, other: int) -> None:
        """Take the last decision back; the matching stays."""
        self.decided.difference_update((one, other))
        if self.tally:
            self.tally.sorts[self._sorts[one]] += 1
            self.tally.sorts[self._sorts[other]] += 1

    def hopeless(self, one: int, other: int) -> bool:
        """Whether counting alone shows that this pair costs something."""
        if self.tally is None:
            return False
        best = self.tally.best((self._sorts[one], self._sorts[other]))
        return self.either(one, other) + best < self.worth

    def swap(self, vertex: int, wanted: int) -> bool:
        """Give ``vertex`` the partner ``wanted`` without loss, exchanging two or three pairs; False if that fails."""
        left, right = self.partner[vertex], self.partner[wanted]
        if left == wanted:
            return True
        gain = self.either(vertex, wanted) - self.either(vertex, left) - self.either(wanted, right)
        if self._join(left, right, gain):
            self._pair(vertex, wanted)
            return True
        for one in self.current:
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

    def floaters(self) -> list[int]:
        """Those of the bracket whom the matching does not pair in it."""
        return [vertex for vertex in self.current if not self.paired_here(vertex)]

    def paired_here(self, vertex: int) -> bool:
        return 0 <= self.partner[vertex] < self.current.stop

    def pairs_here(self) -> Iterable[tuple[int, int]]:
        for vertex in self.current:
            if vertex < self.partner[vertex] < self.current.stop:
                yield vertex, self.partner[vertex]
