"""A player's public page, gathered from ratings, games and events; and the search for players."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core.paginator import Paginator
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.countries import COUNTRIES
from accounts.models import User
from accounts.selectors import find_players, player_named
from games.models import Rating
from games.models.choices import PoolChoice
from games.pools import Pool, pool_of
from games.selectors.cards import GameCard, game_cards
from games.selectors.games import recent, running
from games.selectors.leaderboard import place_of
from games.selectors.practice import level_of
from games.selectors.ratings import as_of, rating_history, ratings_of
from hive_site.charts import rating_chart
from tournaments.models import Tournament
from tournaments.selectors.events import events_of

from .record import heads_to_heads, record_of, repertoires_of

CURRENT, FINISHED, EVENTS, TABLE = 12, 12, 20, 100
PER_PAGE = 30
SPANS = {"3m": timedelta(days=92), "1y": timedelta(days=366), "all": None}
SPAN_NAMES = {"3m": _("3 months"), "1y": _("1 year"), "all": _("all")}


@require_safe
def detail(request: HttpRequest, name: str) -> HttpResponse:
    """Everything public about one player. Names are found whatever their case, and shown under the one address."""
    player = player_named(name)
    if player is None:
        raise Http404
    if player.name != name:
        return redirect(player, permanent=True)
    now = timezone.now()
    viewer = request.user if request.user.is_authenticated else None
    events = list(events_of(player)[:EVENTS])
    context: dict[str, Any] = {
        "player": player,
        "country": COUNTRIES.get(player.country, ""),
        "own": viewer == player,
        "practice": level_of(player) is not None,
        "record": record_of(player),
        "repertoires": repertoires_of(player),
        "heads": heads_to_heads(player, viewer=viewer if viewer != player else None),
        "current_events": [e for e in events if e.is_announced or e.is_on],
        "finished_events": [e for e in events if e.status == Tournament.Status.FINISHED],
        "section": "players" if viewer == player else "leaderboards",
    }
    context |= _ratings(request, player, events, now)
    context |= _games(player, now)
    return render(request, "players/detail.html", context)


def _ratings(request: HttpRequest, player: User, events: list[Tournament], now: datetime) -> dict[str, Any]:
    """The ratings of all pools, and the chart of the chosen one (else of the one played most)."""
    found = ratings_of(player, now)
    pool = request.GET.get("pool", "")
    if pool not in PoolChoice.values:
        pool = max(found, key=lambda p: found[p].games, default=str(Pool.CORRESPONDENCE_EXPANSIONS))
    span = request.GET.get("span", "")
    span = span if span in SPANS else "1y"
    history = rating_history(player, pool)
    length = SPANS[span]
    points = history if length is None else [p for p in history if p.at >= now - length]
    ends = [e.finished_at for e in events if e.finished_at and e.rated and pool_of(e.game_type) == pool]
    rating = found.get(pool, as_of(None, now))
    place = place_of(player, pool, now)
    return {
        "pools": [
            {"code": str(p), "name": PoolChoice(p).label, "rating": found.get(str(p), as_of(None, now))} for p in Pool
        ],
        "pool": pool,
        "place": place[0] if place else None,
        "charts": [
            rating_chart(points, until=now, deviation=rating.deviation, marks=ends, narrow=narrow)
            for narrow in (False, True)
            if points
        ],
        "points": points[: -TABLE - 1 : -1],
        "span": span,
        "spans": SPAN_NAMES.items(),
    }


def _games(player: User, now: datetime) -> dict[str, list[GameCard]]:
    """Games being played, least time first, and the last ones finished; from the player's side of the board."""
    current = running(player).order_by(F("flag_at").asc(nulls_last=True), "pk")[:CURRENT]
    over = recent(player)[:FINISHED]
    cards = game_cards([*current, *over], viewer_id=player.pk, now=now)
    return {
        "current_games": [card for card in cards if card.game.in_progress],
        "finished_games": [card for card in cards if not card.game.in_progress],
    }


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Players by name; without a name, those rated last."""
    text = request.GET.get("q", "").strip()[:50]
    found = find_players(text) if text else User.objects.filter(is_active=True).order_by("-joined_at", "-pk")
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    now = timezone.now()
    ratings: dict[int, dict[str, Any]] = {}
    for row in Rating.objects.filter(user__in=[user.pk for user in page.object_list]):
        ratings.setdefault(row.user_id, {})[row.pool] = as_of(row, now)
    rows = [
        {"player": user, "ratings": [ratings.get(user.pk, {}).get(str(p)) for p in Pool]} for user in page.object_list
    ]
    context = {
        "q": text,
        "page_obj": page,
        "rows": rows,
        "pools": [PoolChoice(p).label for p in Pool],
        "section": "players",
    }
    query = request.GET.copy()
    query.pop("page", None)
    return render(request, "players/search.html", context | {"query": query.urlencode()})
