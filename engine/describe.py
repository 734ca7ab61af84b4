"""Ints of the core told as value objects: moves with their throwers, and the way they take."""

from collections.abc import Sequence
from itertools import pairwise

from .core import judge, paths
from .core.generate import throw_open
from .core.position import Position
from .core.tables import CELL_MASK, NEIGHBOURS, PER_SIDE
from .hexes import DIRECTIONS, Hex, cell_of
from .moves import Move
from .pieces import ALL_PIECES, NUMBER_OF

Place = tuple[int, int]


def described(pos: Position, at: list[Place], piece: int, place: Place) -> Move:
    """Return the value object of the legal move of ``piece`` to ``place``, which is not played yet."""
    destination = Hex(*place)
    if pos.cell[piece] < 0:
        return Move("placement", ALL_PIECES[piece], None, destination)
    end = cell_of(place)
    throwers = judge.throwers(pos, piece, end)
    if throwers and piece // PER_SIDE == pos.ply & 1 and judge.own_refusal(pos, piece, end) == "":
        throwers = []
    cell = pos.cell[piece]
    able = tuple(
        ALL_PIECES[thrower]
        for thrower in throwers
        if thrower != pos.last and throw_open(pos, pos.cell[thrower], cell, end)
    )
    return Move("movement", ALL_PIECES[piece], Hex(*at[piece]), destination, able)


def told(pos: Position, at: list[Place], move: int) -> Move:
    """Return the value object of a legal move of the core."""
    if move < 0:
        return Move.passing()
    places = places_by_cell(pos.cell, at) or {0: Hex(0, 0)}
    return described(pos, at, move >> 20, places[move & CELL_MASK])


def places_by_cell(cells: Sequence[int], at: Sequence[Place]) -> dict[int, Hex]:
    """Return the place on the board of every cell that is occupied or beside an occupied one."""
    places: dict[int, Hex] = {}
    for cell, (q, r) in zip(cells, at, strict=True):
        if cell >= 0:
            places[cell] = Hex(q, r)
            for n, (dq, dr) in zip(NEIGHBOURS[cell], DIRECTIONS, strict=True):
                places[n] = Hex(q + dq, r + dr)
    return places


def way(pos: Position, move: Move) -> list[Hex]:
    """Return the cells a legal ``move`` passes, from origin to destination, each beside the one before."""
    if move.piece is None or move.destination is None:
        return []
    if move.origin is None:
        return [move.destination]
    cells = paths.path(pos, NUMBER_OF[move.piece], cell_of(move.destination))
    hexes = [move.origin]
    for cell, following in pairwise(cells):
        q, r = DIRECTIONS[NEIGHBOURS[cell].index(following)]
        hexes.append(Hex(hexes[-1].q + q, hexes[-1].r + r))
    return hexes
