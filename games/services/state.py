"""The one place that writes status, side to move, clocks, pauses and deadlines of a game: they change together."""

from datetime import datetime, timedelta

from games.clock import Clock
from games.models import Game
from games.ruling import Ruling
from games.side import Side

# The warning that time runs low.
SHORTEST_TO_WARN = timedelta(hours=4)
LOW_SHARE = 5  # the last fifth of the time
LEAST_NOTICE = timedelta(hours=1)
MOST_NOTICE = timedelta(hours=24)
NO_TIME = timedelta(0)


def warn_at(clock: Clock, spent: timedelta = NO_TIME) -> datetime | None:
    """Return when to warn the player to move, None if this turn is too short for a warning to help.

    The warning comes when a fifth of the time for this turn is left, but at least an hour and at most a day before the
    flag falls. A turn of less than four hours gets none: the mail that it is one's turn names the deadline already.
    ``spent`` is what went by in this turn before a pause, so that a pause does not move the warning.
    """
    flag_at = clock.flag_at()
    if flag_at is None or clock.turn_started_at is None:
        return None
    given = flag_at - clock.turn_started_at + spent
    if given < SHORTEST_TO_WARN:
        return None
    return flag_at - min(max(given / LOW_SHARE, LEAST_NOTICE), MOST_NOTICE)


def set_clock(game: Game, clock: Clock) -> None:
    """Put a running clock on a game that goes on, a turn begins. Expects the lock; the caller saves."""
    _set_over(game, status=Game.Status.IN_PROGRESS, result="", ending="", at=None)
    _set_running(game, clock, NO_TIME)


def set_over(game: Game, *, status: str, result: str, ending: str, at: datetime) -> None:
    """Stop the clock at ``at`` and close the game; open draw offers go. Expects the lock; the caller saves."""
    game.white_draw_offer_ply = game.black_draw_offer_ply = None
    _set_still(game, game.clock.stop(now=at), to_move="", turn_spent=NO_TIME)
    _set_over(game, status=status, result=result, ending=ending, at=at)


def set_paused(game: Game, *, at: datetime, until: datetime | None) -> None:
    """Stop the clock at ``at``: what was thought so far is charged, and no more. Expects the lock; the caller saves.

    Of a game that is paused already only ``until`` changes.
    """
    paused_at = game.paused_at or at
    _set_still(game, game.clock.stop(now=at), to_move=game.to_move, turn_spent=game.spent_in_turn(at))
    game.paused_at, game.paused_until = paused_at, until


def set_resumed(game: Game, *, at: datetime) -> None:
    """Let the clock of a paused game run again from ``at``, with what it had. Expects the lock; the caller saves."""
    _set_running(game, game.clock.start(now=at, side=Side(game.to_move)), game.turn_spent)
    _drop_late_warning(game, at)


def set_granted(game: Game, *, side: Side, amount: timedelta, at: datetime) -> None:
    """Add ``amount`` to what ``side`` has. Expects the lock and a game that goes on; the caller saves."""
    if side is Side.WHITE:
        game.white_remaining += amount
    else:
        game.black_remaining += amount
    if game.paused:
        game.version += 1
        return
    _set_running(game, game.clock, game.turn_spent)
    _drop_late_warning(game, at)


def set_back(game: Game, ruling: Ruling, *, at: datetime) -> None:
    """Put a game back to what it was before ``ruling``. Expects the lock; the caller saves.

    A game that was being played goes on from ``at`` with the times it had at the ruling; one that was paused is paused
    again, unless its pause is over by now.
    """
    game.rated = ruling.rated
    game.white_draw_offer_ply, game.black_draw_offer_ply = ruling.white_draw_offer_ply, ruling.black_draw_offer_ply
    game.white_last_offer_ply, game.black_last_offer_ply = ruling.white_last_offer_ply, ruling.black_last_offer_ply
    control = game.clock.control
    clock = Clock(control, ruling.white_remaining, ruling.black_remaining)
    _set_still(game, clock, to_move=ruling.to_move, turn_spent=ruling.turn_spent)
    _set_over(game, status=ruling.status, result=ruling.result, ending=ruling.ending, at=ruling.finished_at)
    if not ruling.to_move:
        return
    if ruling.paused_at is not None and (ruling.paused_until is None or ruling.paused_until > at):
        game.paused_at, game.paused_until = ruling.paused_at, ruling.paused_until
        return
    _set_running(game, clock.start(now=at, side=Side(ruling.to_move)), ruling.turn_spent)
    _drop_late_warning(game, at)


def _drop_late_warning(game: Game, now: datetime) -> None:
    # The notice that goes out now names the deadline: a warning in the same moment would say nothing more.
    if game.warn_at is not None and game.warn_at <= now:
        game.warn_at = None


def _set_running(game: Game, clock: Clock, turn_spent: timedelta) -> None:
    game.to_move = clock.running or ""
    game.white_remaining, game.black_remaining = clock.white, clock.black
    game.turn_started_at, game.turn_spent = clock.turn_started_at, turn_spent
    game.paused_at = game.paused_until = None
    game.flag_at = clock.flag_at()
    game.warn_at = warn_at(clock, turn_spent)
    game.version += 1


def _set_still(game: Game, clock: Clock, *, to_move: str, turn_spent: timedelta) -> None:
    game.to_move = to_move
    game.white_remaining, game.black_remaining = clock.white, clock.black
    game.turn_started_at, game.turn_spent = None, turn_spent
    game.paused_at = game.paused_until = None
    game.flag_at = game.warn_at = None
    game.version += 1


def _set_over(game: Game, *, status: str, result: str, ending: str, at: datetime | None) -> None:
    game.status, game.result, game.ending, game.finished_at = status, result, ending, at
