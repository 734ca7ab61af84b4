"""Games in lists, and what is sent to play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.serializers import PlayerRefSerializer
from accounts.api.strict import StrictSerializer
from games.clock import TimeControl
from games.event_links import EventLink, event_links
from games.models import Game
from games.opening_words import opening_state

from .shapes import EventLinkShape, OpeningsShape, RulesShape, TimeControlShape, side_or_null


def time_control_of(code: str) -> dict[str, str]:
    """Return a stored time control as the API shows it."""
    control = TimeControl.parse(code)
    return {"code": code, "kind": control.kind, "text": control.describe()}


class GamesOfAPage(serializers.ListSerializer[Game]):
    """Asks for the events of all games of a page at once."""

    def to_representation(self, data: Any) -> list[Any]:
        games = list(data)
        self.child.events = event_links(game.pk for game in games if game.in_event)  # type: ignore[union-attr]
        return super().to_representation(games)


class GameSerializer(serializers.ModelSerializer[Game]):
    """A game in a list: enough to choose from. The whole of it is at `games/{id}/`."""

    url = serializers.CharField(source="get_absolute_url", read_only=True)
    white = PlayerRefSerializer(read_only=True)
    black = PlayerRefSerializer(read_only=True)
    rules = serializers.SerializerMethodField()
    time_control = serializers.SerializerMethodField()
    event = serializers.SerializerMethodField()
    openings = serializers.SerializerMethodField()
    result = serializers.ChoiceField(Game.Result.choices, allow_null=True, read_only=True)
    ending = serializers.ChoiceField(Game.Ending.choices, allow_null=True, read_only=True)
    to_move = side_or_null(read_only=True)
    events: Mapping[int, EventLink] = {}

    class Meta:
        model = Game
        list_serializer_class = GamesOfAPage
        fields: ClassVar[list[str]] = [
            "id",
            "version",
            "url",
            "white",
            "black",
            "game_type",
            "rules",
            "rated",
            "pool",
            "time_control",
            "event",
            "status",
            "result",
            "ending",
            "ply",
            "openings",
            "to_move",
            "flag_at",
            "paused_at",
            "paused_until",
            "created_at",
            "last_move_at",
            "finished_at",
        ]
        read_only_fields = fields

    @extend_schema_field(RulesShape)
    def get_rules(self, game: Game) -> dict[str, str]:
        return {"opening": game.opening_rule, "repetition": game.repetition_rule}

    @extend_schema_field(TimeControlShape)
    def get_time_control(self, game: Game) -> dict[str, str]:
        return time_control_of(game.time_control)

    @extend_schema_field(EventLinkShape(allow_null=True))
    def get_event(self, game: Game) -> dict[str, Any] | None:
        link = self.events.get(game.pk)
        return None if link is None else {"id": link.id, "name": link.name, "url": link.url, "round": link.round}

    @extend_schema_field(OpeningsShape)
    def get_openings(self, game: Game) -> dict[str, dict[str, str] | None]:
        return {"white": opening_state(game.white_opening), "black": opening_state(game.black_opening)}

    def to_representation(self, instance: Game) -> dict[str, Any]:
        shown = super().to_representation(instance)
        for field in ("result", "ending", "to_move"):
            shown[field] = shown[field] or None
        return shown


class MoveSerializer(StrictSerializer):
    move = serializers.CharField(max_length=40, help_text=_("UHP: `wA1 -bQ`, or `pass`."))
    ply = serializers.IntegerField(
        min_value=0, max_value=1_000_000, help_text=_("Moves played so far, as you saw it: the state's `ply`.")
    )


class AfterSerializer(StrictSerializer):
    """``?after=``: from which ply on."""

    after = serializers.IntegerField(min_value=0, max_value=1_000_000, required=False, default=0)
