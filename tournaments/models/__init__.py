"""Tables of events. Facts and what must never be; the use cases are in ``tournaments.services``."""

from .match import Match, MatchGame, Round
from .tournament import Entrant, Tournament

__all__ = ["Entrant", "Match", "MatchGame", "Round", "Tournament"]
