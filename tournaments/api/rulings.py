"""What arbiters decide about games: results, time, pauses, claims; and the forecasts shown before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.arrival import received_at
from accounts.api.problems import problems
from accounts.api.strict import StrictSerializer
from games.api.serializers import GameSerializer
from games.models import Game
from tournaments.decision import Decision
from tournaments.models import Match, Ruling
from tournaments.permissions import Act
from tournaments.selectors.claims import rulings_of
from tournaments.selectors.previews import preview_results, preview_withdrawal
from tournaments.services.clocks import grant_time, pause_game, resume_game
from tournaments.services.rulings import rule_many, set_advance, set_result, undo_ruling

from .doors import IN_CHARGE, F, door, event_in_charge, read, serialized
from .entry_shapes import EntrySerializer, ReasonSerializer
from .ruling_shapes import (
    AdvanceSerializer,
    AdvanceShape,
    BulkRulingSerializer,
    DecisionsSerializer,
    GrantSerializer,
    NewRulingSerializer,
    PreviewShape,
    ResultSerializer,
    RulingSerializer,
    WithdrawalPreviewShape,
    preview_data,
    withdrawal_data,
)

ResultView = door(
    "set_result",
    set_result,
    _("Set or change the result of a game in any state: not begun, in play, finished."),
    answer=RulingSerializer,
    body=NewRulingSerializer,
)
UndoView = door(
    "undo_ruling",
    undo_ruling,
    _("Take a ruling back in full: result, scores, ratings, and the game with its clocks."),
    answer=RulingSerializer,
    body=ReasonSerializer,
)
BulkView = door(
    "rule_many",
    rule_many,
    _("Decide several games at once; all or none."),
    answer=RulingSerializer(many=True),
    show=serialized(RulingSerializer, many=True),
    body=BulkRulingSerializer,
)


def _advance(match: Match, request: Request) -> dict[str, Any]:
    return {
        "match": match.pk,
        "advances": None if match.advances is None else EntrySerializer(match.advances).data,
        "ruled": match.advance_ruled,
    }


AdvanceView = door(
    "set_advance",
    set_advance,
    _("Say who goes on from a finished match of a knock-out, whatever its points."),
    answer=AdvanceShape,
    show=_advance,
    body=AdvanceSerializer,
)


class _ForecastView(APIView):
    """What a decision would change. Nothing is saved."""

    body: type[StrictSerializer]

    def _forecast(self, request: Request, pk: int, **ids: Any) -> Response:
        event = event_in_charge(pk, request, Act.RULE)
        sent = self.body(data=request.data)
        sent.is_valid(raise_exception=True)
        fields = sent.validated_data
        decisions = fields["items"] if "items" in fields else [Decision(**ids, **fields)]
        return Response(preview_data(preview_results(event, decisions, now=received_at(request))))


def _forecast_schema(operation: str, body: type[StrictSerializer]) -> Callable[[F], F]:
    return extend_schema(
        operation_id=operation,
        tags=["tournaments"],
        request=body,
        responses={200: PreviewShape, **problems(400, 401, 403, 404, 413, 415, 429)},
    )


class ResultPreviewView(_ForecastView):
    body = ResultSerializer

    @_forecast_schema("preview_result", ResultSerializer)
    def post(self, request: Request, pk: int, match_game_id: int) -> Response:
        """The standings and ratings that a result would change. Nothing is saved."""
        return self._forecast(request, pk, match_game_id=match_game_id)


class BulkPreviewView(_ForecastView):
    body = DecisionsSerializer

    @_forecast_schema("preview_rulings", DecisionsSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """The standings and ratings that several results together would change. Nothing is saved."""
        return self._forecast(request, pk)


class WithdrawalPreviewView(APIView):
    @read("preview_withdrawal", WithdrawalPreviewShape, *IN_CHARGE)
    def get(self, request: Request, pk: int, entrant_id: int) -> Response:
        """What would follow if this entrant left now, with the results counting and with them annulled."""
        event = event_in_charge(pk, request, Act.MANAGE_ENTRANTS)
        return Response(withdrawal_data(preview_withdrawal(event, entrant_id, now=received_at(request))))


@extend_schema_view(
    get=extend_schema(
        operation_id="rulings",
        tags=["tournaments"],
        description="Every ruling of the event, the latest first, for officials.",
        responses={200: RulingSerializer(many=True), **problems(400, 401, 403, 404, 429)},
    )
)
class RulingsView(generics.ListAPIView[Ruling]):
    serializer_class = RulingSerializer
    queryset = Ruling.objects.none()
    filter_backends = ()

    def get_queryset(self) -> QuerySet[Ruling]:
        return rulings_of(event_in_charge(self.kwargs["pk"], self.request, Act.SEE_CONSOLE))


def _grant(*, amount: int, **fields: Any) -> Game:
    return grant_time(amount=timedelta(milliseconds=amount), **fields)


def _game(game: Game, request: Request) -> Any:
    found = Game.objects.select_related("white", "black").get(pk=game.pk)
    return GameSerializer(found, context={"request": request}).data


GrantView = door(
    "grant_time",
    _grant,
    _("Give one side more time on the clock."),
    answer=GameSerializer,
    show=_game,
    body=GrantSerializer,
)
PauseGameView = door(
    "pause_game",
    pause_game,
    _("Stop both clocks of a game until it is resumed."),
    answer=GameSerializer,
    show=_game,
    body=ReasonSerializer,
)
ResumeGameView = door(
    "resume_game",
    resume_game,
    _("Let a paused game go on with the times it had."),
    answer=GameSerializer,
    show=_game,
    body=ReasonSerializer,
)
