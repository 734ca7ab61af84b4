"""Entering an event and leaving it again before the start."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, Forbidden, NotFound
from accounts.models import User
from games.pools import pool_of

from ..models import Entrant, Tournament
from ..registration import Registration, registration
from ..selectors.seeding import ratings_of
from ..states import ANNOUNCED, Status
from .audit import log
from .life import bring_up_to
from .locking import locked


@transaction.atomic(durable=True)
def enter(*, tournament_id: int, user: User, now: datetime, rules_version: str | None = None) -> Entrant:
    """Give ``user`` a seat. Who has one already keeps it, so a form sent twice is no error.

    A player without a rating counts as one with the starting rating. ``rules_version`` is `Rules.version` of what
    the player has read and agrees to; None enters on the rules as they are.

    :raises NotFound: no such event, or a draft.
    :raises Forbidden: ``account_closed``, ``email_unverified``, ``rating_too_low``, ``rating_too_high``.
    :raises Conflict: ``not_open_yet``, ``registration_closed``, ``event_full``;
        ``rules_changed``: they are others than those read, ``extra["rules_version"]`` names the present ones.
    """
    tournament = bring_up_to(locked(tournament_id), now)
    if tournament.status == Status.DRAFT:
        raise NotFound(_("There is no such event."))
    entrant = tournament.entrants.filter(user=user).first()
    if entrant is not None and entrant.status == Entrant.Status.ENTERED:
        return entrant
    _require_open(tournament, now)
    _require_player(user)
    _require_same_rules(tournament, rules_version)
    rating = ratings_of([user.pk], pool_of(tournament.game_type))[user.pk]
    _require_band(tournament, rating)
    if tournament.entrants.filter(status=Entrant.Status.ENTERED).count() >= tournament.seats:
        raise Conflict(_("All seats are taken. Look again later: somebody may withdraw."), code="event_full")
    if entrant is None:
        entrant = Entrant(tournament=tournament, user=user)
    entrant.status = Entrant.Status.ENTERED
    entrant.rating = rating
    entrant.entered_at = now
    entrant.withdrawn_at = None
    entrant.save()
    log(tournament, "entered", now=now, actor=user, subject=user.name, after={"entrant": entrant.pk})
    return entrant


@transaction.atomic(durable=True)
def withdraw(*, tournament_id: int, user: User, now: datetime) -> Entrant:
    """Give the seat back before the start. Doing it twice changes nothing.

    :raises NotFound: no such event, or ``user`` has not entered it.
    :raises Conflict: ``event_started``: the games are on; ``wrong_status``: the event is over.
    """
    tournament = locked(tournament_id)
    entrant = tournament.entrants.filter(user=user).first()
    if entrant is None:
        raise NotFound(_("You have not entered this event."), code="not_entered")
    if entrant.status == Entrant.Status.WITHDRAWN:
        return entrant
    if tournament.status == Status.RUNNING:
        raise Conflict(
            _("The event has started, and the others count on your games. Games you cannot play you may resign."),
            code="event_started",
        )
    if tournament.status not in ANNOUNCED:
        raise Conflict(_("The event is over."), code="wrong_status")
    entrant.status = Entrant.Status.WITHDRAWN
    entrant.withdrawn_at = now
    entrant.save()
    log(tournament, "entry_withdrawn", now=now, actor=user, subject=user.name, after={"entrant": entrant.pk})
    return entrant


def _require_open(tournament: Tournament, now: datetime) -> None:
    state = registration(
        tournament.status,
        opens_at=tournament.registration_opens_at,
        closes_at=tournament.registration_closes_at,
        starts_at=tournament.starts_at,
        now=now,
    )
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


def _require_band(tournament: Tournament, rating: float) -> None:
    """The band is checked on the rounded rating, which is the one a player sees."""
    shown = round(rating)
    if tournament.min_rating is not None and shown < tournament.min_rating:
        raise Forbidden(
            _("Your rating of %(rating)d is below this event's %(limit)d.")
            % {"rating": shown, "limit": tournament.min_rating},
            code="rating_too_low",
        )
    if tournament.max_rating is not None and shown > tournament.max_rating:
        raise Forbidden(
            _("Your rating of %(rating)d is above this event's %(limit)d.")
            % {"rating": shown, "limit": tournament.max_rating},
            code="rating_too_high",
        )
