"""What an official tells all entrants."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, ValidationFailed
from accounts.models import User

from ..models import Announcement, Entrant
from ..permissions import Act
from ..states import Status
from .audit import log
from .locking import locked, require
from .telling import tell

SHORTEST, LONGEST = 3, 2000  # characters
SAME_WITHIN = timedelta(minutes=10)


@transaction.atomic(durable=True)
def announce(*, tournament_id: int, actor: User, text: str, now: datetime) -> Announcement:
    """Tell every entrant, under the bell and by mail as each prefers; the event's page lists it.

    The same words from the same official within ten minutes are one announcement.

    :raises NotFound, Forbidden: no such event, or not allowed to announce in it.
    :raises ValidationFailed: ``text``, 3 to 2000 characters.
    :raises Conflict: ``not_published``: nobody sees a draft.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.ANNOUNCE)
    text = text.strip()
    if not SHORTEST <= len(text) <= LONGEST:
        problem = _("Write %(least)d to %(most)d characters.") % {"least": SHORTEST, "most": LONGEST}
        raise ValidationFailed(problem, errors={"text": [problem]})
    if tournament.status == Status.DRAFT:
        raise Conflict(_("Publish the event first: nobody sees a draft."), code="not_published")
    told = tournament.announcements.filter(by=actor, text=text, at__gt=now - SAME_WITHIN).first()
    if told is not None:
        return told
    announcement = Announcement.objects.create(tournament=tournament, at=now, by=actor, text=text)
    log(tournament, "announced", now=now, actor=actor, reason=text, after={"announcement": announcement.pk})
    entrants = tournament.entrants.filter(status=Entrant.Status.ENTERED).select_related("user").order_by("pk")
    data = {"by": actor.name, "text": text}
    tell(tournament, entrants, "event_announcement", f"event_announcement:{announcement.pk}", data, now)
    return announcement
