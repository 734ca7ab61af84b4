"""Games of a paused event stand still, also those that begin or come back meanwhile. Expects the event's lock."""

from __future__ import annotations

from datetime import datetime

from games.models import Game
from games.services import arbiter

from ..models import AuditEntry, MatchGame, Tournament


def hold_new_games(tournament: Tournament, now: datetime) -> None:
    """Pause what runs in a paused event; it goes on with the event. One whose time is up is left to the clock."""
    if tournament.paused_at is None:
        return
    running = MatchGame.objects.filter(
        match__round__tournament=tournament, game__status=Game.Status.IN_PROGRESS, game__paused_at=None
    ).values_list("game_id", flat=True)
    games = [pk for pk in running if pk is not None]
    pause = AuditEntry.objects.filter(tournament=tournament, act="event_paused").last()
    if games and pause is not None and pause.actor_id is not None:
        arbiter.pause_all(game_ids=games, by_id=pause.actor_id, reason=pause.reason, now=now)


def free_held_game(tournament: Tournament, game: Game, by_id: int | None, now: datetime) -> None:
    """Let a game go on that comes back paused from a pause of the event that is over."""
    if game.paused_at is None or tournament.paused_at is not None or by_id is None:
        return
    if AuditEntry.objects.filter(tournament=tournament, act="event_paused", at=game.paused_at).exists():
        arbiter.resume(game_id=game.pk, by_id=by_id, now=now)
