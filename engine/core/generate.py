"""All legal moves of a position."""

from .position import Position
from .reach import reach
from .tables import (
    ARCS,
    EMPTY,
    KIND,
    MOSQUITO,
    NEIGHBOURS,
    OCCUPIED,
    PASS,
    PER_SIDE,
    PILLBUG,
    QUEEN,
    SLIDES,
)


def legal_moves(pos: Position) -> list[int]:
    """Return every legal move once, ``[PASS]`` if the side to move has none, ``[]`` after the end."""
    side = pos.ply & 1
    if pos.over():
        return []
    moves = placements(pos, side)
    if pos.cell[side * PER_SIDE] >= 0:
        movements(pos, side, moves)
    if not moves:
        moves.append(PASS)
    return moves


def placements(pos: Position, side: int) -> list[int]:
    """Return the placements of ``side``, whose turn it is. Source: Hive rulebook, "Placing"."""
    bases = reserve_bases(pos, side)
    if not bases:
        return []
    cells = placement_cells(pos, side)
    return [base | cell << 10 | cell for base in bases for cell in cells]


def reserve_bases(pos: Position, side: int) -> list[int]:
    """Return ``piece << 20`` for each kind that ``side`` may place now: the lowest copy of each."""
    queen_in_hand = pos.placed[side * 8] == 0
    if queen_in_hand and pos.ply >= 6:  # the queen is due on the fourth turn
        return [side * PER_SIDE << 20]
    bases = []
    for kind in range(8):
        piece = pos.next_copy(side, kind)
        if piece >= 0 and (kind != QUEEN or pos.ply > 1 or pos.queen_may_open):
            bases.append(piece << 20)
    return bases


def placement_cells(pos: Position, side: int) -> list[int]:
    """Return the empty cells beside own colour and no other; tops of stacks count."""
    if pos.ply == 0:
        return [0]
    near = pos.near
    if pos.ply == 1:
        return list(NEIGHBOURS[max(pos.cell)])
    top = pos.top
    own: set[int] = set()
    enemy: set[int] = set()
    own_update = own.update
    enemy_update = enemy.update
    empty = EMPTY
    for piece, cell in enumerate(pos.cell):
        if cell >= 0 and top[cell] == piece:
            if (piece >= PER_SIDE) == side:
                own_update(empty[near[cell]][cell])
            else:
                enemy_update(empty[near[cell]][cell])
    own -= enemy
    return list(own)


def movements(pos: Position, side: int, moves: list[int]) -> None:
    """Append the movements of ``side``, whose queen is placed, by own power and then by throws."""
    near = pos.near
    top = pos.top
    height = pos.height
    last = pos.last
    holes = pos.holes
    cut: set[int] | None = None
    throwers: list[int] = []
    shores: list[set[int]] = []
    append = moves.append
    for piece in range(side * PER_SIDE, side * PER_SIDE + PER_SIDE):
        cell = pos.cell[piece]
        if cell < 0 or top[cell] != piece or piece == last:
            continue
        kind = KIND[piece]
        mask = near[cell]
        if kind >= MOSQUITO and (kind == PILLBUG or (kind == MOSQUITO and copies_pillbug(pos, cell))):
            throwers.append(cell)
        if ARCS[mask] > 1 and height[cell] == 1:
            if holes == 0:
                continue
            if cut is None:
                cut = pos.cut_cells()
            if cell in cut:
                continue
        base = piece << 20 | cell << 10
        if kind in (QUEEN, PILLBUG):
            for end in SLIDES[mask][cell]:
                append(base | end)
        else:
            moves += [base | end for end in reach(pos, kind, cell, shores)]
    if throwers:
        throws(pos, throwers, cut, moves)


def copies_pillbug(pos: Position, cell: int) -> bool:
    """Say whether a mosquito on ``cell`` stands on the ground beside an uncovered pillbug."""
    if pos.height[cell] == 1:
        for n in OCCUPIED[pos.near[cell]][cell]:
            if KIND[pos.top[n]] == PILLBUG:
                return True
    return False


def throws(pos: Position, throwers: list[int], cut: set[int] | None, moves: list[int]) -> None:
    """Append what the throwers can do that is not among ``moves`` yet."""
    near = pos.near
    seen: set[int] | None = None
    for thrower in throwers:
        mask = near[thrower]
        if mask == 63:
            continue
        for cell in OCCUPIED[mask][thrower]:
            if pos.height[cell] > 1 or pos.top[cell] == pos.last:
                continue
            if ARCS[near[cell]] > 1:
                if pos.holes == 0:
                    continue
                if cut is None:
                    cut = pos.cut_cells()
                if cell in cut:
                    continue
            if seen is None:
                seen = set(moves)
            base = pos.top[cell] << 20 | cell << 10
            for end in EMPTY[mask][thrower]:
                move = base | end
                if move not in seen and (pos.tall < 2 or throw_open(pos, thrower, cell, end)):
                    seen.add(move)
                    moves.append(move)


def throw_open(pos: Position, thrower: int, cell: int, end: int) -> bool:
    """Say whether no gate of stacks closes the way from ``cell`` over ``thrower`` to ``end``."""
    around = NEIGHBOURS[thrower]
    height = pos.height
    for n in (cell, end):
        d = around.index(n)
        if height[around[(d + 1) % 6]] > 1 and height[around[(d + 5) % 6]] > 1:
            return False
    return True
