"""The leaderboards: one for each pool, paged."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Q, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Game, Rating, RatingChange
from games.models.choices import PoolChoice
from games.pools import Pool
from games.ratings.glicko import PROVISIONAL_DEVIATION
from games.ratings.listing import LEAST_GAMES, MOST_DEVIATION, MOST_IDLE
from games.selectors.leaderboard import leaderboard, place_of
from games.selectors.ratings import CurrentRating, as_of
from hive_site.charts import sparkline

SPARK, WEEK = timedelta(days=90), timedelta(days=7)
CLIMBERS, COMING = 5, 30


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """The pool that is played most comes first."""
    return redirect("leaderboards:pool", Pool.CORRESPONDENCE_EXPANSIONS)


@require_safe
def pool(request: HttpRequest, pool: str) -> HttpResponse:
    """One page of a pool's leaderboard. ``?me`` goes to the page with one's own place."""
    if pool not in PoolChoice.values:
        raise Http404
    now = timezone.now()
    own = place_of(request.user, pool, now) if request.user.is_authenticated else None
    wanted = request.GET.get("page", "")
    number = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 7 else 1
    if own is not None and "me" in request.GET:
        number = own[1]
    board = leaderboard(pool, now, number)
    coming = _coming(pool, now) if board.page == board.pages else []
    users = [place.user.pk for place in board.places] + [user.pk for user, _ in coming]
    trends = _trends(users, pool, now)
    as_black = _as_black(users, pool)

    def row(user: User, rating: CurrentRating, rank: int | None = None) -> dict[str, Any]:
        trend, black = trends.get(user.pk, {}), as_black.get(user.pk)
        return {"rank": rank, "user": user, "rating": rating, "trend": trend, "as_black": black}

    context = {
        "board": board,
        "rows": [row(place.user, place.rating, place.rank) for place in board.places],
        "coming": [row(user, rating) for user, rating in coming],
        "own": own[0] if own else None,
        "pools": [(str(p), PoolChoice(p).label) for p in Pool],
        "climbers": _climbers(pool, now),
        "least_games": LEAST_GAMES,
        "most_deviation": round(MOST_DEVIATION),
        "provisional": round(PROVISIONAL_DEVIATION),
        "idle_days": MOST_IDLE.days,
        "section": "leaderboards",
    }
    return render(request, "leaderboards/pool.html", context)


def _coming(pool: str, now: datetime) -> list[tuple[User, CurrentRating]]:
    """Players who are rated and still play, but are not listed: too few games, or too uncertain. One query."""
    rows = Rating.objects.filter(
        pool=pool, last_rated_at__gte=now - MOST_IDLE, user__is_bot=False, user__is_active=True
    )
    rows = rows.exclude(listed_until__gte=now).select_related("user").order_by("-value", "user__name_key")
    return [(row.user, as_of(row, now)) for row in rows[:COMING]]


def _trends(users: list[int], pool: str, now: datetime) -> dict[int, dict[str, Any]]:
    """For each player the line of the last 90 days and the change of the last 7. One query."""
    changes = RatingChange.objects.filter(user__in=users, pool=pool, rated_at__gte=now - SPARK).order_by(
        "rated_at", "game_id"
    )
    values: dict[int, list[float]] = {}
    week: dict[int, float] = {}
    for user, at, before, after in changes.values_list("user", "rated_at", "value_before", "value_after"):
        values.setdefault(user, [before]).append(after)
        if at >= now - WEEK:
            week[user] = week.get(user, 0.0) + after - before
    return {
        u: {"line": sparkline(v), "end": sparkline(v).rpartition(" ")[2].split(","), "week": round(week.get(u, 0))}
        for u, v in values.items()
    }


def _as_black(users: list[int], pool: str) -> dict[int, int]:
    """For each player the percentage of points with Black in rated games. One query."""
    games = Game.objects.filter(black__in=users, pool=pool, rated=True, status=Game.Status.FINISHED)
    counted = (
        games.exclude(result=Game.Result.NONE)
        .values("black")
        .annotate(n=Count("pk"), won=Count("pk", filter=Q(result="black")), drawn=Count("pk", filter=Q(result="draw")))
    )
    return {row["black"]: round(100 * (row["won"] + row["drawn"] / 2) / row["n"]) for row in counted.order_by("black")}


def _climbers(pool: str, now: datetime) -> list[tuple[User, int]]:
    """Who gained most in the last 7 days. Two queries."""
    recent = RatingChange.objects.filter(
        pool=pool, rated_at__gte=now - WEEK, deviation_before__lt=PROVISIONAL_DEVIATION
    )
    gains = recent.values("user").annotate(gain=Sum(F("value_after") - F("value_before"))).filter(gain__gte=1)
    best = list(gains.order_by("-gain", "user")[:CLIMBERS])
    people = User.objects.in_bulk([row["user"] for row in best])
    return [(people[row["user"]], round(row["gain"])) for row in best]
