"""Rules of Hive: an exact engine in pure Python that imports nothing outside itself."""

from . import compiled as compiled  # before all others: it decides which build they are imported from
from .board import Board, explain, replay
from .errors import BadGame, EngineError, IllegalMove, InvalidNotation, InvalidSnapshot
from .hexes import Hex
from .moves import Move
from .notation.convert import read_game, write_game
from .notation.reading import BadRecord
from .notation.record import GameRecord, Result
from .openings import Opening, Openings, Shape, openings_of
from .pieces import Bug, Color, GameType, Piece
from .rules import OpeningRule, Outcome, RepetitionRule, Rules

__all__ = [
    "BadGame",
    "BadRecord",
    "Board",
    "Bug",
    "Color",
    "EngineError",
    "GameRecord",
    "GameType",
    "Hex",
    "IllegalMove",
    "InvalidNotation",
    "InvalidSnapshot",
    "Move",
    "Opening",
    "OpeningRule",
    "Openings",
    "Outcome",
    "Piece",
    "RepetitionRule",
    "Result",
    "Rules",
    "Shape",
    "explain",
    "openings_of",
    "read_game",
    "replay",
    "write_game",
]
