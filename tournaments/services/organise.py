"""What an organiser does before the start: create, edit, publish; and cancel.

Who may change what, and until when, stands in ``tournaments.rules``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, Forbidden, ValidationFailed
from accounts.models import User

from .. import rules as rule_book
from ..models import Entrant, Tournament
from ..permissions import Act
from ..rules import Rules
from ..selectors.entries import TAKES_PART
from ..states import BEFORE_START, Action, Status, is_done, may
from .audit import log
from .clocks import go_on_after_pause
from .life import bring_up_to, move
from .locking import locked, require
from .waiting import move_up

FORMATS = tuple(Tournament.Format.values)
MIN_PASSWORD, MAX_PASSWORD = 4, 100  # characters; it keeps strangers out of an event, not thieves out of an account


@transaction.atomic(durable=True)
def create_tournament(*, organiser: User, now: datetime, copy_of: Tournament | None = None, **rules: Any) -> Tournament:
    """Create a draft that only those who run it see. ``rules`` are the fields of `Rules`, a password as it is typed.

    ``copy_of``: an event whose rules are taken over where ``rules`` name no others; its dates and password are not.

    :raises ValidationFailed: what is wrong, field by field.
    :raises Forbidden: the account is closed.
    """
    if not organiser.is_active:
        raise Forbidden(_("This account is closed."))
    _refuse_unknown(rules)
    rules = _with_hashed_password(rules)
    chosen = _read(lambda: copied(copy_of.rules).changed(rules) if copy_of else rule_book.rules_from(rules))
    _refuse_problems(chosen, now, changed=frozenset(rules))
    tournament = Tournament(organiser=organiser, created_at=now, copied_from=copy_of)
    _write(tournament, chosen)
    tournament.save()
    log(tournament, "event_created", now=now, actor=organiser, after=_plain(chosen), public=False)
    return tournament


@transaction.atomic(durable=True)
def edit_tournament(*, tournament_id: int, actor: User, now: datetime, **rules: Any) -> Tournament:
    """Change some of the rules; those not named stay, and so does the password if an empty one is sent.

    A draft, and an open event that nobody has entered, may change in everything. Entrants agreed to the rules of
    play, so from the first entry only `rules.ENTRY_FIELDS` may change, and from the start on `rules.RUNNING_FIELDS`.
    Nobody loses a seat by fewer of them: they may not become fewer than those taken. More go to who waits longest.

    :raises Conflict: ``rules_locked``: a rule that may no longer change; nothing is saved.
    :raises ValidationFailed: what is wrong, field by field.
    :raises NotFound, Forbidden: no such event, or not in charge of it.
    """
    _refuse_unknown(rules)
    tournament = locked(tournament_id)
    require(actor, tournament, Act.EDIT)
    before = tournament.rules
    rules = _with_hashed_password(rules)
    after = _read(lambda: before.changed(rules))
    changed = before.differences(after)
    _refuse_locked(changed - changeable_fields(tournament.status, has_entrants=_have_agreed(tournament)))
    _refuse_problems(after, now, changed=changed)
    if after.seats < _entered(tournament):
        message = _("More players than that have entered already.")
        raise ValidationFailed(_("Some of the rules are not right."), errors={"seats": [str(message)]})
    if changed:
        _write(tournament, after)
        tournament.version += 1
        tournament.save()
        old, new = _plain(before), _plain(after)
        log(
            tournament,
            "rules_changed",
            now=now,
            actor=actor,
            subject=", ".join(sorted(changed)),
            before={name: old[name] for name in changed if name in old},
            after={name: new[name] for name in changed if name in new},
        )
        bring_up_to(tournament, now)
        move_up(tournament, now)
    return tournament


@transaction.atomic(durable=True)
def publish(*, tournament_id: int, actor: User, now: datetime) -> Tournament:
    """Show the event to everybody; registration opens now or at its time. Doing it twice changes nothing.

    :raises Conflict: ``wrong_status``: cancelled.
    :raises ValidationFailed: the dates have passed meanwhile.
    :raises NotFound, Forbidden: no such event, or not in charge of it.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.PUBLISH)
    if is_done(tournament.status, Action.PUBLISH):
        return tournament
    if not may(tournament.status, Action.PUBLISH):
        raise Conflict(_("A cancelled event cannot be published."), code="wrong_status")
    _refuse_problems(tournament.rules, now, changed=rule_book.ENTRY_FIELDS)
    move(tournament, Action.PUBLISH, now, actor=actor)
    return bring_up_to(tournament, now)


