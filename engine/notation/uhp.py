"""UHP text of moves and games. Source: Universal Hive Protocol, "MoveString" and "GameString".

``-X`` is the cell west of X, ``X-`` east, ``/X`` south-west, ``X/`` north-east, ``\\X`` north-west, ``X\\``
south-east; a bare ``X`` is on top of X.
"""

import re

from ..core.position import Position
from ..core.tables import NEIGHBOURS
from ..errors import IllegalMove, InvalidNotation
from ..hexes import DIRECTIONS
from ..pieces import PIECE_NAMES, PIECE_TEXT, GameType

_BEFORE = {"-": 3, "/": 4, "\\": 2}
_AFTER = {"-": 0, "/": 1, "\\": 5}

# The neighbour of the destination that a canonical move string names is the first occupied one of NW, NE,
# E, SE, SW, W; the destination is then written from that neighbour's point of view.
_CANONICAL = ((2, "{}\\"), (1, "/{}"), (0, "-{}"), (5, "\\{}"), (4, "{}/"), (3, "{}-"))

Place = tuple[int, int]
LONGEST = 40  # no spelling of a move is longer
_TURN = re.compile(r"(White|Black)\[[1-9][0-9]{0,8}\]")
STATES = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")


def read_piece(text: str) -> int:
    """Return the core's number of the piece called ``text``, in any letter case.

    :raises InvalidNotation: no set of Hive has it.
    """
    piece = PIECE_NAMES.get(text.lower(), -1)
    if piece < 0:
        raise InvalidNotation("unknown_piece", text=text[:20])
    return piece


def read_move(text: str, pos: Position, at: list[Place]) -> tuple[int, Place] | None:
    """Return the piece and the place ``text`` names, None for a pass; whether it is legal is not asked.

    Any reference on the board will do, also the moving piece itself or a covered piece. The first move may
    be written ``wA1`` or ``wA1 .``.

    :raises InvalidNotation: the text is no move.
    :raises IllegalMove: the reference is not on the board.
    """
    if len(text) > LONGEST:
        raise InvalidNotation("unreadable_move", text=text[:LONGEST])
    words = text.split()
    if len(words) == 1 and words[0].lower() == "pass":
        return None
    if not 1 <= len(words) <= 2:
        raise InvalidNotation("unreadable_move", text=text)
    piece = read_piece(words[0])
    if len(words) == 1 or words[1] == ".":
        if pos.ply:
            raise InvalidNotation("reference_missing", piece=PIECE_TEXT[piece])
        return piece, (0, 0)
    name = words[1]
    direction = -1
    if name[0] in _BEFORE:
        direction = _BEFORE[name[0]]
        name = name[1:]
    elif name[-1] in _AFTER:
        direction = _AFTER[name[-1]]
        name = name[:-1]
    reference = PIECE_NAMES.get(name.lower(), -1)
    if reference < 0:
        raise InvalidNotation("unreadable_move", text=text)
    if pos.cell[reference] < 0:
        if pos.ply == 0:
            raise IllegalMove("first_at_origin", piece=PIECE_TEXT[piece])
        raise IllegalMove("reference_not_in_play", reference=PIECE_TEXT[reference])
    q, r = at[reference]
    if direction >= 0:
        dq, dr = DIRECTIONS[direction]
        return piece, (q + dq, r + dr)
    return piece, (q, r)


def names_direction(text: str) -> bool:
    """Say whether a readable move string names a cell beside its reference."""
    reference = text.split()[-1]
    return reference[0] in _BEFORE or reference[-1] in _AFTER


def move_text(pos: Position, piece: int, end: int) -> str:
    """Return the canonical move string of bringing ``piece`` to ``end``; the move is not played yet."""
    name = PIECE_TEXT[piece]
    if pos.ply == 0:
        return name
    if pos.height[end]:
        return f"{name} {PIECE_TEXT[pos.top[end]]}"
    start = pos.cell[piece]
    around = NEIGHBOURS[end]
    for direction, form in _CANONICAL:
        n = around[direction]
        top = pos.top[n] if n != start else pos.below[piece]
        if top >= 0:
            return f"{name} {form.format(PIECE_TEXT[top])}"
    raise AssertionError("a legal move ends next to the hive")


def split_game_string(text: str) -> tuple[GameType, list[str]]:
    """Return the game type and the move strings of a GameString.

    State and turn follow from the moves: they may be empty and are otherwise only checked for their form.
    A game type alone is a game without moves.

    :raises InvalidNotation: the text does not have that form.
    """
    fields = text.strip().split(";")
    game_type = GameType.parse(fields[0])
    if len(fields) == 2:
        raise InvalidNotation("unreadable_game", problem="the turn is missing")
    if len(fields) > 2:
        state, turn = fields[1].strip(), fields[2].strip()
        if state and state not in STATES:
            raise InvalidNotation("unreadable_game", problem=f"{state[:20]!r} is not a state")
        if turn and not _TURN.fullmatch(turn):
            raise InvalidNotation("unreadable_game", problem=f"{turn[:20]!r} is not a turn")
    return game_type, fields[3:]
