"""Ratings as they are now: the stored numbers, with the deviation grown by idle time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import F, Window
from django.db.models.functions import RowNumber, TruncDate

from accounts.models import User
from games.models import Rating, RatingChange
from games.ratings import glicko
from games.ratings.glicko import PROVISIONAL_DEVIATION


@dataclass(frozen=True, slots=True)
class CurrentRating:
    """A player's rating in a pool at an instant. Without a rated game it is the start, with ``games`` 0."""

    value: float
    deviation: float
    volatility: float
    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    last_rated_at: datetime | None = None

    @property
    def shown(self) -> int:
        return round(self.value)

    @property
    def provisional(self) -> bool:
        return self.deviation >= PROVISIONAL_DEVIATION


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """A player's rating at the end of a day (UTC) with rated games, and the last game of that day."""

    at: datetime
    value: float
    deviation: float
    game_id: int


def current_rating(user: User, pool: str, now: datetime) -> CurrentRating:
    """Return one player's rating in one pool."""
    return current_ratings([user.pk], pool, now)[user.pk]


def current_ratings(user_ids: Iterable[int], pool: str, now: datetime) -> dict[int, CurrentRating]:
    """Return the ratings of several players in one pool, by user id; one query."""
    ids = set(user_ids)
    rows = {row.user_id: row for row in Rating.objects.filter(user_id__in=ids, pool=pool)}
    return {user_id: as_of(rows.get(user_id), now) for user_id in ids}


def ratings_of(user: User, now: datetime) -> dict[str, CurrentRating]:
    """Return a player's rating in every pool they have played rated games in; one query."""
    return {row.pool: as_of(row, now) for row in user.ratings.exclude(last_rated_at=None).order_by("pool")}


def as_of(row: Rating | None, now: datetime) -> CurrentRating:
    """Return a stored rating as it is at ``now``."""
    if row is None:
        return CurrentRating(glicko.START.value, glicko.START.deviation, glicko.START.volatility)
    rating = row.glicko
    if row.last_rated_at is not None:
        rating = glicko.grown(rating, now - row.last_rated_at)
    return CurrentRating(
        value=rating.value,
        deviation=rating.deviation,
        volatility=rating.volatility,
        games=row.games,
        wins=row.wins,
        losses=row.losses,
        draws=row.draws,
        last_rated_at=row.last_rated_at,
    )


def rating_history(user: User, pool: str) -> list[HistoryPoint]:
    """Return one point for each day with rated games, oldest first; one query, one row a day."""
    rank_in_day = Window(
        RowNumber(),
        partition_by=[TruncDate("rated_at", tzinfo=UTC)],
        order_by=[F("rated_at").desc(), F("game_id").desc()],
    )
    changes = RatingChange.objects.filter(user=user, pool=pool).annotate(rank_in_day=rank_in_day)
    return [
        HistoryPoint(change.rated_at, change.value_after, change.deviation_after, change.game_id)
        for change in changes.filter(rank_in_day=1).order_by("rated_at", "game_id")
    ]
