"""What an organiser does before the start: create, edit, publish; and cancel.

Who may change what, and until when, stands in ``tournaments.rules``.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, Forbidden, ValidationFailed
from accounts.models import User

from .. import rules as rule_book
from ..models import Entrant, Tournament
from ..pairing.formats import FORMATS
from ..rules import Rules
from ..states import TARGET, Action, Status, is_done, may
from .locking import locked, require_organiser


@transaction.atomic(durable=True)
def create_tournament(*, organiser: User, now: datetime, **rules: Any) -> Tournament:
    """Create a draft that only its organiser sees. ``rules`` are the fields of `Rules`.

    :raises ValidationFailed: what is wrong, field by field.
    :raises Forbidden: the account is closed.
    """
    if not organiser.is_active:
        raise Forbidden(_("This account is closed."))
    _refuse_unknown(rules)
    chosen = rule_book.rules_from(rules)
    _refuse_problems(chosen, now, changed=frozenset(rules))
    tournament = Tournament(organiser=organiser, created_at=now)
    _write(tournament, chosen)
    tournament.save()
    return tournament


@transaction.atomic(durable=True)
def edit_tournament(*, tournament_id: int, actor: User, now: datetime, **rules: Any) -> Tournament:
    """Change some of the rules; those not named stay.

    A draft, and an open event that nobody has entered, may change in everything. Entrants agreed to the rules of
    play, so from the first entry only `rules.ENTRY_FIELDS` may change, and from the start only the description.

    :raises Conflict: ``rules_locked``: a rule that may no longer change; nothing is saved.
    :raises ValidationFailed: what is wrong, field by field.
    :raises NotFound, Forbidden: no such event, or not its organiser.
    """
    _refuse_unknown(rules)
    tournament = locked(tournament_id)
    require_organiser(actor, tournament)
    before = rules_of(tournament)
    after = before.changed(rules)
    changed = before.differences(after)
    entrants = _entered(tournament)
    _refuse_locked(changed - changeable_fields(tournament.status, has_entrants=entrants > 0))
    _refuse_problems(after, now, changed=changed)
    if after.seats < entrants:
        message = _("More players than that have entered already.")
        raise ValidationFailed(_("Some of the rules are not right."), errors={"seats": [str(message)]})
    if changed:
        _write(tournament, after)
        tournament.version += 1
        tournament.save()
    return tournament


@transaction.atomic(durable=True)
def publish(*, tournament_id: int, actor: User, now: datetime) -> Tournament:
    """Show the event to everybody and open it for entries. Doing it twice changes nothing.

    :raises Conflict: ``wrong_status``: cancelled.
    :raises ValidationFailed: the dates have passed meanwhile.
    :raises NotFound, Forbidden: no such event, or not its organiser.
    """
    tournament = locked(tournament_id)
    require_organiser(actor, tournament)
    if is_done(tournament.status, Action.PUBLISH):
        return tournament
    if not may(tournament.status, Action.PUBLISH):
        raise Conflict(_("A cancelled event cannot be published."), code="wrong_status")
    _refuse_problems(rules_of(tournament), now, changed=rule_book.ENTRY_FIELDS)
    tournament.status = TARGET[Action.PUBLISH]
    tournament.published_at = now
    tournament.version += 1
    tournament.save()
    return tournament


@transaction.atomic(durable=True)
def cancel(*, tournament_id: int, actor: User, now: datetime) -> Tournament:
    """End the event without a winner, for good. Doing it twice changes nothing.

    Nothing that players have begun is taken from them: games in play go on to their end and count for the ratings
    as agreed, and their results are still shown. No further game starts and no final ranks are given.

    :raises Conflict: ``wrong_status``: finished.
    :raises NotFound, Forbidden: no such event, or not its organiser.
    """
    tournament = locked(tournament_id)
    require_organiser(actor, tournament)
    if is_done(tournament.status, Action.CANCEL):
        return tournament
    if not may(tournament.status, Action.CANCEL):
        raise Conflict(_("A finished event cannot be cancelled."), code="wrong_status")
    tournament.status = TARGET[Action.CANCEL]
    tournament.cancelled_at = now
    tournament.version += 1
    tournament.save()
    return tournament


def rules_of(tournament: Tournament) -> Rules:
    """The rules of a stored event."""
    values = {name: getattr(tournament, name) for name in Rules.names()}
    return Rules(**{**values, "tiebreaks": tuple(tournament.tiebreaks)})


def changeable_fields(status: str, *, has_entrants: bool) -> frozenset[str]:
    """Which rules an organiser may still change."""
    if Status(status) in (Status.DRAFT, Status.PUBLISHED):
        if has_entrants:
            return rule_book.ALWAYS_FIELDS | rule_book.ENTRY_FIELDS
        return frozenset(Rules.names())
    return rule_book.ALWAYS_FIELDS


def _entered(tournament: Tournament) -> int:
    return tournament.entrants.filter(status=Entrant.Status.ENTERED).count()


def _write(tournament: Tournament, rules: Rules) -> None:
    for name in Rules.names():
        setattr(tournament, name, getattr(rules, name))
    tournament.tiebreaks = list(rules.tiebreaks)


def _refuse_unknown(rules: Mapping[str, Any]) -> None:
    unknown = {name: [str(_("There is no such rule."))] for name in rules if name not in Rules.names()}
    if unknown:
        raise ValidationFailed(_("Some of the rules are not right."), errors=unknown)


def _refuse_locked(fields: frozenset[str]) -> None:
    if fields:
        raise Conflict(
            _("These rules are fixed, because players have entered on them: %(fields)s.")
            % {"fields": ", ".join(sorted(fields))},
            code="rules_locked",
            fields=sorted(fields),
        )


def _refuse_problems(rules: Rules, now: datetime, *, changed: frozenset[str]) -> None:
    errors = rule_book.problems(rules, now=now, changed=changed, formats=FORMATS)
    if errors:
        sentences = {field: [str(sentence) for sentence in found] for field, found in errors.items()}
        raise ValidationFailed(_("Some of the rules are not right."), errors=sentences)
