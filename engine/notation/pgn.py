r"""PGN as Mzinga and hivegame write it: tags, then one ply per line, ``3. wQ \wS1``; comments in braces.

The writer keeps to what both read: Mzinga's eight tags first, ASCII punctuation only, comments on lines of
their own, the result in words once more at the end. A line of comment that hivegame would take for a move,
because its first word has a digit, begins with ``[%]``. A brace that closes inside a comment is written
``&#125;``, because PGN has no other way. The reader also takes several plies on a line, plies without
numbers, comments anywhere and results as scores.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..pieces import GameType
from .annotations import write_comment
from .reading import LONGEST_GAME, Script, lines, stated_result, unreadable
from .record import MAIN_HEADERS, GameRecord, Result, read_result
from .tags import read_tag, write_tag

_NUMBER = re.compile(r"(?:^|\s)[0-9]{1,7}\.+(?=\s|$|[A-Za-z])")
_TO_ESCAPE = re.compile(r"\}|&(?=#(?:38|125);)")
_ESCAPED = re.compile(r"&#(38|125);")
_GUARDED = re.compile(r"^\[%\] ", re.MULTILINE)
_LIKE_MOVE = re.compile(r"(?=\S*\d)[^\[]*|\[%\].*")


class _Part(NamedTuple):
    """A piece of a file: ``kind`` is "tag", "move", "comment" or "broken"."""

    kind: str
    text: str
    line: int


def read_pgn(text: str, number: int = 1) -> GameRecord:
    """Return the game of that ``number`` (from 1) in a PGN text.

    :raises InvalidNotation: there is no such game, or its tags cannot be read.
    :raises BadRecord: a move cannot be read or is illegal; the error has the valid prefix.
    """
    parts = _game(text, number)
    headers: dict[str, str] = {}
    for part in parts:
        if part.kind == "tag":
            tag = read_tag(part.text)
            if tag is None:
                raise unreadable(f"{part.text[:40]!r} is not a tag", part.line)
            headers[tag[0]] = tag[1]
    if "GameType" not in headers:
        raise unreadable('the game type is missing: add a line such as [GameType "Base+MLP"]')
    script = Script(GameType.parse(headers["GameType"]), headers)
    last: Result | None = None
    for part in parts:
        if part.kind == "comment":
            script.comment(_GUARDED.sub("", _ESCAPED.sub(_unescaped, part.text)))
        elif part.kind == "broken":
            raise script.stop(part.text, unreadable("the comment is not closed"), part.line)
        elif part.kind == "move":
            result = read_result(part.text)
            if result is None:
                script.play(part.text, part.line)
            else:
                last = result
    script.result = stated_result(headers) or last
    return script.record()


def write_pgn(record: GameRecord) -> str:
    """Return the game as PGN text with newlines as line ends, the same text for equal records.

    A result that is no score is followed by the tag ResultScore, because hivegame's reader knows only scores.
    """
    stated = record.header("Result") or _word(record)
    tags = [("GameType", str(record.rules.game_type))]
    tags += [(name, record.header(name)) for name in MAIN_HEADERS]
    tags.append(("Result", stated))
    if record.result is not Result.OPEN and stated != record.result.score:
        tags.append(("ResultScore", record.result.score))
    tags += [(name, value) for name, value in record.headers.items() if name not in (*MAIN_HEADERS, "Result")]
    head = [write_tag(name, value) for name, value in tags]
    body = _comment(record.comments.get(0, ""))
    for ply, move in enumerate(record.moves, 1):
        body.append(f"{ply}. {move}")
        times = (record.clocks[ply - 1], record.spent[ply - 1])
        body += _comment(write_comment(record.comments.get(ply, ""), *times))
    if body:
        head += ["", *body]
    if record.result is not Result.OPEN:
        head += ["", record.result.value]
    return "\n".join(head) + "\n"


def _word(record: GameRecord) -> str:
    return record.result.value if record.moves or record.result is not Result.OPEN else "NotStarted"


def _comment(text: str) -> list[str]:
    if not text:
        return []
    guarded = ["[%] " + line if _LIKE_MOVE.fullmatch(line) else line for line in text.split("\n")]
    return ["{" + _TO_ESCAPE.sub(_escape, "\n".join(guarded)) + "}"]


def _escape(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1]))


def _game(text: str, number: int) -> list[_Part]:
    """Return the parts of one game; tags after moves, or another GameType, begin the next."""
    found = 1
    size = 0
    parts: list[_Part] = []
    moves_seen = typed = False
    for part in _parts(text):
        types = part.kind == "tag" and part.text[1:].lstrip().startswith("GameType")
        if (part.kind == "tag" and moves_seen) or (types and typed):
            if found == number:
                break
            found += 1
            moves_seen = typed = False
        typed = typed or types
        moves_seen = moves_seen or part.kind == "move"
        if found == number:
            size += len(part.text) + 2
            if size > LONGEST_GAME:
                raise unreadable("the game is too long", part.line)
            parts.append(part)
    if not parts:
        raise unreadable(f"there is no game {number} in it")
    return parts


def _parts(text: str) -> Iterator[_Part]:
    comment: list[str] = []
    opened = 0  # the line on which the comment begins that is not closed yet
    for number, line in enumerate(lines(text), 1):
        stripped = line.strip()
        if not opened and stripped.startswith("[") and stripped.endswith("]"):
            yield _Part("tag", stripped, number)
            continue
        start = 0
        while start <= len(line):
            end = line.find("}" if opened else "{", start)
            inside = line[start:] if end < 0 else line[start:end]
            if opened:
                comment.append(inside)
                if end >= 0:
                    yield _Part("comment", "\n".join(comment), opened)
                    comment, opened = [], 0
            else:
                yield from (_Part("move", move, number) for move in _plies(inside))
                if end >= 0:
                    opened = number
            start = end + 1 if end >= 0 else len(line) + 1
    if opened:
        yield _Part("broken", "{" + "\n".join(comment)[:60], opened)


def _plies(text: str) -> list[str]:
    """Return the move strings on a line; a number without its move is one that cannot be read."""
    pieces = _NUMBER.split(text)
    plies = [piece.strip() for piece in pieces]
    return plies[1:] if not plies[0] else plies
