"""The one row every use case locks first, and who may act on it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.errors import Forbidden, NotFound
from accounts.models import User

from ..models import Match, MatchGame, Tournament
from ..permissions import Act, Role, allowed
from ..selectors.roles import roles_of


def locked(tournament_id: int) -> Tournament:
    """The event with its row locked until the transaction ends.

    :raises NotFound: there is none.
    """
    try:
        return Tournament.objects.select_for_update().get(pk=tournament_id)
    except Tournament.DoesNotExist:
        raise NotFound(_("There is no such event.")) from None


def require(actor: User | None, tournament: Tournament, act: Act) -> frozenset[Role]:
    """Return the roles of ``actor``, who may do ``act`` here.

    :raises Forbidden: none of them allows it.
    """
    roles = roles_of(actor, tournament)
    if not allowed(roles, act):
        message = (
            _("Only the organiser of the event may do this.") if not roles else _("Your role does not allow this.")
        )
        raise Forbidden(message)
    return roles


def refuse_own_game(actor: User, slot: MatchGame) -> None:
    """Nobody rules on a game of their own match, whatever their role.

    :raises Forbidden: ``own_game``.
    """
    if actor.pk in (slot.white.user_id, slot.black.user_id):
        raise Forbidden(_("You play in this match: another official has to decide."), code="own_game")


def refuse_own_match(actor: User, match: Match) -> None:
    """As `refuse_own_game`, for a whole match.

    :raises Forbidden: ``own_game``.
    """
    players = {entrant.user_id for entrant in (match.first, match.second) if entrant is not None}
    if actor.pk in players:
        raise Forbidden(_("You play in this match: another official has to decide."), code="own_game")
