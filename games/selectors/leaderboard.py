"""The leaderboard of a pool. Who is listed, and until when, was settled when the player was last rated
(``games.ratings.listing``), so that a page is one index away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Rank, Round

from accounts.models import User
from games.models import Rating
from games.selectors.ratings import CurrentRating, as_of

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

PAGE_SIZE = 50


class _Shown(TypedDict):
    shown: float  # the rating as it is printed, by which players rank


@dataclass(frozen=True, slots=True)
class Place:
    """One row. Players whose shown ratings are equal share a ``rank``; the next rank is left out.

    Among them the older account stands first.
    """

    rank: int
    user: User
    rating: CurrentRating


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of a pool's leaderboard, as of ``at``. Pages count from 1; there is always one, if only an empty one."""

    pool: str
    at: datetime
    places: list[Place]
    page: int
    pages: int
    total: int


def leaderboard(pool: str, now: datetime, page: int = 1, page_size: int = PAGE_SIZE) -> Leaderboard:
    """Return a page, best first; a page number outside the list gives the nearest one. Two queries."""
    total = _listed(pool, now).count()
    pages = max(1, -(-total // page_size))
    page = min(max(page, 1), pages)
    rows = _listed(pool, now).select_related("user").annotate(rank=Window(Rank(), order_by=F("shown").desc()))
    first = (page - 1) * page_size
    ordered = rows.order_by("-shown", "user_id")[first : first + page_size]
    places = [Place(row.rank, row.user, as_of(row, now)) for row in ordered]
    return Leaderboard(pool, now, places, page, pages, total)


def place_of(user: User, pool: str, now: datetime, page_size: int = PAGE_SIZE) -> tuple[Place, int] | None:
    """Return a player's own row and the page it is on, None if not listed. Three queries at most."""
    own = _listed(pool, now).filter(user=user).select_related("user").first()
    if own is None:
        return None
    better = _listed(pool, now).filter(shown__gt=own.shown).count()
    level = _listed(pool, now).filter(shown=own.shown, user_id__lt=user.pk).count()
    return Place(better + 1, own.user, as_of(own, now)), (better + level) // page_size + 1


def _listed(pool: str, now: datetime) -> QuerySet[WithAnnotations[Rating, _Shown]]:
    people = Q(user__is_bot=False, user__is_active=True)
    return Rating.objects.filter(people, pool=pool, listed_until__gte=now).annotate(shown=Round("value"))
