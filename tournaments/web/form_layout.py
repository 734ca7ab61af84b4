"""How the organiser's form is laid out: headings, their help, and when a field is in sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from .forms import SUITED, TIEBREAK_FIELDS, TournamentForm

_MATCH_POINTS = ("match_win_points", "match_draw_points", "match_loss_points")
_NEXT_KNOCK_OUT = ("next_final_games", "next_drawn_match", "next_decider_games", "next_third_place")

# Shown only while another field has one of these values.
WHEN: dict[str, str] = {
    "max_games_at_once": "pacing=at_most",
    "round_starts": "pacing=fixed_times",
    "entry_password": "entry=password",
    "overdue": "round_hours",
    "decider_games": "drawn_match=deciders",
    "next_decider_games": "next_drawn_match=deciders",
    **dict.fromkeys(_MATCH_POINTS, "score_by=matches"),
}

GROUPS: tuple[tuple[Any, Any, tuple[str, ...]], ...] = (
    (
        _("What it is"),
        _("The format decides who meets whom. You can run everything else with what stands here already."),
        ("name", "description", "format", "seats"),
    ),
    (
        _("Rounds and matches"),
        "",
        ("games_per_pairing", "cycles", "rounds", "groups", "section_bands", "final_games", "third_place",
         "drawn_match", "decider_games", "requested_byes", "late_entry_until", "late_points", "accelerated"),
    ),
    (
        _("Then a second stage"),
        _("The best of the first stage play on. It begins by itself when the first stage is over."),
        ("next_format", "stage_name", "next_stage_name", "next_advance_per_group", "next_advance_next_best",
         "next_games_per_pairing", "next_final_games", "next_third_place", "next_drawn_match", "next_decider_games",
         "next_round_hours", "next_rest_hours"),
    ),
    (
        _("The games"),
        "",
        ("game_type", "opening_rule", "repetition_rule", "time_control", "rated", "analysis_allowed"),
    ),
    (
        _("Pace"),
        _("Correspondence games end by their own clocks. A deadline for rounds keeps the whole event moving."),
        ("pacing", "max_games_at_once", "rest_hours", "round_hours", "overdue", "round_starts", "time_zone"),
    ),
    (
        _("Who and when"),
        "",
        ("entry", "entry_password", "min_rating", "max_rating", "min_rated_games", "max_timeout_percent",
         "established_only", "waiting_list", "registration_opens_at", "registration_closes_at", "check_in_opens_at",
         "starts_at"),
    ),
    (
        _("Points"),
        "",
        ("score_by", "win_points", "draw_points", "loss_points", *_MATCH_POINTS, "bye_points"),
    ),
    (
        _("Equal points, in this order"),
        _("Each one separates those whom all before it left equal. Who is equal in all of them shares the place."),
        TIEBREAK_FIELDS,
    ),
    (
        _("When somebody leaves, and at the end"),
        "",
        ("withdrawal_rule", "silent_timeouts", "approval"),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """A field and what it depends on: formats (of the first or of the second stage), and another field's value."""

    bound: BoundField
    formats: str
    next_formats: str
    when: str


@dataclass(frozen=True, slots=True)
class Group:
    """A heading with its fields."""

    title: Any
    help: Any
    lines: tuple[Line, ...]


def groups(form: TournamentForm) -> list[Group]:
    """The form's fields under their headings."""
    return [Group(title, help_text, tuple(_line(form, name) for name in names)) for title, help_text, names in GROUPS]


def _line(form: TournamentForm, name: str) -> Line:
    following = ""
    if name in _NEXT_KNOCK_OUT:
        following = "knock_out"
    elif name == "next_games_per_pairing":
        following = "knock_out round_robin"
    elif (name.startswith("next_") and name != "next_format") or name == "stage_name":
        following = "knock_out round_robin double_swiss dutch"
    return Line(form[name], " ".join(SUITED.get(name, ())), following, WHEN.get(name, ""))
