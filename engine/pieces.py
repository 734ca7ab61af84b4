"""Colours, bugs, pieces and game types."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from .core.tables import COUNTS
from .errors import InvalidNotation


class Color(Enum):
    """White moves first."""

    WHITE = 0
    BLACK = 1

    @property
    def letter(self) -> str:
        """``"w"`` or ``"b"``, as in move strings."""
        return "wb"[self.value]

    @property
    def other(self) -> "Color":
        """The opponent's colour."""
        return Color(1 - self.value)


class Bug(Enum):
    """The kinds of bugs; the value is the letter in move strings."""

    QUEEN = "Q"
    SPIDER = "S"
    BEETLE = "B"
    GRASSHOPPER = "G"
    ANT = "A"
    MOSQUITO = "M"
    LADYBUG = "L"
    PILLBUG = "P"

    @property
    def letter(self) -> str:
        """The letter in move strings."""
        return self.value


BUGS: tuple[Bug, ...] = tuple(Bug)  # in the core's order of kinds


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: ``number`` counts copies from 1 in the order they are placed, 0 where there is only one.

    >>> str(Piece.parse("wa1"))
    'wA1'
    """

    color: Color
    bug: Bug
    number: int = 0

    def __str__(self) -> str:
        return f"{self.color.letter}{self.bug.value}{self.number or ''}"

    @staticmethod
    def parse(text: str) -> "Piece":
        """Read ``wA1``; letter case does not matter, and ``wQ1`` is ``wQ``.

        :raises InvalidNotation: no set of Hive has such a piece.
        """
        piece = PIECE_NAMES.get(text.lower())
        if piece is None:
            raise InvalidNotation("unknown_piece", text=text[:20])
        return ALL_PIECES[piece]


ALL_PIECES: tuple[Piece, ...] = tuple(
    Piece(color, BUGS[kind], number + 1 if COUNTS[kind] > 1 else 0)
    for color in Color
    for kind in range(8)
    for number in range(COUNTS[kind])
)
NUMBER_OF: dict[Piece, int] = {piece: n for n, piece in enumerate(ALL_PIECES)}
PIECE_TEXT: tuple[str, ...] = tuple(map(str, ALL_PIECES))
PIECE_NAMES: dict[str, int] = {text.lower(): n for n, text in enumerate(PIECE_TEXT)}
PIECE_NAMES.update({f"{text.lower()}1": n for n, text in enumerate(PIECE_TEXT) if len(text) == 2})


@dataclass(frozen=True, slots=True)
class GameType:
    """Which expansions are in play.

    >>> str(GameType.parse("base+plm"))
    'Base+MLP'
    """

    mosquito: bool = False
    ladybug: bool = False
    pillbug: bool = False

    ALL: ClassVar[tuple["GameType", ...]]

    def __str__(self) -> str:
        letters = "M" * self.mosquito + "L" * self.ladybug + "P" * self.pillbug
        return f"Base+{letters}" if letters else "Base"

    @staticmethod
    def parse(text: str) -> "GameType":
        """Read ``Base`` or ``Base+`` and letters of M, L, P in any order and case.

        :raises InvalidNotation: it is something else.
        """
        base, plus, letters = text.strip().upper().partition("+")
        if base != "BASE" or bool(plus) != bool(letters) or len(set(letters)) != len(letters):
            raise InvalidNotation("unknown_game_type", text=text[:20])
        if set(letters) - set("MLP"):
            raise InvalidNotation("unknown_game_type", text=text[:20])
        return GameType("M" in letters, "L" in letters, "P" in letters)

    def count(self, bug: Bug) -> int:
        """Return how many of ``bug`` each player has."""
        if bug is Bug.MOSQUITO:
            return int(self.mosquito)
        if bug is Bug.LADYBUG:
            return int(self.ladybug)
        if bug is Bug.PILLBUG:
            return int(self.pillbug)
        return COUNTS[BUGS.index(bug)]


GameType.ALL = tuple(
    GameType.parse(text) for text in ("Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP")
)
