"""Time that an arbiter gives a player."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.errors import Conflict, GameOver, ValidationFailed
from games.events import record
from games.models import Game, GameEvent
from games.services.flags import flag_if_overdue
from games.services.lock import lock_game
from games.services.reasons import check_reason
from games.services.state import set_granted
from games.services.telling import tell_arbiter
from games.side import Side

MOST_GRANTED = timedelta(days=60)
MINUTE = timedelta(minutes=1)


def grant_time(
    *,
    game_id: int,
    side: str,
    amount: timedelta,
    by_id: int | None,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Game:
    """Add ``amount`` to what ``side`` ("white" or "black") has, whether its clock runs, waits or is paused.

    Part of the caller's transaction, as everything in `games.services.arbiter`. Where every move has its own time the
    grant is for the turn at hand, or the next one. Nothing granted is lost to a cap. If the time was up already, the
    game comes back lost on time, with nothing granted.

    ``version`` is the game's version that the arbiter saw: a form sent twice then grants once.

    :raises NotFound, GameOver: there is no such game, or it is over.
    :raises FlagPending: the time is up, but a move sent in time may still arrive.
    :raises Conflict: ``stale_version``: the game has changed since.
    :raises ValidationFailed: by field: side, amount (a minute to 60 days), reason.
    """
    check_reason(reason)
    _check(side, amount)
    game = lock_game(game_id)
    if not game.in_progress:
        raise GameOver
    if flag_if_overdue(game, side=None, now=now):
        return game
    if version is not None and version != game.version:
        raise Conflict(_("The game has changed since: look at it and decide again."), code="stale_version")
    set_granted(game, side=Side(side), amount=amount, at=now)
    game.save()
    minutes = amount // MINUTE
    event = record(
        game, GameEvent.Kind.TIME_GRANTED, at=now, by_id=by_id, reason=reason, side=side, minutes=minutes
    )  # fmt: skip
    tell_arbiter(game, event, now=now)
    return game


def _check(side: str, amount: timedelta) -> None:
    errors = {}
    if side not in tuple(Side):
        errors["side"] = [_("Choose one of: %(values)s.") % {"values": ", ".join(Side)}]
    if not MINUTE <= amount <= MOST_GRANTED or amount % MINUTE:
        errors["amount"] = [_("Grant whole minutes, from 1 minute to 60 days.")]
    if errors:
        raise ValidationFailed(_("The time cannot be granted so: see the fields."), errors=errors)
