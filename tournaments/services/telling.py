"""Notices to those who play in an event, and to those who run it. For the services."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import User
from accounts.services.notifications import notify_many

from ..models import Entrant, Official, Tournament


def tell(
    tournament: Tournament,
    entrants: Iterable[Entrant],
    kind: str,
    key: str,
    data: Mapping[str, object],
    now: datetime,
    *,
    also_gone: bool = False,
) -> None:
    """Leave a notice for everybody of these who plays; ``also_gone``: for who has left too."""
    notify_many(
        users=[entrant.user for entrant in entrants if also_gone or entrant.status == Entrant.Status.ENTERED],
        kind=kind,
        key=key,
        url=tournament.get_absolute_url(),
        data={"event": tournament.name, **data},
        now=now,
    )


def tell_officials(tournament: Tournament, kind: str, key: str, data: Mapping[str, object], now: datetime) -> None:
    """Leave a notice for the organiser and everybody with a role."""
    ids = {tournament.organiser_id, *Official.objects.filter(tournament=tournament).values_list("user_id", flat=True)}
    notify_many(
        users=User.objects.filter(pk__in=ids, is_active=True).order_by("pk"),
        kind=kind,
        key=key,
        url=tournament.get_absolute_url(),
        data={"event": tournament.name, **data},
        now=now,
    )
