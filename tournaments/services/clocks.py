"""Time granted, and pauses: of one game, or of a whole event."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict
from accounts.models import User
from games.models import Game
from games.services import arbiter

from ..models import AuditEntry, Match, MatchGame, Round, Section, Tournament
from ..permissions import Act
from ..states import Status
from .audit import log, where
from .counting import subject_of
from .deciding import checked_reason, find_slots
from .locking import locked, refuse_own_game, require
from .progress import catch_up

MINUTE = timedelta(minutes=1)


@transaction.atomic(durable=True)
def grant_time(
    *,
    tournament_id: int,
    actor: User,
    match_game_id: int,
    side: str,
    amount: timedelta,
    reason: str,
    now: datetime,
    version: int | None = None,
) -> Game:
    """Give ``side`` ("white" or "black") whole minutes more, 1 minute to 60 days.

    ``version`` is the game's version that the arbiter saw, so that a form sent twice grants once. If the time was up
    already, the game comes back lost on time, with nothing granted.

    :raises NotFound, Forbidden: no such event or game in it; not an arbiter here, or a player of the game.
    :raises ValidationFailed: by field: side, amount, reason.
    :raises Conflict: ``game_not_begun``, ``game_over``, ``flag_pending``, ``stale_version``.
    """
    tournament, slot, reason = _slot(tournament_id, actor, match_game_id, reason)
    game = arbiter.grant_time(
        game_id=_game_id(slot), side=side, amount=amount, by_id=actor.pk, reason=reason, now=now, version=version
    )
    if game.in_progress:
        after = {**where(slot), "side": side, "minutes": amount // MINUTE}
        log(tournament, "time_granted", now=now, actor=actor, subject=subject_of(slot), reason=reason, after=after)
    return game


@transaction.atomic(durable=True)
def pause_game(*, tournament_id: int, actor: User, match_game_id: int, reason: str, now: datetime) -> Game:
    """Stop both clocks of a game until it is resumed. Doing it twice changes nothing.

    :raises NotFound, Forbidden, ValidationFailed, Conflict: as `grant_time`.
    """
    tournament, slot, reason = _slot(tournament_id, actor, match_game_id, reason)
    was_paused = slot.game is not None and slot.game.paused
    game = arbiter.pause(game_id=_game_id(slot), by_id=actor.pk, reason=reason, now=now)
    if game.paused and not was_paused:
        log(
            tournament, "game_paused", now=now, actor=actor, subject=subject_of(slot), reason=reason, after=where(slot)
        )  # fmt: skip
    return game


@transaction.atomic(durable=True)
def resume_game(*, tournament_id: int, actor: User, match_game_id: int, reason: str, now: datetime) -> Game:
    """Let a paused game go on with the times it had. Doing it twice changes nothing.

    :raises NotFound, Forbidden, ValidationFailed, Conflict: as `grant_time`; ``event_paused``: resume the event.
    """
    tournament, slot, reason = _slot(tournament_id, actor, match_game_id, reason)
    if tournament.paused_at is not None:
        raise Conflict(_("The whole event is paused: resume the event."), code="event_paused")
    was_paused = slot.game is not None and slot.game.paused
    game = arbiter.resume(game_id=_game_id(slot), by_id=actor.pk, now=now)
    if was_paused:
        log(
            tournament, "game_resumed", now=now, actor=actor, subject=subject_of(slot), reason=reason, after=where(slot)
        )  # fmt: skip
    return game


@transaction.atomic(durable=True)
def pause_event(*, tournament_id: int, actor: User, reason: str, now: datetime) -> Tournament:
    """Stop every clock of a running event; no round begins meanwhile. Doing it twice changes nothing.

    A game whose time was up by then is left to the clock. The players of each game are told.

    :raises NotFound, Forbidden: no such event, or not an arbiter here.
    :raises ValidationFailed: no reason.
    :raises Conflict: ``not_running``.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.CLOCKS)
    reason = checked_reason(reason)
    if tournament.status != Status.RUNNING:
        raise Conflict(_("The event is not running."), code="not_running", event_status=tournament.status)
    if tournament.paused_at is not None:
        return tournament
    games = _games_in_play(tournament)
    outcome = arbiter.pause_all(game_ids=games, by_id=actor.pk, reason=reason, now=now)
    tournament.paused_at = now
    tournament.version += 1
    tournament.save(update_fields=["paused_at", "version"])
    log(
        tournament,
        "event_paused",
        now=now,
        actor=actor,
        reason=reason,
        after={"games": list(outcome.paused), "paused_before": list(outcome.already)},
    )
    return tournament


