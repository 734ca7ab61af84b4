"""Pausing a game and letting it go on.

A paused game keeps its side to move and both remaining times; no flag falls, no warning goes out and no move is taken.
The players may still resign, or offer and agree a draw: none of that needs a clock, and nobody should have to wait for
an arbiter to give a lost game up.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import GameOver, ValidationFailed
from games.events import record
from games.models import Game, GameEvent
from games.services.flags import flag_if_overdue
from games.services.lock import lock_game, lock_games, lock_if_free
from games.services.reasons import check_reason
from games.services.state import set_paused, set_resumed
from games.services.sweep import sweep
from games.services.telling import tell_arbiter


@dataclass(frozen=True, slots=True)
class PauseOutcome:
    """By game number: what is ``paused`` now, was ``already``, was ``over``, and is ``overdue``: left to the flag.

    An overdue game whose last move still arrives goes on unpaused: look again after a few seconds.
    """

    paused: tuple[int, ...]
    already: tuple[int, ...]
    over: tuple[int, ...]
    overdue: tuple[int, ...]


def pause(*, game_id: int, by_id: int | None, reason: str, now: datetime, until: datetime | None = None) -> Game:
    """Stop the clock of a game until ``until``, or until it is resumed (None). Part of the caller's transaction.

    A player whose time was up has lost: the game then comes back over, not paused. Of a paused game only ``until`` and
    the reason change; to pause it twice for as long does nothing.

    :raises NotFound, GameOver: there is no such game, or it is over.
    :raises FlagPending: the time is up, but a move sent in time may still arrive.
    :raises ValidationFailed: no reason, or ``until`` is not in the future.
    """
    _check(reason, now, until)
    game = lock_game(game_id)
    if not game.in_progress:
        raise GameOver
    if not flag_if_overdue(game, side=None, now=now):
        _pause(game, by_id, reason, now, until)
    return game


def pause_all(
    *,
    game_ids: Collection[int],
    by_id: int | None,
    reason: str,
    now: datetime,
    until: datetime | None = None,
    tell: bool = True,
) -> PauseOutcome:
    """Pause every game of these that goes on, and say what became of each. Part of the caller's transaction.

    ``tell`` is False where the players are told of it once for all their games, by the caller.

    :raises NotFound: there is no such game.
    :raises ValidationFailed: no reason, or ``until`` is not in the future.
    """
    _check(reason, now, until)
    paused: list[int] = []
    already: list[int] = []
    over: list[int] = []
    overdue: list[int] = []
    for pk, game in lock_games(game_ids).items():
        if not game.in_progress:
            over.append(pk)
        elif game.flag_at is not None and game.flag_at <= now:
            overdue.append(pk)
        else:
            (already if game.paused else paused).append(pk)
            _pause(game, by_id, reason, now, until, tell=tell)
    return PauseOutcome(tuple(paused), tuple(already), tuple(over), tuple(overdue))


def resume(*, game_id: int, by_id: int | None, now: datetime) -> Game:
    """Let a paused game go on: the clock runs from ``now``. One that is not paused stays as it is.

    Part of the caller's transaction.

    :raises NotFound, GameOver: there is no such game, or it is over.
    """
    game = lock_game(game_id)
    if not game.in_progress:
        raise GameOver
    if game.paused:
        _resume(game, by_id, at=now, now=now)
    return game


def resume_all(*, game_ids: Collection[int], by_id: int | None, now: datetime, tell: bool = True) -> tuple[int, ...]:
    """Let those of these games go on that are paused, and return which. Part of the caller's transaction.

    ``tell`` as in `pause_all`.

    :raises NotFound: there is no such game.
    """
    paused = [game for game in lock_games(game_ids).values() if game.paused]
    for game in paused:
        _resume(game, by_id, at=now, now=now, tell=tell)
    return tuple(game.pk for game in paused)


def resume_due_games(*, now: datetime, limit: int = 500) -> int:
    """Let every game go on whose pause is over, and return how many. See `sweep`."""
    return sweep("paused_until", now, limit, lambda pk: _resume_one(pk, now))


def resume_if_due(game: Game, *, now: datetime) -> None:
    """Let the game go on if its pause is over by ``now``. Expects the lock.

    The clock runs from the end of the pause as it was announced, however late that is noticed.
    """
    if game.paused_until is not None and game.paused_until <= now:
        _resume(game, None, at=game.paused_until, now=now)


@transaction.atomic(durable=True)
def _resume_one(pk: int, now: datetime) -> bool:
    game = lock_if_free(pk)
    if game is None or game.paused_until is None or game.paused_until > now:
        return False
    resume_if_due(game, now=now)
    return True


def _check(reason: str, now: datetime, until: datetime | None) -> None:
    check_reason(reason)
    if until is not None and until <= now:
        problem = _("The pause must end in the future.")
        raise ValidationFailed(problem, errors={"until": [problem]})


def _pause(
    game: Game, by_id: int | None, reason: str, now: datetime, until: datetime | None, *, tell: bool = True
) -> None:
    if game.paused and game.paused_until == until:
        return
    set_paused(game, at=now, until=until)
    game.save()
    until_text = None if until is None else until.isoformat()
    event = record(game, GameEvent.Kind.PAUSED, at=now, by_id=by_id, reason=reason, until_at=until_text)
    if tell:
        tell_arbiter(game, event, now=now)


def _resume(game: Game, by_id: int | None, *, at: datetime, now: datetime, tell: bool = True) -> None:
    set_resumed(game, at=at)
    game.save()
    event = record(game, GameEvent.Kind.RESUMED, at=at, by_id=by_id)
    if tell:
        tell_arbiter(game, event, now=now)
