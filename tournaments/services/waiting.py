"""The waiting list: who moves up when a seat is free. For the services; all expect the event's lock."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from ..models import Entrant, Tournament
from ..selectors.entries import free_seats, waiting_list
from ..states import ANNOUNCED
from .audit import log
from .entry_telling import tell_player


def move_up(tournament: Tournament, now: datetime, *, checked_in_only: bool = False) -> list[Entrant]:
    """Give free seats to those who wait, first come first, and tell them. Only before the start.

    Who has closed the account meanwhile is passed over.

    ``checked_in_only``: at the start, where who has not checked in would not play.
    """
    if tournament.status not in ANNOUNCED:
        return []
    free = free_seats(tournament)
    if free == 0:
        return []
    waiting = [entrant for entrant in waiting_list(tournament) if entrant.user.is_active]
    if checked_in_only:
        waiting = [entrant for entrant in waiting if entrant.checked_in_at is not None]
    moved = waiting[:free]
    for entrant in moved:
        entrant.status = Entrant.Status.ENTERED
        entrant.save(update_fields=["status"])
        line = log(
            tournament,
            "entered",
            now=now,
            subject=entrant.user.name,
            before={"status": Entrant.Status.WAITING.value},
            after={"entrant": entrant.pk, "status": entrant.status, "rating": round(entrant.rating)},
        )
        tell_player(tournament, entrant.user, "event_entry", line, {"what": "seat"}, now)
    return moved


def settle_check_in(tournament: Tournament, now: datetime) -> None:
    """At the start of an event with check-in: who has not checked in gives the seat to who waits and has."""
    absent = tournament.entrants.filter(status=Entrant.Status.ENTERED, checked_in_at=None).select_related("user")
    for entrant in list(absent.order_by("pk")):
        entrant.status = Entrant.Status.WITHDRAWN
        entrant.withdrawn_at = now
        entrant.save(update_fields=["status", "withdrawn_at"])
        line = log(
            tournament,
            "entry_withdrawn",
            now=now,
            subject=entrant.user.name,
            reason=str(_("Not checked in before the start.")),
            before={"status": Entrant.Status.ENTERED.value},
            after={"entrant": entrant.pk, "status": entrant.status},
        )
        tell_player(tournament, entrant.user, "event_entry", line, {"what": "absent"}, now)
    move_up(tournament, now, checked_in_only=True)
