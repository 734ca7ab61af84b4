"""Games: the list with its filters, and one game whole."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.problems import problems
from games.entity_tags import is_known
from games.models import Game

from .answers import current_game, state_for, viewer_of
from .filters import GameFilter
from .serializers import GameSerializer
from .shapes import GameStateShape

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` you have: 304 if nothing has changed since. `*`: 304 always.",
)


@extend_schema_view(
    get=extend_schema(
        operation_id="games",
        tags=["games"],
        description="All games, newest first.",
        responses={200: GameSerializer(many=True), **problems(400, 401, 404, 429)},
    )
)
class GamesView(generics.ListAPIView[Game]):
    serializer_class = GameSerializer
    filterset_class = GameFilter
    queryset = Game.objects.select_related("white", "black").order_by("-pk")


class GameView(APIView):
    @extend_schema(
        operation_id="game",
        tags=["games"],
        parameters=[IF_NONE_MATCH],
        responses={200: GameStateShape, 304: OpenApiResponse(description="Not changed."), **problems(401, 404, 429)},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """One game: players, rules, clocks, position, legal moves, moves so far. A fallen flag is noticed here too."""
        game = current_game(pk, request)
        etag = etag_of(game, request)
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if is_known(request.headers.get("If-None-Match"), etag):
            response = HttpResponse(status=304, headers=headers)
        else:
            response = Response(state_for(game, request), headers=headers)
        response["Vary"] = "Authorization, Cookie, Accept-Language"
        return response


def etag_of(game: Game, request: Request) -> str:
    """Return the tag of what this viewer sees: the version, and who sees it in which language.

    Weak, because the clock in the state runs on between two looks.
    """
    viewer = viewer_of(request)
    return f'W/"{game.version}-{viewer.pk if viewer else 0}-{get_language()}"'


class PlainText(BaseRenderer):
    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        # a refusal is a problem object, whatever was asked for
        return data.encode() if isinstance(data, str) else JSONRenderer().render(data)


class GameStringView(APIView):
    renderer_classes = (PlainText, JSONRenderer)

    @extend_schema(
        operation_id="game_string",
        tags=["games"],
        responses={(200, "text/plain"): OpenApiTypes.STR, **problems(401, 404, 429)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """The game as one UHP GameString, for any Hive engine or viewer."""
        return Response(state_for(current_game(pk, request), request)["game_string"])
