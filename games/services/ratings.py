"""Ratings after a game. Part of the transaction that finishes it."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Game, Rating, RatingChange
from games.ratings import glicko
from games.ratings.listing import listed_until

UNRATED_ENDINGS = frozenset(
    {Game.Ending.FORFEIT, Game.Ending.DOUBLE_FORFEIT, Game.Ending.ADJUDICATION, Game.Ending.ABORTED}
)
WHITE_SCORE = {
    Game.Result.WHITE.value: glicko.WIN,
    Game.Result.DRAW.value: glicko.DRAW,
    Game.Result.BLACK.value: glicko.LOSS,
}


def counts_for_rating(game: Game) -> bool:
    """Say whether a finished game is rated: agreed to be, both sides moved, and decided by play or by the clock."""
    return game.rated and game.both_moved and game.ending not in UNRATED_ENDINGS and game.result in WHITE_SCORE


def rate_game(game: Game, now: datetime) -> None:
    """Update both ratings and write the ledger. Expects the lock on the game, just finished, and does it once.

    The game counts at ``game.finished_at``: of a loss on time that is the deadline, however late it was noticed.
    Rating rows are made when needed at ``now`` and locked in the order of user ids, so that two games of the same
    players cannot wait for each other.
    """
    if not counts_for_rating(game):
        return
    at = game.finished_at or now
    rows = _lock_rows(game)
    white, black = rows[game.white_id], rows[game.black_id]
    white_idle, black_idle = _idle(white, at), _idle(black, at)
    before = white.glicko, black.glicko
    score = WHITE_SCORE[game.result]
    after = glicko.update_pair(*before, score, white_idle=white_idle, black_idle=black_idle)
    for row, old, new, idle, own_score in (
        (white, before[0], after[0], white_idle, score),
        (black, before[1], after[1], black_idle, glicko.WIN - score),
    ):
        _write_ledger(game, row, glicko.grown(old, idle), new, at)
        _write_row(row, new, own_score, at)


def _lock_rows(game: Game) -> dict[int, Rating]:
    users = sorted((game.white_id, game.black_id))
    start = {
        "value": glicko.START.value,
        "deviation": glicko.START.deviation,
        "volatility": glicko.START.volatility,
    }
    for user_id in users:
        Rating.objects.get_or_create(user_id=user_id, pool=game.pool, defaults=start)
    rows = Rating.objects.select_for_update().filter(user_id__in=users, pool=game.pool).order_by("user_id")
    return {row.user_id: row for row in rows}


def _idle(row: Rating, at: datetime) -> timedelta:
    return at - row.last_rated_at if row.last_rated_at else timedelta(0)


def _write_ledger(game: Game, row: Rating, old: glicko.Rating, new: glicko.Rating, at: datetime) -> None:
    RatingChange.objects.create(
        game=game,
        user_id=row.user_id,
        pool=row.pool,
        value_before=old.value,
        deviation_before=old.deviation,
        volatility_before=old.volatility,
        value_after=new.value,
        deviation_after=new.deviation,
        volatility_after=new.volatility,
        rated_at=at,
    )


def _write_row(row: Rating, new: glicko.Rating, score: float, at: datetime) -> None:
    row.value, row.deviation, row.volatility = new.value, new.deviation, new.volatility
    row.wins += score == glicko.WIN
    row.draws += score == glicko.DRAW
    row.losses += score == glicko.LOSS
    # A loss on time noticed late is older than a game rated meanwhile: time never runs back.
    row.last_rated_at = max(at, row.last_rated_at or at)
    row.listed_until = listed_until(new, games=row.games, last_rated_at=row.last_rated_at)
    row.save()
