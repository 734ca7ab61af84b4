"""The way a legal move takes over the board, cell by cell."""

from .generate import throw_open
from .judge import own_refusal, throwers
from .position import Position
from .reach import climbs, gate_closed, mosquito_kinds
from .tables import ANT, GRASSHOPPER, KIND, LADYBUG, MOSQUITO, OCCUPIED, PER_SIDE, SLIDES, SPIDER, STEP


def path(pos: Position, piece: int, end: int) -> list[int]:
    """Return the cells from start to ``end``, each next to the one before, for a legal movement.

    A grasshopper's way names the cells it jumps over, a thrown piece's the thrower's cell. Of several ways
    the shortest is given, and own power goes before a throw.
    """
    cell = pos.cell[piece]
    if piece // PER_SIDE == pos.ply & 1 and own_refusal(pos, piece, end) == "":
        kinds = 1 << KIND[piece]
        if kinds == 1 << MOSQUITO and pos.height[cell] == 1:
            kinds = mosquito_kinds(pos, cell)
        ways = [_way(pos, kind, cell, end) for kind in range(8) if kinds >> kind & 1]
        return min((way for way in ways if way), key=len)
    for thrower in throwers(pos, piece, end):
        at = pos.cell[thrower]
        if thrower != pos.last and throw_open(pos, at, cell, end):
            return [cell, at, end]
    return []


def _way(pos: Position, kind: int, cell: int, end: int) -> list[int]:
    if kind == GRASSHOPPER:
        return _jump(pos, cell, end)
    if kind == LADYBUG:
        return _ladybug(pos, cell, end)
    if kind in (SPIDER, ANT):
        first = SLIDES[pos.near[cell]][cell]
        pos.toggle(cell)
        way = _spider(pos, cell, end, first) if kind == SPIDER else _slide(pos, cell, end)
        pos.toggle(cell)
        return way
    # Queen, beetle, pillbug: one step. A mosquito may not have it: it goes there as another bug.
    if end not in OCCUPIED[63][cell]:
        return []
    if pos.height[end] == 0 and pos.height[cell] == 1 and end not in SLIDES[pos.near[cell]][cell]:
        return []
    return [cell, end]


def _jump(pos: Position, cell: int, end: int) -> list[int]:
    for step in STEP:
        way = [cell, step[cell]]
        while pos.height[way[-1]]:
            way.append(step[way[-1]])
        if way[-1] == end and len(way) > 2:
            return way
    return []


def _slide(pos: Position, cell: int, end: int) -> list[int]:
    came_from = {cell: cell}
    queue = [cell]
    for at in queue:  # grows while it is read
        for n in SLIDES[pos.near[at]][at]:
            if n not in came_from:
                came_from[n] = at
                queue.append(n)
    if end not in came_from:
        return []
    way = [end]
    while way[-1] != cell:
        way.append(came_from[way[-1]])
    return way[::-1]


def _spider(pos: Position, cell: int, end: int, firsts: tuple[int, ...]) -> list[int]:
    for first in firsts:
        for second in SLIDES[pos.near[first]][first]:
            if second != cell and end in SLIDES[pos.near[second]][second] and end not in (first, cell):
                return [cell, first, second, end]
    return []


def _ladybug(pos: Position, cell: int, end: int) -> list[int]:
    pos.height[cell] = 0
    way: list[int] = []
    for first in climbs(pos, cell, 0):
        for second in climbs(pos, first, pos.height[first]):
            if not way and end in OCCUPIED[63][second]:
                d = OCCUPIED[63][second].index(end)
                if pos.height[end] == 0 and not gate_closed(pos, second, d, pos.height[second]):
                    way = [cell, first, second, end]
    pos.height[cell] = 1
    return way
