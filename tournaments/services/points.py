"""What a result is worth in an event."""

from __future__ import annotations

from games.models import Game

from ..models import Tournament


def points_of(tournament: Tournament, result: str) -> tuple[int, int]:
    """Half points for (White, Black). No result, where both forfeited, is a loss for both."""
    win, draw, loss = tournament.win_points, tournament.draw_points, tournament.loss_points
    return {
        Game.Result.WHITE: (win, loss),
        Game.Result.BLACK: (loss, win),
        Game.Result.DRAW: (draw, draw),
        Game.Result.NONE: (loss, loss),
    }[Game.Result(result)]
