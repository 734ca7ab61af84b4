"""What players do about their own entry: enter, check in, ask for a round off, give the seat back."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, Forbidden, NotFound
from accounts.models import User

from ..eligibility import obstacles
from ..models import Entrant, Tournament
from ..registration import Registration
from ..selectors.entries import TAKES_PART, player_record
from ..selectors.events import registration_of
from ..states import ANNOUNCED, Status
from .audit import log
from .byes import cancel_bye, request_bye
from .entry_password import opened_hash
from .life import bring_up_to
from .locking import locked
from .seating import give_seat, require_seat
from .telling import tell_officials
from .waiting import move_up
from .withdrawals import leave

__all__ = ["cancel_bye", "check_in", "decline_invitation", "enter", "request_bye", "withdraw"]


def enter(
    *, tournament_id: int, user: User, now: datetime, rules_version: str | None = None, password: str | None = None
) -> Entrant:
    """Give ``user`` a seat, a place on the waiting list, or a place among those to be approved: see ``status``.

    Who has one already keeps it, so a form sent twice is no error. An invitation is accepted by entering; who was
    invited needs no approval and no password, and the rating band and the like were the organiser's to judge. In a
    Swiss that runs it is a late entry. A player without a rating counts as one with the starting rating.

    ``rules_version`` is `Rules.version` of what the player has read and agrees to; None enters on the rules as they
    are.

    :raises NotFound: no such event, or a draft.
    :raises Forbidden: ``account_closed``, ``email_unverified``; ``entry_declined``, ``expelled``;
        ``invitation_needed``, ``password_needed``, ``wrong_password``, ``too_many_tries``; those of
        `eligibility.obstacles`.
    :raises Conflict: ``not_open_yet``, ``registration_closed``, ``late_entry_over``, ``left_event``, ``event_full``;
        ``rules_changed``: they are others than those read, ``extra["rules_version"]`` names the present ones.
    """
    opened = opened_hash(tournament_id, user, password)
    return _enter(tournament_id, user, now, rules_version, password, opened)


@transaction.atomic(durable=True)
def _enter(
    tournament_id: int, user: User, now: datetime, seen: str | None, password: str | None, opened: str | None
) -> Entrant:
    tournament = bring_up_to(locked(tournament_id), now)
    if tournament.status == Status.DRAFT:
        raise NotFound(_("There is no such event."))
    entrant = tournament.entrants.filter(user=user).first()
    late = tournament.status == Status.RUNNING
    if entrant is not None and entrant.status in TAKES_PART and not (late and entrant.status == Entrant.Status.WAITING):
        return entrant
    _refuse_turned_away(entrant)
    if not late:
        _require_open(tournament, now)
    _require_player(user)
    _require_same_rules(tournament, seen)
    invited = entrant is not None and entrant.status == Entrant.Status.INVITED
    record = player_record(user, tournament, now)
    if not invited:
        _require_way_in(tournament, entrant, password, opened)
        for obstacle in obstacles(tournament.rules, record):
            raise Forbidden(obstacle.sentence, code=obstacle.code)
    entrant = entrant or Entrant(tournament=tournament, user=user)
    entrant.rating = record.rating
    entrant.entered_at = now
    entrant.checked_in_at = now if tournament.status == Status.CHECK_IN else None
    if tournament.entry == Tournament.Entry.APPROVAL and not invited:
        return _apply(tournament, entrant, now)
    give_seat(tournament, entrant, now=now, act="entered", waiting_act="entry_waiting", actor=user)
    return entrant


def _apply(tournament: Tournament, entrant: Entrant, now: datetime) -> Entrant:
    require_seat(tournament)
    entrant.status = Entrant.Status.PENDING
    entrant.withdrawn_at = None
    entrant.save()
    name = entrant.user.name
    line = log(
        tournament,
        "entry_pending",
        now=now,
        actor=entrant.user,
        subject=name,
        after={"entrant": entrant.pk, "status": entrant.status},
        public=False,
    )
    tell_officials(tournament, "event_applied", f"event_applied:{tournament.pk}:{line.number}", {"name": name}, now)
    return entrant


def withdraw(*, tournament_id: int, user: User, now: datetime) -> Entrant:
    """Give the seat back before the start; who waits longest gets it. Doing it twice changes nothing.

    The same takes back an application and a place on the waiting list, and declines an invitation. Once the event
    runs it is `withdrawals.leave`, with what that does to the games.

    :raises NotFound: no such event, or ``user`` has not entered it.
    :raises Conflict: ``wrong_status``: the event is over.
    """
    return _give_seat_back(tournament_id, user, now) or leave(tournament_id=tournament_id, user=user, now=now)


@transaction.atomic(durable=True)
def _give_seat_back(tournament_id: int, user: User, now: datetime) -> Entrant | None:
    """None: nothing is done, because this entrant has games in a running event."""
    tournament, entrant = _own(tournament_id, user)
    if entrant.status not in TAKES_PART | {Entrant.Status.INVITED}:
        return entrant
    if tournament.status == Status.RUNNING and entrant.seed is not None:
        return None
    return _give_back(tournament, entrant, "entry_withdrawn", now)


@transaction.atomic(durable=True)
def decline_invitation(*, tournament_id: int, user: User, now: datetime) -> Entrant:
    """Say no to an invitation. Until the start the player may still change the mind and enter.

    :raises NotFound: no such event, or ``user`` was not invited to it.
    :raises Conflict: ``wrong_status``: the event is over; ``already_entered``: the invitation was accepted.
    """
    tournament, entrant = _own(tournament_id, user)
    if entrant.status in TAKES_PART:
        raise Conflict(_("You have entered already. You may withdraw instead."), code="already_entered")
    if entrant.status != Entrant.Status.INVITED:
        return entrant
    return _give_back(tournament, entrant, "invitation_declined", now)


@transaction.atomic(durable=True)
def check_in(*, tournament_id: int, user: User, now: datetime) -> Entrant:
    """Say that one is there to play: from the opening of check-in to the start. Doing it twice changes nothing.

    Who is on the waiting list checks in as well, and moves up at the start if somebody else has not.

    :raises NotFound: no such event, or ``user`` has not entered it.
    :raises Conflict: ``no_check_in``, ``check_in_not_open``, ``event_started``; ``wrong_status``: no seat, and not
        waiting for one.
    """
    tournament, entrant = _own(tournament_id, user)
    bring_up_to(tournament, now)
    if entrant.status not in (Entrant.Status.ENTERED, Entrant.Status.WAITING):
        raise Conflict(_("You have no seat in this event."), code="wrong_status")
    if entrant.checked_in_at is not None:
        return entrant
    if tournament.check_in_opens_at is None and tournament.status != Status.CHECK_IN:
        raise Conflict(_("This event has no check-in: your seat is kept."), code="no_check_in")
    if tournament.status in (Status.PUBLISHED, Status.REGISTRATION):
        raise Conflict(_("Check-in has not opened yet."), code="check_in_not_open")
    if tournament.status != Status.CHECK_IN:
        raise Conflict(_("The event has started: check-in is over."), code="event_started")
    entrant.checked_in_at = now
    entrant.save(update_fields=["checked_in_at"])
    log(tournament, "checked_in", now=now, actor=user, subject=user.name, after={"entrant": entrant.pk})
    return entrant


def _own(tournament_id: int, user: User) -> tuple[Tournament, Entrant]:
    tournament = locked(tournament_id)
    entrant = tournament.entrants.select_related("user").filter(user=user).first()
    if entrant is None:
        raise NotFound(_("You have not entered this event."), code="not_entered")
    return tournament, entrant


def _give_back(tournament: Tournament, entrant: Entrant, act: str, now: datetime) -> Entrant:
    if tournament.status not in {*ANNOUNCED, Status.RUNNING}:
        raise Conflict(_("The event is over."), code="wrong_status")
    before = entrant.status
    entrant.status = Entrant.Status.WITHDRAWN
    entrant.withdrawn_at = now
    entrant.checked_in_at = None
    entrant.save()
    entrant.bye_requests.all().delete()
    log(
        tournament,
        act,
        now=now,
        actor=entrant.user,
        subject=entrant.user.name,
        before={"status": before},
        after={"entrant": entrant.pk, "status": entrant.status},
        public=before in (Entrant.Status.ENTERED, Entrant.Status.WAITING),
    )
    move_up(tournament, now)
    return entrant


def _refuse_turned_away(entrant: Entrant | None) -> None:
    if entrant is None:
        return
    if entrant.status == Entrant.Status.DECLINED:
        raise Forbidden(_("The organiser has declined your entry."), code="entry_declined")
    if entrant.status == Entrant.Status.EXPELLED:
        raise Forbidden(_("You were expelled from this event."), code="expelled")


def _require_open(tournament: Tournament, now: datetime) -> None:
    state = registration_of(tournament, now)
    if state is Registration.NOT_YET:
        raise Conflict(_("Registration has not opened yet."), code="not_open_yet")
    if state is Registration.CLOSED:
        raise Conflict(_("Registration is closed."), code="registration_closed")


def _require_player(user: User) -> None:
    if not user.is_active:
        raise Forbidden(_("This account is closed."), code="account_closed")
    if not EmailAddress.objects.filter(user_id=user.pk, verified=True).exists():
        raise Forbidden(_("Confirm your e-mail address first: the event needs to reach you."), code="email_unverified")


def _require_same_rules(tournament: Tournament, seen: str | None) -> None:
    present = tournament.rules.version
    if seen is not None and seen != present:
        raise Conflict(
            _("The rules of this event have changed since you read them. Read them again, then enter."),
            code="rules_changed",
            rules_version=present,
        )


def _require_way_in(tournament: Tournament, entrant: Entrant | None, password: str | None, opened: str | None) -> None:
    """The door of the event, for who was not invited. Who was once let in and left may come back."""
    if tournament.entry == Tournament.Entry.INVITATION and entrant is None:
        raise Forbidden(_("This event is by invitation: ask its organiser for one."), code="invitation_needed")
    if tournament.entry == Tournament.Entry.PASSWORD and opened != tournament.entry_password:
        if not password:
            message = _("This event asks for a password, which its organiser gives out.")
            raise Forbidden(message, code="password_needed")
        raise Forbidden(_("That is not the password of this event."), code="wrong_password")
