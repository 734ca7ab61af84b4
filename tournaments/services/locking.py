"""The one row every use case locks first, and who may act on it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.errors import Forbidden, NotFound
from accounts.models import User

from ..models import Tournament


def locked(tournament_id: int) -> Tournament:
    """The event with its row locked until the transaction ends.

    :raises NotFound: there is none.
    """
    try:
        return Tournament.objects.select_for_update().get(pk=tournament_id)
    except Tournament.DoesNotExist:
        raise NotFound(_("There is no such event.")) from None


def may_organise(user: User | None, tournament: Tournament) -> bool:
    """Whether ``user`` runs this event: its organiser, or the staff of the site."""
    return bool(user and user.is_active and (user.is_staff or user.pk == tournament.organiser_id))


def require_organiser(user: User | None, tournament: Tournament) -> None:
    """:raises Forbidden: somebody else."""
    if not may_organise(user, tournament):
        raise Forbidden(_("Only the organiser of the event may do this."))
