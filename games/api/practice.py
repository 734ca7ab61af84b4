"""Practice against the computer."""

from __future__ import annotations

import random
from typing import cast

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.problems import problems
from accounts.api.strict import StrictSerializer
from accounts.models import User
from games.bots import LEVELS
from games.models import Challenge, Game
from games.models.choices import GameTypeChoice
from games.selectors.practice import practice_games_in_play
from games.services.practice import start_practice

from .answers import state_for
from .idempotency import IDEMPOTENCY_KEY, Attempt, answer_once
from .shapes import GameStateShape


class NewPracticeSerializer(StrictSerializer):
    level = serializers.ChoiceField(sorted(LEVELS))
    colour = serializers.ChoiceField(
        Challenge.Colour.choices, default=Challenge.Colour.RANDOM.value, help_text=_("Yours.")
    )
    game_type = serializers.ChoiceField(GameTypeChoice.choices, default=GameTypeChoice.MLP.value)


class PracticeView(APIView):
    @extend_schema(
        operation_id="start_practice",
        tags=["games"],
        parameters=[IDEMPOTENCY_KEY],
        request=NewPracticeSerializer,
        responses={201: GameStateShape, **problems(400, 401, 403, 409, 413, 415, 429)},
    )
    def post(self, request: Request) -> Response:
        """Start a casual game against the computer, which answers each move in seconds.

        409 `too_many_practice_games`: finish or resign one first.
        """
        fields = NewPracticeSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        player = cast(User, request.user)

        def work(attempt: Attempt) -> Response:
            game = _started_before(player, attempt) if attempt.again else None
            if game is None:
                game = start_practice(
                    player=player, now=attempt.received_at, rng=random.SystemRandom(), **fields.validated_data
                )
            return Response(state_for(game, request), status=201)

        return answer_once(request, work)


def _started_before(player: User, attempt: Attempt) -> Game | None:
    """Return the game that an earlier go at this very request started: it has the request's own time."""
    games = practice_games_in_play(player).select_related("white", "black")
    return games.filter(created_at=attempt.received_at).first()
