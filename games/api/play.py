"""Playing: moves, draw offers, resigning, aborting."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Protocol, cast

from django.db import IntegrityError
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.arrival import received_at
from accounts.api.problems import MEDIA_TYPE, problems
from accounts.api.throttles import MoveThrottle, ReadThrottle
from accounts.models import User
from games.idempotency import Answer, Idempotency
from games.models import Game
from games.services.endings import abort, resign
from games.services.offers import accept_draw, decline_draw, offer_draw
from games.services.play import MoveOutcome, play_move

from .answers import current_game, flag_fallen, state_for, with_state
from .idempotency import IDEMPOTENCY_KEY, REPLAYED, Attempt, answer_once, hash_of, key_of, plain
from .serializers import AfterSerializer, MoveSerializer
from .shapes import GameStateShape, MoveAnswerShape, MoveListShape


class MovesView(APIView):
    throttle_classes = (ReadThrottle, MoveThrottle)

    @extend_schema(
        operation_id="moves",
        tags=["games"],
        parameters=[OpenApiParameter("after", int, description="Only moves after this ply.")],
        responses={200: MoveListShape, **problems(400, 401, 404, 429)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """The moves so far, first to last, with times and clocks."""
        after = AfterSerializer(data=request.query_params)
        after.is_valid(raise_exception=True)
        moves = state_for(current_game(pk, request), request)["moves"]
        return Response([move for move in moves if move["ply"] > after.validated_data["after"]])

    @extend_schema(
        operation_id="play_move",
        tags=["games"],
        parameters=[IDEMPOTENCY_KEY],
        request=MoveSerializer,
        responses={201: MoveAnswerShape, **problems(400, 401, 403, 404, 409, 413, 415, 422, 429)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Play a move.

        `ply` is the number of moves you have seen, so that a request sent twice plays once. The clock judges the
        moment the request came in. 409: `stale_ply`, `not_your_turn`, `game_over`, `flag_fallen` (all with the
        present `state`) or `idempotency_key_reused`. 422 `illegal_move`: `reason_code` and `detail` say why.
        """
        fields = MoveSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        key = key_of(request)
        once: Idempotency[MoveOutcome] | None = (
            None if key is None else Idempotency(key, hash_of(request), lambda outcome: _answer(outcome, request))
        )
        with with_state(pk, request):
            outcome = self._play(request, pk, fields.validated_data, once)
        answer = outcome.answer or _answer(outcome, request)
        replayed = once is not None and outcome.move is None and not outcome.flagged
        return _response(answer, headers=REPLAYED if replayed else {})

    def _play(
        self, request: Request, pk: int, fields: dict[str, Any], once: Idempotency[MoveOutcome] | None
    ) -> MoveOutcome:
        def play() -> MoveOutcome:
            return play_move(
                game_id=pk,
                player_id=cast(User, request.user).pk,
                text=fields["move"],
                ply=fields["ply"],
                received_at=received_at(request),
                idempotency=once,
            )

        try:
            return play()
        except IntegrityError:
            if once is None:
                raise
            return play()  # the key was being used in another game at this moment: now that is settled


def _answer(outcome: MoveOutcome, request: Request) -> Answer:
    state = plain(state_for(outcome.game, request))
    if outcome.move is None:
        return Answer(409, plain(flag_fallen(state)))
    return Answer(201, {**state, "move": next(move for move in state["moves"] if move["ply"] == outcome.move.ply)})


def _response(answer: Answer, headers: dict[str, str]) -> Response:
    content_type = MEDIA_TYPE if answer.status >= 400 else None
    return Response(answer.body, status=answer.status, headers=headers, content_type=content_type)


class GameAct(Protocol):
    """A service that a player calls on a game without saying more."""

    def __call__(self, *, game_id: int, player_id: int, now: datetime) -> Game: ...


class GameActView(APIView):
    """One of the acts on a game that need no words; the answer is the game as it then is."""

    act: GameAct | None = None

    def post(self, request: Request, pk: int) -> Response:
        def work(attempt: Attempt) -> Response:
            assert self.act is not None
            with with_state(pk, request):
                game = self.act(game_id=pk, player_id=cast(User, request.user).pk, now=attempt.received_at)
            state = state_for(game, request)
            if game.ending == Game.Ending.FLAG:
                return Response(flag_fallen(state), status=409, content_type=MEDIA_TYPE)
            return Response(state)

        return answer_once(request, work)


def _act_view(name: str, service: GameAct, description: Any) -> type[GameActView]:
    """Return the view of one act, with its own entry in the schema."""
    view = type(f"{name}View", (GameActView,), {"act": staticmethod(service)})
    documented = extend_schema_view(
        post=extend_schema(
            operation_id=name,
            tags=["games"],
            description=description,
            parameters=[IDEMPOTENCY_KEY],
            request=None,
            responses={200: GameStateShape, **problems(400, 401, 403, 404, 409, 429)},
        )
    )
    return documented(view)


OfferDrawView = _act_view("offer_draw", offer_draw, _("Offer a draw. The offer stands until it is answered."))
AcceptDrawView = _act_view("accept_draw", accept_draw, _("Accept the opponent's offer: the game is drawn."))
DeclineDrawView = _act_view("decline_draw", decline_draw, _("Decline the opponent's offer."))
ResignView = _act_view(
    "resign", resign, _("Resign the game. Before both sides have moved it is a forfeit, which is not rated.")
)
AbortView = _act_view(
    "abort", abort, _("Call off a casual game in which fewer than two moves were played, unless it is of an event.")
)
