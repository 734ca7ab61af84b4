"""Rules of Hive: an exact engine in pure Python that imports nothing outside itself."""

from . import compiled as compiled  # before all others: it decides which build they are imported from
from .board import Board, explain, replay
from .errors import BadGame, EngineError, IllegalMove, InvalidNotation, InvalidSnapshot
from .hexes import Hex
from .moves import Move
from .pieces import Bug, Color, GameType, Piece
from .rules import OpeningRule, Outcome, RepetitionRule, Rules

__all__ = [
    "BadGame",
    "Board",
    "Bug",
    "Color",
    "EngineError",
    "GameType",
    "Hex",
    "IllegalMove",
    "InvalidNotation",
    "InvalidSnapshot",
    "Move",
    "OpeningRule",
    "Outcome",
    "Piece",
    "RepetitionRule",
    "Rules",
    "explain",
    "replay",
]
