"""Events as programs see and make them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.serializers import PlayerRefSerializer
from accounts.models import User
from games.api.serializers import time_control_of
from games.api.shapes import RulesShape, TimeControlShape
from tournaments.models import Entrant, Section, Stage, Tournament
from tournaments.permissions import Act, Role, allowed
from tournaments.registration import Registration
from tournaments.rules import Rules
from tournaments.rules_words import rules_in_words
from tournaments.selectors.entries import own_entry
from tournaments.selectors.events import registration_of
from tournaments.selectors.roles import roles_of

from .fields import PointsField
from .rules_fields import EventRulesSerializer, StageRulesSerializer

Shape = serializers.Serializer[Any]
POINTS = ("win_points", "draw_points", "loss_points", "bye_points")


class EventSerializer(serializers.ModelSerializer[Tournament]):
    """An event in a list. Load it by ``event_list`` or ``with_counts``."""

    url = serializers.CharField(source="get_absolute_url", read_only=True)
    organiser = PlayerRefSerializer(read_only=True)
    rules = serializers.SerializerMethodField()
    rules_version = serializers.SerializerMethodField(
        help_text=_("Changes with the rules only. Send it when entering, so that you enter on what you have read.")
    )
    time_control = serializers.SerializerMethodField()
    registration = serializers.SerializerMethodField()
    win_points = PointsField(read_only=True)
    draw_points = PointsField(read_only=True)
    loss_points = PointsField(read_only=True)
    bye_points = PointsField(read_only=True)
    tiebreaks = serializers.ListField(child=serializers.CharField(), read_only=True)
    entered = serializers.IntegerField(read_only=True, help_text=_("Seats taken."))
    games_total = serializers.IntegerField(read_only=True)
    games_over = serializers.IntegerField(read_only=True)

    class Meta:
        model = Tournament
        fields: ClassVar[list[str]] = [
            "id",
            "url",
            "name",
            "organiser",
            "status",
            "registration",
            "format",
            "games_per_pairing",
            "pacing",
            "game_type",
            "rules",
            "rules_version",
            "time_control",
            "rated",
            "seats",
            "entered",
            "min_rating",
            "max_rating",
            "registration_opens_at",
            "registration_closes_at",
            "starts_at",
            *POINTS,
            "tiebreaks",
            "rounds_total",
            "games_total",
            "games_over",
            "created_at",
            "published_at",
            "started_at",
            "finished_at",
            "cancelled_at",
            "version",
        ]
        read_only_fields = fields

    @extend_schema_field(RulesShape)
    def get_rules(self, event: Tournament) -> dict[str, str]:
        return {"opening": event.opening_rule, "repetition": event.repetition_rule}

    def get_rules_version(self, event: Tournament) -> str:
        return event.rules.version

    @extend_schema_field(TimeControlShape)
    def get_time_control(self, event: Tournament) -> dict[str, str]:
        return time_control_of(event.time_control)

    @extend_schema_field(serializers.ChoiceField([state.value for state in Registration]))
    def get_registration(self, event: Tournament) -> str:
        return registration_of(event, self.context["now"]).value


class WordsShape(Shape):
    title = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class YouShape(Shape):
    entered = serializers.BooleanField()
    organiser = serializers.BooleanField(help_text=_("Whether you may run this event."))
    entry = serializers.ChoiceField(
        Entrant.Status.choices, allow_null=True, help_text=_("What became of your entry. Null: you never had one.")
    )
    roles = serializers.ListField(child=serializers.ChoiceField([role.value for role in Role]))


class SectionSerializer(serializers.ModelSerializer[Section]):
    """A group within a stage that is paired and ranked by itself."""

    class Meta:
        model = Section
        fields: ClassVar[list[str]] = ["id", "number", "name", "status", "rounds_total", "next_round_at"]
        read_only_fields = fields


class StageShape(Shape):
    number = serializers.IntegerField()
    name = serializers.CharField()
    format = serializers.ChoiceField(Tournament.Format.choices)
    status = serializers.ChoiceField(Stage.Status.choices)
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    sections = SectionSerializer(many=True)


# Rules that the list leaves out. The password is in no answer; two rules stand under ``rules``.
_FURTHER = [
    name
    for name in Rules.names()
    if name not in {*EventSerializer.Meta.fields, "entry_password", "opening_rule", "repetition_rule"}
]


class EventDetailSerializer(EventSerializer):
    """One event: every rule, also in words; its stages and sections, and your place in it."""

    match_win_points = PointsField(read_only=True)
    match_draw_points = PointsField(read_only=True)
    match_loss_points = PointsField(read_only=True)
    late_points = PointsField(read_only=True)
    round_starts = serializers.ListField(child=serializers.CharField(), read_only=True)
    section_bands = serializers.ListField(child=serializers.IntegerField(), read_only=True)
    later_stages = StageRulesSerializer(many=True, read_only=True)
    rules_in_words = serializers.SerializerMethodField()
    stages = serializers.SerializerMethodField()
    copied_from = serializers.IntegerField(source="copied_from_id", allow_null=True, read_only=True)
    you = serializers.SerializerMethodField()

    class Meta(EventSerializer.Meta):
        fields: ClassVar[list[str]] = [
            *EventSerializer.Meta.fields, *_FURTHER, "edition", "paused_at", "copied_from", "rules_in_words", "stages",
            "you",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(WordsShape(many=True))
    def get_rules_in_words(self, event: Tournament) -> list[dict[str, Any]]:
        sections = rules_in_words(event.rules)
        return [{"title": section.title, "sentences": list(section.sentences)} for section in sections]

    @extend_schema_field(StageShape(many=True))
    def get_stages(self, event: Tournament) -> list[dict[str, Any]]:
        return [_stage(event, stage) for stage in event.stages.prefetch_related("sections").order_by("number")]

    @extend_schema_field(YouShape)
    def get_you(self, event: Tournament) -> dict[str, Any]:
        request: Request = self.context["request"]
        user = request.user if isinstance(request.user, User) else None
        entry, roles = own_entry(event, user), roles_of(user, event)
        return {
            "entered": entry is not None and entry.status == Entrant.Status.ENTERED,
            "organiser": allowed(roles, Act.EDIT),
            "entry": None if entry is None else entry.status,
            "roles": sorted(roles),
        }


def _stage(event: Tournament, stage: Stage) -> dict[str, Any]:
    rules = event.rules.stages[stage.number - 1]
    return {
        "number": stage.number,
        "name": rules.stage_name,
        "format": rules.format,
        "status": stage.status,
        "started_at": stage.started_at,
        "finished_at": stage.finished_at,
        "sections": SectionSerializer(sorted(stage.sections.all(), key=lambda one: one.number), many=True).data,
    }


class PresetShape(Shape):
    """A ready-made set of rules."""

    code = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    explanation = serializers.CharField()
    rules = EventRulesSerializer()
