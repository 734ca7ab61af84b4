"""Leaderboards, one for each pool."""

from __future__ import annotations

from typing import Any, cast

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from accounts.api.arrival import received_at
from accounts.api.problems import problems
from accounts.api.serializers import PlayerRefSerializer
from accounts.api.strict import StrictSerializer
from accounts.errors import NotFound
from games.models.choices import PoolChoice
from games.selectors.leaderboard import Place, leaderboard, place_of

from .answers import viewer_of

Shape = serializers.Serializer[Any]
MOST_PER_PAGE = 100


class PoolShape(Shape):
    pool = serializers.ChoiceField(PoolChoice.choices)
    name = serializers.CharField()
    url = serializers.CharField(help_text=_("Where the leaderboard is in this API."))


class PlaceShape(Shape):
    rank = serializers.IntegerField(help_text=_("Equal ratings share a rank."))
    player = PlayerRefSerializer()
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    games = serializers.IntegerField()
    last_rated_at = serializers.DateTimeField(allow_null=True)


class OwnPlaceShape(PlaceShape):
    page = serializers.IntegerField(help_text=_("The page with my row, at this page size."))


class LeaderboardShape(Shape):
    pool = serializers.ChoiceField(PoolChoice.choices)
    at = serializers.DateTimeField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    count = serializers.IntegerField()
    me = OwnPlaceShape(allow_null=True, help_text=_("My own row; null if I am not listed or not signed in."))
    results = PlaceShape(many=True)


class PageQuerySerializer(StrictSerializer):
    page = serializers.IntegerField(min_value=1, max_value=1_000_000, default=1, help_text=_("From 1 on."))
    page_size = serializers.IntegerField(min_value=1, max_value=MOST_PER_PAGE, default=50)


class LeaderboardsView(APIView):
    @extend_schema(
        operation_id="leaderboards", tags=["leaderboards"], responses={200: PoolShape(many=True), **problems(401, 429)}
    )
    def get(self, request: Request) -> Response:
        """The pools there are."""
        return Response(
            [
                {"pool": pool.value, "name": pool.label, "url": reverse("api:leaderboard", args=[pool.value])}
                for pool in PoolChoice
            ]
        )


class LeaderboardView(APIView):
    @extend_schema(
        operation_id="leaderboard",
        tags=["leaderboards"],
        parameters=[PageQuerySerializer],
        responses={200: LeaderboardShape, **problems(400, 401, 404, 429)},
    )
    def get(self, request: Request, pool: str) -> Response:
        """The players of a pool, best first: those with enough recent rated games to be sure of their rating."""
        if pool not in PoolChoice.values:
            raise NotFound(_("There is no such pool; leaderboards/ lists them."), code="no_such_pool")
        query = PageQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        page, size = cast(int, query.validated_data["page"]), cast(int, query.validated_data["page_size"])
        now, viewer = received_at(request), viewer_of(request)
        board = leaderboard(pool, now, page, size)
        if page > board.pages:
            raise NotFound(_("There is no such page."), code="no_such_page")
        own = place_of(viewer, pool, now, size) if viewer is not None else None
        return Response(
            {
                "pool": pool,
                "at": board.at,
                "page": board.page,
                "pages": board.pages,
                "count": board.total,
                "me": None if own is None else {**_row(own[0]), "page": own[1]},
                "results": [_row(place) for place in board.places],
            }
        )


def _row(place: Place) -> dict[str, Any]:
    return {
        "rank": place.rank,
        "player": PlayerRefSerializer(place.user).data,
        "rating": place.rating.shown,
        "deviation": round(place.rating.deviation),
        "games": place.rating.games,
        "last_rated_at": place.rating.last_rated_at,
    }
