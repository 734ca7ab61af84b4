"""Pairings as programs see and send them. Entrants are start numbers in their section."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s

from accounts.api.serializers import PlayerRefSerializer
from accounts.api.strict import StrictSerializer
from tournaments.models import PairingRun, Section
from tournaments.pairing.plan import Bye, ByeKind
from tournaments.pairing.swiss.result import Relaxation
from tournaments.pairing_words import why_bye, why_round
from tournaments.selectors.desk import check_plan, differences
from tournaments.selectors.pairing_state import places_of
from tournaments.services.pairing import plan_of

from .entry_shapes import MaybeReasonSerializer, ReasonSerializer

Shape = s.Serializer[Any]
NUMBER: dict[str, Any] = {"min_value": 1, "max_value": 10_000}
ROUND: dict[str, Any] = {"min_value": 1, "max_value": 1000}


class RelaxSerializer(StrictSerializer):
    relax = s.ListField(
        child=s.ChoiceField([rule.value for rule in Relaxation]),
        required=False,
        default=list,
        max_length=10,
        help_text=_("Rules that you set aside, as `ways_out` of a refusal offers them."),
    )


class RePairSerializer(RelaxSerializer, ReasonSerializer):
    pass


class RoundNumberSerializer(StrictSerializer):
    number = s.IntegerField(
        **ROUND, required=False, default=None, allow_null=True, help_text=_("The round you mean. Null: the next.")
    )


class PublishSerializer(RoundNumberSerializer, MaybeReasonSerializer):
    pass


class PairSerializer(StrictSerializer):
    white = s.IntegerField(**NUMBER)
    black = s.IntegerField(**NUMBER)


class NewByeKindSerializer(StrictSerializer):
    number = s.IntegerField(**NUMBER)
    kind = s.ChoiceField(
        [kind.value for kind in ByeKind],
        help_text=_("`U` from the pairing, `H` half-point, `F` full-point, `Z` absent."),
    )


class EditPreviewSerializer(ReasonSerializer):
    pairs = s.ListField(child=PairSerializer(), max_length=5000, help_text=_("In board order."))
    byes = s.ListField(child=NewByeKindSerializer(), max_length=5000, required=False, default=list)


class DeadlineSerializer(ReasonSerializer):
    deadline = s.DateTimeField()
    match_id = s.IntegerField(min_value=1, max_value=2**62, required=False, default=None, allow_null=True)


class NumberedShape(Shape):
    number = s.IntegerField(help_text=_("The start number in the section."))
    player = PlayerRefSerializer()


class PairShape(Shape):
    board = s.IntegerField()
    white = NumberedShape(help_text=_("In the first game."))
    black = NumberedShape()


class ByeShape(NumberedShape):
    kind = s.CharField(help_text=_("`U`, `H`, `F` or `Z`."))


class PlanWarningShape(Shape):
    severity = s.CharField()
    code = s.CharField()
    numbers = s.ListField(child=s.IntegerField())
    text = s.CharField()


class DifferencesShape(Shape):
    """How an edited preview differs from what was proposed."""

    added = s.ListField(child=s.ListField(child=s.IntegerField()))
    removed = s.ListField(child=s.ListField(child=s.IntegerField()))
    turned = s.ListField(child=s.ListField(child=s.IntegerField()), help_text=_("Colours changed."))
    byes_added = s.ListField(child=s.IntegerField())
    byes_removed = s.ListField(child=s.IntegerField())


class PairingShape(Shape):
    """A run of the pairing of a round."""

    id = s.IntegerField()
    section = s.IntegerField()
    round = s.IntegerField()
    at = s.DateTimeField()
    edited = s.BooleanField()
    by_hand = s.BooleanField(help_text=_("From nothing, without a proposal."))
    pairs = PairShape(many=True)
    byes = ByeShape(many=True)
    warnings = PlanWarningShape(many=True, help_text=_("Pairing rules that it breaks, serious ones first."))
    differences = DifferencesShape()
    reasons = s.ListField(child=s.CharField(), help_text=_("Why a Swiss round was paired so, in sentences."))


def pairing_data(run: PairingRun, section: Section) -> dict[str, Any]:
    """A stored run as it is sent; ``section`` knows its stage and event."""
    run.section = section
    plan, changed = plan_of(run), differences(run)
    users = {place.number: place.entrant.user for place in places_of(section)}

    def numbered(number: int) -> dict[str, Any]:
        return {"number": number, "player": PlayerRefSerializer(users[number]).data}

    def name(number: int) -> str:
        return users[number].shown_name if number in users else str(number)

    reasons = plan.reasons if section.stage.rules.is_swiss else {}
    return {
        "id": run.pk,
        "section": section.pk,
        "round": run.round_number,
        "at": run.at,
        "edited": run.edited is not None,
        "by_hand": run.input is None,
        "pairs": [
            {"board": board, "white": numbered(match.white_no), "black": numbered(match.black_no)}
            for board, match in enumerate(plan.matches, start=1)
        ],
        "byes": [{**numbered(bye.no), "kind": bye.kind.value} for bye in plan.byes],
        "warnings": [
            {"severity": one.severity.value, "code": one.code, "numbers": list(one.numbers), "text": one.text}
            for one in check_plan(section, plan)
        ],
        "differences": {
            "added": [list(pair) for pair in changed.added],
            "removed": [list(pair) for pair in changed.removed],
            "turned": [list(pair) for pair in changed.turned],
            "byes_added": _numbers(changed.byes_added),
            "byes_removed": _numbers(changed.byes_removed),
        },
        "reasons": [*why_bye(reasons, name), *why_round(reasons, name)],
    }


def _numbers(byes: tuple[Bye, ...]) -> list[int]:
    return [bye.no for bye in byes]


class WaitShape(Shape):
    """One thing that the next round waits for."""

    kind = s.CharField()
    text = s.CharField()
    blocks = s.BooleanField(help_text=_("False: an official may pass over it."))
    round = s.IntegerField(allow_null=True)
    board = s.IntegerField(allow_null=True)
    match = s.IntegerField(allow_null=True)
    game = s.IntegerField(allow_null=True)
    players = s.ListField(child=s.CharField())
    to_move = s.CharField(allow_blank=True)
    deadline = s.DateTimeField(allow_null=True)
