"""Who may decide about entries, and when. For the services."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict
from accounts.models import User

from ..models import Tournament
from ..permissions import Act
from ..states import ANNOUNCED, Status
from .life import bring_up_to
from .locking import locked, require


def in_charge(tournament_id: int, actor: User, act: Act, now: datetime) -> Tournament:
    """The event, locked and brought up to ``now``, for somebody who may do ``act`` in it."""
    tournament = locked(tournament_id)
    require(actor, tournament, act)
    return bring_up_to(tournament, now)


def require_open_to_new(tournament: Tournament) -> None:
    """Before the start, or while it runs: then `late_entry` has the last word."""
    if tournament.status == Status.DRAFT:
        raise Conflict(_("Publish the event first: nobody sees it yet."), code="wrong_status")
    if tournament.status not in {*ANNOUNCED, Status.RUNNING}:
        raise Conflict(_("The event is over."), code="wrong_status")
