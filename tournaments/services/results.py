"""Results of an event's games: counted once, scored, and what follows from them.

A result reaches an event by a task after the game's commit, and by a sweep where that task was lost.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.models import Game

from ..models import MatchGame, Tournament
from ..states import Status
from .audit import log, where
from .knock_out import settle_match
from .locking import locked
from .progress import go_on
from .rounds import game_for
from .scoring import points_of, rescore

logger = logging.getLogger(__name__)


@transaction.atomic(durable=True)
def record_result(*, game_id: int, now: datetime) -> bool:
    """Count a finished game of an event; then go on with the event as its pace says.

    Returns whether anything was recorded: False for a game of no event, one still in play and one counted already,
    so that it may be called any number of times. An aborted game of a running event is played anew with the same
    colours. A cancelled event still records what is played to its end, and does nothing further.
    """
    place = MatchGame.objects.filter(game_id=game_id).values_list("match__round__tournament_id", flat=True).first()
    if place is None:
        return False
    tournament = locked(place)
    slot = slots().filter(game_id=game_id, recorded_at=None).first()
    if slot is None or slot.game is None:
        return False  # counted already, or replaced by a new game, while we waited for the lock
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
    settle(tournament, slot, now)
    return True


def slots() -> QuerySet[MatchGame]:
    """Games of matches with everything that recording them needs."""
    return MatchGame.objects.select_related(
        "game", "white__user", "black__user", "match__round__section__stage", "match__first", "match__second"
    )


def subject_of(slot: MatchGame) -> str:
    """Which game it is, as a reader names it: both names and the round."""
    return f"{slot.white.user.name} – {slot.black.user.name} ({slot.match.round.number}.{slot.match.board})"


def scored(slot: MatchGame) -> dict[str, object]:
    """What a slot counts, as the record holds it."""
    return {
        "outcome": slot.outcome,
        "white_points": slot.white_points,
        "black_points": slot.black_points,
        "forfeit": slot.forfeit,
        "counts": slot.counts,
    }


def count(tournament: Tournament, slot: MatchGame, *, result: str, forfeit: bool, now: datetime) -> None:
    """Write a result into its slot and score the match anew."""
    slot.match.round.section.stage.tournament = tournament
    rules = slot.match.round.section.stage.rules
    slot.white_points, slot.black_points = points_of(rules, result)
    slot.outcome = result
    slot.forfeit = forfeit
    slot.recorded_at = now
    slot.save(update_fields=["white_points", "black_points", "outcome", "forfeit", "recorded_at", "ruled", "counts"])
    rescore(slot.match, list(slot.match.games.all()), rules, now)


def settle(tournament: Tournament, slot: MatchGame, now: datetime) -> None:
    """Do what follows from a counted result: the next game, round or stage, or the end."""
    tournament.version += 1
    tournament.save(update_fields=["version"])
    if tournament.status in (Status.RUNNING, Status.AWAITING_APPROVAL, Status.FINISHED):
        settle_match(slot.match, now)
    section = slot.match.round.section
    section.tournament = tournament
    go_on(section, now)


def _play_anew(tournament: Tournament, slot: MatchGame, now: datetime) -> bool:
    if tournament.status != Status.RUNNING:
        return False
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
