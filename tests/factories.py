"""Users and games for tests, made by the services a player uses."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import Game
from games.services.games import start_game
from games.services.play import play_move
from games.side import Side

T0 = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

# White surrounds nothing: both sides place, then the queens stand. Eight quiet plies of Base+MLP.
OPENING = ("wL", "bL wL-", "wQ -wL", "bQ bL-", "wA1 -wQ", "bA1 bQ-", "wG1 -wA1", "bG1 bA1-")

_numbers = itertools.count(1)


def make_user(name: str = "", **fields: Any) -> User:
    """An account with a confirmed-looking address; names are counted up when none is given."""
    name = name or f"player{next(_numbers)}"
    return User.objects.create_user(name=name, email=f"{name}@example.org", password=None, **fields)


def make_game(white: User | None = None, black: User | None = None, *, now: datetime = T0, **terms: Any) -> Game:
    """A running game between two (new) players, White's clock running from ``now``."""
    defaults: dict[str, Any] = {
        "game_type": "Base+MLP",
        "opening_rule": "no_queen_first",
        "repetition_rule": "threefold",
        "time_control": "3d",
        "rated": True,
        "in_event": False,
    }
    with transaction.atomic():
        return start_game(white=white or make_user(), black=black or make_user(), now=now, **(defaults | terms))


def play(game: Game, *moves: str, start: datetime | None = None, step: timedelta = HOUR) -> Game:
    """Play moves for whoever is to move, the first one ``step`` after ``start`` (or the last move), and reload."""
    at = start or game.last_move_at or game.created_at
    for text in moves:
        game = Game.objects.get(pk=game.pk)
        at += step
        side = game.side_to_move or Side.WHITE
        play_move(game_id=game.pk, player_id=game.player(side).pk, text=text, ply=game.ply, received_at=at)
    return Game.objects.select_related("white", "black").get(pk=game.pk)
