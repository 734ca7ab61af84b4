"""The part of the organiser's form about a second stage: who goes on, and how they play."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import Tournament
from ..rules import KNOCK_OUT, SWISS, StageRules, stage_from
from .form_fields import HoursField, number, select, tick

PREFIX = "next_"
NONE = ""
OPTIONAL = ("final_games", "round_hours")
KNOCK_OUT_ONLY = ("final_games", "drawn_match", "decider_games", "third_place")


class NextStageFields(forms.Form):
    """A stage after the first. Left at "no further stage", nothing of it counts."""

    next_format = forms.ChoiceField(
        label=_("After that"),
        required=False,
        choices=[(NONE, _("No further stage")), *Tournament.Format.choices],
        help_text=_("For example groups first, then a knock-out for the best of each group."),
    )
    next_stage_name = forms.CharField(
        label=_("Name of the second stage"), max_length=60, required=False, help_text=_("For example: Finals.")
    )
    next_advance_per_group = number(
        _("How many of each group go on"),
        _("Without groups: how many of the first stage."),
        high=1024,
        required=False,
    )
    next_advance_next_best = number(
        _("And how many of the next best"),
        _("Of all who came next in their group, compared by points for each match played."),
        high=100,
        required=False,
    )
    next_games_per_pairing = number(_("Games in a match"), low=1, high=9, required=False)
    next_final_games = number(
        _("Games in the final"), _("Empty: as many as in the other matches."), low=1, high=9, required=False
    )
    next_drawn_match = select(
        _("A drawn match"), Tournament.DrawnMatch.choices, _("Deciding games are played two by two, as far as needed.")
    )
    next_decider_games = forms.TypedChoiceField(
        label=_("Deciding games at most"), coerce=int, choices=[(n, str(n)) for n in (2, 4, 6)]
    )
    next_third_place = tick(_("The losers of the semi-finals play for third place"))
    next_round_hours = HoursField(
        label=_("Length of a round"), help_text=_("Such as 14d. Empty: rounds have no deadline.")
    )
    next_rest_hours = HoursField(label=_("Rest between rounds"), empty=0)

    @staticmethod
    def initial_of_next(rules: StageRules | None) -> dict[str, Any]:
        """The values of these fields for a second stage; of none, what suits a knock-out."""
        shown = rules or stage_from({"format": KNOCK_OUT, "drawn_match": "deciders", "advance_per_group": 2})
        names = [name.removeprefix(PREFIX) for name in NextStageFields.base_fields if name.startswith(PREFIX)]
        values = {f"{PREFIX}{name}": getattr(shown, name) for name in names}
        return values if rules else {**values, f"{PREFIX}format": NONE}

    def next_stage(self, before: StageRules | None) -> dict[str, Any] | None:
        """The second stage as written; rules that the form does not show are kept from ``before``."""
        chosen = self.cleaned_data.get("next_format")
        if not chosen:
            return None
        written = {
            name.removeprefix(PREFIX): self.cleaned_data[name] for name in self.fields if name.startswith(PREFIX)
        }
        written = {name: value for name, value in written.items() if value is not None or name in OPTIONAL}
        if chosen != KNOCK_OUT:
            written = {name: value for name, value in written.items() if name not in KNOCK_OUT_ONLY}
        if chosen in SWISS:
            written.pop("games_per_pairing", None)
        kept = before.to_json() if before is not None and before.format == chosen else {}
        return {**kept, **written}
