"""Decisions about games as programs see and send them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s

from accounts.api.serializers import PlayerRefSerializer
from accounts.api.strict import StrictSerializer
from tournaments.decision import RESULTS, Decision
from tournaments.models import Announcement, Claim, Ruling
from tournaments.selectors.previews import GoesOn, Preview, PreviewLine, RatingLine, WithdrawalPreview
from tournaments.services.claims import LONGEST, VERDICTS

from .entry_shapes import EntrySerializer, ReasonSerializer
from .fields import points

Shape = s.Serializer[Any]
ID: dict[str, Any] = {"min_value": 1, "max_value": 2**62}
MAX_AT_ONCE = 500


class ResultSerializer(StrictSerializer):
    result = s.ChoiceField(RESULTS, help_text=_("`none`: nobody has won and it is no draw."))
    rated = s.BooleanField(required=False, default=True, help_text=_("Whether it changes ratings, where it can."))
    forfeit = s.BooleanField(
        required=False, default=False, help_text=_("Lost without play, by one side or, with `none`, by both.")
    )


class NewRulingSerializer(ResultSerializer, ReasonSerializer):
    pass


class DecisionSerializer(ResultSerializer):
    match_game_id = s.IntegerField(**ID)


class DecisionsSerializer(StrictSerializer):
    items = s.ListField(child=DecisionSerializer(), max_length=MAX_AT_ONCE, allow_empty=False)

    def validate_items(self, items: list[dict[str, Any]]) -> list[Decision]:
        return [Decision(**item) for item in items]


class BulkRulingSerializer(DecisionsSerializer, ReasonSerializer):
    pass


class RulingSerializer(s.ModelSerializer[Ruling]):
    """A decision on one game. Only the latest that is not undone can be undone."""

    match_game = s.IntegerField(source="match_game_id", read_only=True)
    by = PlayerRefSerializer(allow_null=True, read_only=True, help_text=_("Null: a rule of the event."))
    result = s.SerializerMethodField()
    forfeit = s.SerializerMethodField()

    class Meta:
        model = Ruling
        fields: ClassVar[list[str]] = ["id", "match_game", "by", "at", "reason", "result", "forfeit", "undone_at"]
        read_only_fields = fields

    def get_result(self, ruling: Ruling) -> str:
        return str(ruling.after["slot"]["outcome"])

    def get_forfeit(self, ruling: Ruling) -> bool:
        return bool(ruling.after["slot"]["forfeit"])


class AdvanceSerializer(ReasonSerializer):
    entrant_id = s.IntegerField(**ID, allow_null=True, help_text=_("Null: the points decide again."))


class AdvanceShape(Shape):
    match = s.IntegerField()
    advances = EntrySerializer(allow_null=True)
    ruled = s.BooleanField()


class PreviewLineShape(Shape):
    section = s.IntegerField()
    player = PlayerRefSerializer()
    rank_before = s.IntegerField(allow_null=True)
    rank_after = s.IntegerField(allow_null=True)
    points_before = s.FloatField(allow_null=True)
    points_after = s.FloatField(allow_null=True)


class RatingLineShape(Shape):
    player = PlayerRefSerializer()
    before = s.FloatField()
    after = s.FloatField()


class GoesOnShape(Shape):
    match = s.IntegerField()
    before = s.CharField(allow_null=True)
    after = s.CharField(allow_null=True)


class PreviewShape(Shape):
    """What a decision would change, before it is made."""

    standings = PreviewLineShape(many=True, help_text=_("In the order they would have."))
    ratings = RatingLineShape(many=True)
    goes_on = GoesOnShape(many=True, help_text=_("Of knock-out matches: who would go on."))


class WithdrawalPreviewShape(Shape):
    """A withdrawal both ways: with the results counting, and annulled."""

    results_stand = s.BooleanField(help_text=_("Which of the two the rule of the event gives."))
    games_done = s.IntegerField()
    games_scheduled = s.IntegerField()
    games_lost = s.IntegerField(help_text=_("Open games that would be lost."))
    counted = PreviewLineShape(many=True)
    annulled = PreviewLineShape(many=True, allow_null=True, help_text=_("Null where nothing is ever annulled."))
    ratings = RatingLineShape(many=True)


def _half(value: int | None) -> float | None:
    return None if value is None else points(value)


def _line(line: PreviewLine) -> dict[str, Any]:
    return {
        "section": line.section.pk,
        "player": PlayerRefSerializer(line.entrant.user).data,
        "rank_before": line.rank_before,
        "rank_after": line.rank_after,
        "points_before": _half(line.points_before),
        "points_after": _half(line.points_after),
    }


def _rating(line: RatingLine) -> dict[str, Any]:
    return {
        "player": PlayerRefSerializer(line.user).data,
        "before": round(line.before, 1),
        "after": round(line.after, 1),
    }


def _goes_on(line: GoesOn) -> dict[str, Any]:
    return {
        "match": line.match.pk,
        "before": line.before.user.name if line.before else None,
        "after": line.after.user.name if line.after else None,
    }


def preview_data(preview: Preview) -> dict[str, Any]:
    """A forecast as it is sent."""
    return {
        "standings": [_line(line) for line in preview.lines],
        "ratings": [_rating(line) for line in preview.ratings],
        "goes_on": [_goes_on(line) for line in preview.goes_on],
    }


def withdrawal_data(preview: WithdrawalPreview) -> dict[str, Any]:
    """A forecast of a withdrawal as it is sent."""
    return {
        "results_stand": preview.stands,
        "games_done": preview.done,
        "games_scheduled": preview.scheduled,
        "games_lost": preview.lost,
        "counted": [_line(line) for line in preview.counted],
        "annulled": None if preview.annulled is None else [_line(line) for line in preview.annulled],
        "ratings": [_rating(line) for line in preview.ratings],
    }


class GrantSerializer(ReasonSerializer):
    side = s.ChoiceField(["white", "black"])
    amount = s.IntegerField(
        min_value=60_000, max_value=60 * 86_400_000, help_text=_("Milliseconds, whole minutes: up to 60 days.")
    )
    version = s.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        required=False,
        default=None,
        allow_null=True,
        help_text=_("Of the game as you saw it, so that it is granted once."),
    )


class NewClaimSerializer(StrictSerializer):
    kind = s.ChoiceField(Claim.Kind.choices)
    text = s.CharField(max_length=LONGEST)


class VerdictSerializer(StrictSerializer):
    verdict = s.ChoiceField([verdict.value for verdict in VERDICTS])
    answer = s.CharField(max_length=LONGEST, help_text=_("The players will read it."))


class ClaimSerializer(s.ModelSerializer[Claim]):
    match_game = s.IntegerField(source="match_game_id", allow_null=True, read_only=True)
    game = s.IntegerField(source="match_game.game_id", allow_null=True, read_only=True)
    raised_by = PlayerRefSerializer(source="raised_by.user", read_only=True)
    decided_by = PlayerRefSerializer(allow_null=True, read_only=True)

    class Meta:
        model = Claim
        fields: ClassVar[list[str]] = [
            "id", "kind", "status", "match_game", "game", "raised_by", "raised_at", "text", "decided_by", "decided_at",
            "answer",
        ]  # fmt: skip
        read_only_fields = fields


class NewAnnouncementSerializer(StrictSerializer):
    text = s.CharField(max_length=2000)


class AnnouncementSerializer(s.ModelSerializer[Announcement]):
    by = PlayerRefSerializer(read_only=True)

    class Meta:
        model = Announcement
        fields: ClassVar[list[str]] = ["id", "at", "by", "text"]
        read_only_fields = fields
