"""Results of an event's games: counted once, scored, and what follows from them.

A result reaches an event by a task after the game's commit, and by a sweep where that task was lost.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from games.models import Game

from ..models import MatchGame, Tournament
from ..states import Status
from .audit import log, where
from .counting import count, knowing, scored, settle, settle_all, slots, subject_of
from .leaving import leave_if_silent
from .locking import locked
from .rounds import game_for

__all__ = ["count", "record_result", "repair_results", "scored", "settle", "slots", "subject_of"]

logger = logging.getLogger(__name__)


@transaction.atomic(durable=True)
def record_result(*, game_id: int, now: datetime) -> bool:
    """Count a finished game of an event; then go on with the event as its pace says.

    Returns whether anything was recorded: False for a game of no event, one still in play and one counted already,
    so that it may be called any number of times. An aborted game of a running event is played anew with the same
    colours. A cancelled event still records what is played to its end, and does nothing further.

    Who has lost so many games on time in a row as the rule of silence says leaves the event with this.
    """
    place = MatchGame.objects.filter(game_id=game_id).values_list("match__round__tournament_id", flat=True).first()
    if place is None:
        return False
    tournament = locked(place)
    slot = slots().filter(game_id=game_id, recorded_at=None).first()
    if slot is None or slot.game is None:
        return False  # counted already, or replaced by a new game, while we waited for the lock
    knowing(tournament, slot)
    if slot.game.status == Game.Status.ABORTED:
        return _play_anew(tournament, slot, now)
    if slot.game.status != Game.Status.FINISHED:
        return False
    # Who lets the clock run out before both have moved did not appear: a forfeit for the tie-breaks, as it is unrated.
    forfeit = slot.game.ending in (Game.Ending.FORFEIT, Game.Ending.DOUBLE_FORFEIT) or not slot.game.both_moved
    count(tournament, slot, result=slot.game.result, forfeit=forfeit, now=now)
    log(
        tournament,
        "result",
        now=now,
        subject=subject_of(slot),
        after={**where(slot), **scored(slot), "ending": slot.game.ending},
    )
    settle_all(tournament, [slot, *leave_if_silent(tournament, slot, now)], now)
    return True


def _play_anew(tournament: Tournament, slot: MatchGame, now: datetime) -> bool:
    if tournament.status != Status.RUNNING or tournament.paused_at is not None:
        return False  # the sweep comes again
    slot.game = game_for(tournament, slot, now)
    slot.save(update_fields=["game"])
    return True


def repair_results(*, now: datetime, limit: int = 500) -> int:
    """Record results whose task was lost. Returns how many there were."""
    over = (
        MatchGame.objects.filter(recorded_at=None, game__isnull=False)
        .exclude(game__status=Game.Status.IN_PROGRESS)
        .exclude(game__status=Game.Status.ABORTED, match__round__tournament__status=Status.CANCELLED)
        .order_by("pk")
        .values_list("game_id", flat=True)[:limit]
    )
    done = 0
    for game_id in list(over):
        try:
            done += record_result(game_id=game_id, now=now)
        except Exception:  # one broken event must not stop the others
            logger.exception("could not record the result of game %s", game_id)
    return done
