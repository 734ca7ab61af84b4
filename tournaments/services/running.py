"""The start of an event, by hand or by the calendar. From there it needs nobody watching."""

from __future__ import annotations

import logging
import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, DomainError
from accounts.models import User
from games.pools import pool_of

from ..models import Entrant, Section, Tournament
from ..pairing.swiss.result import EDITION
from ..permissions import Act
from ..selectors.seeding import ratings_of
from ..states import ANNOUNCED, Action, Status, is_done, may
from .audit import log
from .life import bring_up_to, move
from .locking import locked, require
from .progress import begin_sections, start_next_round
from .results import record_result, repair_results
from .staging import make_stages
from .telling import tell
from .waiting import settle_check_in

__all__ = ["MIN_ENTRANTS", "open_due_rounds", "record_result", "repair_results", "start", "start_due_tournaments"]

logger = logging.getLogger(__name__)

MIN_ENTRANTS = 2


@transaction.atomic(durable=True)
def start(*, tournament_id: int, actor: User | None = None, now: datetime, seed: int | None = None) -> Tournament:
    """Start the event: seeds by rating (equal ratings: who entered first), pairings, first games, notices.

    A second call, from a double click or another worker, waits for the lock and changes nothing. ``actor`` None: the
    calendar. ``seed`` is what every lot of the event is drawn from; None takes a fresh one. All of it is one
    transaction, so a crash leaves an event that has not started.

    :raises Conflict: ``wrong_status``: a draft or cancelled; ``too_few_entrants``; ``cannot_pair``.
    :raises NotFound, Forbidden: no such event, or not in charge of it.
    """
    tournament = locked(tournament_id)
    if actor is not None:
        require(actor, tournament, Act.START)
    if is_done(tournament.status, Action.START):
        return tournament
    if not may(tournament.status, Action.START):
        raise Conflict(_("Only a published event can start."), code="wrong_status", event_status=tournament.status)
    bring_up_to(tournament, now)
    entrants = _seeded(tournament, now)
    if len(entrants) < MIN_ENTRANTS:
        raise Conflict(_("An event needs at least two entrants to start."), code="too_few_entrants")
    tournament.seed = secrets.randbelow(2**48) if seed is None else seed
    tournament.edition = EDITION
    tournament.started_at = now
    tournament.save(update_fields=["seed", "edition", "started_at"])
    log(tournament, "entrants_seeded", now=now, actor=actor, after={"entrants": [_line(one) for one in entrants]})
    move(tournament, Action.START, now, actor=actor)
    first, *_later = make_stages(tournament)
    first.tournament = tournament
    begin_sections(first, entrants, now)
    tell(tournament, entrants, "event_started", f"event_started:{tournament.pk}", {}, now)
    return tournament


def _line(entrant: Entrant) -> dict[str, object]:
    return {"entrant": entrant.pk, "seed": entrant.seed, "rating": round(entrant.rating), "name": entrant.user.name}


def _seeded(tournament: Tournament, now: datetime) -> list[Entrant]:
    """The entrants with their ratings of now and their seeds, in that order. Who has not checked in does not play."""
    if tournament.status == Status.CHECK_IN:
        settle_check_in(tournament, now)
    entrants = list(tournament.entrants.filter(status=Entrant.Status.ENTERED).select_related("user"))
    ratings = ratings_of((entrant.user_id for entrant in entrants), pool_of(tournament.game_type))
    for entrant in entrants:
        entrant.rating = ratings[entrant.user_id]
    entrants.sort(key=lambda entrant: (-entrant.rating, entrant.entered_at, entrant.pk))
    for seed, entrant in enumerate(entrants, start=1):
        entrant.seed = seed
    Entrant.objects.bulk_update(entrants, ["rating", "seed"], batch_size=500)
    return entrants


def start_due_tournaments(*, now: datetime, limit: int = 100) -> int:
    """Start the events whose time has come and that have entrants enough. Returns how many started."""
    due = (
        Tournament.objects.filter(status__in=ANNOUNCED, starts_at__lte=now)
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


def open_due_rounds(*, now: datetime, limit: int = 100) -> int:
    """Start the rounds whose time has come. Returns how many started."""
    due = Section.objects.filter(next_round_at__lte=now, tournament__status=Status.RUNNING, tournament__paused_at=None)
    done = 0
    for section_id in list(due.order_by("next_round_at", "pk").values_list("pk", flat=True)[:limit]):
        try:
            done += _open_due(section_id, now)
        except Exception:
            logger.exception("could not start the next round of section %s", section_id)
    return done


@transaction.atomic(durable=True)
def _open_due(section_id: int, now: datetime) -> bool:
    section = Section.objects.select_related("stage").get(pk=section_id)
    tournament = locked(section.tournament_id)
    section.refresh_from_db(fields=["next_round_at", "status"])
    if section.next_round_at is None or section.next_round_at > now or tournament.status != Status.RUNNING:
        return False  # another worker was first
    section.tournament = section.stage.tournament = tournament
    return start_next_round(section, now) is not None
