"""How good a position looks without looking ahead: the player's judgement, in points.

Counted for each side and subtracted: how far the other queen is surrounded (``_DANGER``, steeply rising),
each own bug on the board that is free to move (``_FREE``) or stuck (``_STUCK``), how close free beetles are to
the other queen (``_CLOSE``), and an own bug that sits on her (``_ON_QUEEN``). A bug in the reserve counts nothing,
so that placing it is worth something. Freedom counts less and less from ply 80 on, nothing after ply 144: a
player content to keep the other one locked in would never win. A bug is taken to be free if it is on top and
lifting it leaves its neighbours side by side: exact except near holes of the hive. The numbers did best of a few
sets against a random and a one-ply player.
"""

from typing import Final

from .integers import i64
from .position import Position
from .tables import APART, ARCS, BEETLE, CELL_MASK, KIND, PER_SIDE

WIN: Final = 100_000
# Queen, spider, beetle, grasshopper, ant, mosquito, ladybug, pillbug.
_FREE: Final[tuple[int, ...]] = (8, 7, 11, 8, 13, 12, 10, 8)
# By the number of cells taken around a queen.
_DANGER: Final[tuple[int, ...]] = (0, 6, 15, 30, 52, 85, 0)
_ON_QUEEN: Final = 25
_STUCK: Final = 4
_PATIENCE: Final = 64
_LATE: Final = 144
# By the steps from a beetle to the other queen: it gets anywhere, if slowly.
_CLOSE: Final[tuple[int, ...]] = tuple(max(0, 18 - 3 * steps) for steps in range(33))
_TAKEN: Final[tuple[int, ...]] = tuple(_DANGER[mask.bit_count()] for mask in range(64))


def evaluate(pos: Position) -> int:
    """Return the points of the side to move; a lost game is ``-WIN``, a won one ``WIN``, a draw 0."""
    side: i64 = pos.ply & 1
    mine = pos.surrounded(side)
    theirs = pos.surrounded(1 - side)
    if mine or theirs:
        if mine and theirs:
            return 0
        return -WIN if mine else WIN
    return points(pos, side) - points(pos, 1 - side)


def points(pos: Position, side: i64) -> int:
    """Return the points of ``side`` alone in a game that is not over."""
    cells = pos.cell
    top = pos.top
    near = pos.near
    height = pos.height
    value: i64 = 0
    mobile: i64 = 0
    own: i64 = side * PER_SIDE
    queen: i64 = PER_SIDE - own
    theirs: i64 = cells[queen]
    piece: i64
    cell: i64
    for piece in range(own, own + PER_SIDE):
        cell = cells[piece]
        if cell < 0:
            continue
        if top[cell] == piece and (ARCS[near[cell]] < 2 or height[cell] > 1):
            mobile += _FREE[KIND[piece]]
            if theirs >= 0 and KIND[piece] == BEETLE:
                value += _CLOSE[APART[cell - theirs & CELL_MASK]]
        else:
            mobile += _STUCK
    if theirs >= 0:
        value += _TAKEN[near[theirs]]
        piece = top[theirs]
        if piece != queen and own <= piece < own + PER_SIDE:
            value += _ON_QUEEN
    return value + (mobile * max(0, min(_PATIENCE, _LATE - pos.ply)) >> 6)
