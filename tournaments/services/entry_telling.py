"""Notices about entries: to one player, whatever the status of the entry. For the services."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from accounts.models import User
from accounts.services.notifications import notify

from ..models import AuditEntry, Entrant, Tournament


def tell_player(
    tournament: Tournament, user: User, kind: str, line: AuditEntry, data: Mapping[str, object], now: datetime
) -> None:
    """Tell ``user`` of what stands in a line of the record. Own doings are not told."""
    if line.actor_id == user.pk:
        return
    notify(
        user=user,
        kind=kind,
        key=f"{kind}:{tournament.pk}:{line.number}",
        url=tournament.get_absolute_url(),
        data={"event": tournament.name, **data},
        now=now,
    )


def seat_news(entrant: Entrant, what: str) -> dict[str, object]:
    """What a notice says of a seat given; ``round`` is the first of a late entry."""
    if entrant.status == Entrant.Status.WAITING:
        return {"what": "waiting"}
    return {"what": what, "round": entrant.late_from}
