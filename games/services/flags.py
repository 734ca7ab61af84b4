"""Loss on time. The clock decides under the lock of the game; sweeps and visitors only make it look."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games import arrivals
from games.errors import FlagPending
from games.models import Game
from games.services.finish import finish
from games.services.lock import lock_game, lock_if_free, read_game
from games.services.sweep import sweep
from games.services.telling import tell_low_clock
from games.side import Side

# A move counts if it was received in time, also when its turn to be processed comes later. What waits for the lock
# is known (`games.arrivals`); what waits for a thread is not, so everybody but the player to move allows it this time.
GUARD = timedelta(seconds=3)


def flag_if_overdue(game: Game, *, side: Side | None, now: datetime) -> bool:
    """End the game on time if the deadline has passed, and say whether it did. Expects the lock.

    ``side`` is who asks: the player to move is judged to the millisecond; for the opponent, and for an arbiter (None),
    there is the guard. None of them may overtake a move that was received in time and waits.

    :raises FlagPending: somebody else asks in the moment of the guard, or such a move waits; nothing is decided.
    """
    if game.flag_at is None or now < game.flag_at:
        return False
    if side == game.side_to_move:
        if _move_waits(game):
            raise FlagPending
    else:
        check_guard(game, now, for_arbiter=side is None)
    _flag(game, now)
    return True


def check_guard(game: Game, now: datetime, *, for_arbiter: bool = True) -> None:
    """Refuse to decide about an overdue game while a move that was sent in time may still arrive. Expects the lock.

    :raises FlagPending: it may.
    """
    if game.flag_at is not None and now >= game.flag_at and not _is_due(game, now):
        raise FlagPending(for_arbiter=for_arbiter)


def claim_flag(*, game_id: int, now: datetime) -> Game:
    """Return the game, ended on time if that is due: what every door does before it shows a game.

    Anybody may claim, as often as they like: a game that is not overdue is only read, without a lock.

    :raises NotFound: there is no such game.
    """
    game = read_game(game_id)
    return _claim(game_id, now) if _is_due(game, now) else game


@transaction.atomic(durable=True)
def _claim(game_id: int, now: datetime) -> Game:
    game = lock_game(game_id)
    if _is_due(game, now):
        _flag(game, now)
    return game


def sweep_flags(*, now: datetime, limit: int = 500) -> int:
    """End every game whose deadline has passed, and return how many.

    Candidates come from the index in batches of ``limit`` until a batch is short; each is one transaction. A game that
    another process holds is skipped: that process decides it, or the next sweep. A game that fails is logged and left.
    """
    return sweep("flag_at", now - GUARD, limit, lambda pk: _flag_one(pk, now))


def warn_low_clocks(*, now: datetime, limit: int = 500) -> int:
    """Warn the players to move whose time runs low, once in each turn, and return how many."""
    return sweep("warn_at", now, limit, lambda pk: _warn_one(pk, now))


@transaction.atomic(durable=True)
def _flag_one(pk: int, now: datetime) -> bool:
    game = lock_if_free(pk)
    if game is None or not _is_due(game, now):
        return False
    _flag(game, now)
    return True


@transaction.atomic(durable=True)
def _warn_one(pk: int, now: datetime) -> bool:
    game = lock_if_free(pk)
    if game is None or game.warn_at is None or now < game.warn_at:
        return False
    game.warn_at = None
    game.save(update_fields=["warn_at"])
    if game.flag_at is None or now >= game.flag_at:
        return False
    tell_low_clock(game, now=now)
    return True


def _is_due(game: Game, now: datetime) -> bool:
    return game.flag_at is not None and now >= game.flag_at + GUARD and not _move_waits(game)


def _move_waits(game: Game) -> bool:
    side, deadline = game.side_to_move, game.flag_at
    if side is None or deadline is None:
        return False
    return arrivals.came_in_time(game_id=game.pk, player_id=game.player_id(side), deadline=deadline)


def _flag(game: Game, now: datetime) -> None:
    """The player to move has lost, at the deadline. Expects the lock and a deadline that has passed."""
    loser, deadline = game.side_to_move, game.flag_at
    if loser is None or deadline is None:
        raise ValueError(f"no clock runs in game {game.pk}")
    finish(game, result=loser.other, ending=Game.Ending.FLAG, at=deadline, now=now)
