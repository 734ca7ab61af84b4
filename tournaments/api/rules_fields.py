"""The rules of an event as programs send them: one field for each rule, those of a later stage nested."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s

from accounts.api.strict import StrictSerializer
from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice
from tournaments.models import Tournament

from .fields import PointsField

_NONE_IS: dict[str, Any] = {"required": False, "allow_null": True}


def _whole(most: int = 1000, least: int = 0, **options: Any) -> s.IntegerField:
    return s.IntegerField(min_value=least, max_value=most, **{"required": False, **options})


class StageRulesSerializer(StrictSerializer):
    """The rules of one stage. What is left out has what suits the format. Points are points, not half points."""

    format = s.ChoiceField(Tournament.Format.choices, required=False)
    stage_name = s.CharField(max_length=60, required=False, allow_blank=True)
    games_per_pairing = _whole(9, 1)
    cycles = _whole(9, 1, help_text=_("How often everybody meets everybody in a round robin."))
    rounds = _whole(least=1, allow_null=True, help_text=_("Of a Swiss. Null: as many as the entrants ask for."))
    groups = _whole(least=1)
    score_by = s.ChoiceField(Tournament.ScoreBy.choices, required=False)
    win_points = PointsField(required=False)
    draw_points = PointsField(required=False)
    loss_points = PointsField(required=False)
    bye_points = PointsField(required=False)
    match_win_points = PointsField(required=False)
    match_draw_points = PointsField(required=False)
    match_loss_points = PointsField(required=False)
    requested_byes = _whole(help_text=_("How many half-point byes an entrant may ask for."))
    tiebreaks = s.ListField(
        child=s.CharField(max_length=10), max_length=20, required=False, help_text=_("In order, by code.")
    )
    pacing = s.ChoiceField(Tournament.Pacing.choices, required=False)
    max_games_at_once = _whole(allow_null=True, help_text=_("Of one player, with the pace `at_most`."))
    rest_hours = _whole(10_000, help_text=_("Between two rounds."))
    round_hours = _whole(10_000, allow_null=True, help_text=_("From a round's start to its deadline. Null: none."))
    round_starts = s.ListField(
        child=s.CharField(max_length=30),
        max_length=60,
        required=False,
        help_text=_("Wall times in the event's zone, such as `2026-12-05T18:00`."),
    )
    overdue = s.ChoiceField(Tournament.Overdue.choices, required=False)
    accelerated = s.BooleanField(required=False)
    final_games = _whole(9, 1, allow_null=True)
    third_place = s.BooleanField(required=False)
    drawn_match = s.ChoiceField(Tournament.DrawnMatch.choices, required=False)
    decider_games = _whole(20)
    advance_per_group = _whole(help_text=_("How many of each group of the stage before play here."))
    advance_next_best = _whole(help_text=_("How many more, the best of the rest."))


class EventRulesSerializer(StageRulesSerializer):
    """What an organiser decides; those of the first stage stand beside the others. All but the name has a default."""

    name = s.CharField(max_length=100)
    description = s.CharField(max_length=20_000, required=False, allow_blank=True, help_text=_("Markdown."))
    game_type = s.ChoiceField(GameTypeChoice.choices, required=False)
    opening_rule = s.ChoiceField(OpeningRuleChoice.choices, required=False)
    repetition_rule = s.ChoiceField(RepetitionRuleChoice.choices, required=False)
    time_control = s.CharField(max_length=60, required=False, help_text=_("`3d`, `5d+12h/10d` or `14d total`."))
    rated = s.BooleanField(required=False)
    seats = _whole(10_000)
    waiting_list = s.BooleanField(required=False)
    entry = s.ChoiceField(Tournament.Entry.choices, required=False)
    entry_password = s.CharField(
        max_length=100, required=False, allow_blank=True, write_only=True, help_text=_("As players type it.")
    )
    min_rating = _whole(10_000, allow_null=True)
    max_rating = _whole(10_000, allow_null=True)
    established_only = s.BooleanField(required=False, help_text=_("Refuses who has only a provisional rating."))
    min_rated_games = _whole(10_000)
    max_timeout_percent = _whole(100, allow_null=True)
    section_bands = s.ListField(
        child=s.IntegerField(min_value=0, max_value=10_000),
        max_length=20,
        required=False,
        help_text=_("Lowest rating of each section but the last, highest first."),
    )
    registration_opens_at = s.DateTimeField(**_NONE_IS)
    registration_closes_at = s.DateTimeField(**_NONE_IS)
    check_in_opens_at = s.DateTimeField(**_NONE_IS, help_text=_("Null: there is no check-in."))
    starts_at = s.DateTimeField(**_NONE_IS, help_text=_("Null: the organiser starts it by hand."))
    time_zone = s.CharField(max_length=50, required=False)
    late_entry_until = _whole(help_text=_("The last round that may be entered late; 0: none."))
    late_points = PointsField(required=False, help_text=_("For each round missed by entering late."))
    withdrawal_rule = s.ChoiceField(Tournament.WithdrawalRule.choices, required=False)
    silent_timeouts = _whole(help_text=_("Games lost on time in a row that count as leaving; 0: never."))
    approval = s.ChoiceField(Tournament.Approval.choices, required=False)
    analysis_allowed = s.BooleanField(required=False)
    later_stages = s.ListField(child=StageRulesSerializer(), required=False, max_length=10)


class NewEventSerializer(EventRulesSerializer):
    """The rules of a new event, or what is to be different from the event it is a copy of."""

    name = s.CharField(max_length=100, required=False, help_text=_("Needed unless it is a copy."))
    copy_of = s.IntegerField(
        min_value=1, max_value=2**62, **_NONE_IS, help_text=_("An event whose rules are taken over, without its dates.")
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "name" not in attrs and attrs.get("copy_of") is None:
            raise s.ValidationError({"name": [_("Give the event a name.")]})
        return attrs
