"""What is wrong with a set of rules, as sentences beside the fields they speak of. Pure."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.clock import InvalidTimeControl, TimeControl
from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice

from .event import Rules
from .stage_checks import MAX_POINTS, Found, add, one_of, stage_problems

__all__ = ["MAX_DESCRIPTION", "MAX_NAME", "MAX_POINTS", "MAX_SEATS", "MIN_NAME", "MIN_SEATS", "problems"]

Problems = dict[str, list[Any]]

MIN_SEATS, MAX_SEATS = 2, 5_000
MAX_IN_ROUND_ROBIN = 100  # of one group
MAX_GAMES_AT_ONCE = 5_000  # one start creates them in one transaction
MIN_NAME, MAX_NAME = 3, 100
MAX_DESCRIPTION = 20_000
LOWEST_RATING, HIGHEST_RATING = 400, 4_000  # the ends of the rating scale
MAX_STAGES = 4
ENTRIES = ("open", "approval", "invitation", "password")
WITHDRAWAL_RULES = ("half_schedule", "annul", "forfeit")
APPROVALS = ("automatic", "arbiter")


def problems(rules: Rules, *, now: datetime, changed: Collection[str], formats: Collection[str]) -> Problems:
    """Return what is wrong with ``rules``, field by field, as sentences; empty when all is well.

    ``changed`` names the fields that are new: a date that has passed is a fault only in them.
    ``formats`` are the formats known. Faults of a later stage stand under ``later_stages``.
    """
    found: Problems = {}
    for check in (_check_texts, _check_choices, _check_entry):
        check(rules, found)
    _check_dates(rules, found, now, changed)
    stage_problems(rules, found, formats=formats, first=True)
    _check_stages(rules, found, formats)
    _check_size(rules, found)
    return found


def _check_texts(rules: Rules, found: Found) -> None:
    if not MIN_NAME <= len(rules.name) <= MAX_NAME or not rules.name.isprintable():
        add(found, "name", format_lazy(_("Give a name of {a} to {b} characters on one line."), a=MIN_NAME, b=MAX_NAME))
    if len(rules.description) > MAX_DESCRIPTION or "\0" in rules.description:
        add(found, "description", format_lazy(_("Keep the text below {n} characters."), n=MAX_DESCRIPTION))
    try:
        TimeControl.parse(rules.time_control)
    except InvalidTimeControl as error:
        add(found, "time_control", str(error))
    if rules.time_zone not in _zones():
        sentence = _("“{zone}” is no time zone. Write it as Europe/Stockholm, or UTC.")
        add(found, "time_zone", format_lazy(sentence, zone=rules.time_zone[:40]))


@cache
def _zones() -> frozenset[str]:
    """The names of all time zones; finding them reads the disk."""
    return frozenset(available_timezones())


def _check_choices(rules: Rules, found: Found) -> None:
    choices: dict[str, Collection[str]] = {
        "game_type": GameTypeChoice.values,
        "opening_rule": OpeningRuleChoice.values,
        "repetition_rule": RepetitionRuleChoice.values,
        "entry": ENTRIES,
        "withdrawal_rule": WITHDRAWAL_RULES,
        "approval": APPROVALS,
    }
    for field, allowed in choices.items():
        one_of(found, rules, field, allowed)
    if rules.entry == "password" and not rules.entry_password:
        add(found, "entry_password", _("Set the password that players need to enter."))


def _check_entry(rules: Rules, found: Found) -> None:
    if not MIN_SEATS <= rules.seats <= MAX_SEATS:
        add(found, "seats", format_lazy(_("Offer {a} to {b} seats."), a=MIN_SEATS, b=MAX_SEATS))
    for field in ("min_rating", "max_rating"):
        value = getattr(rules, field)
        if value is not None and not LOWEST_RATING <= value <= HIGHEST_RATING:
            sentence = _("Ratings lie between {a} and {b}; leave it empty for no limit.")
            add(found, field, format_lazy(sentence, a=LOWEST_RATING, b=HIGHEST_RATING))
    if rules.min_rating is not None and rules.max_rating is not None and rules.min_rating > rules.max_rating:
        add(found, "max_rating", _("The highest rating is below the lowest: nobody could enter."))
    if not 0 <= rules.min_rated_games <= 1_000:
        add(found, "min_rated_games", _("Ask for 0 to 1000 rated games."))
    if rules.max_timeout_percent is not None and not 0 <= rules.max_timeout_percent <= 100:
        add(found, "max_timeout_percent", _("Give a percentage from 0 to 100, or leave it empty."))
    bands = rules.section_bands
    if any(not LOWEST_RATING < band < HIGHEST_RATING for band in bands) or list(bands) != sorted(set(bands))[::-1]:
        add(found, "section_bands", _("Name the lowest rating of each section but the last, highest first."))
    if bands and rules.groups > 1:
        add(found, "section_bands", _("Divide the field by rating or into equal groups, not both."))
    if len(bands) > 9:
        add(found, "section_bands", _("An event has at most ten sections."))
    if not 0 <= rules.late_entry_until <= 50 or (rules.late_entry_until and not rules.is_swiss):
        add(found, "late_entry_until", _("Late entry is possible in a Swiss event only: name the last round for it."))
    if rules.late_points not in (0, 1):
        add(found, "late_points", _("A round missed by entering late is worth nothing or half a point."))
    if not 0 <= rules.silent_timeouts <= 20:
        add(found, "silent_timeouts", _("Choose 0 to 20 games; 0 switches the rule off."))


def _check_dates(rules: Rules, found: Found, now: datetime, changed: Collection[str]) -> None:
    opens, closes, starts = rules.registration_opens_at, rules.registration_closes_at, rules.starts_at
    check_in = rules.check_in_opens_at
    for field, at in (("registration_closes_at", closes), ("check_in_opens_at", check_in), ("starts_at", starts)):
        if at is not None and field in changed and at <= now:
            add(found, field, _("This time has passed: choose a later one, or leave it empty."))
    if opens and closes and opens >= closes:
        add(found, "registration_closes_at", _("Registration must close after it opens."))
    if closes and starts and closes > starts:
        add(found, "starts_at", _("The start may not come before registration closes."))
    elif opens and starts and opens >= starts:
        add(found, "starts_at", _("The start must come after registration opens."))
    if check_in and starts and check_in >= starts:
        add(found, "check_in_opens_at", _("Check-in must open before the start."))
    if check_in and opens and check_in < opens:
        add(found, "check_in_opens_at", _("Check-in may not open before registration does."))


def _check_stages(rules: Rules, found: Found, formats: Collection[str]) -> None:
    if len(rules.stages) > MAX_STAGES:
        add(found, "later_stages", format_lazy(_("An event has at most {n} stages."), n=MAX_STAGES))
    groups = len(rules.section_bands) + 1 if rules.section_bands else rules.groups
    for number, stage in enumerate(rules.later_stages, start=2):
        own: Problems = {}
        stage_problems(stage, own, formats=formats, first=False)
        going_on = stage.advance_per_group * groups + stage.advance_next_best
        if (stage.advance_per_group < 1 and stage.advance_next_best < 2) or going_on < 2:
            add(own, "advance_per_group", _("Say how many of each group go on: at least two altogether."))
        elif going_on > rules.seats:
            add(own, "advance_per_group", _("More would go on than the event has seats."))
        for field, sentences in own.items():
            for sentence in sentences:
                text = format_lazy("{n}. {field}: {sentence}", n=number, field=field, sentence=sentence)
                add(found, "later_stages", text)
        groups = stage.groups


def _check_size(rules: Rules, found: Found) -> None:
    if found.keys() & {"seats", "games_per_pairing", "pacing", "groups", "format", "cycles"}:
        return
    per_group = -(-rules.seats // rules.groups)
    if rules.format == "round_robin":
        if per_group > MAX_IN_ROUND_ROBIN and not rules.section_bands:
            sentence = _("A round robin takes at most {n} in a group: offer fewer seats, or more groups.")
            add(found, "seats", format_lazy(sentence, n=MAX_IN_ROUND_ROBIN))
            return
        if rules.pacing == "all_at_once":
            per_player = (per_group - 1) * rules.cycles
        elif rules.pacing == "at_most":
            per_player = rules.max_games_at_once or 1
        else:
            per_player = 1
    else:
        per_player = 1
    games = rules.seats * per_player // 2 * rules.games_per_pairing
    if games > MAX_GAMES_AT_ONCE:
        sentence = _("{n} games would start at the same moment, more than {most}. Play round by round, or fewer seats.")
        add(found, "seats", format_lazy(sentence, n=games, most=MAX_GAMES_AT_ONCE))
