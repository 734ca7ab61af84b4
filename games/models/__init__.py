"""Tables of correspondence play. Facts and what must never be; the use cases are in ``games.services``."""

from .challenge import Challenge
from .game import Game, Move
from .rating import Rating, RatingChange
from .records import GameEvent, IdempotencyRecord

__all__ = ["Challenge", "Game", "GameEvent", "IdempotencyRecord", "Move", "Rating", "RatingChange"]
