"""Giving a seat: before the start, on the waiting list, or in a Swiss that runs. Expects the event's lock."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict
from accounts.models import User

from ..models import AuditEntry, Entrant, Tournament
from ..selectors.entries import free_seats
from ..states import Status
from .audit import log
from .late_entry import join, place_for


def give_seat(
    tournament: Tournament,
    entrant: Entrant,
    *,
    now: datetime,
    act: str,
    waiting_act: str | None = None,
    actor: User | None = None,
) -> AuditEntry:
    """Give ``entrant`` a seat, or a place on the waiting list if all are taken; return the line in the record.

    In a running event it is a late entry, with everything that `late_entry.join` does. ``waiting_act`` is what the
    record calls it if it became the waiting list; None: the same as ``act``. An entrant not stored yet is stored.

    :raises Conflict: ``event_full``: no seat and no list; and those of `late_entry.place_for`.
    """
    is_late = tournament.status == Status.RUNNING
    target = place_for(tournament, entrant) if is_late else None
    before = {"status": entrant.status} if entrant.pk is not None else None
    entrant.status = require_seat(tournament)
    if entrant.status == Entrant.Status.WAITING:
        act = waiting_act or act
    entrant.withdrawn_at = None
    entrant.save()
    after = {"entrant": entrant.pk, "status": entrant.status, "rating": round(entrant.rating)}
    if target is not None:
        after |= join(entrant, target, now)
        act = "late_entry"
    return log(tournament, act, now=now, actor=actor, subject=entrant.user.name, before=before, after=after)


def require_seat(tournament: Tournament) -> Entrant.Status:
    """What the next to come gets: a seat, or before the start a place on the waiting list.

    :raises Conflict: ``event_full``: neither.
    """
    if free_seats(tournament) > 0:
        return Entrant.Status.ENTERED
    if tournament.waiting_list and tournament.status != Status.RUNNING:
        return Entrant.Status.WAITING
    raise Conflict(_("All seats are taken. Look again later: somebody may withdraw."), code="event_full")
