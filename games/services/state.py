"""The one place that writes status, side to move, clocks and deadlines of a game: they change together."""

from datetime import datetime, timedelta

from games.clock import Clock
from games.models import Game

# The warning that time runs low.
SHORTEST_TO_WARN = timedelta(hours=4)
LOW_SHARE = 5  # the last fifth of the time
LEAST_NOTICE = timedelta(hours=1)
MOST_NOTICE = timedelta(hours=24)


def warn_at(clock: Clock) -> datetime | None:
    """Return when to warn the player to move, None if this turn is too short for a warning to help.

    The warning comes when a fifth of the time for this turn is left, but at least an hour and at most a day before the
    flag falls. A turn of less than four hours gets none: the mail that it is one's turn names the deadline already.
    """
    flag_at = clock.flag_at()
    if flag_at is None or clock.turn_started_at is None:
        return None
    given = flag_at - clock.turn_started_at
    if given < SHORTEST_TO_WARN:
        return None
    return flag_at - min(max(given / LOW_SHARE, LEAST_NOTICE), MOST_NOTICE)


def set_clock(game: Game, clock: Clock) -> None:
    """Put a running clock on a game that goes on. Expects the lock; the caller saves."""
    _write(game, clock, status=Game.Status.IN_PROGRESS, result="", ending="", finished_at=None)


def set_over(game: Game, *, status: str, result: str, ending: str, at: datetime) -> None:
    """Stop the clock at ``at`` and close the game; open draw offers go. Expects the lock; the caller saves."""
    game.white_draw_offer_ply = game.black_draw_offer_ply = None
    _write(game, game.clock.stop(now=at), status=status, result=result, ending=ending, finished_at=at)


def _write(game: Game, clock: Clock, *, status: str, result: str, ending: str, finished_at: datetime | None) -> None:
    game.status, game.result, game.ending, game.finished_at = status, result, ending, finished_at
    game.to_move = clock.running or ""
    game.white_remaining, game.black_remaining = clock.white, clock.black
    game.turn_started_at = clock.turn_started_at
    game.flag_at = clock.flag_at()
    game.warn_at = warn_at(clock)
    game.version += 1
