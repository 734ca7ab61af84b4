"""A recorded game as a value: rules, moves, result, headers, clocks and comments. No format is known here."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from typing import Self, TypeVar

from ..board import Board
from ..board import replay as replay_moves
from ..limits import MOST_MOVES, MOST_TEXT, TOO_MANY_MOVES, TOO_MUCH_TEXT, text_size
from ..pieces import Color
from ..rules import OpeningRule, RepetitionRule, Rules
from .annotations import read_comment

# Always written, empty where nothing is known; Mzinga's order.
MAIN_HEADERS = ("Date", "Event", "Site", "Round", "White", "Black")
KNOWN_HEADERS = (
    "Result",
    "TimeControl",
    "WhiteElo",
    "BlackElo",
    "WhiteTime",
    "BlackTime",
    "OpeningRule",
    "RepetitionRule",
)
# Empty means the same as not there: always written, or made up by a format that must have something.
_NEVER_EMPTY = {*MAIN_HEADERS, "SgfDate", "SgfResult"}
_NAME = re.compile(r"[^\s\"\[\]{}]+")
_Rule = TypeVar("_Rule", OpeningRule, RepetitionRule)


class TooLong(ValueError):
    """A record would have more moves or more text than any format is read with."""


class Result(StrEnum):
    """How a recorded game ended; the values are Mzinga's words and UHP's states."""

    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"
    DRAW = "Draw"
    OPEN = "InProgress"  # goes on, was broken off, or nobody wrote the result down

    @property
    def score(self) -> str:
        """The other spelling: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
        return _SCORES[self]

    @staticmethod
    def on_board(board: Board) -> "Result":
        """Return the result that follows from the position alone."""
        outcome = board.outcome()
        if outcome is None:
            return Result.OPEN
        if outcome.winner is None:
            return Result.DRAW
        return Result.WHITE_WINS if outcome.winner is Color.WHITE else Result.BLACK_WINS


_SCORES = {Result.WHITE_WINS: "1-0", Result.BLACK_WINS: "0-1", Result.DRAW: "1/2-1/2", Result.OPEN: "*"}
_RESULTS = {
    "whitewins": Result.WHITE_WINS,
    "1-0": Result.WHITE_WINS,
    "blackwins": Result.BLACK_WINS,
    "0-1": Result.BLACK_WINS,
    "draw": Result.DRAW,
    "1/2-1/2": Result.DRAW,
    "½-½": Result.DRAW,
    "inprogress": Result.OPEN,
    "notstarted": Result.OPEN,
    "*": Result.OPEN,
    "unknown": Result.OPEN,
    "unkown": Result.OPEN,  # so spelled by some versions of hivegame
}


def read_result(text: str) -> Result | None:
    """Return the result ``text`` spells, in words or as a score; None if it spells none.

    >>> read_result("1/2-1/2")
    <Result.DRAW: 'Draw'>
    """
    return _RESULTS.get(text.strip().lower().replace("–", "-"))


