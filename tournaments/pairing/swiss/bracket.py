"""One bracket: who stands in it and below, which pairs are possible and how good they are."""

from collections.abc import Iterable, Sequence

from .bounds import Sort, Tally
from .criteria import Kind, Layout, Part
from .graph import Graph
from .state import Player, Strength


class Bracket(Graph):
    """Vertices 0, 1, 2 ... are the moved-down players, the residents, those below, and the bye.

    With ``closed`` everybody needs a partner (or the bye); otherwise whoever is left over
    will find one further down. ``tally`` bounds what can be reached.
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
        numbers = {player.no: vertex for vertex, player in enumerate(self.players)}
        barred = [{numbers[no] for no in player.barred if no in numbers} for player in self.players] + [set()]
        super().__init__(len(self.players) + (bye_score is not None), barred, closed=closed)
        self.movable = self.current
        self._following = range(self.current.stop, self.current.stop + len(following))
        self._bye_score = bye_score
        pairs = len(residents) // 2 + 1
        low = (pairs * len(residents)).bit_length() + pairs.bit_length() + 2
        self.layout = Layout(moved_down, residents, len(following), low=low, single_bye=single_bye)
        self._kind_of: list[int] = []
        self._kinds: list[Kind] = []
        self._number_kinds()
        self._table: list[dict[int, int]] = [{} for _kind in self._kinds]
        self._sorts: list[Sort] = []
        others = self.size - self.current.stop
        self.tally = Tally(self.layout, len(following), others, closed=closed)
        self._count(len(following))

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

    def _count(self, following: int) -> None:
        """Set up the bound."""
        one = self.layout.one
        for vertex in self.current:
            player = self.players[vertex]
            moved_down = vertex in self.moved_down
            left = 0 if not self.closed else None
            if following:
                left = one(f"C8 at {player.score}") if moved_down else one("C8 residents")
            if self._bye_score is not None and self.base(vertex, self.size - 1):
                left = max(left or 0, self.base(vertex, self.size - 1) - (1 << self.layout.low))
            sort = self.tally.sort_of(player, moved_down=moved_down, left=left)
            self._sorts.append(sort)
            self.tally.sorts[sort] += 1

    def base(self, upper: int, lower: int) -> int:
        """The number of this pair from its kinds alone."""
        one, other = self._kind_of[upper], self._kind_of[lower]
        row = self._table[one]
        found = row.get(other)
        if found is None:
            players = self.players[upper], self.players[min(lower, len(self.players) - 1)]
            found = row[other] = self.layout.pair(self._kinds[one], self._kinds[other], *players)
        return found

    def decide(self, one: int, other: int) -> None:
        super().decide(one, other)
        self._retally(one, other, -1)

    def undo(self, one: int, other: int) -> None:
        super().undo(one, other)
        self._retally(one, other, 1)

    def _retally(self, one: int, other: int, by: int) -> None:
        self.tally.sorts[self._sorts[one]] += by
        self.tally.sorts[self._sorts[other]] += by

    def hopeless(self, one: int, other: int) -> bool:
        """Whether counting alone shows that this pair costs something."""
        best = self.tally.best((self._sorts[one], self._sorts[other]))
        return self.either(one, other) + best < self.worth

    def floaters(self) -> list[int]:
        """Those of the bracket whom the matching does not pair in it."""
        return [vertex for vertex in self.current if not self.paired_here(vertex)]

    def paired_here(self, vertex: int) -> bool:
        return 0 <= self.partner[vertex] < self.current.stop

    def pairs_here(self) -> Iterable[tuple[int, int]]:
        for vertex in self.current:
            if vertex < self.partner[vertex] < self.current.stop:
                yield vertex, self.partner[vertex]
