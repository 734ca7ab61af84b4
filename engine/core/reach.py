"""Where one bug can go by its own power, bug by bug; the caller has made sure that it may leave its cell.

Every function appends ``base | end`` for each cell ``end`` it reaches, none twice: with the piece and its
cell as ``base`` these are moves, with 0 they are the cells.

Sources: Hive rulebook (movement of each bug, "Freedom to Move"), expansion sheets for Mosquito, Ladybug and
Pillbug, and the Gen42 ruling on the gate between stacks.
"""

from .integers import i64
from .position import Position
from .tables import (
    ALONE,
    ANT,
    ARCS,
    BEETLE,
    BIT,
    EMPTY,
    GRASSHOPPER,
    LADYBUG,
    LEFT,
    MOSQUITO,
    OCCUPIED,
    PILLBUG,
    QUEEN,
    RIGHT,
    SLIDES,
    SPIDER,
    STEP,
)

_SLIDERS = 1 << QUEEN | 1 << PILLBUG


def reach(pos: Position, kind: i64, cell: i64, base: i64, moves: list[int], shores: list[list[int]]) -> None:
    """Append where the top piece of ``cell``, moving as ``kind``, can go.

    ``shores`` keeps what ants of one position found for each other; begin with an empty list.
    """
    if kind == ANT:
        ant(pos, cell, base, moves, shores)
    elif kind == GRASSHOPPER:
        grasshopper(pos, cell, base, moves)
    elif kind == SPIDER:
        spider(pos, cell, base, moves)
    elif kind == BEETLE:
        beetle(pos, cell, base, moves)
    elif kind == LADYBUG:
        ladybug(pos, cell, base, moves)
    elif kind == MOSQUITO:
        mosquito(pos, cell, base, moves, shores)
    else:  # queen and pillbug: one slide
        end: i64
        for end in SLIDES[pos.near[cell]][cell]:
            moves.append(base | end)


def ant(pos: Position, cell: i64, base: i64, moves: list[int], shores: list[list[int]]) -> None:
    """Any number of slides.

    Lifting the ant changes only the ways between the empty cells around it. If those between the two where
    it can start touch nothing but the ant, it goes wherever a bug already standing on these two can go, less
    the cells it leaves alone. So one walk along the hive's shore serves every ant beside it.
    """
    near = pos.near
    mask: i64 = near[cell]
    starts = SLIDES[mask][cell]
    if not starts:
        return
    alone = ALONE[mask][cell]
    shared = ARCS[mask] == 1
    mark = pos.mark
    stamp: i64 = pos.new_stamp()
    n: i64
    for n in alone:
        beside: i64 = near[n]
        if beside & beside - 1:
            shared = False
        mark[n] = stamp
    if not shared:
        pos.toggle(cell)
        moves += [base | end for end in shore_from(pos, cell, mark, pos.new_stamp()) if end != cell]
        pos.toggle(cell)
        return
    known = pos.shore
    first: i64 = -1
    for n in starts:
        if first >= 0 and known[n] == known[first]:
            continue
        first = n
        for shore in shores:
            if known[shore[0]] == known[n]:
                break
        else:
            shore = shore_from(pos, n, known, pos.new_stamp())
            shores.append(shore)
        if alone:
            moves += [base | end for end in shore if mark[end] != stamp]
        else:
            moves += [base | end for end in shore]


def shore_from(pos: Position, start: i64, mark: list[int], stamp: i64) -> list[int]:
    """Return the empty cells connected with ``start`` by slides, itself first, and ``mark`` them."""
    near = pos.near
    slides = SLIDES
    order: list[int] = [start]
    mark[start] = stamp
    at: i64
    n: i64
    for at in order:  # grows while it is read
        for n in slides[near[at]][at]:
            if mark[n] != stamp:
                mark[n] = stamp
                order.append(n)
    return order


def slides_to(pos: Position, cell: i64, end: i64) -> bool:
    """Say whether an ant on ``cell`` reaches ``end``: ``ant`` for one question, done when the answer is yes."""
    near = pos.near
    slides = SLIDES
    mark = pos.mark
    stamp: i64 = pos.new_stamp()
    pos.toggle(cell)
    order: list[int] = [cell]
    mark[cell] = stamp
    found = False
    at: i64
    n: i64
    for at in order:  # grows while it is read
        if found:
            break
        for n in slides[near[at]][at]:
            if mark[n] != stamp:
                if n == end:
                    found = True
                    break
                mark[n] = stamp
                order.append(n)
    pos.toggle(cell)
    return found


def spider(pos: Position, cell: i64, base: i64, moves: list[int]) -> None:
    """Exactly three slides, no cell twice."""
    near = pos.near
    slides = SLIDES
    mark = pos.mark
    stamp: i64 = pos.new_stamp()
    first: i64
    second: i64
    third: i64
    pos.toggle(cell)
    for first in slides[near[cell]][cell]:
        for second in slides[near[first]][first]:
            if second != cell:
                for third in slides[near[second]][second]:
                    if third != first and third != cell and mark[third] != stamp:
                        mark[third] = stamp
                        moves.append(base | third)
    pos.toggle(cell)