@transaction.atomic(durable=True)
def cancel(*, tournament_id: int, actor: User, now: datetime, reason: str = "") -> Tournament:
    """End the event without a winner, for good. Doing it twice changes nothing.

    Nothing that players have begun is taken from them: games in play go on to their end and count for the ratings
    as agreed, and their results are still shown. No further game starts and no final ranks are given.

    :raises Conflict: ``wrong_status``: finished.
    :raises NotFound, Forbidden: no such event, or not in charge of it.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.CANCEL)
    if is_done(tournament.status, Action.CANCEL):
        return tournament
    if not may(tournament.status, Action.CANCEL):
        raise Conflict(_("A finished event cannot be cancelled."), code="wrong_status")
    if tournament.paused_at is not None:  # the games that have begun are played to their end
        go_on_after_pause(tournament, actor, reason, now)
    move(tournament, Action.CANCEL, now, actor=actor, reason=reason)
    tournament.sections.update(next_round_at=None)
    return tournament


def rules_of(tournament: Tournament) -> Rules:
    """The rules of a stored event."""
    return tournament.rules


def copied(rules: Rules) -> Rules:
    """The rules that a copy of an event begins with: without dates and password, which belong to the one event."""
    once = ("registration_opens_at", "registration_closes_at", "check_in_opens_at", "starts_at")
    return rules.changed({**dict.fromkeys(once), "entry_password": "", "round_starts": ()})


def changeable_fields(status: str, *, has_entrants: bool) -> frozenset[str]:
    """Which rules an organiser may still change."""
    if Status(status) in BEFORE_START:
        if has_entrants:
            return rule_book.ALWAYS_FIELDS | rule_book.ENTRY_FIELDS
        return frozenset(Rules.names())
    if Status(status) in (Status.RUNNING, Status.AWAITING_APPROVAL):
        return rule_book.ALWAYS_FIELDS | rule_book.RUNNING_FIELDS
    return rule_book.ALWAYS_FIELDS


def _read(reader: Callable[[], Rules]) -> Rules:
    """Rules from what was sent.

    :raises ValidationFailed: a stage has a field that is no rule, or a value of the wrong kind.
    """
    try:
        return reader()
    except TypeError:
        message = _("Write each stage as an object with the names of the rules.")
        raise ValidationFailed(_("Some of the rules are not right."), errors={"later_stages": [str(message)]}) from None


def _plain(rules: Rules) -> dict[str, Any]:
    """The rules as the record holds them, without the password."""
    values = {name: getattr(rules, name) for name in Rules.names() if name != "entry_password"}
    return {**values, "later_stages": [stage.to_json() for stage in rules.later_stages]}


def _entered(tournament: Tournament) -> int:
    return tournament.entrants.filter(status=Entrant.Status.ENTERED).count()


def _have_agreed(tournament: Tournament) -> bool:
    """Whether anybody has entered on these rules, or waits to be let in on them."""
    return tournament.entrants.filter(status__in=TAKES_PART).exists()


def _with_hashed_password(rules: Mapping[str, Any]) -> dict[str, Any]:
    """``rules`` with the hash of a password in place of the password; without it if it is empty.

    :raises ValidationFailed: it is too short or too long to be one.
    """
    values = dict(rules)
    password = values.pop("entry_password", None) or ""
    if not password:
        return values
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        message = _("Give the players a password of %(least)d to %(most)d characters.")
        sentence = str(message % {"least": MIN_PASSWORD, "most": MAX_PASSWORD})
        raise ValidationFailed(_("Some of the rules are not right."), errors={"entry_password": [sentence]})
    return {**values, "entry_password": make_password(password)}


def _write(tournament: Tournament, rules: Rules) -> None:
    for name in Rules.names():
        setattr(tournament, name, getattr(rules, name))
    for name in ("tiebreaks", "round_starts", "section_bands"):
        setattr(tournament, name, list(getattr(rules, name)))
    tournament.later_stages = [stage.to_json() for stage in rules.later_stages]


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
