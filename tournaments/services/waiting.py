"""The waiting list: who moves up when a seat is free. For the services; all expect the event's lock."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from ..models import Entrant, Tournament
from ..selectors.entries import free_seats, waiting_list
from ..states import ANNOUNCED, Status
from .audit import log, log_many
from .entry_telling import tell_player
from .telling import tell


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
        must_check_in = tournament.status == Status.CHECK_IN and entrant.checked_in_at is None
        data = {"what": "seat", "check_in": must_check_in}
        tell_player(tournament, entrant.user, "event_entry", line, data, now)
    return moved


def settle_check_in(tournament: Tournament, now: datetime) -> None:
    """At the start of an event with check-in: who has not checked in gives the seat to who waits and has."""
    rows = tournament.entrants.filter(status=Entrant.Status.ENTERED, checked_in_at=None).select_related("user")
    absent = list(rows.order_by("pk"))
    if absent:
        Entrant.objects.filter(pk__in=[entrant.pk for entrant in absent]).update(
            status=Entrant.Status.WITHDRAWN, withdrawn_at=now
        )
        was = {"status": Entrant.Status.ENTERED.value}
        lines = [
            (entrant.user.name, was, {"entrant": entrant.pk, "status": Entrant.Status.WITHDRAWN.value})
            for entrant in absent
        ]
        reason = _("Not checked in before the start.")
        first = log_many(tournament, "entry_withdrawn", lines, now=now, reason=reason)
        key = f"event_entry:{tournament.pk}:{first}"
        tell(tournament, absent, "event_entry", key, {"what": "absent"}, now, also_gone=True)
    move_up(tournament, now, checked_in_only=True)
