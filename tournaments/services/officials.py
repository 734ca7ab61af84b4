"""Giving and taking the roles of those who run an event beside its organiser."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, ValidationFailed
from accounts.models import User
from accounts.selectors import player_named

from ..models import Official, Tournament
from ..permissions import GIVEN_ROLES, Act, Role
from ..states import Status
from .audit import log
from .entry_telling import tell_player
from .locking import locked, require


@transaction.atomic(durable=True)
def give_role(*, tournament_id: int, actor: User, name: str, role: str, now: datetime) -> Official:
    """Give the player called ``name`` a role of `permissions.GIVEN_ROLES`, and tell them. Twice is once.

    An official may also play: then others decide about the own games.

    :raises ValidationFailed: no such player, or no such role; under ``name`` and ``role``.
    :raises Conflict: ``wrong_status``: the event is cancelled.
    :raises NotFound, Forbidden: no such event, or not in charge of it.
    """
    tournament, user, given = _read(tournament_id, actor, name, role)
    official, created = Official.objects.get_or_create(
        tournament=tournament, user=user, role=given.value, defaults={"given_at": now}
    )
    if created:
        _write_down(tournament, "role_given", actor, user, given, now)
    return official


@transaction.atomic(durable=True)
def take_role(*, tournament_id: int, actor: User, name: str, role: str, now: datetime) -> None:
    """Take a role back, and tell who had it. Twice is once. What was decided in it stands.

    :raises ValidationFailed, Conflict, NotFound, Forbidden: as in `give_role`.
    """
    tournament, user, taken = _read(tournament_id, actor, name, role)
    count, _rows = Official.objects.filter(tournament=tournament, user=user, role=taken.value).delete()
    if count:
        _write_down(tournament, "role_taken", actor, user, taken, now)


def _read(tournament_id: int, actor: User, name: str, role: str) -> tuple[Tournament, User, Role]:
    tournament = locked(tournament_id)
    require(actor, tournament, Act.GIVE_ROLES)
    if tournament.status == Status.CANCELLED:
        raise Conflict(_("The event is cancelled."), code="wrong_status")
    errors: dict[str, list[str]] = {}
    user = player_named(name.strip())
    if user is None:
        errors["name"] = [str(_("There is no player called “%(name)s”.") % {"name": name.strip()[:30]})]
    if role not in GIVEN_ROLES:
        choices = ", ".join(GIVEN_ROLES)
        errors["role"] = [str(_("There is no such role. Choose one of: %(roles)s.") % {"roles": choices})]
    if errors or user is None:
        raise ValidationFailed(_("The role could not be changed."), errors=errors)
    return tournament, user, Role(role)


def _write_down(tournament: Tournament, act: str, actor: User, user: User, role: Role, now: datetime) -> None:
    line = log(tournament, act, now=now, actor=actor, subject=user.name, after={"user": user.pk, "role": role.value})
    data = {"role": role.value, "taken": act == "role_taken", "by": actor.shown_name}
    tell_player(tournament, user, "event_role", line, data, now)
