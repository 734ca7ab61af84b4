"""Opening registration and check-in by the calendar."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from ..models import Tournament
from ..states import Status
from .life import bring_up_to
from .locking import locked

logger = logging.getLogger(__name__)


def open_due_events(*, now: datetime, limit: int = 100) -> int:
    """Open the registrations and check-ins whose time has come. Returns how many events moved on."""
    opens = Q(registration_opens_at=None) | Q(registration_opens_at__lte=now)
    due = Tournament.objects.filter(
        Q(opens, status=Status.PUBLISHED) | Q(status=Status.REGISTRATION, check_in_opens_at__lte=now)
    )
    done = 0
    for tournament_id in list(due.order_by("pk").values_list("pk", flat=True)[:limit]):
        try:
            done += _open(tournament_id, now)
        except Exception:
            logger.exception("could not open event %s", tournament_id)
    return done


@transaction.atomic(durable=True)
def _open(tournament_id: int, now: datetime) -> bool:
    tournament = locked(tournament_id)
    before = tournament.status
    return bring_up_to(tournament, now).status != before
