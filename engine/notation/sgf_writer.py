"""Writer for BoardSpace's SGF; the actions are those BoardSpace and Mzinga read.

Every turn is a ``move`` (or ``pmove`` by a pillbug, or ``pass``) and a ``done`` with the time used so far. The
first piece stands on N 13 unless the hive then leaves the columns A to Z or the rows from 1 on.
"""

from ..board import Board
from ..hexes import Hex
from ..moves import Move
from ..pieces import PIECE_NAMES
from .annotations import write_comment
from .reading import stated_result
from .record import GameRecord, Result, in_order
from .sgf_headers import PLAYER_PLACES, properties, read_property, read_result_text, result_text
from .sgf_nodes import Property, escaped
from .tags import write_tag


def write_sgf(record: GameRecord) -> str:
    """Return the game as SGF text with newlines as line ends, the same text for equal records.

    :raises BadGame: the moves are not legal.
    """
    text = result_text(record.result, record.headers)
    root = properties(record.headers, record.rules.game_type, text)
    lines = ["(;"] + [f"{name}[{escaped(value)}]" for name, value in root]
    tags = _tags(record, root)
    if tags:
        lines.append("C[" + "\n".join(escaped(write_tag(name, value)) for name, value in tags.items()) + "]")
    lines.append("; P0[0 Start P0]" + _comment(record.comments.get(0, "")))
    lines += _turns(record)
    lines.append(";")
    for player in (0, 1):
        used = record.header(PLAYER_PLACES["time"][player])
        if used:
            lines.append(f"P{player}[time {escaped(used)} ]")
    return "\n".join([*lines, ")"]) + "\n"


def _tags(record: GameRecord, root: list[tuple[str, str]]) -> dict[str, str]:
    """Return the headers that the properties do not give back as they are, empty for what they add."""
    restored: dict[str, str] = {}
    for name, value in root:
        restored.update(read_property(Property(name, value, 0)))
    restored.update({name: record.header(name) for name in PLAYER_PLACES["time"] if record.header(name)})
    headers = dict(record.headers)
    stated = stated_result(headers) or read_result_text(restored.get("SgfResult", ""), restored)
    if stated in (None, Result.OPEN):
        stated = Result.on_board(record.board())
    if stated is not record.result:
        headers["ResultScore"] = record.result.score
    tags = {name: value for name, value in headers.items() if restored.get(name) != value}
    tags.update({name: "" for name, value in restored.items() if value and name not in headers})
    return in_order(tags)


def _turns(record: GameRecord) -> list[str]:
    board = Board(record.rules)
    moves: list[Move] = [board.push_text(text) for text in record.moves]
    ends = [move.destination for move in moves if move.destination is not None]
    column, row = _origin(ends)
    lines: list[str] = []
    occupied = Board(record.rules)
    count = 1
    for ply, move in enumerate(moves):
        player = ply % 2
        lines.append(f"; P{player}[{count} {_action(occupied, move, record.moves[ply], column, row)}]")
        occupied.push(move)
        spent = record.spent[ply]
        time = "" if spent is None else f"TM[{round(spent.total_seconds() * 1000)}]"
        comment = write_comment(record.comments.get(ply + 1, ""), record.clocks[ply], None)
        lines.append(f"; P{player}[{count + 1} done]{time}{_comment(comment)}")
        count += 2
    return lines


def _action(board: Board, move: Move, text: str, column: int, row: int) -> str:
    if move.piece is None or move.destination is None:
        return "pass"
    verb = "pmove" if move.throwers else "move"
    name = str(move.piece)
    if move.piece.bug.letter in "MLP":
        name += "1"
    _, _, reference = text.partition(" ")
    # A piece climbing up has a dot here; the cell says where.
    if not reference or reference.lower() in PIECE_NAMES:
        reference = "."
    cell = f"{_letters(column + move.destination.q)} {row - move.destination.r}"
    return f"{verb} {move.piece.color.letter.upper()} {name} {cell} {escaped(reference)}"


def _origin(ends: list[Hex]) -> tuple[int, int]:
    """Return column and row of the first piece."""
    west = min((end.q for end in ends), default=0)
    east = max((end.q for end in ends), default=0)
    south = max((end.r for end in ends), default=0)
    column = min(13, 25 - east)
    return max(column, -west), max(13, south + 1)


def _letters(column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _comment(text: str) -> str:
    return f"C[{escaped(text)}]" if text else ""
