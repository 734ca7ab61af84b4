"""The form in which an organiser writes the rules. It checks shape; what is allowed is checked by the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice

from .. import rules as rule_book
from ..models import Tournament
from ..rules import Rules
from ..tiebreak_words import to_choose_from

TIEBREAK_FIELDS = tuple(f"tiebreak_{place}" for place in range(1, 7))
HALF = Decimal("0.5")


class PointsField(forms.DecimalField):
    """Points as an organiser writes them (1, 0.5); half points inside."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=Decimal(rule_book.MAX_POINTS) / 2, step_size=0.5, **options)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        points = Decimal(value) / 2
        return int(points) if points == int(points) else points

    def clean(self, value: Any) -> Any:
        points = super().clean(value)
        return None if points is None else int(points * 2)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class MomentField(forms.DateTimeField):
    """A date and time in the reader's zone, chosen with the browser's own picker."""

    def __init__(self, **options: Any) -> None:
        picker = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(required=False, widget=picker, **options)


def _select(label: Any, choices: Any, help_text: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, help_text=help_text)


class TournamentForm(forms.Form):
    """All rules of an event on one page, in the order an organiser thinks of them."""

    name = forms.CharField(
        label=_("Name"),
        min_length=rule_book.MIN_NAME,
        max_length=rule_book.MAX_NAME,
        help_text=_("With the year or season, so that it can be told from the next one."),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=rule_book.MAX_DESCRIPTION,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Markdown: **bold**, *italic*, lists and links. The rules below are shown in words by themselves."),
    )
    format = _select(_("Format"), Tournament.Format.choices)
    games_per_pairing = forms.TypedChoiceField(
        label=_("Games per pairing"),
        coerce=int,
        choices=[(1, "1"), (2, "2"), (4, "4"), (6, "6")],
        help_text=_("Two, four or six give both players each colour equally often."),
    )
    pacing = _select(
        _("Pace"),
        Tournament.Pacing.choices,
        _("By round, the next round starts by itself when the last game of the round ends."),
    )
    seats = forms.IntegerField(
        label=_("Seats"),
        min_value=rule_book.MIN_SEATS,
        max_value=rule_book.MAX_SEATS,
        help_text=_("Sixteen players with two games each play thirty games at once, if all start together."),
    )
    game_type = _select(_("Game type"), GameTypeChoice.choices, _("It also decides which rating counts."))
    opening_rule = _select(
        _("Opening rule"), OpeningRuleChoice.choices, _("The tournament rule since 2024: no queen first.")
    )
    repetition_rule = _select(_("Repetition"), RepetitionRuleChoice.choices)
    time_control = forms.CharField(
        label=_("Time control"),
        max_length=40,
        widget=forms.TextInput(attrs={"list": "time-controls", "autocomplete": "off"}),
        help_text=_(
            "3d: three days for every move. 5d+12h/10d: a bank of five days, twelve hours more with every move, "
            "ten days at most. 14d total: fourteen days for the whole game."
        ),
    )
    rated = forms.BooleanField(label=_("Rated: the games change the players' ratings"), required=False)
    min_rating = forms.IntegerField(
        label=_("Lowest rating"), required=False, help_text=_("Players without a rating count as 1500.")
    )
    max_rating = forms.IntegerField(label=_("Highest rating"), required=False)
    registration_opens_at = MomentField(label=_("Registration opens"), help_text=_("Empty: when you publish."))
    registration_closes_at = MomentField(label=_("Registration closes"), help_text=_("Empty: with the start."))
    starts_at = MomentField(
        label=_("Start"), help_text=_("The event then starts by itself. Empty: you start it by hand.")
    )
    win_points = PointsField(label=_("Win"))
    draw_points = PointsField(label=_("Draw"), help_text=_("Two draws may not beat a win and a loss."))
    loss_points = PointsField(label=_("Loss"))
    bye_points = PointsField(
        label=_("Bye"), help_text=_("For the round that everybody sits out when the number of entrants is odd.")
    )

    def __init__(self, *args: Any, locked: frozenset[str] = frozenset(), **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [("", "–"), *to_choose_from("round_robin")]
        for place, name in enumerate(TIEBREAK_FIELDS, start=1):
            self.fields[name] = forms.ChoiceField(
                label=_("Tie-break {place}").format(place=place), choices=choices, required=False
            )
        for name in locked:
            for field in TIEBREAK_FIELDS if name == "tiebreaks" else (name,):
                if field in self.fields:
                    self.fields[field].disabled = True

    @staticmethod
    def initial_of(rules: Rules) -> dict[str, Any]:
        """The form's values for ``rules``."""
        values = {name: getattr(rules, name) for name in Rules.names() if name != "tiebreaks"}
        codes = [code for code in rules.tiebreaks if code != "PTS"]
        return {**values, **dict(zip(TIEBREAK_FIELDS, codes, strict=False))}

    def rules(self) -> dict[str, Any]:
        """What was written, as the service takes it. Only of a valid form."""
        values = {name: self.cleaned_data[name] for name in Rules.names() if name in self.fields}
        codes = [self.cleaned_data[name] for name in TIEBREAK_FIELDS if self.cleaned_data[name]]
        return {**values, "tiebreaks": ["PTS", *codes]}

    def show_errors(self, errors: Mapping[str, Sequence[str]]) -> None:
        """Put the service's sentences beside the fields they speak of."""
        for name, sentences in errors.items():
            target = TIEBREAK_FIELDS[0] if name == "tiebreaks" else name
            for sentence in sentences:
                self.add_error(target if target in self.fields else None, sentence)

    SECTIONS = (
        (_("What it is"), ("name", "description", "format", "games_per_pairing", "pacing", "seats")),
        (_("The games"), ("game_type", "opening_rule", "repetition_rule", "time_control", "rated")),
        (
            _("Who and when"),
            ("min_rating", "max_rating", "registration_opens_at", "registration_closes_at", "starts_at"),
        ),
        (_("Points"), ("win_points", "draw_points", "loss_points", "bye_points")),
        (_("Equal points, in this order"), TIEBREAK_FIELDS),
    )

    def sections(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """Headings with their fields, for the page."""
        return [(title, [self[name] for name in names]) for title, names in self.SECTIONS]


class EventFilter(forms.Form):
    """What the list of events shows, kept in its address."""

    show = forms.ChoiceField(
        choices=[("open", _("Open")), ("running", _("Running")), ("finished", _("Finished")), ("mine", _("Yours"))],
        required=False,
    )
    game_type = forms.ChoiceField(
        label=_("Game type"), choices=[("", _("Every game type")), *GameTypeChoice.choices], required=False
    )
    q = forms.CharField(label=_("Name"), max_length=100, required=False)
