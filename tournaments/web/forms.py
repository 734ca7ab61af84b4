"""The form in which an organiser writes the rules. It checks shape; what is allowed is checked by the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice

from .. import rules as rule_book
from ..models import Tournament
from ..rules import DOUBLE_SWISS, DUTCH, FORMAT_DEFAULTS, KNOCK_OUT, ROUND_ROBIN, Rules, StageRules
from ..tiebreak_words import to_choose_from
from .form_fields import HoursField, LinesField, MomentField, NumbersField, PointsField, number, select, tick
from .stage_fields import NextStageFields

TIEBREAK_FIELDS = tuple(f"tiebreak_{place}" for place in range(1, 11))
_SWISS = (DOUBLE_SWISS, DUTCH)

# The formats in which a rule means anything; a rule that is not named here is for all.
SUITED: Mapping[str, tuple[str, ...]] = {
    "games_per_pairing": (ROUND_ROBIN, KNOCK_OUT),
    "cycles": (ROUND_ROBIN,),
    "rounds": _SWISS,
    "groups": (ROUND_ROBIN, *_SWISS),
    "score_by": (ROUND_ROBIN, DOUBLE_SWISS),
    "match_win_points": (ROUND_ROBIN, DOUBLE_SWISS),
    "match_draw_points": (ROUND_ROBIN, DOUBLE_SWISS),
    "match_loss_points": (ROUND_ROBIN, DOUBLE_SWISS),
    "bye_points": (ROUND_ROBIN, *_SWISS),
    "requested_byes": _SWISS,
    "accelerated": _SWISS,
    "max_games_at_once": (ROUND_ROBIN,),
    "final_games": (KNOCK_OUT,),
    "third_place": (KNOCK_OUT,),
    "drawn_match": (KNOCK_OUT,),
    "decider_games": (KNOCK_OUT,),
    "late_entry_until": _SWISS,
    "late_points": _SWISS,
    "withdrawal_rule": (ROUND_ROBIN,),
    **dict.fromkeys(TIEBREAK_FIELDS, (ROUND_ROBIN, *_SWISS)),
}


class TournamentForm(NextStageFields):
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
    format = select(_("Format"), Tournament.Format.choices)
    stage_name = forms.CharField(
        label=_("Name of the first stage"),
        max_length=60,
        required=False,
        help_text=_("Only where there is a second one. For example: Groups."),
    )
    games_per_pairing = number(
        _("Games in a match"), _("Two, four or six give both players each colour equally often."), low=1, high=9
    )
    cycles = forms.TypedChoiceField(
        label=_("Everybody meets everybody"), coerce=int, choices=[(1, _("once")), (2, _("twice"))]
    )
    rounds = number(
        _("Rounds"),
        _("Empty: as many as the number of players asks for; seven for 64 players."),
        low=1,
        high=50,
        required=False,
    )
    groups = number(
        _("Groups"),
        _("More than one: players are divided by strength, and each group plays for itself."),
        low=1,
        high=64,
    )
    section_bands = NumbersField(
        label=_("Sections by rating"),
        help_text=_(
            "The lowest rating of each section but the last, highest first, one on a line. Empty: no sections."
        ),
    )
    seats = number(
        _("Seats"),
        _("Sixteen players with two games each play thirty games at once, if all start together."),
        low=rule_book.MIN_SEATS,
        high=rule_book.MAX_SEATS,
    )
    game_type = select(_("Game type"), GameTypeChoice.choices, _("It also decides which rating counts."))
    opening_rule = select(
        _("Opening rule"), OpeningRuleChoice.choices, _("The tournament rule since 2024: no queen first.")
    )
    repetition_rule = select(_("Repetition"), RepetitionRuleChoice.choices)
    time_control = forms.CharField(
        label=_("Time control"),
        max_length=40,
        widget=forms.TextInput(attrs={"list": "time-controls", "autocomplete": "off"}),
        help_text=_(
            "3d: three days for every move. 5d+12h/10d: a bank of five days, twelve hours more with every move, "
            "ten days at most. 14d total: fourteen days for the whole game."
        ),
    )
    rated = tick(_("Rated: the games change the players' ratings"))
    analysis_allowed = tick(_("Players may move the pieces on an analysis board during their games"))
    pacing = select(
        _("Pace"),
        Tournament.Pacing.choices,
        _("Round by round, the next round starts by itself when the last game of the round ends."),
    )
    max_games_at_once = number(
        _("Games at a time"), _("Of each player, with the pace “a few games at a time”."), low=1, required=False
    )
    rest_hours = HoursField(label=_("Rest between rounds"), empty=0, help_text=_("Such as 2d. Empty: none."))
    round_hours = HoursField(
        label=_("Length of a round"),
        help_text=_("From its start to its deadline, such as 14d. Empty: no deadline; the clocks of the games decide."),
    )
    overdue = select(
        _("Games open at the deadline"),
        Tournament.Overdue.choices,
        _("Players are reminded 72, 24 and 4 hours before."),
    )
    round_starts = LinesField(
        label=_("Starts of the rounds"),
        help_text=_(
            "For rounds at fixed times, in the event's time zone, one on a line: 2026-12-05T18:00. "
            "Or one line for all: 2026-12-05T18:00 every 7d."
        ),
    )
    time_zone = forms.CharField(
        label=_("Time zone of the event"),
        max_length=50,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        help_text=_("Such as Europe/Stockholm. Fixed times and deadlines follow it."),
    )
    entry = select(_("Entry"), Tournament.Entry.choices)
    entry_password = forms.CharField(
        label=_("Password"),
        max_length=60,
        required=False,
        help_text=_(
            "For an entry with a password. It is stored so that nobody can read it; empty keeps the present one."
        ),
    )
    min_rating = number(_("Lowest rating"), _("Players without a rating count as 1500."), high=10_000, required=False)
    max_rating = number(_("Highest rating"), high=10_000, required=False)
    established_only = tick(_("Only players whose rating is no longer provisional"))
    min_rated_games = number(_("Rated games a player must have finished"), high=1_000)
    max_timeout_percent = number(
        _("Share of recent games lost on time, at most"), _("In percent. Empty: no limit."), required=False
    )
    waiting_list = tick(_("Who comes when all seats are taken waits for one that is given back"))
    registration_opens_at = MomentField(label=_("Registration opens"), help_text=_("Empty: when you publish."))
    registration_closes_at = MomentField(label=_("Registration closes"), help_text=_("Empty: with the start."))
    check_in_opens_at = MomentField(
        label=_("Check-in opens"),
        help_text=_(
            "From then to the start each player has to confirm. Who does not is not paired. Empty: no check-in."
        ),
    )
    starts_at = MomentField(
        label=_("Start"), help_text=_("The event then starts by itself. Empty: you start it by hand.")
    )
    late_entry_until = number(_("Late entry until round"), _("0: nobody enters after the start."), high=50)
    late_points = PointsField(label=_("For each round missed by entering late"), help_text=_("0 or ½."))
    requested_byes = number(
        _("Half-point byes a player may ask for"), _("Rounds that somebody sits out by own wish."), high=10
    )
    accelerated = tick(_("Accelerated first rounds"), _("Strong players meet sooner: for large fields and few rounds."))
    final_games = number(
        _("Games in the final"), _("Empty: as many as in the other matches."), low=1, high=9, required=False
    )
    third_place = tick(_("The losers of the semi-finals play for third place"))
    drawn_match = select(
        _("A drawn match"), Tournament.DrawnMatch.choices, _("Deciding games are played two by two, as far as needed.")
    )
    decider_games = forms.TypedChoiceField(
        label=_("Deciding games at most"), coerce=int, choices=[(n, str(n)) for n in (2, 4, 6, 8, 10)]
    )
    withdrawal_rule = select(_("Results of who leaves"), Tournament.WithdrawalRule.choices)
    silent_timeouts = number(
        _("Games lost on time in a row that count as leaving"), _("0: nobody is withdrawn for that."), high=20
    )
    approval = select(_("At the end"), Tournament.Approval.choices)
    score_by = select(_("The standings count"), Tournament.ScoreBy.choices)
    win_points = PointsField(label=_("Win"))
    draw_points = PointsField(label=_("Draw"), help_text=_("Two draws may not beat a win and a loss."))
    loss_points = PointsField(label=_("Loss"))
    match_win_points = PointsField(label=_("Match won"))
    match_draw_points = PointsField(label=_("Match drawn"))
    match_loss_points = PointsField(label=_("Match lost"))
    bye_points = PointsField(
        label=_("Bye"), help_text=_("Game points for the round that somebody sits out when the number is odd.")
    )

    def __init__(self, *args: Any, locked: frozenset[str] = frozenset(), **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [("", "–"), *to_choose_from("swiss")]
        for place, name in enumerate(TIEBREAK_FIELDS, start=1):
            label = _("Tie-break {place}").format(place=place)
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False)
        for name in locked:
            for field in _fields_of(name, self.fields):
                self.fields[field].disabled = True

    @staticmethod
    def initial_of(rules: Rules) -> dict[str, Any]:
        """The form's values for ``rules``."""
        values = {name: getattr(rules, name) for name in Rules.names() if name in TournamentForm.base_fields}
        codes = [code for code in rules.tiebreaks if code != "PTS"]
        following = rules.later_stages[0] if rules.later_stages else None
        return {
            **values,
            "entry_password": "",
            **dict(zip(TIEBREAK_FIELDS, codes, strict=False)),
            **NextStageFields.initial_of_next(following),
        }

    def rules(self, before: Rules | None = None) -> dict[str, Any]:
        """What was written, as the service takes it. Only of a valid form.

        A rule that means nothing in the chosen format has that format's default; stages after the second, which the
        form does not show, are kept from ``before``.
        """
        chosen = self.cleaned_data["format"]
        plain = StageRules().changed(FORMAT_DEFAULTS[chosen])
        values: dict[str, Any] = {}
        for name in Rules.names():
            if name not in self.fields or (name == "entry_password" and not self.cleaned_data[name]):
                continue
            if chosen in SUITED.get(name, (chosen,)):
                values[name] = self.cleaned_data[name]
            else:
                values[name] = getattr(plain, name, Rules.__dataclass_fields__[name].default)
        codes = [self.cleaned_data[name] for name in TIEBREAK_FIELDS if self.cleaned_data[name]]
        values["tiebreaks"] = ["PTS", *codes] if chosen in SUITED[TIEBREAK_FIELDS[0]] else list(plain.tiebreaks)
        later = before.later_stages if before is not None else ()
        following = self.next_stage(later[0] if later else None)
        values["later_stages"] = [] if following is None else [following, *(stage.to_json() for stage in later[1:])]
        return values

    def show_errors(self, errors: Mapping[str, Sequence[str]]) -> None:
        """Put the service's sentences beside the fields they speak of."""
        for name, sentences in errors.items():
            target = {"tiebreaks": TIEBREAK_FIELDS[0], "later_stages": "next_format"}.get(name, name)
            for sentence in sentences:
                self.add_error(target if target in self.fields else None, sentence)


def _fields_of(rule: str, fields: Mapping[str, forms.Field]) -> tuple[str, ...]:
    """The form's fields that hold a rule."""
    if rule == "tiebreaks":
        return TIEBREAK_FIELDS
    if rule == "later_stages":
        return tuple(name for name in fields if name.startswith("next_"))
    return (rule,) if rule in fields else ()


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
