"""Entries and officials as programs see and send them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s

from accounts.api.serializers import PlayerRefSerializer
from accounts.api.strict import StrictSerializer
from tournaments.models import ByeRequest, Entrant, ForbiddenPair, Official
from tournaments.permissions import GIVEN_ROLES

MAX_NAMES = 5000


class NewEntrySerializer(StrictSerializer):
    rules_version = s.CharField(
        max_length=64,
        required=False,
        allow_null=True,
        default=None,
        help_text=_("Of the event as you read it: if its rules have changed since, you are not entered."),
    )
    password = s.CharField(
        max_length=100, required=False, allow_null=True, default=None, help_text=_("If the event asks for one.")
    )


class EntrySerializer(s.ModelSerializer[Entrant]):
    player = PlayerRefSerializer(source="user", read_only=True)
    rating = s.SerializerMethodField(help_text=_("At entry; from the start on, the one that seeded."))

    class Meta:
        model = Entrant
        fields: ClassVar[list[str]] = [
            "id", "player", "status", "seed", "rating", "club", "entered_at", "checked_in_at", "late_from",
            "withdrawn_at", "final_rank",
        ]  # fmt: skip
        read_only_fields = fields

    def get_rating(self, entrant: Entrant) -> int:
        return round(entrant.rating)


class OwnEntryShape(s.Serializer[Any]):
    """Your entry, and what you can do about it."""

    entry = EntrySerializer()
    line = s.IntegerField(allow_null=True, help_text=_("Your place on the waiting list."))
    can_check_in = s.BooleanField()
    can_decline = s.BooleanField(help_text=_("You are invited."))
    byes = s.ListField(child=s.IntegerField(), help_text=_("Rounds you have asked off for half a point."))
    byes_left = s.IntegerField()
    bye_rounds = s.ListField(child=s.IntegerField(), help_text=_("Rounds you may ask off."))


class NewByeSerializer(StrictSerializer):
    round_number = s.IntegerField(min_value=1, max_value=1000)


class ByeSerializer(s.ModelSerializer[ByeRequest]):
    class Meta:
        model = ByeRequest
        fields: ClassVar[list[str]] = ["round_number", "points", "requested_at"]
        read_only_fields = fields


class ReasonSerializer(StrictSerializer):
    reason = s.CharField(max_length=1000, help_text=_("Players will read it."))


class MaybeReasonSerializer(StrictSerializer):
    reason = s.CharField(max_length=1000, required=False, default="", allow_blank=True)


class NamesSerializer(StrictSerializer):
    names = s.ListField(child=s.CharField(max_length=60), max_length=MAX_NAMES, allow_empty=False)


class ImportSerializer(StrictSerializer):
    text = s.CharField(max_length=500_000, help_text=_("A CSV file with a heading: `name`, and `club` if you like."))


class ClubSerializer(StrictSerializer):
    club = s.CharField(max_length=60, allow_blank=True)


class WithdrawSerializer(ReasonSerializer):
    kind = s.ChoiceField(["announced", "silent"], required=False, default="announced")


class ReplaceSerializer(ReasonSerializer):
    name = s.CharField(max_length=60, help_text=_("The player who takes the seat."))


class NewOfficialSerializer(StrictSerializer):
    name = s.CharField(max_length=60)
    role = s.ChoiceField([role.value for role in GIVEN_ROLES])


class OfficialSerializer(s.ModelSerializer[Official]):
    player = PlayerRefSerializer(source="user", read_only=True)

    class Meta:
        model = Official
        fields: ClassVar[list[str]] = ["id", "player", "role", "given_at"]
        read_only_fields = fields


class NewForbiddenPairSerializer(MaybeReasonSerializer):
    first_id = s.IntegerField(min_value=1, max_value=2**62, help_text=_("Ids of entries."))
    second_id = s.IntegerField(min_value=1, max_value=2**62)
    from_round = s.IntegerField(min_value=1, max_value=1000, required=False, default=1)
    to_round = s.IntegerField(
        min_value=1, max_value=1000, required=False, default=None, allow_null=True, help_text=_("Null: to the end.")
    )


class ForbiddenPairSerializer(s.ModelSerializer[ForbiddenPair]):
    first = EntrySerializer(read_only=True)
    second = EntrySerializer(read_only=True)

    class Meta:
        model = ForbiddenPair
        fields: ClassVar[list[str]] = ["id", "first", "second", "from_round", "to_round", "reason"]
        read_only_fields = fields
