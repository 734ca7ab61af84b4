"""What all readers share: bytes to text, limits, replaying with places in the file, one kind of error."""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from ..board import Board
from ..core.tables import KIND, PER_SIDE
from ..errors import BadGame, EngineError, InvalidNotation
from ..hexes import Hex
from ..limits import LONGEST_FILE, MOST_MOVES, TOO_MANY_MOVES
from ..moves import Move
from ..pieces import ALL_PIECES, PIECE_NAMES, PIECE_TEXT, GameType
from ..rules import OpeningRule, RepetitionRule, Rules
from .record import GameRecord, Result, TooLong, implied_opening, read_result

_SHOWN = 60
_NAME = re.compile(r"[A-Za-z0-9]+")
_LINE_END = re.compile(r"\r\n|\r|\n")
_Rule = TypeVar("_Rule", OpeningRule, RepetitionRule)


class BadRecord(BadGame):
    """A file stops being a game at ``line`` (and ``column``, where a line holds many moves; both from 1).

    ``record`` is the valid prefix: the moves before it, with headers, clocks and comments. The rest is as in
    ``BadGame``.
    """

    def __init__(
        self, ply: int, text: str, error: EngineError, board: object, record: GameRecord, line: int, column: int = 0
    ) -> None:
        super().__init__(ply, text, error, board)
        self.record = record
        self.line = line
        self.column = column
        place = f"line {line}, column {column}" if column else f"line {line}"
        self.args = (f"{place}: move {ply + 1} ({text}): {error}",)

    def __reduce__(self) -> tuple[object, ...]:
        fields = (self.ply, self.text, self.error, self.board, self.record, self.line, self.column)
        return BadRecord, fields


