"""Fixed tables of the core: cells of a torus, six-bit neighbour masks, the set of pieces.

A cell is ``(q + 32 * r) & 1023``. This folds the endless plane onto 1,024 cells; two places of the plane
that share a cell are at least 32 steps apart, and a hive of 28 connected pieces with a border of two cells
spans fewer, so contact is never mistaken, however far a hive walks.

Directions count against the clock: 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE. Bit ``d`` of a mask stands for
direction ``d``.
"""

from typing import Final

CELL_MASK: Final = 1023
DELTAS: Final[tuple[int, ...]] = (1, -31, -32, -1, 31, 32)

# Kinds of bugs, in the order pieces are numbered.
QUEEN: Final = 0
SPIDER: Final = 1
BEETLE: Final = 2
GRASSHOPPER: Final = 3
ANT: Final = 4
MOSQUITO: Final = 5
LADYBUG: Final = 6
PILLBUG: Final = 7

# White's pieces are 0..13, Black's 14..27: Q S1 S2 B1 B2 G1 G2 G3 A1 A2 A3 M L P.
PER_SIDE: Final = 14
PIECES: Final = 28
FIRST: Final[tuple[int, ...]] = (0, 1, 3, 5, 8, 11, 12, 13)
COUNTS: Final[tuple[int, ...]] = (1, 2, 2, 3, 3, 1, 1, 1)
KIND: Final[tuple[int, ...]] = tuple(kind for _ in range(2) for kind in range(8) for _ in range(COUNTS[kind]))

# BIT[piece]: its kind as a bit.
BIT: Final[tuple[int, ...]] = tuple(1 << kind for kind in KIND)

# The directions beside a direction.
LEFT: Final[tuple[int, ...]] = (1, 2, 3, 4, 5, 0)
RIGHT: Final[tuple[int, ...]] = (5, 0, 1, 2, 3, 4)

# A move is ``piece << 20 | from << 10 | to``; a placement has from == to; PASS stands alone.
PASS: Final = -1

_CELLS: Final[list[int]] = list(range(CELL_MASK + 1))
_SHIFTED: Final[list[list[int]]] = [[_CELLS[(cell + d) & CELL_MASK] for cell in _CELLS] for d in DELTAS]

# NEIGHBOURS[cell]: the six cells around, by direction.
NEIGHBOURS: Final[list[tuple[int, int, int, int, int, int]]] = list(zip(*_SHIFTED, strict=True))
STEP: Final = _SHIFTED


def _cells_of(directions: int) -> list[tuple[int, ...]]:
    chosen = [_SHIFTED[d] for d in range(6) if directions >> d & 1]
    return list(zip(*chosen, strict=True)) if chosen else [()] * (CELL_MASK + 1)


def _open_sides(mask: int) -> int:
    """Return the directions of a ground slide: empty, with exactly one of the two cells beside occupied."""
    sides = 0
    for d in range(6):
        left, right = mask >> (d + 1) % 6 & 1, mask >> (d + 5) % 6 & 1
        if not mask >> d & 1 and left != right:
            sides |= 1 << d
    return sides


def _arcs(mask: int) -> int:
    """Return the number of unbroken runs of set bits around the circle; a full circle has no end: 0."""
    return sum(mask >> d & 1 and not mask >> (d + 1) % 6 & 1 for d in range(6))


def _between(mask: int) -> int:
    """Return the directions that are empty with both beside them empty too."""
    empty = 63 ^ mask
    return sum(1 << d for d in range(6) if all(empty >> (d + e) % 6 & 1 for e in (5, 0, 1)))


# OCCUPIED[mask][cell], EMPTY[mask][cell], SLIDES[mask][cell]: the cells around that are in ``mask``, that
# are not, and those a bug on the ground can slide to.
OCCUPIED: Final[list[list[tuple[int, ...]]]] = [_cells_of(mask) for mask in range(64)]
EMPTY: Final[list[list[tuple[int, ...]]]] = [OCCUPIED[63 ^ mask] for mask in range(64)]
SLIDES: Final[list[list[tuple[int, ...]]]] = [OCCUPIED[_open_sides(mask)] for mask in range(64)]
ARCS: Final[list[int]] = [_arcs(mask) for mask in range(64)]
ALONE: Final[list[list[tuple[int, ...]]]] = [OCCUPIED[_between(mask)] for mask in range(64)]

# NEAR[difference of two cells, & CELL_MASK]: 1 if they are neighbours, else 0.
NEAR: Final[list[int]] = [int(cell in NEIGHBOURS[0]) for cell in _CELLS]

# APART[difference of two cells, & CELL_MASK]: how many steps lie between them, for hives as wide as half the torus.
APART: Final[list[int]] = [0] * (CELL_MASK + 1)
for _q in range(-16, 16):
    for _r in range(-16, 16):
        APART[_q + 32 * _r & CELL_MASK] = max(abs(_q), abs(_r), abs(_q + _r))
