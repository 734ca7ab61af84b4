"""Ratings after a game. Part of the transaction that finishes it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Game, Rating
from games.ratings.listing import listed_until
from games.ratings.replay import WHITE_SCORE, Change, Standing, rate
from games.services.rerating import Entry, ensure_rating, ledger_line, rated_game, rerate

UNRATED_ENDINGS = frozenset(
    {Game.Ending.FORFEIT, Game.Ending.DOUBLE_FORFEIT, Game.Ending.ADJUDICATION, Game.Ending.ABORTED}
)


class _NotTheLatest(Exception):
    """One of the players has a game in the ledger that counts from later."""


def counts_for_rating(game: Game) -> bool:
    """Say whether a finished game is rated: agreed to be, both sides moved, and decided by play or by the clock."""
    return can_be_rated(game, game.result) and game.ending not in UNRATED_ENDINGS


def can_be_rated(game: Game, result: str) -> bool:
    """Say whether ``result`` could change ratings at all: agreed to be rated, both sides moved, somebody scored."""
    return game.rated and game.both_moved and result in WHITE_SCORE


def rate_game(game: Game, now: datetime) -> None:
    """Update both ratings and write the ledger. Expects the lock on the game, just finished and saved; does it once.

    The game counts at ``game.finished_at``: of a loss on time that is the deadline, however late it was noticed. If a
    later game is in the ledger by then, the ratings are told anew from this one, so that the ledger is always in order.
    Rating rows are made when needed and locked in the order of user ids, so that two games of the same players cannot
    wait for each other.
    """
    if not counts_for_rating(game):
        return
    entry = Entry(game, rated_game(game, game.result, game.finished_at or now))
    try:
        with transaction.atomic():  # gives the locks back if more ratings are touched than these two
            _append(entry)
    except _NotTheLatest:
        rerate([entry])


def _append(entry: Entry) -> None:
    game, rated = entry.game, entry.rated
    if rated is None:
        return
    rows = _lock_rows(game)
    if any(row.last_rated_at is not None and row.last_rated_at >= rated.at for row in rows.values()):
        raise _NotTheLatest
    standings = [Standing(rows[user].glicko, rows[user].last_rated_at) for user in rated.players]
    score = rated.white_score
    for change, own_score in zip(rate(rated, *standings), (score, 1 - score), strict=True):
        ledger_line(change, game.pool).save()
        _write_row(rows[change.user_id], change, own_score)


def _lock_rows(game: Game) -> dict[int, Rating]:
    users = sorted((game.white_id, game.black_id))
    for user_id in users:
        ensure_rating(user_id, game.pool)
    rows = Rating.objects.select_for_update().filter(user_id__in=users, pool=game.pool).order_by("user_id")
    return {row.user_id: row for row in rows}


def _write_row(row: Rating, change: Change, score: float) -> None:
    new, at = change.after, change.game.at
    row.value, row.deviation, row.volatility = new.value, new.deviation, new.volatility
    row.wins += score == WHITE_SCORE["white"]
    row.draws += score == WHITE_SCORE["draw"]
    row.losses += score == WHITE_SCORE["black"]
    row.last_rated_at = at
    row.listed_until = listed_until(new, games=row.games, last_rated_at=at)
    row.save()
