"""Events as programs see and make them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.serializers import PlayerRefSerializer
from accounts.api.strict import StrictSerializer
from accounts.models import User
from games.api.serializers import time_control_of
from games.api.shapes import RulesShape, TimeControlShape
from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice
from tournaments.models import Entrant, Tournament
from tournaments.permissions import Act
from tournaments.registration import Registration
from tournaments.rules_words import rules_in_words
from tournaments.selectors.events import registration_of
from tournaments.selectors.roles import may_do

from .fields import PointsField

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


class SectionShape(Shape):
    title = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class YouShape(Shape):
    entered = serializers.BooleanField()
    organiser = serializers.BooleanField(help_text=_("Whether you may run this event."))


class EventDetailSerializer(EventSerializer):
    """One event, with its description (Markdown), its rules in words, and your place in it."""

    rules_in_words = serializers.SerializerMethodField()
    you = serializers.SerializerMethodField()

    class Meta(EventSerializer.Meta):
        fields: ClassVar[list[str]] = [*EventSerializer.Meta.fields, "description", "rules_in_words", "you"]
        read_only_fields = fields

    @extend_schema_field(SectionShape(many=True))
    def get_rules_in_words(self, event: Tournament) -> list[dict[str, Any]]:
        sections = rules_in_words(event.rules)
        return [{"title": section.title, "sentences": list(section.sentences)} for section in sections]

    @extend_schema_field(YouShape)
    def get_you(self, event: Tournament) -> dict[str, bool]:
        request: Request = self.context["request"]
        user = request.user if isinstance(request.user, User) else None
        entered = user is not None and event.entrants.filter(user=user, status=Entrant.Status.ENTERED).exists()
        return {"entered": entered, "organiser": may_do(user, event, Act.EDIT)}


class EventRulesSerializer(StrictSerializer):
    """What an organiser decides. What is left out of a new event has a sensible default."""

    name = serializers.CharField(max_length=100)
    description = serializers.CharField(max_length=20_000, required=False, allow_blank=True, help_text=_("Markdown."))
    format = serializers.ChoiceField(Tournament.Format.choices, required=False)
    games_per_pairing = serializers.IntegerField(min_value=1, max_value=6, required=False)
    pacing = serializers.ChoiceField(Tournament.Pacing.choices, required=False)
    game_type = serializers.ChoiceField(GameTypeChoice.choices, required=False)
    opening_rule = serializers.ChoiceField(OpeningRuleChoice.choices, required=False)
    repetition_rule = serializers.ChoiceField(RepetitionRuleChoice.choices, required=False)
    time_control = serializers.CharField(
        max_length=60, required=False, help_text=_("`3d`, `5d+12h/10d` or `14d total`.")
    )
    rated = serializers.BooleanField(required=False)
    seats = serializers.IntegerField(min_value=0, max_value=10_000, required=False)
    min_rating = serializers.IntegerField(min_value=0, max_value=10_000, required=False, allow_null=True)
    max_rating = serializers.IntegerField(min_value=0, max_value=10_000, required=False, allow_null=True)
    registration_opens_at = serializers.DateTimeField(required=False, allow_null=True)
    registration_closes_at = serializers.DateTimeField(required=False, allow_null=True)
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text=_("Null: the organiser starts it by hand.")
    )
    win_points = PointsField(required=False)
    draw_points = PointsField(required=False)
    loss_points = PointsField(required=False)
    bye_points = PointsField(required=False)
    tiebreaks = serializers.ListField(
        child=serializers.CharField(max_length=10), max_length=20, required=False, help_text=_("In order, by code.")
    )


class NewEntrySerializer(StrictSerializer):
    rules_version = serializers.CharField(
        max_length=64,
        required=False,
        allow_null=True,
        default=None,
        help_text=_("Of the event as you read it: if its rules have changed since, you are not entered."),
    )


class EntrySerializer(serializers.ModelSerializer[Entrant]):
    player = PlayerRefSerializer(source="user", read_only=True)
    rating = serializers.SerializerMethodField(help_text=_("At entry; from the start on, the one that seeded."))

    class Meta:
        model = Entrant
        fields: ClassVar[list[str]] = ["player", "status", "seed", "rating", "entered_at", "withdrawn_at", "final_rank"]
        read_only_fields = fields

    def get_rating(self, entrant: Entrant) -> int:
        return round(entrant.rating)
