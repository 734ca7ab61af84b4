"""An event from its first game to its last: start, results, next rounds, the end. It needs nobody watching.

A result reaches an event by a task after the game's commit, and by a sweep where that task was lost.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, DomainError
from accounts.models import User
from accounts.services.notifications import notify
from games.models import Game
from games.pools import pool_of

from ..models import Entrant, MatchGame, Round, Tournament
from ..selectors.seeding import ratings_of
from ..states import TARGET, Action, Status, is_done, may
from .locking import locked, require_organiser
from .points import points_of
from .ranking import store_final_ranks
from .rounds import close_finished_rounds, game_for, open_rounds, store_schedule

logger = logging.getLogger(__name__)

MIN_ENTRANTS = 2


@transaction.atomic(durable=True)
def start(*, tournament_id: int, actor: User | None = None, now: datetime) -> Tournament:
    """Start the event: seeds by rating (equal ratings: who entered first), pairings, first games, notices.

    A second call, from a double click or another worker, waits for the lock and changes nothing. ``actor`` None: the
    schedule. All of it is one transaction, so a crash leaves an event that has not started.

    :raises Conflict: ``wrong_status``: a draft or cancelled; ``too_few_entrants``.
    :raises NotFound, Forbidden: no such event, or not its organiser.
    """
    tournament = locked(tournament_id)
    if actor is not None:
        require_organiser(actor, tournament)
    if is_done(tournament.status, Action.START):
        return tournament
    if not may(tournament.status, Action.START):
        raise Conflict(_("Only a published event can start."), code="wrong_status", event_status=tournament.status)
    entrants = _seeded(tournament)
    if len(entrants) < MIN_ENTRANTS:
        raise Conflict(_("An event needs at least two entrants to start."), code="too_few_entrants")
    tournament.status = TARGET[Action.START]
    tournament.started_at = now
    tournament.version += 1
    store_schedule(tournament, entrants)
    tournament.save()
    if tournament.pacing == Tournament.Pacing.ALL_AT_ONCE:
        open_rounds(tournament, list(tournament.rounds.all()), now)
    else:
        open_rounds(tournament, [tournament.rounds.get(number=1)], now)
    _tell(tournament, entrants, "event_started", f"event_started:{tournament.pk}", {}, now)
    return tournament


def _seeded(tournament: Tournament) -> list[Entrant]:
    """The entrants with their ratings of now and their seeds, in that order."""
    entrants = list(tournament.entrants.filter(status=Entrant.Status.ENTERED).select_related("user"))
    ratings = ratings_of((entrant.user_id for entrant in entrants), pool_of(tournament.game_type))
    for entrant in entrants:
        entrant.rating = ratings[entrant.user_id]
    entrants.sort(key=lambda entrant: (-entrant.rating, entrant.entered_at, entrant.pk))
    for seed, entrant in enumerate(entrants, start=1):
        entrant.seed = seed
    Entrant.objects.bulk_update(entrants, ["rating", "seed"])
    return entrants


@transaction.atomic(durable=True)
def record_result(*, game_id: int, now: datetime) -> bool:
    """Count a finished game of an event; then start the next round or end the event if it was the last to wait for.

    Returns whether anything was recorded: False for a game of no event, one still in play and one counted already,
    so that it may be called any number of times. An aborted game of a running event is played anew with the same
    colours. A cancelled event still records what is played to its end, and does nothing further.
    """
    place = MatchGame.objects.filter(game_id=game_id).values_list("match__round__tournament_id", flat=True).first()
    if place is None:
        return False
    tournament = locked(place)
    slots = MatchGame.objects.select_related("game", "white__user", "black__user")
    slot = slots.filter(game_id=game_id, recorded_at=None).first()
    if slot is None or slot.game is None:
        return False  # counted already, or replaced by a new game, while we waited for the lock
    if slot.game.status == Game.Status.ABORTED:
        return _play_anew(tournament, slot, now)
    if slot.game.status != Game.Status.FINISHED:
        return False
    _record(tournament, slot, slot.game, now)
    tournament.version += 1
    tournament.save(update_fields=["version"])
    close_finished_rounds(tournament, now)
    if tournament.status == Status.RUNNING:
        _go_on(tournament, now)
    return True


def _play_anew(tournament: Tournament, slot: MatchGame, now: datetime) -> bool:
    if tournament.status != Status.RUNNING:
        return False
    slot.game = game_for(tournament, slot, now)
    slot.save(update_fields=["game"])
    return True


def _record(tournament: Tournament, slot: MatchGame, game: Game, now: datetime) -> None:
    slot.white_points, slot.black_points = points_of(tournament, game.result)
    slot.outcome = game.result
    # Who lets the clock run out before both have moved did not appear: a forfeit for the tie-breaks, as it is unrated.
    slot.forfeit = game.ending in (Game.Ending.FORFEIT, Game.Ending.DOUBLE_FORFEIT) or not game.both_moved
    slot.recorded_at = now
    slot.save(update_fields=["white_points", "black_points", "outcome", "forfeit", "recorded_at"])


def _go_on(tournament: Tournament, now: datetime) -> None:
    """Start the next round when no counting game is open; finish when there is none left."""
    if tournament.rounds.filter(status=Round.Status.RUNNING).exists():
        return
    following = tournament.rounds.filter(status=Round.Status.PENDING).first()
    if following is None:
        _finish(tournament, now)
        return
    open_rounds(tournament, [following], now)
    data = {"round": following.number, "rounds": tournament.rounds_total}
    key = f"event_round:{tournament.pk}:{following.number}"
    _tell(tournament, tournament.entrants.select_related("user"), "event_round", key, data, now)


def _finish(tournament: Tournament, now: datetime) -> None:
    tournament.status = TARGET[Action.FINISH]
    tournament.finished_at = now
    tournament.save(update_fields=["status", "finished_at"])
    for entrant in store_final_ranks(tournament):
        data = {"rank": entrant.final_rank}
        _tell(tournament, [entrant], "event_finished", f"event_finished:{tournament.pk}", data, now)


def _tell(
    tournament: Tournament, entrants: Iterable[Entrant], kind: str, key: str, data: Mapping[str, object], now: datetime
) -> None:
    """Leave a notice for everybody who plays."""
    for entrant in entrants:
        if entrant.status == Entrant.Status.ENTERED:
            notify(
                user=entrant.user,
                kind=kind,
                key=key,
                url=tournament.get_absolute_url(),
                data={"event": tournament.name, **data},
                now=now,
            )


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


def start_due_tournaments(*, now: datetime, limit: int = 100) -> int:
    """Start the events whose time has come and that have entrants enough. Returns how many started."""
    due = (
        Tournament.objects.filter(status=Status.PUBLISHED, starts_at__lte=now)
        .annotate(entered=Count("entrants", filter=Q(entrants__status=Entrant.Status.ENTERED)))
        .filter(entered__gte=MIN_ENTRANTS)
        .order_by("starts_at", "pk")
        .values_list("pk", flat=True)[:limit]
    )
    done = 0
    for tournament_id in list(due):
        try:
            start(tournament_id=tournament_id, now=now)
            done += 1
        except DomainError as refusal:  # changed since we looked: cancelled, or an entrant left
            logger.info("event %s did not start: %s", tournament_id, refusal.code)
        except Exception:
            logger.exception("could not start event %s", tournament_id)
    return done