def encodable(text: str) -> str:
    """Return ``text`` with half characters, which no file can hold, as question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def one_line(text: str) -> str:
    """Return ``text`` with every run of blanks and line ends as one blank: what a header can hold."""
    return " ".join(encodable(text).split())


def tidy_comment(text: str) -> str:
    """Return a comment with its lines trimmed; what all formats can hold."""
    return "\n".join(line.strip() for line in re.split(r"\r\n|\r|\n", encodable(text))).strip()


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One recorded game. Equal records are the same game with the same headers, clocks and comments.

    ``moves`` are canonical move strings, legal under ``rules`` (the readers see to that). ``clocks`` is the time
    left on the mover's clock after each move and ``spent`` the time the mover has used so far, in whole
    milliseconds, None where it is not known. ``comments`` belong to the move with that number, 0 is before the
    first; times written in them as ``[%clk 0:14:58]`` become the times of the move.

    ``headers`` are all others: Event, Site, Date, Round, White, Black, TimeControl, WhiteElo, BlackElo and
    whatever else a file has. Game type, result and clocks are not repeated there; the header Result is kept
    only where it spells the result in another way, such as ``1-0``, and ResultScore never: writers add it. Do
    not change the mappings.

    :raises ValueError: more clocks than moves, a comment without its move, a name no header can have, or a game
        beyond the limits of ``engine.limits``, which none of the formats is read with.
    """

    rules: Rules = field(default_factory=Rules)
    moves: tuple[str, ...] = ()
    result: Result = Result.OPEN
    headers: Mapping[str, str] = field(default_factory=dict, hash=False)
    clocks: tuple[timedelta | None, ...] = ()
    spent: tuple[timedelta | None, ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        set_field = object.__setattr__  # the class is frozen for everybody else
        count = len(self.moves)
        if count > MOST_MOVES:
            raise TooLong(TOO_MANY_MOVES)
        if len(self.clocks) > count or len(self.spent) > count:
            raise ValueError("there are more clock times than moves")
        if any(not 0 <= ply <= count for ply in self.comments):
            raise ValueError("a comment belongs to no move")
        clocks, spent = self._padded(self.clocks), self._padded(self.spent)
        comments: dict[int, str] = {}
        for ply in sorted(self.comments):
            text = self.comments[ply]
            if ply:
                text, clocks[ply - 1], spent[ply - 1] = read_comment(text, clocks[ply - 1], spent[ply - 1])
            if tidy := tidy_comment(text):
                comments[ply] = tidy
        set_field(self, "clocks", tuple(clocks))
        set_field(self, "spent", tuple(spent))
        set_field(self, "comments", comments)
        set_field(self, "headers", self._tidy_headers())
        if text_size(self.headers, comments) > MOST_TEXT:
            raise TooLong(TOO_MUCH_TEXT)

    @classmethod
    def of(
        cls,
        board: Board,
        *,
        result: Result | None = None,
        headers: Mapping[str, str] | None = None,
        clocks: Sequence[timedelta | None] = (),
        spent: Sequence[timedelta | None] = (),
        comments: Mapping[int, str] | None = None,
    ) -> "Self":
        """Return the record of the game on ``board``; ``result`` only where the board does not show it.

        The rules of the board are stated in the headers OpeningRule and RepetitionRule.

        :raises ValueError: as the class, or ``Board.move_strings``.
        """
        return cls(
            board.rules,
            tuple(board.move_strings()),
            Result.on_board(board) if result is None else result,
            {
                "OpeningRule": board.rules.opening.value,
                "RepetitionRule": board.rules.repetition.value,
                **(headers or {}),
            },
            tuple(clocks),
            tuple(spent),
            comments or {},
        )

    def header(self, name: str) -> str:
        """Return a header, empty if the record does not have it."""
        return self.headers.get(name, "")

    def board(self) -> Board:
        """Return a board with all moves played.

        :raises BadGame: the moves were not legal after all.
        """
        return replay_moves(self.rules, self.moves)

    def prefix(self, plies: int) -> "GameRecord":
        """Return the first ``plies`` moves as an unfinished game with the same headers."""
        if plies >= len(self.moves):
            return self
        return replace(
            self,
            moves=self.moves[:plies],
            result=Result.OPEN,
            clocks=self.clocks[:plies],
            spent=self.spent[:plies],
            comments={ply: text for ply, text in self.comments.items() if ply <= plies},
        )

    def _padded(self, times: tuple[timedelta | None, ...]) -> list[timedelta | None]:
        whole = [None if t is None else max(t - t % timedelta(milliseconds=1), timedelta(0)) for t in times]
        return [*whole, *[None] * (len(self.moves) - len(whole))]

    def _tidy_headers(self) -> dict[str, str]:
        found = {name: one_line(value) for name, value in self.headers.items()}
        for name in found:
            if not _NAME.fullmatch(name):
                raise ValueError(f"{name[:20]!r} cannot be the name of a header")
        found.pop("GameType", None)
        stated = read_result(found.get("Result", Result.OPEN))
        if found.get("Result") in [*list(Result), "NotStarted", ""] or stated not in (None, self.result):
            found.pop("Result", None)
        found.pop("ResultScore", None)
        _state(found, "OpeningRule", self.rules.opening, implied_opening(self.moves))
        _state(found, "RepetitionRule", self.rules.repetition, RepetitionRule.NONE)
        return in_order({name: value for name, value in found.items() if value or name not in _NEVER_EMPTY})


def _state(headers: dict[str, str], name: str, rule: _Rule, implied: _Rule) -> None:
    """State ``rule`` where headers without it, or with another, would be read as something else."""
    stated = headers.get(name)
    if (stated if stated in list(type(rule)) else implied) != rule:
        headers[name] = rule.value


def implied_opening(moves: Sequence[str]) -> OpeningRule:
    """Return the opening rule a record without that header is read by: tournament, unless a queen opens."""
    if any(move[1:2] in ("Q", "q") for move in moves[:2]):
        return OpeningRule.QUEEN_MAY_OPEN
    return OpeningRule.NO_QUEEN_FIRST


def in_order(headers: Mapping[str, str]) -> dict[str, str]:
    """Return headers in the order all exporters write them, whatever format they came from."""
    known = [name for name in (*MAIN_HEADERS, *KNOWN_HEADERS) if name in headers]
    from_sgf = sorted(name for name in headers if name.startswith("Sgf"))
    return {name: headers[name] for name in dict.fromkeys([*known, *from_sgf, *headers])}
