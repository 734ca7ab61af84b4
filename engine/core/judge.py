"""One move asked: is it legal, and if not, which rule refuses it; without making all the others."""

from typing import Final

from .generate import copies_pillbug, throw_open
from .position import Position
from .reach import gate_closed, mosquito_kinds, reach, slides_to
from .tables import ANT, BEETLE, FIRST, KIND, MOSQUITO, OCCUPIED, PER_SIDE, PILLBUG, QUEEN, SLIDES

STEPPERS: Final = 1 << QUEEN | 1 << BEETLE | 1 << ANT | 1 << PILLBUG  # kinds that a single step can serve


def refusal(pos: Position, piece: int, end: int) -> str:
    """Return "" if the side to move may bring ``piece`` to ``end``, or the code of the refusal."""
    pos.spare_stamps()
    kind = KIND[piece]
    if pos.over():
        return "game_over"
    if piece % PER_SIDE - FIRST[kind] >= pos.counts[kind]:
        return "not_in_game"
    if pos.cell[piece] < 0:
        return placement_refusal(pos, piece, end)
    return movement_refusal(pos, piece, end)


def reserve_refusal(pos: Position, piece: int) -> str:
    """Return "" if ``piece``, in a reserve, is one the side to move may place somewhere."""
    side = pos.ply & 1
    kind = KIND[piece]
    if piece // PER_SIDE != side:
        return "wrong_side"
    if kind == QUEEN and pos.ply < 2 and not pos.queen_may_open:
        return "queen_first"
    if kind != QUEEN and pos.ply >= 6 and pos.placed[side * 8] == 0:
        return "queen_due"
    return "" if pos.next_copy(side, kind) == piece else "not_next_copy"


def placement_refusal(pos: Position, piece: int, end: int) -> str:
    """Return "" or why ``piece``, in a reserve, may not be placed on ``end``."""
    code = reserve_refusal(pos, piece)
    if code:
        return code
    if pos.ply == 0:
        return "" if end == 0 else "first_at_origin"
    if pos.height[end]:
        return "occupied"
    if pos.ply == 1:
        return "" if pos.near[end] else "no_hive_contact"
    if pos.near[end] == 0:
        return "no_contact"
    side = pos.ply & 1
    for n in OCCUPIED[pos.near[end]][end]:
        if (pos.top[n] >= PER_SIDE) != side:
            return "enemy_contact"
    return ""


def movement_refusal(pos: Position, piece: int, end: int) -> str:
    """Return "" or why ``piece``, on the board, may not be brought to ``end``."""
    side = pos.ply & 1
    own = piece // PER_SIDE == side
    if pos.cell[side * PER_SIDE] < 0:
        if not own:
            return "wrong_side"
        return "queen_due" if pos.ply >= 6 else "queen_not_placed"
    if pos.top[pos.cell[piece]] != piece:
        return "covered" if own else "wrong_side"
    if own:
        code = own_refusal(pos, piece, end)
        if code == "":
            return ""
        thrown = throw_refusal(pos, piece, end)
        return "" if thrown == "" else code
    code = throw_refusal(pos, piece, end)
    return "wrong_side" if code == "no_thrower" else code


def leave_refusal(pos: Position, piece: int) -> str:
    """Return "" or why ``piece``, uncovered and of the side to move, may not leave its cell by own power."""
    if piece == pos.last:
        return "stunned"
    cell = pos.cell[piece]
    if pos.height[cell] == 1 and pos.pinned(cell):
        return "pinned"
    return ""


def own_refusal(pos: Position, piece: int, end: int) -> str:
    """Return "" or why ``piece``, uncovered and of the side to move, cannot go to ``end`` by own power."""
    cell = pos.cell[piece]
    kind = KIND[piece]
    code = leave_refusal(pos, piece)
    if code:
        return code
    if end == cell:
        return "same_cell"
    if kind == ANT:
        reached = slides_to(pos, cell, end)
        free = len(SLIDES[pos.near[cell]][cell]) > 0
    else:
        ends: list[int] = []
        reach(pos, kind, cell, 0, ends, [])
        reached = end in ends
        free = len(ends) > 0
    if reached:
        return ""
    kinds = 1 << kind
    if kind == MOSQUITO:
        kinds = mosquito_kinds(pos, cell) if pos.height[cell] == 1 else 1 << BEETLE
    if not free:
        return "boxed_in" if kinds else "nothing_to_copy"
    if pos.height[end] and not kinds & 1 << BEETLE:
        return "occupied"
    if end in OCCUPIED[63][cell] and kinds & STEPPERS:
        return step_refusal(pos, cell, end)
    return "out_of_reach"


def step_refusal(pos: Position, cell: int, end: int) -> str:
    """Return why one step from ``cell`` to its neighbour ``end`` fails."""
    d = OCCUPIED[63][cell].index(end)
    level = max(pos.height[cell] - 1, pos.height[end])
    if level:
        return "gate" if gate_closed(pos, cell, d, level) else "out_of_reach"
    sides = pos.near[cell] >> (d + 1) % 6 & 1, pos.near[cell] >> (d + 5) % 6 & 1
    if sides == (1, 1):
        return "gate"
    return "loses_contact" if sides == (0, 0) else "out_of_reach"


def throwers(pos: Position, piece: int, end: int) -> list[int]:
    """Return the pieces of the side to move that touch both ``piece`` and the empty ``end`` and can throw."""
    found: list[int] = []
    cell = pos.cell[piece]
    if pos.height[end] or end == cell:
        return found
    around = OCCUPIED[63][cell]
    side = (pos.ply & 1) * PER_SIDE
    for thrower in (side + FIRST[PILLBUG], side + FIRST[MOSQUITO]):
        at = pos.cell[thrower]
        if at < 0 or at not in around or pos.top[at] != thrower or end not in OCCUPIED[63][at]:
            continue
        if KIND[thrower] == PILLBUG or copies_pillbug(pos, at):
            found.append(thrower)
    return found


def throw_refusal(pos: Position, piece: int, end: int) -> str:
    """Return "" if ``piece``, uncovered, can be thrown to ``end``, or why not."""
    code = "no_thrower"
    cell = pos.cell[piece]
    for thrower in throwers(pos, piece, end):
        if pos.height[cell] > 1:
            return "stacked"
        if piece == pos.last:
            return "just_moved"
        if pos.pinned(cell):
            return "pinned"
        if thrower == pos.last:
            code = "thrower_stunned"
        elif pos.tall > 1 and not throw_open(pos, pos.cell[thrower], cell, end):
            code = "throw_gate"
        else:
            return ""
    return code
