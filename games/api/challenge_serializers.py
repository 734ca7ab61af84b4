"""Challenges as programs see and make them."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.serializers import PlayerRefSerializer
from accounts.api.strict import StrictSerializer
from games.models import Challenge
from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice

from .serializers import time_control_of
from .shapes import RulesShape, TimeControlShape

HIGHEST_RATING = 4000


class ChallengeSerializer(serializers.ModelSerializer[Challenge]):
    """An offer of a game. `token` opens a private one, and only the challenger sees it."""

    challenger = PlayerRefSerializer(read_only=True)
    opponent = PlayerRefSerializer(read_only=True, allow_null=True)
    rules = serializers.SerializerMethodField()
    time_control = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField()
    token = serializers.SerializerMethodField()
    game = serializers.IntegerField(source="game_id", allow_null=True, read_only=True)

    class Meta:
        model = Challenge
        fields: ClassVar[list[str]] = [
            "id",
            "url",
            "token",
            "challenger",
            "opponent",
            "visibility",
            "game_type",
            "rules",
            "time_control",
            "rated",
            "colour",
            "min_rating",
            "max_rating",
            "status",
            "created_at",
            "expires_at",
            "answered_at",
            "game",
        ]
        read_only_fields = fields

    def _is_mine(self, challenge: Challenge) -> bool:
        request: Request = self.context["request"]
        return bool(request.user.is_authenticated and request.user.pk == challenge.challenger_id)

    @extend_schema_field(RulesShape)
    def get_rules(self, challenge: Challenge) -> dict[str, str]:
        return {"opening": challenge.opening_rule, "repetition": challenge.repetition_rule}

    @extend_schema_field(TimeControlShape)
    def get_time_control(self, challenge: Challenge) -> dict[str, str]:
        return time_control_of(challenge.time_control)

    def get_url(self, challenge: Challenge) -> str:
        return challenge.get_absolute_url()

    def get_token(self, challenge: Challenge) -> str | None:
        return str(challenge.token) if self._is_mine(challenge) else None


class NewChallengeSerializer(StrictSerializer):
    visibility = serializers.ChoiceField(
        Challenge.Visibility.choices,
        required=False,
        help_text=_("Left out: `direct` if there is an `opponent`, else `open`."),
    )
    opponent = serializers.CharField(max_length=30, required=False, allow_null=True, default=None)
    game_type = serializers.ChoiceField(GameTypeChoice.choices, default=GameTypeChoice.MLP.value)
    opening_rule = serializers.ChoiceField(OpeningRuleChoice.choices, default=OpeningRuleChoice.NO_QUEEN_FIRST.value)
    repetition_rule = serializers.ChoiceField(
        RepetitionRuleChoice.choices, default=RepetitionRuleChoice.THREEFOLD.value
    )
    time_control = serializers.CharField(max_length=60, default="3d", help_text=_("`3d`, `5d+12h/10d` or `14d total`."))
    rated = serializers.BooleanField(default=True)
    colour = serializers.ChoiceField(
        Challenge.Colour.choices, default=Challenge.Colour.RANDOM.value, help_text=_("The challenger's.")
    )
    min_rating = serializers.IntegerField(
        min_value=0, max_value=HIGHEST_RATING, required=False, allow_null=True, default=None
    )
    max_rating = serializers.IntegerField(
        min_value=0, max_value=HIGHEST_RATING, required=False, allow_null=True, default=None
    )


class ChallengeTokenSerializer(StrictSerializer):
    token = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text=_("Of a private challenge: the last part of its link.")
    )