@transaction.atomic(durable=True)
def resume_event(*, tournament_id: int, actor: User, reason: str, now: datetime) -> Tournament:
    """Let a paused event go on: clocks run from now, deadlines move by the length of the pause, rounds due begin.

    A game that was paused by itself before stays so. Doing it twice changes nothing.

    :raises NotFound, Forbidden, ValidationFailed: as `pause_event`.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.CLOCKS)
    reason = checked_reason(reason)
    if tournament.paused_at is None:
        return tournament
    go_on_after_pause(tournament, actor, reason, now)
    for section in Section.objects.filter(tournament=tournament, status="running").select_related("stage"):
        section.tournament = section.stage.tournament = tournament
        catch_up(section, now)
    return tournament


def go_on_after_pause(tournament: Tournament, actor: User, reason: str, now: datetime) -> None:
    """End the pause of an event: its clocks run, its deadlines are as much later. Expects the event's lock."""
    assert tournament.paused_at is not None
    length = now - tournament.paused_at
    tournament.paused_at = None
    tournament.version += 1
    tournament.save(update_fields=["paused_at", "version"])
    kept = _paused_before(tournament)
    games = [pk for pk in _games_in_play(tournament) if pk not in kept]
    resumed = arbiter.resume_all(game_ids=games, by_id=actor.pk, now=now)
    _move_deadlines(tournament, length, now)
    log(
        tournament,
        "event_resumed",
        now=now,
        actor=actor,
        reason=reason,
        after={"games": list(resumed), "seconds": int(length.total_seconds())},
    )


def _slot(tournament_id: int, actor: User, match_game_id: int, reason: str) -> tuple[Tournament, MatchGame, str]:
    tournament = locked(tournament_id)
    require(actor, tournament, Act.CLOCKS)
    reason = checked_reason(reason)
    slot = find_slots(tournament, [match_game_id])[match_game_id]
    refuse_own_game(actor, slot)
    return tournament, slot, reason


def _game_id(slot: MatchGame) -> int:
    if slot.game_id is None:
        raise Conflict(_("This game has not begun: there is no clock yet."), code="game_not_begun")
    return slot.game_id


def _games_in_play(tournament: Tournament) -> list[int]:
    slots = MatchGame.objects.filter(match__round__tournament=tournament, game__status=Game.Status.IN_PROGRESS)
    return [pk for pk in slots.values_list("game_id", flat=True) if pk is not None]


def _paused_before(tournament: Tournament) -> set[int]:
    entry = AuditEntry.objects.filter(tournament=tournament, act="event_paused").last()
    return set(entry.after["paused_before"]) if entry is not None and entry.after else set()


def _move_deadlines(tournament: Tournament, length: timedelta, now: datetime) -> None:
    rounds = list(
        Round.objects.filter(tournament=tournament, status=Round.Status.RUNNING, deadline__isnull=False)
    )  # fmt: skip
    for stored in rounds:
        assert stored.deadline is not None
        stored.deadline += length
        stored.look_at = now
    Round.objects.bulk_update(rounds, ["deadline", "look_at"])
    matches = list(
        Match.objects.filter(round__tournament=tournament, deadline__isnull=False).exclude(
            status=Match.Status.FINISHED
        )
    )  # fmt: skip
    for match in matches:
        assert match.deadline is not None
        match.deadline += length
    Match.objects.bulk_update(matches, ["deadline"], batch_size=500)
