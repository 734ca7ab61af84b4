"""The rules two players agree on before a game, and how a game on the board can end."""

from dataclasses import dataclass, field
from enum import StrEnum

from .pieces import Color, GameType


class OpeningRule(StrEnum):
    """What the first placements may be."""

    QUEEN_MAY_OPEN = "queen_may_open"
    NO_QUEEN_FIRST = "no_queen_first"  # the tournament opening rule, official since 2024


class RepetitionRule(StrEnum):
    """What happens when a position comes back."""

    NONE = "none"
    THREEFOLD = "threefold"  # the third occurrence draws the game at once


@dataclass(frozen=True, slots=True)
class Rules:
    """Game type, opening rule and repetition rule of one game."""

    game_type: GameType = field(default_factory=lambda: GameType.ALL[-1])
    opening: OpeningRule = OpeningRule.NO_QUEEN_FIRST
    repetition: RepetitionRule = RepetitionRule.NONE


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game on the board: ``winner`` is None for a draw.

    ``ending`` is ``"surrounded"``, ``"both_surrounded"`` or ``"repetition"``. Resignations, flags and
    agreements are no business of a board.
    """

    winner: Color | None
    ending: str
