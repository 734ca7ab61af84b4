"""UHP GameStrings as records: one line per game, and lines of comment for what a GameString has no place for.

A GameString holds game type, state, turn and moves. The state is the recorded result; programs that read it
work the state out anew. Headers, clocks and comments stand before it, if asked for, on lines that begin with
``#``: ``# [White "Ada"]`` is a header, ``# 3 {[%clk 0:14:58]}`` belongs to the third move. A program that
knows only GameStrings can leave those lines out.
"""

import re

from ..errors import InvalidNotation
from .annotations import write_comment
from .reading import LONGEST_GAME, Script, lines, stated_result, unreadable
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
    """Return the game as one GameString and a newline; with ``headers`` the lines of comment before it."""
    written: list[str] = []
    if headers:
        written += [f"# {write_tag(name, value)}" for name, value in record.headers.items()]
        times = [(None, None), *zip(record.clocks, record.spent, strict=True)]
        for ply, (clock, spent) in enumerate(times):
            text = write_comment(record.comments.get(ply, ""), clock, spent)
            written += [f"# {ply} {{{line}}}" for line in text.split("\n") if text]
    count = len(record.moves)
    turn = f"{'Black' if count % 2 else 'White'}[{count // 2 + 1}]"
    state = record.result.value if count or record.result is not Result.OPEN else "NotStarted"
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
    stated = read_result(fields[1]) if len(fields) > 1 else None
    script.result = stated if stated not in (None, Result.OPEN) else stated_result(headers)
    return script.record()


def _comment(script: Script, comments: dict[int, list[str]]) -> None:
    if script.ply in comments:
        script.comment("\n".join(comments[script.ply]))
