"""What happened in a game: stored with the change, told after the commit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import Signal

from games import live
from games.models import Game, GameEvent

# Sent after the commit with ``game_id`` and ``kind`` (a value of GameEvent.Kind). It can be lost when a process dies
# in between, and it can come twice: whoever acts on it must also have a sweep, and be safe to repeat.
game_event_committed = Signal()


def record(game: Game, kind: str, *, at: datetime, by_id: int | None = None, **data: Any) -> GameEvent:
    """Store that something happened, and tell receivers and open pages once it is committed.

    Expects the lock on the game. ``by_id`` is the player who did it, None for the server.
    """
    event = GameEvent.objects.create(game=game, kind=kind, ply=game.ply, by_id=by_id, at=at, data=data)
    # robust: the change is committed, and a fault in telling must not make its request fail.
    transaction.on_commit(partial(_tell, game.pk, kind, game.version, (game.white_id, game.black_id)), robust=True)
    return event


def record_started(games: Sequence[Game], *, at: datetime) -> None:
    """Store that these games have begun, in one statement, and tell the open pages of their players after the commit.

    No signal is sent: nobody acts on the start of a game but the sweep that moves for the computer.
    """
    GameEvent.objects.bulk_create(
        (GameEvent(game=game, kind=GameEvent.Kind.STARTED, ply=game.ply, at=at) for game in games), batch_size=500
    )
    players = {user_id for game in games for user_id in (game.white_id, game.black_id)}
    transaction.on_commit(partial(_tell_players, sorted(players)), robust=True)


def _tell_players(players: Sequence[int]) -> None:
    for user_id in players:
        live.publish_user(user_id)


def _tell(game_id: int, kind: str, version: int, players: tuple[int, int]) -> None:
    live.publish_game(game_id, version)
    for user_id in players:
        live.publish_user(user_id)
    game_event_committed.send_robust(sender=GameEvent, game_id=game_id, kind=kind)
