"""The hive, the reserves and the turn as ints, with moves made and unmade in place.

Nothing here judges a move: ``make`` expects one that is legal.
"""

from typing import Final

from .integers import i64
from .tables import ARCS, CELL_MASK, COUNTS, EMPTY, FIRST, KIND, NEIGHBOURS, OCCUPIED, PER_SIDE, PIECES


class Position:
    """A position of one game type, and the moves that led to it since it was set up.

    ``near[cell]`` is the mask of occupied neighbours. ``holes`` counts the empty places the hive encloses:
    it follows from Euler's formula for the hive's cells, edges and triangles, and changes by the arcs around
    a cell when that cell is filled or emptied. ``tall`` counts the stacks of two and more.

    ``mark`` and ``shore`` are scratch paper of the move generator: a cell is marked if it holds the stamp in
    use. Whoever begins to look for moves calls ``spare_stamps``: an interpreter keeps small ints at hand.
    ``thrown`` is where in the last list of legal moves those begin that need a thrower.
    """

    def __init__(self, mosquito: bool, ladybug: bool, pillbug: bool, queen_may_open: bool) -> None:
        self.queen_may_open: Final[bool] = queen_may_open
        self.counts: Final[list[int]] = list(COUNTS)
        self.counts[5] = int(mosquito)
        self.counts[6] = int(ladybug)
        self.counts[7] = int(pillbug)
        self.ply: i64 = 0
        self.last: i64 = -1  # the piece placed, moved or thrown on the previous ply
        self.holes: i64 = 1  # the first piece makes it 0
        self.tall: i64 = 0
        self.placed: list[int] = [0] * 16  # by colour * 8 + kind
        self.cell: list[int] = [-1] * PIECES
        self.below: list[int] = [-1] * PIECES
        self.top: list[int] = [-1] * (CELL_MASK + 1)
        self.height: list[int] = [0] * (CELL_MASK + 1)
        self.near: list[int] = [0] * (CELL_MASK + 1)
        self.moves: list[int] = []
        self._lasts: list[int] = []
        self.mark: list[int] = [0] * (CELL_MASK + 1)
        self.shore: list[int] = [0] * (CELL_MASK + 1)
        self._stamp: i64 = 0
        self.thrown: i64 = 0

    def __reduce__(self) -> tuple[object, ...]:
        """Tell pickle and copy how to set it up again: the default knows nothing of compiled classes."""
        rules = (self.counts[5] > 0, self.counts[6] > 0, self.counts[7] > 0, self.queen_may_open)
        hive: list[tuple[int, int]] = []
        for cell in sorted({cell for cell in self.cell if cell >= 0}):
            hive += [(piece, cell) for piece in self.stack(cell)]
        return Position, rules, (hive, self.ply, self.last, self.moves[:], self._lasts[:])

    def __setstate__(self, state: tuple[list[tuple[int, int]], int, int, list[int], list[int]]) -> None:
        """Set up an empty position as ``__reduce__`` tells."""
        hive, self.ply, self.last, self.moves, self._lasts = state
        for piece, cell in hive:
            self.put(piece, cell)
            self.placed[piece // PER_SIDE * 8 + KIND[piece]] += 1

    def new_stamp(self) -> i64:
        """Return a number that no cell is marked with."""
        self._stamp += 1
        return self._stamp

    def spare_stamps(self) -> None:
        """Begin the stamps anew before they grow large; the marks in use so far are lost."""
        if self._stamp > 150:
            self.mark = [0] * (CELL_MASK + 1)
            self.shore = [0] * (CELL_MASK + 1)
            self._stamp = 0

    def make(self, move: i64) -> None:
        """Play ``move``, which is legal."""
        self.moves.append(move)
        self._lasts.append(self.last)
        if move < 0:
            self.last = -1
        else:
            piece: i64 = move >> 20
            start: i64 = move >> 10 & CELL_MASK
            end: i64 = move & CELL_MASK
            if start == end:
                self.placed[piece // PER_SIDE * 8 + KIND[piece]] += 1
            else:
                self.lift(piece, start)
            self.put(piece, end)
            self.last = piece
        self.ply += 1

    def unmake(self) -> int:
        """Take the last move back and return it."""
        move: i64 = self.moves.pop()
        self.ply -= 1
        self.last = self._lasts.pop()
        if move >= 0:
            piece: i64 = move >> 20
            start: i64 = move >> 10 & CELL_MASK
            end: i64 = move & CELL_MASK
            self.lift(piece, end)
            if start == end:
                self.placed[piece // PER_SIDE * 8 + KIND[piece]] -= 1
                self.cell[piece] = -1
            else:
                self.put(piece, start)
        return move

    def put(self, piece: i64, cell: i64) -> None:
        """Put a lifted or new piece on top of ``cell``."""
        height: i64 = self.height[cell]
        self.height[cell] = height + 1
        self.below[piece] = self.top[cell]
        self.top[cell] = piece
        self.cell[piece] = cell
        if height == 0:
            self.holes += ARCS[self.near[cell]] - 1
            self.toggle(cell)
        elif height == 1:
            self.tall += 1

    def lift(self, piece: i64, cell: i64) -> None:
        """Take the top piece off ``cell``; ``self.cell`` keeps its old place until it is put down."""
        height: i64 = self.height[cell] - 1
        self.height[cell] = height
        self.top[cell] = self.below[piece]
        if height == 0:
            self.holes -= ARCS[self.near[cell]] - 1
            self.toggle(cell)
        elif height == 1:
            self.tall -= 1

    def toggle(self, cell: i64) -> None:
        """Tell the six neighbours that ``cell`` was filled or emptied."""
        near = self.near
        e, ne, nw, w, sw, se = NEIGHBOURS[cell]
        near[e] ^= 8
        near[ne] ^= 16
        near[nw] ^= 32
        near[w] ^= 1
        near[sw] ^= 2
        near[se] ^= 4

    def stack(self, cell: int) -> list[int]:
        """Return the pieces on ``cell`` from the ground to the top."""
        pieces = []
        piece = self.top[cell]
        while piece >= 0:
            pieces.append(piece)
            piece = self.below[piece]
        pieces.reverse()
        return pieces

    def surrounded(self, side: i64) -> bool:
        """Say whether the queen of ``side`` (0 White, 1 Black) has no free cell around her."""
        cell = self.cell[side * PER_SIDE]
        return cell >= 0 and self.near[cell] == 63

    def over(self) -> bool:
        """Say whether a queen is surrounded."""
        white: i64 = self.cell[0]
        black: i64 = self.cell[PER_SIDE]
        return (white >= 0 and self.near[white] == 63) or (black >= 0 and self.near[black] == 63)

    def next_copy(self, side: i64, kind: i64) -> int:
        """Return the lowest piece of ``kind`` in the reserve, or -1."""
        placed = self.placed[side * 8 + kind]
        return side * PER_SIDE + FIRST[kind] + placed if placed < self.counts[kind] else -1

    def pinned(self, cell: i64) -> bool:
        """Say whether the hive would fall apart without the single piece on ``cell``."""
        return ARCS[self.near[cell]] > 1 and (self.holes == 0 or cell in self.cut_cells())

    def cut_cells(self) -> set[int]:
        """Return the occupied cells without which the hive is not one; needed only if it has holes.

        In the plane a cell cuts the hive exactly if some enclosed or outer emptiness reaches it from two
        sides. When every hole is a single cell, counting those beside a cell decides it.
        """
        near = self.near
        mark = self.mark
        stamp: i64 = self.new_stamp()
        split: list[int] = []
        eyes: i64 = 0
        cell: i64
        n: i64
        for cell in self.cell:
            if cell >= 0 and ARCS[near[cell]] > 1:
                split.append(cell)
                for n in EMPTY[near[cell]][cell]:
                    if near[n] == 63 and mark[n] != stamp:
                        mark[n] = stamp
                        eyes += 1
        if eyes != self.holes:
            return self._articulation_points()
        cut: set[int] = set()
        for cell in split:
            regions: i64 = 1
            for n in EMPTY[near[cell]][cell]:
                if mark[n] == stamp:
                    regions += 1
            if ARCS[near[cell]] > regions:
                cut.add(cell)
        return cut

    def _articulation_points(self) -> set[int]:
        """Return the cut cells by one depth-first walk (Tarjan); recursion is as deep as the hive is large."""
        root: i64 = max(self.cell)
        cut: set[int] = set()
        order = self.mark  # stamps from ``first`` on number the cells as they are found
        first: i64 = self.new_stamp()
        order[root] = first
        branches: i64 = 0
        n: i64
        for n in OCCUPIED[self.near[root]][root]:
            if order[n] < first:
                branches += 1
                self._walk(n, root, first, cut)
        if branches > 1:
            cut.add(root)
        return cut

    def _walk(self, cell: i64, parent: i64, first: i64, cut: set[int]) -> i64:
        order = self.mark
        mine: i64 = self.new_stamp()
        order[cell] = mine
        lowest: i64 = mine
        low: i64
        n: i64
        for n in OCCUPIED[self.near[cell]][cell]:
            if n == parent:
                continue
            low = order[n]
            if low < first:
                low = self._walk(n, cell, first, cut)
                if low >= mine:
                    cut.add(cell)
            if low < lowest:
                lowest = low
        return lowest
