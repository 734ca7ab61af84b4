"""Where one bug can go by its own power, bug by bug; the caller has made sure that it may leave its cell.

Sources: Hive rulebook (movement of each bug, "Freedom to Move"), expansion sheets for Mosquito, Ladybug and
Pillbug, and the Gen42 ruling on the gate between stacks.
"""

from .position import Position
from .tables import (
    ALONE,
    ANT,
    ARCS,
    BEETLE,
    EMPTY,
    GRASSHOPPER,
    KIND,
    LADYBUG,
    MOSQUITO,
    NEIGHBOURS,
    OCCUPIED,
    PILLBUG,
    QUEEN,
    SLIDES,
    SPIDER,
    STEP,
)

_SLIDERS = 1 << QUEEN | 1 << PILLBUG


def reach(pos: Position, kind: int, cell: int, shores: list[set[int]]) -> list[int]:
    """Return the cells that the top piece of ``cell``, moving as ``kind``, can go to; none twice.

    ``shores`` keeps what ants of one position found for each other; begin with an empty list.
    """
    if kind == MOSQUITO:
        return mosquito(pos, cell, shores)
    if kind == ANT:
        return ant(pos, cell, shores)
    if kind == SPIDER:
        return spider(pos, cell)
    if kind == BEETLE:
        return beetle(pos, cell)
    if kind == GRASSHOPPER:
        return grasshopper(pos, cell)
    if kind == LADYBUG:
        return ladybug(pos, cell)
    return list(SLIDES[pos.near[cell]][cell])  # queen and pillbug: one slide


def ant(pos: Position, cell: int, shores: list[set[int]]) -> list[int]:
    """Any number of slides.

    Lifting the ant changes only the ways between the empty cells around it. If those between the two where
    it can start touch nothing but the ant, it goes wherever a bug already standing on these two can go, less
    the cells it leaves alone. So one walk along the hive's shore serves every ant beside it.
    """
    near = pos.near
    mask = near[cell]
    starts = SLIDES[mask][cell]
    if not starts:
        return []
    alone = ALONE[mask][cell]
    shared = ARCS[mask] == 1
    for n in alone:
        if near[n] & near[n] - 1:
            shared = False
    if not shared:
        pos.toggle(cell)
        shore = shore_from(pos, cell)
        pos.toggle(cell)
        shore.discard(cell)
        return list(shore)
    found: set[int] | None = None
    for start in starts:
        if found is not None and start in found:
            continue
        for shore in shores:
            if start in shore:
                break
        else:
            shore = shore_from(pos, start)
            shores.append(shore)
        found = shore if found is None else found | shore
    assert found is not None
    return list(found.difference(alone)) if alone else list(found)


def shore_from(pos: Position, start: int) -> set[int]:
    """Return the empty cells connected with ``start`` by slides, itself included."""
    near = pos.near
    slides = SLIDES
    order = [start]
    seen = {start}
    for at in order:  # grows while it is read
        for n in slides[near[at]][at]:
            if n not in seen:
                seen.add(n)
                order.append(n)
    return seen


def slides_to(pos: Position, cell: int, end: int) -> bool:
    """Say whether an ant on ``cell`` reaches ``end``: ``ant`` for one question, done when the answer is yes."""
    near = pos.near
    slides = SLIDES
    pos.toggle(cell)
    order = [cell]
    seen = {cell}
    found = False
    for at in order:  # grows while it is read
        ways = slides[near[at]][at]
        if end in ways:
            found = True
            break
        for n in ways:
            if n not in seen:
                seen.add(n)
                order.append(n)
    pos.toggle(cell)
    return found


def spider(pos: Position, cell: int) -> list[int]:
    """Exactly three slides, no cell twice."""
    near = pos.near
    slides = SLIDES
    found: list[int] = []
    pos.toggle(cell)
    for first in slides[near[cell]][cell]:
        for second in slides[near[first]][first]:
            if second != cell:
                for third in slides[near[second]][second]:
                    if third != first and third != cell and third not in found:
                        found.append(third)
    pos.toggle(cell)
    return found


