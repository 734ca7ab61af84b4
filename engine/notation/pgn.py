r"""PGN as Mzinga and hivegame write it: tags, then one ply per line, ``3. wQ \wS1``; comments in braces.

The writer keeps to what both read: Mzinga's eight tags first, ASCII punctuation only, comments on lines of
their own, the result in words once more at the end. A line of comment that hivegame would take for a move,
because its first word has a digit, begins with ``[%]``. A brace that closes inside a comment is written
``&#125;``, because PGN has no other way. The reader also takes several plies on a line, plies without
numbers, comments anywhere and results as scores; see ``pgn_parts`` for what it leaves aside.
"""

import re

from ..pieces import PIECE_NAMES, GameType
from .annotations import write_comment
from .pgn_parts import Part, game_parts
from .reading import Script, stated_result, unreadable
from .record import MAIN_HEADERS, GameRecord, Result, read_result
from .tags import read_tag, write_tag

_TO_ESCAPE = re.compile(r"\}|&(?=#(?:38|125);)")
_ESCAPED = re.compile(r"&#(38|125);")
_GUARDED = re.compile(r"^\[%\] ", re.MULTILINE)
_LIKE_MOVE = re.compile(r"(?=\S*\d)[^\[]*|\[%\].*")


_TOGETHER = "several moves stand together: give each its number or a line of its own"


def read_pgn(text: str, number: int = 1) -> GameRecord:
    """Return the game of that ``number`` (from 1) in a PGN text.

    :raises InvalidNotation: there is no such game, or its tags cannot be read.
    :raises BadRecord: a move cannot be read or is illegal; the error has the valid prefix.
    """
    parts = game_parts(text, number)
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
        elif part.kind == "remark":
            script.comment(part.text)
        elif part.kind == "broken":
            raise script.stop(part.text, unreadable(part.problem), part.line)
        elif part.kind == "move":
            last = _play(script, part) or last
    script.result = stated_result(headers) or last
    return script.record()


def _play(script: Script, part: Part) -> Result | None:
    """Play the moves of a part and return the result it ends in, None if there is none."""
    words = part.text.split()
    result = read_result(words[-1]) if words else None
    if result is not None:
        words.pop()
        if not words:
            return result
    if len(words) <= 2:
        script.play(part.text if result is None else " ".join(words), part.line)
        return result
    moves = _separated(words, first=script.ply == 0)
    if moves is None:
        raise script.stop(part.text, unreadable(_TOGETHER), part.line)
    for move in moves:
        script.play(move, part.line)
    return result


def _separated(words: list[str], *, first: bool) -> list[str] | None:
    """Return the moves that ``words`` are, None unless they are that from end to end.

    Only the first move of a game has no reference, so that there is but one way to part them.
    """
    moves: list[str] = []
    at = 0
    while at < len(words):
        count = 2
        if words[at].lower() == "pass" or (first and not moves and words[at + 1] != "."):
            count = 1
        move = words[at : at + count]
        names = [word.strip("-/\\") for word in move if word.lower() != "pass" and word != "."]
        if len(move) < count or any(name.lower() not in PIECE_NAMES for name in names):
            return None
        moves.append(" ".join(move))
        at += count
    return moves


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
