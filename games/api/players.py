"""Players: find one, look at one, and what they have played."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from accounts.api.arrival import received_at
from accounts.api.problems import problems
from accounts.api.serializers import PlayerRefSerializer
from accounts.api.strict import StrictSerializer
from accounts.errors import NotFound
from accounts.models import User
from accounts.selectors import find_players, player_named
from games.models import Game
from games.models.choices import PoolChoice
from games.selectors.ratings import rating_history, ratings_of

from .filters import GameFilter
from .serializers import GameSerializer

Shape = serializers.Serializer[Any]


class PoolRatingShape(Shape):
    pool = serializers.ChoiceField(PoolChoice.choices)
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    provisional = serializers.BooleanField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    draws = serializers.IntegerField()
    last_rated_at = serializers.DateTimeField(allow_null=True)


class GameCountsShape(Shape):
    in_progress = serializers.IntegerField()
    finished = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class ProfileLinksShape(Shape):
    games = serializers.CharField()
    rating_history = serializers.CharField()


class ProfileSerializer(PlayerRefSerializer):
    """A player's page."""

    class Meta(PlayerRefSerializer.Meta):
        fields: ClassVar[list[str]] = [*PlayerRefSerializer.Meta.fields, "bio", "joined_at"]
        read_only_fields = fields


class ProfileShape(ProfileSerializer):
    ratings = PoolRatingShape(many=True)
    counts = GameCountsShape()
    links = ProfileLinksShape()

    class Meta(ProfileSerializer.Meta):
        fields: ClassVar[list[str]] = [*ProfileSerializer.Meta.fields, "ratings", "counts", "links"]


class HistoryPointShape(Shape):
    at = serializers.DateTimeField()
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    game = serializers.IntegerField()


class HistoryQuerySerializer(StrictSerializer):
    pool = serializers.ChoiceField(PoolChoice.choices)


def find_player(name: str) -> User:
    """Return the active player of this name.

    :raises NotFound: there is none.
    """
    player = player_named(name)
    if player is None:
        raise NotFound(_("There is no player of this name."), code="no_such_player")
    return player


def pool_ratings(player: User, request: Request) -> list[dict[str, Any]]:
    """Return a player's rating in each pool they have played in, as of now."""
    return [
        {
            "pool": pool,
            "rating": round(rating.value),
            "deviation": round(rating.deviation),
            "provisional": rating.provisional,
            "games": rating.games,
            "wins": rating.wins,
            "losses": rating.losses,
            "draws": rating.draws,
            "last_rated_at": rating.last_rated_at,
        }
        for pool, rating in ratings_of(player, received_at(request)).items()
    ]


def game_counts(player: User) -> dict[str, int]:
    """Return how many games a player has in progress and behind them; one query."""
    white, black = Q(white=player), Q(black=player)
    won = white & Q(result="white") | black & Q(result="black")
    lost = white & Q(result="black") | black & Q(result="white")
    return Game.objects.filter(white | black).aggregate(
        in_progress=Count("pk", filter=Q(status=Game.Status.IN_PROGRESS)),
        finished=Count("pk", filter=Q(status=Game.Status.FINISHED)),
        won=Count("pk", filter=won),
        lost=Count("pk", filter=lost),
        drawn=Count("pk", filter=Q(result=Game.Result.DRAW)),
    )


@extend_schema_view(
    get=extend_schema(
        operation_id="players",
        tags=["players"],
        description="Players, or with `search` those whose name or shown name holds it, best match first.",
        parameters=[OpenApiParameter("search", str)],
        responses={200: PlayerRefSerializer(many=True), **problems(400, 401, 404, 429)},
    )
)
class PlayersView(generics.ListAPIView[User]):
    serializer_class = PlayerRefSerializer
    filter_backends = ()
    query_parameters = ("search",)
    queryset = User.objects.none()

    def get_queryset(self) -> QuerySet[User]:
        query = SearchSerializer(data=self.request.query_params)
        query.is_valid(raise_exception=True)
        text = query.validated_data["search"]
        return find_players(text) if text else User.objects.filter(is_active=True).order_by("name_key")


class SearchSerializer(serializers.Serializer[Any]):
    search = serializers.CharField(max_length=100, required=False, default="", allow_blank=True)


class PlayerView(APIView):
    @extend_schema(operation_id="player", tags=["players"], responses={200: ProfileShape, **problems(401, 404, 429)})
    def get(self, request: Request, name: str) -> Response:
        """A player: ratings in each pool, results, and where to find their games."""
        player = find_player(name)
        links = {
            "games": reverse("api:player-games", args=[player.name]),
            "rating_history": reverse("api:rating-history", args=[player.name]),
        }
        return Response(
            {
                **ProfileSerializer(player).data,
                "ratings": pool_ratings(player, request),
                "counts": game_counts(player),
                "links": links,
            }
        )


@extend_schema_view(
    get=extend_schema(
        operation_id="player_games",
        tags=["players"],
        description="A player's games, newest first, with the filters of `games/`.",
        responses={200: GameSerializer(many=True), **problems(400, 401, 404, 429)},
    )
)
class PlayerGamesView(generics.ListAPIView[Game]):
    serializer_class = GameSerializer
    filterset_class = GameFilter
    queryset = Game.objects.none()

    def get_queryset(self) -> QuerySet[Game]:
        player = find_player(self.kwargs["name"])
        games = Game.objects.select_related("white", "black").order_by("-pk")
        return games.filter(Q(white=player) | Q(black=player))


class RatingHistoryView(APIView):
    @extend_schema(
        operation_id="rating_history",
        tags=["players"],
        parameters=[HistoryQuerySerializer],
        responses={200: HistoryPointShape(many=True), **problems(400, 401, 404, 429)},
    )
    def get(self, request: Request, name: str) -> Response:
        """A player's rating in a pool at the end of each day with rated games, oldest first."""
        query = HistoryQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        points = rating_history(find_player(name), query.validated_data["pool"])
        return Response(
            [{"at": p.at, "rating": round(p.value), "deviation": round(p.deviation), "game": p.game_id} for p in points]
        )
