"""Another player takes the seat of somebody who has begun no game. For the services; expects the event's lock."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.errors import Conflict, NotFound
from accounts.models import User
from games.pools import pool_of
from games.services.lock import lock_games

from ..models import Entrant, Match, MatchGame, Place, Tournament
from ..selectors.seeding import ratings_of
from .audit import log
from .holding import hold_new_games
from .leaving import tell_left
from .seats import reseat
from .telling import tell


def replace_entrant(
    tournament: Tournament, entrant: Entrant, name: str, *, actor: User, reason: str, now: datetime
) -> Entrant:
    """Seat ``name`` in the place of ``entrant``, everywhere in the event.

    :raises NotFound: ``no_such_player``.
    :raises Conflict: ``player_left``, ``not_replaceable``, ``games_begun``, ``already_in``.
    """
    if not entrant.is_active or entrant.seed is None:
        raise Conflict(
            _("%(name)s does not play in this event any more: reinstate first.") % {"name": entrant.user.name},
            code="player_left",
        )
    matches = list(
        Match.objects.filter(Q(first=entrant) | Q(second=entrant))
        .select_related("first__user", "second__user", "round__section__stage")
        .order_by("pk")
    )
    for match in matches:
        match.round.tournament = match.round.section.tournament = match.round.section.stage.tournament = tournament
    _refuse_swiss(tournament, entrant)
    _refuse_begun(entrant)
    new = _new_entrant(tournament, _player(name), entrant, now)
    Place.objects.filter(entrant=entrant).update(entrant=new)
    reseat([(match, {entrant.pk: new}) for match in matches], now)
    log(
        tournament,
        "replaced",
        now=now,
        actor=actor,
        subject=f"{entrant.user.name} → {new.user.name}",
        reason=reason,
        before={"entrant": entrant.pk},
        after={
            "entrant": new.pk,
            "instead_of": entrant.pk,
            "seed": new.seed,
            "rating": round(new.rating),
            "name": new.user.name,
        },
    )
    tell_left(tournament, entrant, reason, now)
    tell(tournament, [new], "event_started", f"event_started:{tournament.pk}", {}, now)
    hold_new_games(tournament, now)
    tournament.version += 1
    tournament.save(update_fields=["version"])
    return new


def _refuse_swiss(tournament: Tournament, entrant: Entrant) -> None:
    for place in entrant.places.select_related("section__stage"):
        place.section.stage.tournament = tournament
        if place.section.stage.rules.is_swiss:
            raise Conflict(
                _("In a Swiss nobody is replaced: withdraw the one, and let the other enter late if the rules allow."),
                code="not_replaceable",
            )


def _refuse_begun(entrant: Entrant) -> None:
    slots = list(MatchGame.objects.filter(Q(white=entrant) | Q(black=entrant)))
    games = lock_games([slot.game_id for slot in slots if slot.game_id is not None])
    for slot in slots:
        game = games.get(slot.game_id or 0)
        moved = game is not None and game.ply > (0 if slot.white_id == entrant.pk else 1)
        if moved or slot.recorded_at is not None:
            raise Conflict(
                _("%(name)s has begun to play, so nobody can take the seat any more. Withdraw the player instead.")
                % {"name": entrant.user.name},
                code="games_begun",
            )


def _player(name: str) -> User:
    user = User.objects.filter(name__iexact=name.strip(), is_active=True).first()
    if user is None:
        raise NotFound(
            _("There is no player called “%(name)s”.") % {"name": name.strip()[:60]}, code="no_such_player"
        )  # fmt: skip
    return user


def _new_entrant(tournament: Tournament, user: User, old: Entrant, now: datetime) -> Entrant:
    new = tournament.entrants.select_related("user").filter(user=user).first()
    if new is not None and new.seed is not None:
        raise Conflict(_("%(name)s is in this event already.") % {"name": user.name}, code="already_in")
    seed = old.seed
    old.status = Entrant.Status.WITHDRAWN
    old.leaving = Entrant.Leaving.REPLACED
    old.withdrawn_at = now
    old.seed = None
    old.save(update_fields=["status", "leaving", "withdrawn_at", "seed"])
    new = new or Entrant(tournament=tournament, user=user)
    new.status = Entrant.Status.ENTERED
    new.seed = seed
    new.rating = ratings_of([user.pk], pool_of(tournament.game_type))[user.pk]
    new.entered_at = now
    new.leaving = ""
    new.withdrawn_at = None
    new.save()
    return new