def unreadable(problem: str, line: int = 0) -> InvalidNotation:
    """Return the error for a text that is no game: what is wrong, and in which line."""
    return InvalidNotation("unreadable_game", problem=f"line {line}: {problem}" if line else problem)


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8 with or without a mark, else Latin-1, as old files of BoardSpace are.

    UTF-16 is known by its mark.

    :raises InvalidNotation: it is longer than any collection of games should be, or broken UTF-16.
    """
    if len(data) > LONGEST_FILE:
        raise unreadable(f"the file is longer than {LONGEST_FILE >> 20} MB")
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise unreadable("it begins as UTF-16 but goes on otherwise: save it as UTF-8") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def lines(text: str) -> Iterator[str]:
    """Yield the lines of a text without their ends, one at a time; only CR and LF end a line."""
    start = 0
    for end in _LINE_END.finditer(text):
        yield text[start : end.start()]
        start = end.end()
    yield text[start:]


def stated_result(headers: Mapping[str, str]) -> Result | None:
    """Return the result the headers Result and ResultScore give, None if neither tells how the game ended."""
    results = [read_result(headers.get(name, "")) for name in ("Result", "ResultScore")]
    return next((result for result in results if result not in (None, Result.OPEN)), None)


class Script:
    """Plays the moves of a file one by one and gathers what becomes the record.

    Reads more than the board does, for what programs really write: climbs as directions, and copies placed in
    another order, which are renumbered in the order they come.
    """

    def __init__(self, game_type: GameType, headers: Mapping[str, str]) -> None:
        opening = _stated(OpeningRule, headers.get("OpeningRule", ""), OpeningRule.QUEEN_MAY_OPEN)
        repetition = _stated(RepetitionRule, headers.get("RepetitionRule", ""), RepetitionRule.NONE)
        self._opening_stated = headers.get("OpeningRule", "") == opening.value
        self.headers = dict(headers)
        self.board = Board(Rules(game_type, opening, repetition))
        self.result: Result | None = None
        self.spent: list[timedelta | None] = []
        self._comments: dict[int, list[str]] = {}
        self._named: set[int] = set()  # pieces the file has placed, by its names
        self._own: dict[int, int] = {}  # the file's name of a piece: ours, where they differ

    @property
    def ply(self) -> int:
        """Moves played so far."""
        return self.board.ply

    def play(self, text: str, line: int, column: int = 0) -> None:
        """Play a move string.

        :raises BadRecord: it cannot be read or is illegal.
        """
        self._room(text, line, column)
        try:
            self.board.push_text(self._renumbered(text), climb_by_direction=True)
        except EngineError as error:
            raise self.stop(text, error, line, column) from error
        self._played()

    def place(self, piece: int, end: Hex, text: str, line: int) -> None:
        """Play the move of the file's ``piece`` to a cell; ``text`` is how the file tells it.

        :raises BadRecord: it is illegal.
        """
        self._room(text, line)
        own = ALL_PIECES[self._ours(piece)]
        origin = self.board.where(own)
        try:
            self.board.push(Move("placement" if origin is None else "movement", own, origin, end))
        except EngineError as error:
            raise self.stop(text, error, line) from error
        self._played()

    def passing(self, text: str, line: int) -> None:
        """Play a pass.

        :raises BadRecord: there are other moves.
        """
        self._room(text, line)
        try:
            self.board.push(Move.passing())
        except EngineError as error:
            raise self.stop(text, error, line) from error
        self._played()

    def stands_on(self, piece: int, end: Hex) -> bool:
        """Say whether the file's ``piece`` is on that cell."""
        return self.board.where(ALL_PIECES[self._own.get(piece, piece)]) == end

    def comment(self, text: str) -> None:
        """Add a comment to the last move, or before the first."""
        self._comments.setdefault(self.ply, []).append(text)

    def stop(self, text: str, error: EngineError, line: int, column: int = 0) -> BadRecord:
        """Return the error for what comes after the moves so far."""
        shown = "".join(c if c.isprintable() else "?" for c in text[:_SHOWN])
        self.result = None
        return BadRecord(self.ply, shown, error, self.board, self.record(), line, column)

    def record(self) -> GameRecord:
        """Return the game so far; a result the file states goes before what the board shows.

        :raises InvalidNotation: its headers and comments are too long.
        """
        moves = tuple(self.board.move_strings())
        rules = self.board.rules
        if not self._opening_stated:
            rules = replace(rules, opening=implied_opening(moves))
        result = self.result
        if result is None or result is Result.OPEN:
            result = Result.on_board(self.board)
        comments = {ply: "\n".join(texts) for ply, texts in self._comments.items()}
        try:
            return GameRecord(rules, moves, result, self.headers, (), tuple(self.spent), comments)
        except TooLong as error:
            raise unreadable(str(error)) from error

    def _room(self, text: str, line: int, column: int = 0) -> None:
        if self.ply >= MOST_MOVES:
            raise self.stop(text, unreadable(TOO_MANY_MOVES), line, column)

    def _played(self) -> None:
        self.spent.append(None)

    def _ours(self, piece: int) -> int:
        """Return our number for the piece the file is about to move, taking note of a new one."""
        if piece not in self._named:
            self._named.add(piece)
            following = self.board.position.next_copy(piece // PER_SIDE, KIND[piece])
            if following not in (-1, piece):
                self._own[piece] = following
        return self._own.get(piece, piece)

    def _renumbered(self, text: str) -> str:
        words = text.split()
        piece = PIECE_NAMES.get(words[0].lower(), -1) if words else -1
        if piece < 0 or len(words) > 2:
            return text
        own = self._ours(piece)
        if not self._own:
            return text
        words[0] = PIECE_TEXT[own]
        return " ".join(words[:1] + [_NAME.sub(self._reference, word) for word in words[1:]])

    def _reference(self, match: re.Match[str]) -> str:
        piece = PIECE_NAMES.get(match[0].lower(), -1)
        return PIECE_TEXT[self._own.get(piece, piece)] if piece >= 0 else match[0]


def _stated(kind: type[_Rule], text: str, otherwise: _Rule) -> _Rule:
    try:
        return kind(text)
    except ValueError:
        return otherwise
