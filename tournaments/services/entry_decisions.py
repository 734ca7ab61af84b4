"""What those in charge decide about one entry: approve, decline, remove, and its club."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, NotFound, ValidationFailed
from accounts.models import User

from ..models import Entrant, Tournament
from ..permissions import Act
from ..states import ANNOUNCED, OVER, Status
from .audit import log
from .entry_by_name import MAX_CLUB, add_entrants, club_too_long, import_entrants, invite, store_club
from .entry_doors import in_charge, require_open_to_new
from .entry_telling import seat_news, tell_player
from .seating import give_seat
from .waiting import move_up

__all__ = ["add_entrants", "approve", "decline", "import_entrants", "invite", "remove", "set_club"]


@transaction.atomic(durable=True)
def approve(*, tournament_id: int, actor: User, entrant_id: int, now: datetime) -> Entrant:
    """Let in who has applied, or take back that somebody was declined. Twice is once.

    With all seats taken it becomes a place on the waiting list, by the time of the application.

    :raises NotFound: no such event, or ``no_such_entry``.
    :raises Conflict: ``wrong_entry``: withdrawn or expelled meanwhile; ``wrong_status``; those of `seating.give_seat`.
    :raises Forbidden: not in charge of it.
    """
    tournament, entrant = _entry(tournament_id, actor, entrant_id, now)
    require_open_to_new(tournament)
    if entrant.status in (Entrant.Status.ENTERED, Entrant.Status.WAITING):
        return entrant
    if entrant.status not in (Entrant.Status.PENDING, Entrant.Status.DECLINED):
        raise Conflict(_("This player has no application to decide on."), code="wrong_entry")
    entrant.checked_in_at = now if tournament.status == Status.CHECK_IN else None
    line = give_seat(tournament, entrant, now=now, act="entry_approved", actor=actor)
    tell_player(tournament, entrant.user, "event_entry", line, seat_news(entrant, "approved"), now)
    return entrant


@transaction.atomic(durable=True)
def decline(*, tournament_id: int, actor: User, entrant_id: int, now: datetime, reason: str = "") -> Entrant:
    """Turn an application down; the player is told, with ``reason`` if one is given. Twice is once.

    :raises NotFound: no such event, or ``no_such_entry``.
    :raises Conflict: ``wrong_entry``: the player has a seat: remove them instead.
    :raises Forbidden: not in charge of it.
    """
    tournament, entrant = _entry(tournament_id, actor, entrant_id, now)
    if entrant.status == Entrant.Status.DECLINED:
        return entrant
    if entrant.status != Entrant.Status.PENDING:
        raise Conflict(_("This player has no application to decide on."), code="wrong_entry")
    return _turn_away(tournament, entrant, "entry_declined", "declined", actor, reason, now)


@transaction.atomic(durable=True)
def remove(*, tournament_id: int, actor: User, entrant_id: int, now: datetime, reason: str = "") -> Entrant:
    """Take somebody out before the start: a seat, a place on the list, or an invitation. Twice is once.

    The player is told, and cannot enter again unless approved, invited or added. Who waits longest gets the seat.

    :raises NotFound: no such event, or ``no_such_entry``.
    :raises Conflict: ``event_started``: then an arbiter withdraws or expels; ``wrong_status``.
    :raises Forbidden: not in charge of it.
    """
    tournament, entrant = _entry(tournament_id, actor, entrant_id, now)
    if entrant.status in (Entrant.Status.DECLINED, Entrant.Status.WITHDRAWN, Entrant.Status.EXPELLED):
        return entrant
    if entrant.seed is not None:
        message = _("The event has started. Withdraw or expel the player instead.")
        raise Conflict(message, code="event_started")
    return _turn_away(tournament, entrant, "entrant_removed", "removed", actor, reason, now)


@transaction.atomic(durable=True)
def set_club(*, tournament_id: int, actor: User, entrant_id: int, club: str, now: datetime) -> Entrant:
    """Say which club an entrant is of; members of one are kept apart where possible. Empty: of none.

    :raises ValidationFailed: too long.
    :raises NotFound: no such event, or ``no_such_entry``.
    :raises Conflict: ``wrong_status``: the event is over.
    :raises Forbidden: not in charge of it.
    """
    tournament, entrant = _entry(tournament_id, actor, entrant_id, now, act=Act.MANAGE_ENTRANTS)
    if tournament.status in OVER:
        raise Conflict(_("The event is over."), code="wrong_status")
    club = " ".join(club.split())
    if len(club) > MAX_CLUB or not club.isprintable():
        raise ValidationFailed(club_too_long(), errors={"club": [club_too_long()]})
    if club != entrant.club:
        store_club(tournament, entrant, club, actor, now)
    return entrant


def _entry(
    tournament_id: int, actor: User, entrant_id: int, now: datetime, *, act: Act = Act.DECIDE_ENTRIES
) -> tuple[Tournament, Entrant]:
    tournament = in_charge(tournament_id, actor, act, now)
    entrant = tournament.entrants.select_related("user").filter(pk=entrant_id).first()
    if entrant is None:
        raise NotFound(_("There is no such entry in this event."), code="no_such_entry")
    return tournament, entrant


def _turn_away(
    tournament: Tournament, entrant: Entrant, act: str, what: str, actor: User, reason: str, now: datetime
) -> Entrant:
    if tournament.status not in {*ANNOUNCED, Status.RUNNING}:
        raise Conflict(_("The event is over."), code="wrong_status")
    before = entrant.status
    entrant.status = Entrant.Status.DECLINED
    entrant.withdrawn_at = now
    entrant.checked_in_at = None
    entrant.save()
    entrant.bye_requests.all().delete()
    line = log(
        tournament,
        act,
        now=now,
        actor=actor,
        subject=entrant.user.name,
        reason=reason,
        before={"status": before},
        after={"entrant": entrant.pk, "status": entrant.status},
        public=False,
    )
    tell_player(tournament, entrant.user, "event_entry", line, {"what": what, "reason": reason}, now)
    move_up(tournament, now)
    return entrant
