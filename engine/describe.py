"""Ints of the core told as value objects: moves with their throwers, and the way they take."""

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


def described_all(pos: Position, at: list[Place], moves: list[int]) -> list[Move]:
    """Return the value objects of legal moves of the core."""
    places = places_by_cell(pos, at) or {0: (0, 0)}
    return [described(pos, at, move >> 20, places[move & CELL_MASK]) if move >= 0 else Move.passing() for move in moves]


def places_by_cell(pos: Position, at: list[Place]) -> dict[int, Place]:
    """Return the place on the board of every cell that is occupied or beside an occupied one."""
    places: dict[int, Place] = {}
    for piece, cell in enumerate(pos.cell):
        if cell >= 0 and pos.top[cell] == piece:
            q, r = at[piece]
            places[cell] = (q, r)
            for n, (dq, dr) in zip(NEIGHBOURS[cell], DIRECTIONS, strict=True):
                places[n] = (q + dq, r + dr)
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
