"""Refusals as errors with their data, built from the codes of ``engine.core.judge``."""

from .core import judge
from .core.generate import legal_moves, placement_cells
from .core.position import Position
from .core.reach import mosquito_kinds
from .core.tables import FIRST, KIND, MOSQUITO, NEIGHBOURS, PER_SIDE
from .errors import IllegalMove
from .hexes import DIRECTIONS, cell_of
from .pieces import PIECE_TEXT, GameType

Place = tuple[int, int]


def refusal(pos: Position, at: list[Place], game_type: GameType, piece: int, place: Place) -> IllegalMove | None:
    """Return the rule that keeps ``piece`` from ``place``, which may be anywhere, None if the move is legal."""
    error = refusal_on(pos, game_type, piece, cell_of(place))
    if error is None and not _is_real(pos, at, place):
        return IllegalMove("no_hive_contact", piece=PIECE_TEXT[piece])
    return error


def refusal_on(pos: Position, game_type: GameType, piece: int, cell: int) -> IllegalMove | None:
    """Return the rule that keeps ``piece`` from a cell on or beside the hive, None if the move is legal."""
    code = judge.refusal(pos, piece, cell)
    return _error(pos, game_type, code, piece, cell) if code else None


def stuck(pos: Position, game_type: GameType, piece: int) -> IllegalMove | None:
    """Return why the side to move can do nothing with ``piece`` now, None if it can."""
    if pos.over():
        return IllegalMove("game_over")
    if any(move >> 20 == piece for move in legal_moves(pos)):
        return None
    cell = pos.cell[piece]
    kind = KIND[piece]
    if piece % PER_SIDE - FIRST[kind] >= pos.counts[kind]:
        code = "not_in_game"
    elif cell < 0:
        code = judge.reserve_refusal(pos, piece)
        if not code and not placement_cells(pos, pos.ply & 1):
            code = "no_room"
    elif piece // PER_SIDE != pos.ply & 1:
        code = "wrong_side"
    else:
        code = judge.movement_refusal(pos, piece, cell)
        if code == "same_cell":
            hungry = kind == MOSQUITO and pos.height[cell] == 1 and mosquito_kinds(pos, cell) == 0
            code = "nothing_to_copy" if hungry else "boxed_in"
    return _error(pos, game_type, code, piece, cell)


def _error(pos: Position, game_type: GameType, code: str, piece: int, end: int) -> IllegalMove:
    params = {"piece": PIECE_TEXT[piece]}
    if code == "not_in_game":
        params["game_type"] = str(game_type)
    elif code == "not_next_copy":
        params["next"] = PIECE_TEXT[pos.next_copy(piece // PER_SIDE, KIND[piece])]
    elif code == "covered":
        params["top"] = PIECE_TEXT[pos.top[pos.cell[piece]]]
    elif code in ("thrower_stunned", "throw_gate"):
        for thrower in judge.throwers(pos, piece, end):
            if (thrower == pos.last) == (code == "thrower_stunned"):
                params["thrower"] = PIECE_TEXT[thrower]
    return IllegalMove(code, **params)


def _is_real(pos: Position, at: list[Place], place: Place) -> bool:
    """Say whether ``place`` is the place its cell stands for, not one a long way off that folds onto it."""
    if pos.ply == 0:
        return place == (0, 0)
    cell = cell_of(place)
    if pos.top[cell] >= 0:
        return at[pos.top[cell]] == place
    for d, n in enumerate(NEIGHBOURS[cell]):
        if pos.top[n] >= 0:
            q, r = DIRECTIONS[d]
            return at[pos.top[n]] == (place[0] + q, place[1] + r)
    return False
