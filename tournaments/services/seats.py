"""Somebody takes another's seat in matches nobody has moved in. For the services; expects the event's lock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.errors import Conflict
from games.services.finish import abandon
from games.services.lock import lock_games

from ..models import Entrant, Match, MatchGame
from .audit import log, match_place
from .rounds import game_for

Seats = Mapping[int, Entrant]  # who sits there now, by id of who sat there before


def follow_advance(match: Match, was: int | None, now: datetime) -> None:
    """Seat whoever now goes on from a knock-out match in the next one, if that is paired and nobody has moved in it.

    ``was`` is the entrant who went on until now. With a match for third place, the loser changes seats too.

    :raises Conflict: ``next_round_begun``.
    """
    section = match.round.section
    following = section.rounds.filter(number=match.round.number + 1).first()
    if following is None:
        return
    sides = {entrant.pk: entrant for entrant in (match.first, match.second) if entrant is not None}
    now_on = match.advances_id
    if was is None or now_on is None:
        raise _begun(match)
    winner, loser = sides[now_on], sides[was]
    changes: list[tuple[Match, Seats]] = []
    for next_match in following.matches.select_related("first__user", "second__user", "round"):
        seated = {next_match.first_id, next_match.second_id}
        seats = {old: new for old, new in ((was, winner), (now_on, loser)) if old in seated}
        if seats:
            next_match.round.section = section
            changes.append((next_match, seats))
    if not any(was in seats for _next, seats in changes):
        raise _begun(match)
    for next_match, _seats in changes:
        if has_begun(next_match) or (next_match.is_bye and section.rounds.filter(number__gt=following.number).exists()):
            raise _begun(match)
    reseat(changes, now)


def _begun(match: Match) -> Conflict:
    return Conflict(
        _("The match that follows from this one has begun, and it stands. First decide what becomes of that match."),
        code="next_round_begun",
        match=match.pk,
    )


def has_begun(match: Match) -> bool:
    """Whether somebody has moved in a match, or a result is recorded in it. Locks its games, so that it stays so."""
    slots = list(match.games.all())
    games = lock_games([slot.game_id for slot in slots if slot.game_id is not None])
    return any(slot.recorded_at is not None for slot in slots) or any(game.ply > 0 for game in games.values())


def reseat(changes: Sequence[tuple[Match, Seats]], now: datetime) -> None:
    """Change who sits in matches; games on the clock in them are called off and begun anew.

    Each change gets a line in the record. An entrant may move from one of the matches to another.
    """
    for match, seats in changes:
        # Nobody may sit twice in a round, not even between two statements: so all leave before anybody sits down.
        stays = [side for side in (match.first_id, match.second_id) if side is not None and side not in seats]
        if stays:
            Match.objects.filter(pk=match.pk).update(first=stays[0], second=None, kind=Match.Kind.ZERO_BYE)
    for match, seats in changes:
        match.first = seats.get(match.first_id, match.first)
        if match.second is not None:
            match.second = seats.get(match.second.pk, match.second)
        match.save(update_fields=["first", "second", "kind"])
        _reseat_games(match, seats, now)
        after = {
            **match_place(match),
            "first": match.first_id,
            "second": match.second_id,
            "instead_of": {str(old): new.pk for old, new in seats.items()},
        }
        names = ", ".join(entrant.user.name for entrant in seats.values())
        log(match.round.section.tournament, "seat_changed", now=now, subject=names, after=after)


def _reseat_games(match: Match, seats: Seats, now: datetime) -> None:
    tournament = match.round.section.tournament
    slots = list(MatchGame.objects.filter(match=match, recorded_at=None).select_related("white__user", "black__user"))
    games = lock_games([slot.game_id for slot in slots if slot.game_id is not None])
    for slot in slots:
        slot.white = seats.get(slot.white_id, slot.white)
        slot.black = seats.get(slot.black_id, slot.black)
        old = games.get(slot.game_id or 0)
        if old is not None:
            slot.game = game_for(tournament, slot, now)
            slot.save(update_fields=["white", "black", "game"])
            if old.in_progress:
                abandon(old, at=now, now=now)
        else:
            slot.save(update_fields=["white", "black"])