def grasshopper(pos: Position, cell: i64, base: i64, moves: list[int]) -> None:
    """A jump in a straight line over one or more occupied cells."""
    height = pos.height
    mask: i64 = pos.near[cell]
    n: i64
    d: i64
    for d, step in enumerate(STEP):
        if mask >> d & 1:
            n = step[step[cell]]
            while height[n]:
                n = step[n]
            moves.append(base | n)


def gate_closed(pos: Position, cell: i64, direction: i64, level: i64) -> bool:
    """Say whether both cells beside a step are stacked higher than ``level``, where the step is taken."""
    height = pos.height
    return height[STEP[LEFT[direction]][cell]] > level and height[STEP[RIGHT[direction]][cell]] > level


def beetle(pos: Position, cell: i64, base: i64, moves: list[int]) -> None:
    """One step, on the ground or up, across and down the hive."""
    mask: i64 = pos.near[cell]
    height = pos.height
    under: i64 = height[cell] - 1
    n: i64
    if pos.tall < 2:  # a gate above the ground takes two stacks
        if under:
            mask = 63
        else:
            for n in SLIDES[mask][cell]:
                moves.append(base | n)
        for n in OCCUPIED[mask][cell]:
            moves.append(base | n)
        return
    if under == 0:
        for n in SLIDES[mask][cell]:
            moves.append(base | n)
    d: i64
    for d, n in enumerate(OCCUPIED[63][cell]):
        level: i64 = height[n]
        if under > level:
            level = under
        if level and not gate_closed(pos, cell, d, level):
            moves.append(base | n)


def ladybug(pos: Position, cell: i64, base: i64, moves: list[int]) -> None:
    """Two steps on top of the hive, then one down."""
    near = pos.near
    height = pos.height
    mark = pos.mark
    stamp: i64 = pos.new_stamp()
    first: i64
    second: i64
    end: i64
    mark[cell] = stamp
    first_mask: i64 = near[cell]
    seconds: list[int] = []
    pos.toggle(cell)
    if pos.tall < 2:
        for first in OCCUPIED[first_mask][cell]:
            for second in OCCUPIED[near[first]][first]:
                if mark[second] != stamp:
                    mark[second] = stamp
                    seconds.append(second)
        for second in seconds:
            for end in EMPTY[near[second]][second]:
                if mark[end] != stamp:
                    mark[end] = stamp
                    moves.append(base | end)
    else:
        height[cell] = 0
        for first in climbs(pos, cell, 0):
            for second in climbs(pos, first, height[first]):
                if mark[second] != stamp:
                    mark[second] = stamp
                    seconds.append(second)
        for second in seconds:
            level: i64 = height[second]
            d: i64
            for d, end in enumerate(OCCUPIED[63][second]):
                if height[end] == 0 and mark[end] != stamp and not gate_closed(pos, second, d, level):
                    mark[end] = stamp
                    moves.append(base | end)
        height[cell] = 1
    pos.toggle(cell)


def climbs(pos: Position, cell: i64, under: i64) -> list[int]:
    """Return the occupied cells that a bug standing ``under`` pieces high on ``cell`` can step onto."""
    found: list[int] = []
    height = pos.height
    n: i64
    d: i64
    for d, n in enumerate(OCCUPIED[63][cell]):
        level: i64 = height[n]
        if level:
            if under > level:
                level = under
            if not gate_closed(pos, cell, d, level):
                found.append(n)
    return found


def mosquito_kinds(pos: Position, cell: i64) -> int:
    """Return the kinds a mosquito on the ground copies, as bits; kinds whose moves another has are left out."""
    kinds: i64 = 0
    n: i64
    for n in OCCUPIED[pos.near[cell]][cell]:
        kinds |= BIT[pos.top[n]]
    kinds &= ~(1 << MOSQUITO)
    if kinds & _SLIDERS and kinds & (1 << ANT | 1 << BEETLE):
        kinds &= ~_SLIDERS
    return kinds


def mosquito(pos: Position, cell: i64, base: i64, moves: list[int], shores: list[list[int]]) -> None:
    """The moves of the bugs around; a beetle's moves on top of the hive."""
    if pos.height[cell] > 1:
        beetle(pos, cell, base, moves)
        return
    kinds: i64 = mosquito_kinds(pos, cell)
    if kinds & kinds - 1 == 0:  # at most one kind: nothing is found twice
        kind: i64 = 0
        while kinds > 1:
            kinds >>= 1
            kind += 1
        if kinds:
            reach(pos, kind, cell, base, moves, shores)
        return
    found: list[int] = []
    kind = 0
    while kinds:
        if kinds & 1:
            reach(pos, kind, cell, 0, found, shores)
        kinds >>= 1
        kind += 1
    mark = pos.mark
    stamp: i64 = pos.new_stamp()
    end: i64
    for end in found:
        if mark[end] != stamp:
            mark[end] = stamp
            moves.append(base | end)
