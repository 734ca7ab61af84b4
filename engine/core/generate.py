"""All legal moves of a position."""

from .integers import i64
from .position import Position
from .reach import reach
from .tables import (
    ARCS,
    CELL_MASK,
    EMPTY,
    FIRST,
    KIND,
    LEFT,
    MOSQUITO,
    OCCUPIED,
    PASS,
    PER_SIDE,
    PILLBUG,
    RIGHT,
    STEP,
)


def legal_moves(pos: Position) -> list[int]:
    """Return every legal move once, ``[PASS]`` if the side to move has none, ``[]`` after the end.

    Those from ``pos.thrown`` on need a thrower.
    """
    side: i64 = pos.ply & 1
    if pos.over():
        pos.thrown = 0
        return []
    pos.spare_stamps()
    moves = placements(pos, side)
    pos.thrown = len(moves)
    if pos.cell[side * PER_SIDE] >= 0:
        movements(pos, side, moves)
    if not moves:
        moves.append(PASS)
        pos.thrown = 1
    return moves


def placements(pos: Position, side: i64) -> list[int]:
    """Return the placements of ``side``, whose turn it is. Source: Hive rulebook, "Placing"."""
    bases = reserve_bases(pos, side)
    if not bases:
        return []
    ends = [cell << 10 | cell for cell in placement_cells(pos, side)]
    return [base | end for base in bases for end in ends]


def reserve_bases(pos: Position, side: i64) -> list[int]:
    """Return ``piece << 20`` for each kind that ``side`` may place now: the lowest copy of each."""
    placed = pos.placed
    counts = pos.counts
    bases: list[int] = []
    own: i64 = side * PER_SIDE
    if placed[side * 8] == 0:
        if pos.ply >= 6:  # the queen is due on the fourth turn
            bases.append(own << 20)
            return bases
        if pos.ply > 1 or pos.queen_may_open:
            bases.append(own << 20)
    kind: i64
    for kind in range(1, 8):
        done: i64 = placed[side * 8 + kind]
        if done < counts[kind]:
            bases.append(own + FIRST[kind] + done << 20)
    return bases


def placement_cells(pos: Position, side: i64) -> list[int]:
    """Return the empty cells beside own colour and no other; tops of stacks count."""
    if pos.ply == 0:
        return [0]
    near = pos.near
    if pos.ply == 1:
        return list(OCCUPIED[63][max(pos.cell)])
    top = pos.top
    mark = pos.mark
    stamp: i64 = pos.new_stamp()
    cells = pos.cell
    found: list[int] = []
    own: i64 = side * PER_SIDE
    enemy: i64 = PER_SIDE - own
    cell: i64
    n: i64
    piece: i64
    for piece in range(enemy, enemy + PER_SIDE):
        cell = cells[piece]
        if cell >= 0 and top[cell] == piece:
            for n in EMPTY[near[cell]][cell]:
                mark[n] = stamp
    for piece in range(own, own + PER_SIDE):
        cell = cells[piece]
        if cell >= 0 and top[cell] == piece:
            for n in EMPTY[near[cell]][cell]:
                if mark[n] != stamp:
                    mark[n] = stamp
                    found.append(n)
    return found


def movements(pos: Position, side: i64, moves: list[int]) -> None:
    """Append the movements of ``side``, whose queen is placed, by own power and then by throws."""
    near = pos.near
    top = pos.top
    height = pos.height
    cells = pos.cell
    last: i64 = pos.last
    holes: i64 = pos.holes
    cut: set[int] | None = None
    throwers: list[int] = []
    shores: list[list[int]] = []
    begins: list[int] = []  # where in ``moves`` those of each piece begin
    piece: i64
    for piece in range(side * PER_SIDE, side * PER_SIDE + PER_SIDE):
        begins.append(len(moves))
        cell: i64 = cells[piece]
        if cell < 0 or top[cell] != piece or piece == last:
            continue
        kind: i64 = KIND[piece]
        mask: i64 = near[cell]
        if kind >= MOSQUITO and (kind == PILLBUG or (kind == MOSQUITO and copies_pillbug(pos, cell))):
            throwers.append(cell)
        if ARCS[mask] > 1 and height[cell] == 1:
            if holes == 0:
                continue
            if cut is None:
                cut = pos.cut_cells()
            if cell in cut:
                continue
        reach(pos, kind, cell, piece << 20 | cell << 10, moves, shores)
    pos.thrown = len(moves)
    if throwers:
        begins.append(len(moves))
        throws(pos, throwers, cut, moves, begins)


def copies_pillbug(pos: Position, cell: i64) -> bool:
    """Say whether a mosquito on ``cell`` stands on the ground beside an uncovered pillbug."""
    if pos.height[cell] == 1:
        top = pos.top
        n: i64
        for n in OCCUPIED[pos.near[cell]][cell]:
            if KIND[top[n]] == PILLBUG:
                return True
    return False


def throws(pos: Position, throwers: list[int], cut: set[int] | None, moves: list[int], begins: list[int]) -> None:
    """Append what the throwers can do that is not among ``moves`` yet.

    ``begins`` says where in ``moves`` those of each of the mover's pieces begin, and where they end.
    """
    near = pos.near
    top = pos.top
    mark = pos.mark
    own: i64 = (pos.ply & 1) * PER_SIDE
    thrower: i64
    cell: i64
    end: i64
    move: i64
    for thrower in throwers:
        mask: i64 = near[thrower]
        if mask == 63:
            continue
        for cell in OCCUPIED[mask][thrower]:
            piece: i64 = top[cell]
            if pos.height[cell] > 1 or piece == pos.last:
                continue
            if ARCS[near[cell]] > 1:
                if pos.holes == 0:
                    continue
                if cut is None:
                    cut = pos.cut_cells()
                if cell in cut:
                    continue
            stamp: i64 = pos.new_stamp()
            if own <= piece < own + PER_SIDE:
                for move in moves[begins[piece - own] : begins[piece - own + 1]]:
                    mark[move & CELL_MASK] = stamp
            if thrower != throwers[0]:
                for move in moves[begins[PER_SIDE] :]:
                    if move >> 20 == piece:
                        mark[move & CELL_MASK] = stamp
            base: i64 = piece << 20 | cell << 10
            for end in EMPTY[mask][thrower]:
                if mark[end] != stamp and (pos.tall < 2 or throw_open(pos, thrower, cell, end)):
                    moves.append(base | end)


def throw_open(pos: Position, thrower: i64, cell: i64, end: i64) -> bool:
    """Say whether no gate of stacks closes the way from ``cell`` over ``thrower`` to ``end``."""
    height = pos.height
    d: i64
    n: i64
    for d, n in enumerate(OCCUPIED[63][thrower]):
        beside = n in (cell, end)
        if beside and height[STEP[LEFT[d]][thrower]] > 1 and height[STEP[RIGHT[d]][thrower]] > 1:
            return False
    return True
