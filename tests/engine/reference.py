"""The rules of Hive once more, slowly and plainly: what the engine's answers are compared with.

Written from the rulebook, not from the engine: sets of cells, no masks, no tables, everything worked out
anew. A position is ``stacks`` (cell -> pieces from ground to top), ``ply`` and ``last``.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine import Bug, Color, GameType, Piece

Cell = tuple[int, int]
Answer = set[tuple[Piece, Cell]]  # the empty set and no end means: pass

AROUND = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # in circular order
COPIES = {Bug.QUEEN: 1, Bug.SPIDER: 2, Bug.BEETLE: 2, Bug.GRASSHOPPER: 3, Bug.ANT: 3}


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + q, cell[1] + r) for q, r in AROUND]


def beside(a: Cell, b: Cell) -> list[Cell]:
    """The two cells that touch both of two neighbours."""
    return [cell for cell in around(a) if cell in around(b)]


@dataclass
class Reference:
    game_type: GameType
    queen_may_open: bool
    stacks: dict[Cell, tuple[Piece, ...]]
    ply: int
    last: Piece | None

    @property
    def mover(self) -> Color:
        return Color.WHITE if self.ply % 2 == 0 else Color.BLACK

    def place_of(self, piece: Piece) -> Cell | None:
        return next((cell for cell, stack in self.stacks.items() if piece in stack), None)

    def surrounded(self, color: Color) -> bool:
        cell = self.place_of(Piece(color, Bug.QUEEN))
        return cell is not None and all(n in self.stacks for n in around(cell))

    def over(self) -> bool:
        return self.surrounded(Color.WHITE) or self.surrounded(Color.BLACK)

    def moves(self) -> Answer:
        """Every legal placement, movement and throw as (piece, destination)."""
        if self.over():
            return set()
        found = set(self.placements())
        if self.place_of(Piece(self.mover, Bug.QUEEN)) is not None:
            found |= set(self.movements()) | set(self.throws())
        return found

    # Placing

    def reserve(self) -> list[Piece]:
        """The pieces the mover may place now: the lowest copy of each bug left."""
        counts = dict(COPIES)
        for bug, present in (
            (Bug.MOSQUITO, self.game_type.mosquito),
            (Bug.LADYBUG, self.game_type.ladybug),
            (Bug.PILLBUG, self.game_type.pillbug),
        ):
            counts[bug] = 1 if present else 0
        found = []
        for bug, count in counts.items():
            numbers = [0] if count == 1 else list(range(1, count + 1))
            left = [n for n in numbers[:count] if self.place_of(Piece(self.mover, bug, n)) is None]
            if left:
                found.append(Piece(self.mover, bug, left[0]))
        queen = Piece(self.mover, Bug.QUEEN)
        turn = self.ply // 2 + 1
        if queen in found and turn >= 4:
            return [queen]
        if turn == 1 and not self.queen_may_open:
            found.remove(queen)
        return found

    def placements(self) -> Iterator[tuple[Piece, Cell]]:
        if not self.stacks:
            cells = {(0, 0)}
        elif self.ply == 1:
            cells = set(around(next(iter(self.stacks))))
        else:
            border = {n for cell in self.stacks for n in around(cell)} - set(self.stacks)
            cells = {cell for cell in border if self.colors_at(cell) == {self.mover}}
        for piece in self.reserve():
            for cell in cells:
                yield piece, cell

    def colors_at(self, cell: Cell) -> set[Color]:
        return {self.stacks[n][-1].color for n in around(cell) if n in self.stacks}

    # Moving

    def height(self, cell: Cell) -> int:
        return len(self.stacks.get(cell, ()))

    def one_hive_without(self, cell: Cell) -> bool:
        """Whether the hive stays in one piece when the top piece of ``cell`` is taken off."""
        if self.height(cell) > 1:
            return True
        rest = set(self.stacks) - {cell}
        if not rest:
            return True
        todo = [next(iter(rest))]
        reached = set(todo)
        while todo:
            for n in around(todo.pop()):
                if n in rest and n not in reached:
                    reached.add(n)
                    todo.append(n)
        return reached == rest

    def lifted(self, cell: Cell) -> "Reference":
        """The position with the top piece of ``cell`` in the air."""
        stacks = dict(self.stacks)
        stacks[cell] = stacks[cell][:-1]
        if not stacks[cell]:
            del stacks[cell]
        return Reference(self.game_type, self.queen_may_open, stacks, self.ply, self.last)

    def step_allowed(self, start: Cell, end: Cell) -> bool:
        """One step of a lifted piece that stands on what is left of ``start``."""
        level = max(self.height(start), self.height(end))
        sides = [self.height(cell) for cell in beside(start, end)]
        if level == 0:
            return (sides[0] > 0) != (sides[1] > 0)
        return not (sides[0] > level and sides[1] > level)

    def slides(self, start: Cell) -> set[Cell]:
        return {n for n in around(start) if n not in self.stacks and self.step_allowed(start, n)}

    def movements(self) -> Iterator[tuple[Piece, Cell]]:
        for cell, stack in self.stacks.items():
            piece = stack[-1]
            if piece.color is self.mover and piece != self.last and self.one_hive_without(cell):
                for end in self.ends(piece.bug, cell):
                    yield piece, end

    def ends(self, bug: Bug, cell: Cell) -> set[Cell]:
        """Where the top piece of ``cell`` can go, moving like ``bug``."""
        air = self.lifted(cell)
        if bug is Bug.MOSQUITO:
            if self.height(cell) > 1:
                return self.ends(Bug.BEETLE, cell)
            bugs = {self.stacks[n][-1].bug for n in around(cell) if n in self.stacks} - {Bug.MOSQUITO}
            return {end for other in bugs for end in self.ends(other, cell)}
        if bug in (Bug.QUEEN, Bug.PILLBUG):
            return air.slides(cell)
        if bug is Bug.BEETLE:
            climbs = {n for n in around(cell) if max(air.height(cell), air.height(n)) > 0}
            return {n for n in climbs if air.step_allowed(cell, n)} | (
                air.slides(cell) if air.height(cell) == 0 else set()
            )
        if bug is Bug.GRASSHOPPER:
            return set(self.jumps(cell))
        if bug is Bug.ANT:
            reached, todo = {cell}, [cell]
            while todo:
                for n in air.slides(todo.pop()) - reached:
                    reached.add(n)
                    todo.append(n)
            return reached - {cell}
        if bug is Bug.SPIDER:
            ways = [(cell,)]
            for _ in range(3):
                ways = [(*way, n) for way in ways for n in air.slides(way[-1]) if n not in way]
            return {way[-1] for way in ways}
        assert bug is Bug.LADYBUG
        ends = set()
        for first in around(cell):
            if first in air.stacks and air.step_allowed(cell, first):
                for second in around(first):
                    if second in air.stacks and air.step_allowed(first, second):
                        for end in around(second):
                            if end not in air.stacks and air.step_allowed(second, end):
                                ends.add(end)
        return ends - {cell}

    def jumps(self, cell: Cell) -> Iterator[Cell]:
        for q, r in AROUND:
            at = (cell[0] + q, cell[1] + r)
            jumped = 0
            while at in self.stacks:
                at = (at[0] + q, at[1] + r)
                jumped += 1
            if jumped:
                yield at

    # Throwing

    def can_throw(self, cell: Cell) -> bool:
        piece = self.stacks[cell][-1]
        if piece.color is not self.mover or piece == self.last:
            return False
        if piece.bug is Bug.PILLBUG:
            return True
        near = [self.stacks[n][-1].bug for n in around(cell) if n in self.stacks]
        return piece.bug is Bug.MOSQUITO and self.height(cell) == 1 and Bug.PILLBUG in near

    def throws(self) -> Iterator[tuple[Piece, Cell]]:
        for thrower in self.stacks:
            if not self.can_throw(thrower):
                continue
            for cell in around(thrower):
                stack = self.stacks.get(cell, ())
                if len(stack) != 1 or stack[0] == self.last or not self.one_hive_without(cell):
                    continue
                air = self.lifted(cell)
                if not air.step_allowed(cell, thrower):
                    continue
                for end in around(thrower):
                    if end != cell and end not in self.stacks and air.step_allowed(thrower, end):
                        yield stack[0], end
