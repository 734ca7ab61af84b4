"""Leaving a running event, being taken out of it, coming back, and being replaced."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.errors import Conflict, NotFound
from accounts.models import User

from ..models import Entrant, Match, Tournament
from ..permissions import Act
from ..states import Status
from .coming_back import come_back
from .counting import settle_all
from .deciding import checked_reason
from .leaving import leave_event, tell_left
from .locking import locked, refuse_own_match, require
from .replacing import replace_entrant

__all__ = ["expel", "leave", "reinstate", "replace", "withdraw_entrant"]


@transaction.atomic(durable=True)
def leave(*, tournament_id: int, user: User, now: datetime, reason: str = "") -> Entrant:
    """Let a player leave a running event for good. Doing it twice changes nothing.

    Games in play are lost, games not begun forfeited, and no pairing counts with the player any more. What counts of a
    round robin says the event's rule.

    :raises NotFound: ``not_entered``.
    :raises Conflict: ``not_running``: give the seat back instead, or the event is over.
    """
    tournament = locked(tournament_id)
    entrant = tournament.entrants.select_related("user").filter(user=user).first()
    if entrant is None:
        raise NotFound(_("You have not entered this event."), code="not_entered")
    if entrant.has_left:
        return entrant
    require_running(tournament)
    _require_in(entrant)
    reason = reason.strip()[:1000] or _("Withdrew from the event.")
    changed = leave_event(tournament, entrant, kind=Entrant.Leaving.ANNOUNCED, actor=user, reason=reason, now=now)
    settle_all(tournament, changed, now, actor=user, reason=reason)
    return entrant


@transaction.atomic(durable=True)
def withdraw_entrant(
    *, tournament_id: int, actor: User, entrant_id: int, reason: str, now: datetime, kind: str = "announced"
) -> Entrant:
    """Take an entrant out who asked for it ("announced") or has fallen silent ("silent"). See `leave`.

    :raises NotFound, Forbidden: no such event or entrant; not in charge, or playing against this entrant.
    :raises ValidationFailed: no reason.
    :raises Conflict: ``not_running``.
    """
    kinds = (Entrant.Leaving.ANNOUNCED, Entrant.Leaving.SILENT)
    chosen = kind if kind in kinds else Entrant.Leaving.ANNOUNCED
    return _take_out(tournament_id, actor, entrant_id, reason, now, chosen)


@transaction.atomic(durable=True)
def expel(*, tournament_id: int, actor: User, entrant_id: int, reason: str, now: datetime) -> Entrant:
    """Expel an entrant. The games are treated as on any withdrawal. See `withdraw_entrant`."""
    return _take_out(tournament_id, actor, entrant_id, reason, now, Entrant.Leaving.EXPELLED)


def _take_out(tournament_id: int, actor: User, entrant_id: int, reason: str, now: datetime, kind: str) -> Entrant:
    tournament = locked(tournament_id)
    require(actor, tournament, Act.MANAGE_ENTRANTS)
    reason = checked_reason(reason)
    entrant = find_entrant(tournament, entrant_id)
    if entrant.has_left:
        return entrant
    require_running(tournament)
    _require_in(entrant)
    refuse_own_opponent(actor, entrant)
    changed = leave_event(tournament, entrant, kind=kind, actor=actor, reason=reason, now=now)
    tell_left(tournament, entrant, reason, now)
    settle_all(tournament, changed, now, actor=actor, reason=reason)
    return entrant


@transaction.atomic(durable=True)
def reinstate(*, tournament_id: int, actor: User, entrant_id: int, reason: str, now: datetime) -> Entrant:
    """Let somebody who has left play on. Doing it twice changes nothing.

    Games lost by leaving are given back as they were, clocks included, where no later round has been published since;
    annulled results count again. In a Swiss a later return is possible too: the rounds missed stay lost.

    :raises NotFound, Forbidden: no such event or entrant; not in charge, or playing against this entrant.
    :raises ValidationFailed: no reason.
    :raises Conflict: ``not_running``; ``replaced``: another player has the seat; ``out_of_knock_out``: the opponent has
        gone on.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.MANAGE_ENTRANTS)
    reason = checked_reason(reason)
    entrant = find_entrant(tournament, entrant_id)
    if entrant.is_active:
        return entrant
    require_running(tournament)
    refuse_own_opponent(actor, entrant)
    changed = come_back(tournament, entrant, actor=actor, reason=reason, now=now)
    settle_all(tournament, changed, now, actor=actor, reason=reason)
    return entrant


@transaction.atomic(durable=True)
def replace(*, tournament_id: int, actor: User, entrant_id: int, name: str, reason: str, now: datetime) -> Entrant:
    """Give the seat of an entrant who has begun no game to another player, ``name``; return the new entrant.

    The new player has the start number, the opponents and the colours of the old one; games on the clock begin anew.

    :raises NotFound, Forbidden: no such event, entrant or player; not in charge, or playing against this entrant.
    :raises ValidationFailed: no reason.
    :raises Conflict: ``not_running``; ``not_replaceable``: a Swiss, see the message; ``games_begun``; ``already_in``;
        ``player_left``: reinstate first.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.MANAGE_ENTRANTS)
    reason = checked_reason(reason)
    entrant = find_entrant(tournament, entrant_id)
    require_running(tournament)
    refuse_own_opponent(actor, entrant)
    return replace_entrant(tournament, entrant, name, actor=actor, reason=reason, now=now)


def find_entrant(tournament: Tournament, entrant_id: int) -> Entrant:
    """The entrant with this id.

    :raises NotFound: none of this event.
    """
    entrant = tournament.entrants.select_related("user").filter(pk=entrant_id).first()
    if entrant is None:
        raise NotFound(_("There is no such entrant in this event."), code="no_such_entrant")
    entrant.tournament = tournament
    return entrant


def require_running(tournament: Tournament) -> None:
    """Refuse where nothing is played.

    :raises Conflict: ``not_running``.
    """
    if tournament.status != Status.RUNNING:
        raise Conflict(_("The event is not running."), code="not_running", event_status=tournament.status)


def _require_in(entrant: Entrant) -> None:
    if not entrant.is_active or entrant.seed is None:
        raise Conflict(
            _("%(name)s does not play in this event.") % {"name": entrant.user.name}, code="not_playing"
        )  # fmt: skip


def refuse_own_opponent(actor: User, entrant: Entrant) -> None:
    """Nobody decides over the place of somebody with whom they have a match to play, nor over their own.

    :raises Forbidden: ``own_game``.
    """
    matches = Match.objects.filter(Q(first=entrant) | Q(second=entrant)).exclude(status=Match.Status.FINISHED)
    for match in matches.select_related("first", "second"):
        refuse_own_match(actor, match)
