"""Ratings as an event needs them: for many players at once."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Rating
from games.ratings.glicko import START


def ratings_of(user_ids: Iterable[int], pool: str) -> dict[int, float]:
    """The rating of each player in ``pool``; the starting rating for who has none. One query."""
    ids = list(user_ids)
    known = dict(Rating.objects.filter(user_id__in=ids, pool=pool).values_list("user_id", "value"))
    return {user_id: known.get(user_id, START.value) for user_id in ids}