def grasshopper(pos: Position, cell: int) -> list[int]:
    """A jump in a straight line over one or more occupied cells."""
    height = pos.height
    mask = pos.near[cell]
    found: list[int] = []
    for d in range(6):
        if mask >> d & 1:
            step = STEP[d]
            n = step[step[cell]]
            while height[n]:
                n = step[n]
            found.append(n)
    return found


def gate_closed(pos: Position, cell: int, direction: int, level: int) -> bool:
    """Say whether both cells beside a step are stacked higher than ``level``, where the step is taken."""
    around = NEIGHBOURS[cell]
    height = pos.height
    return height[around[(direction + 1) % 6]] > level and height[around[(direction + 5) % 6]] > level


def beetle(pos: Position, cell: int) -> list[int]:
    """One step, on the ground or up, across and down the hive."""
    mask = pos.near[cell]
    under = pos.height[cell] - 1
    if pos.tall < 2:  # a gate above the ground takes two stacks
        if under:
            return list(NEIGHBOURS[cell])
        return [*SLIDES[mask][cell], *OCCUPIED[mask][cell]]
    found = [] if under else list(SLIDES[mask][cell])
    height = pos.height
    for d, n in enumerate(NEIGHBOURS[cell]):
        level = height[n]
        if under > level:
            level = under
        if level and not gate_closed(pos, cell, d, level):
            found.append(n)
    return found


def ladybug(pos: Position, cell: int) -> list[int]:
    """Two steps on top of the hive, then one down."""
    near = pos.near
    ends: set[int] = set()
    seconds: set[int] = set()
    first_mask = near[cell]
    pos.toggle(cell)
    if pos.tall < 2:
        for first in OCCUPIED[first_mask][cell]:
            seconds.update(OCCUPIED[near[first]][first])
        for second in seconds:
            ends.update(EMPTY[near[second]][second])
    else:
        height = pos.height
        pos.height[cell] = 0
        for first in climbs(pos, cell, 0):
            seconds.update(climbs(pos, first, height[first]))
        for second in seconds:
            level = height[second]
            for d, n in enumerate(NEIGHBOURS[second]):
                if height[n] == 0 and not gate_closed(pos, second, d, level):
                    ends.add(n)
        pos.height[cell] = 1
    pos.toggle(cell)
    ends.discard(cell)
    return list(ends)


def climbs(pos: Position, cell: int, under: int) -> list[int]:
    """Return the occupied cells that a bug standing ``under`` pieces high on ``cell`` can step onto."""
    found = []
    height = pos.height
    for d, n in enumerate(NEIGHBOURS[cell]):
        level = height[n]
        if level:
            if under > level:
                level = under
            if not gate_closed(pos, cell, d, level):
                found.append(n)
    return found


def mosquito_kinds(pos: Position, cell: int) -> int:
    """Return the kinds a mosquito on the ground copies, as bits; kinds whose moves another has are left out."""
    kinds = 0
    for n in OCCUPIED[pos.near[cell]][cell]:
        kinds |= 1 << KIND[pos.top[n]]
    kinds &= ~(1 << MOSQUITO)
    if kinds & _SLIDERS and kinds & (1 << ANT | 1 << BEETLE):
        kinds &= ~_SLIDERS
    return kinds


def mosquito(pos: Position, cell: int, shores: list[set[int]]) -> list[int]:
    """The moves of the bugs around; a beetle's moves on top of the hive."""
    if pos.height[cell] > 1:
        return beetle(pos, cell)
    kinds = mosquito_kinds(pos, cell)
    if kinds == 0:
        return []
    found: dict[int, None] = {}
    for kind in range(8):
        if kinds >> kind & 1:
            for n in reach(pos, kind, cell, shores):
                found[n] = None
    return list(found)
