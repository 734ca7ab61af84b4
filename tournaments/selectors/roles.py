"""What somebody is in an event."""

from __future__ import annotations

from typing import Any

from accounts.models import User

from ..models import Official, Tournament
from ..permissions import Act, Role, allowed


def roles_of(user: User | Any | None, tournament: Tournament) -> frozenset[Role]:
    """The roles of ``user`` in the event; none for a stranger or a closed account. One query at most."""
    if user is None or not user.is_authenticated or not user.is_active:
        return frozenset()
    roles = set()
    if user.pk == tournament.organiser_id:
        roles.add(Role.OWNER)
    if user.is_staff:
        roles.add(Role.STAFF)
    given = Official.objects.filter(tournament=tournament, user_id=user.pk).values_list("role", flat=True)
    return frozenset(roles | {Role(role) for role in given})


def may_do(user: User | Any | None, tournament: Tournament, act: Act) -> bool:
    """Whether ``user`` may do ``act`` in the event."""
    return allowed(roles_of(user, tournament), act)
