"""A PGN text cut into its parts: tags, moves, comments. What stands in variations is left aside, and so are marks.

Comments are ``{...}``, over several lines, and ``;`` up to the end of the line. Marks are ``$1`` and ``!`` or ``?``
behind a move. A line that begins with ``%`` is no part of the game. Source: PGN standard, sections 5, 6, 8.2.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..limits import LONGEST_GAME, MOST_PARTS
from .reading import lines, unreadable

_NUMBER = re.compile(r"(?:^|\s)[0-9]{1,7}\.+(?=\s|$|[A-Za-z])")
_MARK = re.compile(r"(?:\$[0-9]{1,3}|[!?]{1,2})(?=\s|$)")
_SPECIAL = {False: re.compile(r"[{};()]"), True: re.compile(r"}")}  # by whether a comment in braces is open
_SHOWN = 60


class Part(NamedTuple):
    """A piece of a file: ``kind`` is "tag", "move", "comment", "remark" (after ``;``) or "broken".

    A move has no number any more, but may be several moves together, or a result, or end in one. ``problem`` says
    what is wrong with a broken part.
    """

    kind: str
    text: str
    line: int
    problem: str = ""


def game_parts(text: str, number: int) -> list[Part]:
    """Return the parts of the game of that ``number`` (from 1); tags after moves, or another GameType, begin the next.

    :raises InvalidNotation: there is no such game, or it is too long.
    """
    found = 1
    size = 0
    kept: list[Part] = []
    moves_seen = typed = False
    for part in _Parts(text):
        types = part.kind == "tag" and part.text[1:].lstrip().startswith("GameType")
        if (part.kind == "tag" and moves_seen) or (types and typed):
            if found == number:
                break
            found += 1
            moves_seen = typed = False
        typed = typed or types
        moves_seen = moves_seen or part.kind == "move"
        if found == number:
            size += len(part.text)
            if size > LONGEST_GAME or len(kept) >= MOST_PARTS:
                raise unreadable("the game is too long", part.line)
            kept.append(part)
    if not kept:
        raise unreadable(f"there is no game {number} in it")
    return kept


class _Parts:
    """Cuts a text line by line; what is open at the end of a line is known to the next."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._comment: list[str] = []
        self._brace = 0  # the line on which a comment begins that is not closed yet
        self._depth = 0  # of brackets around variations
        self._bracket = 0  # the line on which the outermost of them opens

    def __iter__(self) -> Iterator[Part]:
        for number, line in enumerate(lines(self._text), 1):
            stripped = line.strip()
            if self._brace:
                yield from self._cut(line, number)
            elif stripped.startswith("[") and stripped.endswith("]"):
                yield from self._close()
                yield Part("tag", stripped, number)
            elif not line.startswith("%"):
                yield from self._cut(line, number)
        yield from self._close()

    def _close(self) -> Iterator[Part]:
        """Yield what should not be open where a game ends."""
        if self._brace:
            shown = "{" + "\n".join(self._comment)[:_SHOWN]
            yield Part("broken", shown, self._brace, "the comment is not closed: add a }")
        elif self._depth:
            yield Part("broken", "(", self._bracket, "the variation is not closed: add a ), or take it out")
        self._depth = 0

    def _cut(self, line: str, number: int) -> Iterator[Part]:
        start = 0
        while start <= len(line):
            match = _SPECIAL[self._brace > 0].search(line, start)
            inside = line[start : match.start() if match is not None else len(line)]
            if self._brace:
                self._comment.append(inside)
            elif not self._depth:
                yield from (Part("move", move, number) for move in _plies(inside))
            if match is None:
                return
            start = match.end()
            if match[0] == ";":
                if not self._depth:
                    yield Part("remark", line[start:].strip(), number)
                return
            yield from self._special(match[0], number)

    def _special(self, mark: str, number: int) -> Iterator[Part]:
        if self._brace:
            if not self._depth:
                yield Part("comment", "\n".join(self._comment), self._brace)
            self._comment, self._brace = [], 0
        elif mark == "{":
            self._brace = number
        elif mark == "(":
            self._bracket = self._bracket if self._depth else number
            self._depth += 1
        elif mark == ")" and self._depth:
            self._depth -= 1
        elif not self._depth:
            yield Part("broken", mark, number, f"a {mark} closes what was never opened: take it out")


def _plies(text: str) -> list[str]:
    """Return what stands behind each number on a line; a number with nothing behind it is a move left out."""
    plies = [piece.strip() for piece in _NUMBER.split(_MARK.sub(" ", text))]
    return plies[1:] if not plies[0] else plies
