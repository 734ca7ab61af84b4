"""Asking for a round off in a Swiss event, for half a point, and taking that back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, Invalid, NotFound
from accounts.models import User

from ..models import ByeRequest, Entrant, Tournament
from ..selectors.entries import TAKES_PART, bye_rounds, byes_of
from ..states import ANNOUNCED, Status
from .audit import log
from .late_entry import drop_preview
from .life import bring_up_to
from .locking import locked


@transaction.atomic(durable=True)
def request_bye(*, tournament_id: int, user: User, round_number: int, now: datetime) -> ByeRequest:
    """Ask off round ``round_number`` of the first stage for half a point. Asking twice is asking once.

    Any round may be asked off until it is paired, the last one too: in a game that lasts for weeks there is nothing to
    gain by it. A preview of the round is discarded. The limit is the event's ``requested_byes``, and rounds missed by
    a late entry at half a point count among them.

    :raises NotFound: no such event, or ``not_entered``.
    :raises Conflict: ``no_byes``: not in this format; ``round_paired``; ``byes_used_up``; ``wrong_status``.
    :raises Invalid: ``no_such_round``.
    """
    tournament, entrant = _own(tournament_id, user, now)
    first, last = bye_rounds(tournament, entrant)
    asked = ByeRequest.objects.filter(entrant=entrant, round_number=round_number).first()
    if asked is not None:
        return asked
    if not tournament.rules.is_swiss or not tournament.requested_byes:
        raise Conflict(_("In this event no round can be asked off."), code="no_byes")
    if not 1 <= round_number <= last:
        raise Invalid(_("This event has rounds 1 to %(last)d.") % {"last": last}, code="no_such_round")
    _require_unpaired(round_number, first)
    if not byes_of(tournament, entrant).left:
        message = _("You have asked off as many rounds as this event allows: %(most)d.")
        raise Conflict(message % {"most": tournament.requested_byes}, code="byes_used_up")
    request = ByeRequest.objects.create(entrant=entrant, round_number=round_number, requested_at=now)
    _changed(tournament, entrant, "bye_requested", round_number, user, now)
    return request


@transaction.atomic(durable=True)
def cancel_bye(*, tournament_id: int, user: User, round_number: int, now: datetime) -> None:
    """Play a round after all that was asked off. Doing it twice changes nothing.

    :raises NotFound: no such event, or ``not_entered``.
    :raises Conflict: ``round_paired``: too late; ``wrong_status``.
    """
    tournament, entrant = _own(tournament_id, user, now)
    request = ByeRequest.objects.filter(entrant=entrant, round_number=round_number, points="half").first()
    if request is None:
        return
    _require_unpaired(round_number, bye_rounds(tournament, entrant)[0])
    request.delete()
    _changed(tournament, entrant, "bye_cancelled", round_number, user, now)


def _own(tournament_id: int, user: User, now: datetime) -> tuple[Tournament, Entrant]:
    tournament = bring_up_to(locked(tournament_id), now)
    entrant = tournament.entrants.select_related("user").filter(user=user).first()
    if entrant is None or tournament.status == Status.DRAFT:
        raise NotFound(_("You have not entered this event."), code="not_entered")
    if tournament.status not in {*ANNOUNCED, Status.RUNNING} or entrant.status not in TAKES_PART:
        raise Conflict(_("You do not play in this event now."), code="wrong_status")
    return tournament, entrant


def _require_unpaired(round_number: int, first: int) -> None:
    if round_number < first:
        message = _("Round %(round)d is paired already. The next that can be asked off is round %(next)d.")
        raise Conflict(message % {"round": round_number, "next": first}, code="round_paired")


def _changed(tournament: Tournament, entrant: Entrant, act: str, round_number: int, user: User, now: datetime) -> None:
    log(
        tournament,
        act,
        now=now,
        actor=user,
        subject=f"{entrant.user.name}, {round_number}",
        after={"entrant": entrant.pk, "round": round_number, "points": "half"},
    )
    place = entrant.places.filter(section__stage__number=1).select_related("section__stage").first()
    if place is not None:
        place.section.tournament = tournament
        drop_preview(place.section, round_number, now)
