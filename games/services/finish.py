"""The end of a game, however it comes."""

from __future__ import annotations

from datetime import datetime

from games.events import record
from games.models import Game, GameEvent
from games.services.ratings import rate_game
from games.services.state import set_over
from games.services.telling import settle_end, tell_end
from games.side import Side


def finish(game: Game, *, result: str, ending: str, at: datetime, now: datetime, by: Side | None = None) -> None:
    """Close a game with a result: clock, ratings, event, notifications and row, all in the caller's transaction.

    Expects the lock on the game and a game that goes on. ``at`` is when it ended (of a loss on time, the deadline),
    ``now`` when that is written down. ``by`` is the player whose act ended it, None for the server.

    :raises ValueError: the game is over already: the caller must have looked, under the lock.
    """
    _close(game, status=Game.Status.FINISHED, result=result, ending=ending, at=at, now=now, by=by)


def abandon(game: Game, *, at: datetime, now: datetime, by: Side | None = None) -> None:
    """Close a game without a result, as if it had never been played. Expects the same as `finish`."""
    _close(game, status=Game.Status.ABORTED, result="", ending=Game.Ending.ABORTED, at=at, now=now, by=by)


def _close(game: Game, *, status: str, result: str, ending: str, at: datetime, now: datetime, by: Side | None) -> None:
    if not game.in_progress:
        raise ValueError(f"game {game.pk} is over already")
    set_over(game, status=status, result=result, ending=ending, at=at)
    game.save()
    rate_game(game, now)
    by_id = game.player(by).pk if by is not None else None
    record(game, GameEvent.Kind.ENDED, at=at, by_id=by_id, result=result, ending=ending)
    settle_end(game, now=now)
    tell_end(game, by=by, now=now)
