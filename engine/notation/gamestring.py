"""UHP GameStrings as records: one line per game, and lines of comment for what a GameString has no place for.

A GameString holds game type, state, turn and moves. The state is the recorded result, also of a game that did not
end on the board; programs that read it work the state out anew. A turn that is not the one after the moves, and a
state that says a game goes on that has ended, or has not begun that has, are refused: something is lost or made up.

Headers, clocks and comments stand before it, if asked for, on lines that begin with ``#``: ``# [White "Ada"]`` is a
header, ``# 3 {[%clk 0:14:58]}`` belongs to the third move. A program that knows only GameStrings can leave those out.
"""

import re

from ..errors import InvalidNotation
from ..limits import LONGEST_GAME
from .annotations import write_comment
from .reading import Script, lines, stated_result, unreadable
from .record import GameRecord, Result, read_result
from .tags import read_tag, write_tag
from .uhp import split_game_string

_COMMENT = re.compile(r"#\s*([0-9]{1,7})\s*\{(.*)\}", re.DOTALL)


def read_gamestring(text: str, number: int = 1) -> GameRecord:
    """Return the game of that ``number`` (from 1) in a text of GameStrings, with the comments before it.

    :raises InvalidNotation: there is no such game, or it is no GameString.
    :raises BadRecord: a move cannot be read or is illegal; the error has the valid prefix.
    """
    found = size = 0
    notes: list[str] = []
    for count, line in enumerate(lines(text), 1):
        stripped = line.strip()
        if stripped.startswith("#"):
            notes.append(stripped)
            size += len(stripped)
            if size > LONGEST_GAME:
                raise unreadable("the comments before a game are too long", count)
        elif stripped:
            found += 1
            if found == number:
                return _read(line, count, notes)
            notes, size = [], 0
    raise unreadable(f"there is no game {number} in it")


def write_gamestring(record: GameRecord, *, headers: bool = False) -> str:
    """Return the game as one GameString and a newline; with ``headers`` the lines of comment before it.

    :raises BadGame: the moves are not legal.
    """
    written: list[str] = []
    if headers:
        written += [f"# {write_tag(name, value)}" for name, value in record.headers.items()]
        times = [(None, None), *zip(record.clocks, record.spent, strict=True)]
        for ply, (clock, spent) in enumerate(times):
            text = write_comment(record.comments.get(ply, ""), clock, spent)
            written += [f"# {ply} {{{line}}}" for line in text.split("\n") if text]
    count = len(record.moves)
    result = Result.on_board(record.board()) if count and record.result is Result.OPEN else record.result
    turn = f"{'Black' if count % 2 else 'White'}[{count // 2 + 1}]"
    state = result.value if count or result is not Result.OPEN else "NotStarted"
    written.append(";".join([str(record.rules.game_type), state, turn, *record.moves]))
    return "\n".join(written) + "\n"


def _read(line: str, count: int, notes: list[str]) -> GameRecord:
    if len(line) + sum(map(len, notes)) > LONGEST_GAME:
        raise unreadable("the game is too long", count)
    try:
        game_type, moves = split_game_string(line)
    except InvalidNotation as error:
        # A GameString is one line among many: say which.
        raise unreadable(str(error), count) if error.code == "unreadable_game" else error from None
    headers: dict[str, str] = {}
    comments: dict[int, list[str]] = {}
    for note in notes:
        match = _COMMENT.fullmatch(note)
        tag = read_tag(note[1:].strip()) if match is None else None
        if match is not None:
            comments.setdefault(int(match[1]), []).append(match[2])
        elif tag is not None:
            headers[tag[0]] = tag[1]
    script = Script(game_type, headers)
    _comment(script, comments)
    fields = line.split(";")
    column = sum(len(field) + 1 for field in fields[:3]) + 1
    for move in moves:
        script.play(move.strip(), count, column)
        column += len(move) + 1
        _comment(script, comments)
    _check_head(script, [field.strip() for field in fields[1:3]], count, len(fields[0]) + 2)
    stated = read_result(fields[1]) if len(fields) > 1 else None
    script.result = stated if stated not in (None, Result.OPEN) else stated_result(headers)
    return script.record()


def _check_head(script: Script, head: list[str], line: int, column: int) -> None:
    """Compare state and turn, where a GameString has them, with what the moves have led to."""
    if len(head) < 2:
        return
    state, turn = head
    shown = script.board.state_string()
    over = script.board.outcome() is not None
    if (state == "NotStarted" and script.ply) or (state == "InProgress" and over):
        problem = f"after its moves the state is {shown}: write that, or nothing"
        raise script.stop(state, unreadable(problem), line, column)
    if turn and turn != script.board.turn_string():
        problem = f"after its moves the turn is {script.board.turn_string()}: write that, or nothing"
        raise script.stop(turn, unreadable(problem), line, column + len(state) + 1)


def _comment(script: Script, comments: dict[int, list[str]]) -> None:
    if script.ply in comments:
        script.comment("\n".join(comments[script.ply]))
