"""What the calendar brings about in an event before its start. For the services; expects the event's lock."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User

from ..models import Entrant, Tournament
from ..states import ANNOUNCED, TARGET, Action, Status, due_actions
from .audit import log
from .telling import tell


def bring_up_to(tournament: Tournament, now: datetime) -> Tournament:
    """Open registration and check-in if their time has come: the same in a sweep as in whoever acts first.

    A draft, and an event that has started, stay as they are.
    """
    if tournament.status not in ANNOUNCED:
        return tournament
    due = due_actions(
        tournament.status,
        opens_at=tournament.registration_opens_at,
        check_in_at=tournament.check_in_opens_at,
        now=now,
    )
    for action in due:
        move(tournament, action, now)
        if action is Action.OPEN_CHECK_IN:
            _tell_check_in(tournament, now)
    return tournament


def _tell_check_in(tournament: Tournament, now: datetime) -> None:
    """Who has a seat, and who waits for one, must check in."""
    concerned = tournament.entrants.filter(
        status__in=(Entrant.Status.ENTERED, Entrant.Status.WAITING), checked_in_at=None
    ).select_related("user")
    starts = tournament.starts_at
    data = {"starts_at": starts.isoformat()} if starts else {}
    key = f"event_check_in:{tournament.pk}"
    tell(tournament, concerned.order_by("pk"), "event_check_in", key, data, now, also_gone=True)


def move(tournament: Tournament, action: Action, now: datetime, *, actor: User | None = None, reason: str = "") -> None:
    """Take one step of `states`, write it down, and leave the row saved. The caller has asked `states.may`."""
    before = tournament.status
    tournament.status = TARGET[action]
    stamp = {
        Status.PUBLISHED: "published_at",
        Status.FINISHED: "finished_at",
        Status.CANCELLED: "cancelled_at",
    }.get(Status(tournament.status))
    fields = ["status", "version"]
    if stamp:
        setattr(tournament, stamp, now)
        fields.append(stamp)
    tournament.version += 1
    tournament.save(update_fields=fields)
    log(
        tournament,
        f"event_{action}",
        now=now,
        actor=actor,
        reason=reason,
        before={"status": before},
        after={"status": tournament.status},
    )
