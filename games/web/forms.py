"""Forms of games: they check shape, the services check rules."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.errors import DomainError, ValidationFailed
from accounts.models import User
from accounts.selectors import player_named
from games.bots import LEVELS
from games.clock import InvalidTimeControl, TimeControl
from games.models import Challenge, Game
from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice, SideChoice
from games.opening_words import CODE, opening_words

CUSTOM = "custom"
PRESETS = ("1d", "2d", "3d", "5d", "7d", "5d+12h/10d", "10d+1d/20d", "14d total", "30d total")
# Ratings run from 400 to 4000 (see games.ratings.glicko).
LEAST, MOST = 400, 4000


class ChallengeForm(forms.Form):
    """The terms of a game one offers."""

    visibility = forms.ChoiceField(
        label=_("Who may accept"),
        choices=Challenge.Visibility,
        widget=forms.RadioSelect,
        initial=Challenge.Visibility.OPEN,
    )
    opponent = forms.CharField(
        label=_("Opponent"), required=False, max_length=30, help_text=_("The name in the address of the player's page.")
    )
    game_type = forms.ChoiceField(label=_("Pieces"), choices=GameTypeChoice, initial=GameTypeChoice.MLP)
    time_control = forms.ChoiceField(label=_("Time"), initial="3d")
    custom_time = forms.CharField(
        label=_("Other time"), required=False, max_length=40,
        help_text=_("Such as 36h (a move), 4d+8h/8d (bank, added per move, cap) or 20d total."),
    )  # fmt: skip
    colour = forms.ChoiceField(
        label=_("Your side"), choices=Challenge.Colour, widget=forms.RadioSelect, initial=Challenge.Colour.RANDOM
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        initial=True,
        help_text=_("Both ratings change. A rated game cannot be called off."),
    )
    opening_rule = forms.ChoiceField(
        label=_("Opening"), choices=OpeningRuleChoice, initial=OpeningRuleChoice.NO_QUEEN_FIRST
    )
    repetition_rule = forms.ChoiceField(
        label=_("Repetition"), choices=RepetitionRuleChoice, initial=RepetitionRuleChoice.THREEFOLD
    )
    min_rating = forms.IntegerField(label=_("Lowest rating"), required=False, min_value=LEAST, max_value=MOST)
    max_rating = forms.IntegerField(label=_("Highest rating"), required=False, min_value=LEAST, max_value=MOST)

    def __init__(self, *args: Any, challenger: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.challenger = challenger
        time = self.fields["time_control"]
        assert isinstance(time, forms.ChoiceField)
        time.choices = [
            *((code, TimeControl.parse(code).describe()) for code in PRESETS),
            (CUSTOM, _("other, as written below")),
        ]
        self.fields["opponent"].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self._clean_time(data)
        self._clean_opponent(data)
        low, high = data.get("min_rating"), data.get("max_rating")
        if low is not None and high is not None and low > high:
            self.add_error("max_rating", _("The highest rating is below the lowest."))
        return data

    def _clean_time(self, data: dict[str, Any]) -> None:
        code, field = data.get("time_control", ""), "time_control"
        if code == CUSTOM:
            code, field = data.get("custom_time", ""), "custom_time"
            if not code:
                self.add_error(field, _("Write the time, or choose one from the list."))
                return
        if not code:
            return
        try:
            data["time_control"] = TimeControl.parse(code).code
        except InvalidTimeControl as error:
            self.add_error(field, str(error))

    def _clean_opponent(self, data: dict[str, Any]) -> None:
        name = str(data.get("opponent", "")).strip().lstrip("@")
        if data.get("visibility") != Challenge.Visibility.DIRECT:
            if name:
                self.add_error(
                    "opponent",
                    _("The offer goes to one player only if you choose so above; else leave the name empty."),
                )
            data["opponent"] = None
            return
        if not name:
            self.add_error("opponent", _("Name the player you challenge."))
            return
        found = player_named(name)
        if found is None:
            self.add_error(
                "opponent",
                _("There is no player called “%(name)s”. Look for the name on the players' page.") % {"name": name},
            )
        elif found == self.challenger:
            self.add_error("opponent", _("You cannot challenge yourself."))
        data["opponent"] = found

    def terms(self) -> dict[str, Any]:
        """The arguments of ``create_challenge``; call it on a valid form."""
        data = dict(self.cleaned_data)
        del data["custom_time"]
        return data


class PracticeForm(forms.Form):
    """A game against the computer. ``level`` comes from the button that sends the form."""

    level = forms.ChoiceField(label=_("Level"), choices=[(code, code) for code in LEVELS])
    colour = forms.ChoiceField(
        label=_("Your side"), choices=Challenge.Colour, widget=forms.RadioSelect, initial=Challenge.Colour.RANDOM
    )
    game_type = forms.ChoiceField(label=_("Pieces"), choices=GameTypeChoice, initial=GameTypeChoice.MLP)


def put_errors(form: forms.Form, error: DomainError) -> None:
    """Show a refusal of the service by the field it is about, or above the form."""
    fields: dict[str, list[Any]] = error.extra.get("errors", {}) if isinstance(error, ValidationFailed) else {}
    for name, sentences in fields.items():
        for sentence in sentences:
            form.add_error(name if name in form.fields else None, str(sentence))
    if not fields:
        form.add_error(None, str(error.message))


class GameFilterForm(forms.Form):
    """Which games a list shows. Everything is optional, and what cannot be read is left out."""

    status = forms.ChoiceField(
        label=_("State"), required=False,
        choices=[
            ("", pgettext_lazy("games", "all")), (Game.Status.IN_PROGRESS, _("in progress")),
            (Game.Status.FINISHED, pgettext_lazy("games", "finished")),
        ],
    )  # fmt: skip
    player = forms.CharField(label=_("Player"), required=False, max_length=30)
    game_type = forms.ChoiceField(
        label=_("Pieces"), required=False, choices=[("", pgettext_lazy("games", "all")), *GameTypeChoice.choices]
    )
    rated = forms.ChoiceField(
        label=_("Rated"),
        required=False,
        choices=[("", pgettext_lazy("games", "all")), ("yes", _("rated")), ("no", _("casual"))],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A side and a code, "white-SQA-V". Only a link brings one: nobody picks from hundreds of names.
        wanted = self.data.get("opening", "")
        side, _dash, code = wanted.partition("-")
        if side in SideChoice.values and CODE.fullmatch(code):
            name = f"{SideChoice(side).label}: {opening_words(code)}"
            self.fields["opening"] = forms.ChoiceField(
                label=_("Opening"), required=False, choices=[("", pgettext_lazy("games", "all")), (wanted, name)]
            )


class MoveForm(forms.Form):
    """A move sent without scripts: what is played, and how many moves the player had seen."""

    move = forms.CharField(max_length=40)
    ply = forms.IntegerField(min_value=0)
