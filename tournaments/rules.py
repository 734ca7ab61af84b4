"""The rules of an event as one validated object: what an organiser chooses and players read before they join.

Pure apart from Django's translations and the time control of ``games``: no database. Points are half points.
Which of the fields may change later stands in ``ENTRY_FIELDS`` and ``ALWAYS_FIELDS``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.clock import InvalidTimeControl, TimeControl
from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice

from .tiebreaks import TIEBREAKS

Problems = dict[str, list[Any]]

MIN_SEATS, MAX_SEATS = 2, 64
MAX_GAMES_AT_ONCE = 1_000  # one start creates them in one transaction, in some seconds
GAMES_PER_PAIRING = (1, 2, 4, 6)
PACINGS = ("all_at_once", "by_round")
MIN_NAME, MAX_NAME = 3, 100
MAX_DESCRIPTION = 20_000
MAX_POINTS = 20
LOWEST_RATING, HIGHEST_RATING = 400, 4_000  # the ends of the rating scale

# May change for as long as the event lives.
ALWAYS_FIELDS = frozenset({"description"})
# May change until the start. Everything else is what the entrants agreed to: fixed with the first entry.
ENTRY_FIELDS = frozenset(
    {
        "name",
        "seats",
        "min_rating",
        "max_rating",
        "registration_opens_at",
        "registration_closes_at",
        "starts_at",
    }
)


@dataclass(frozen=True, slots=True)
class Rules:
    """What an organiser decides. Fields are named as in ``Tournament``; the defaults make a sensible event."""

    name: str
    description: str = ""
    format: str = "round_robin"
    games_per_pairing: int = 2
    pacing: str = "all_at_once"
    game_type: str = GameTypeChoice.MLP.value
    opening_rule: str = OpeningRuleChoice.NO_QUEEN_FIRST.value
    repetition_rule: str = RepetitionRuleChoice.THREEFOLD.value
    time_control: str = "3d"
    rated: bool = True
    seats: int = 16
    min_rating: int | None = None
    max_rating: int | None = None
    registration_opens_at: datetime | None = None
    registration_closes_at: datetime | None = None
    starts_at: datetime | None = None  # None: started by hand
    win_points: int = 2
    draw_points: int = 1
    loss_points: int = 0
    bye_points: int = 0
    tiebreaks: tuple[str, ...] = ("PTS", "DE", "WIN", "SB", "BWG")

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of all fields, in the order an organiser meets them."""
        return tuple(field.name for field in fields(cls))

    def changed(self, values: Mapping[str, Any]) -> Rules:
        """These rules with ``values`` in place of the old ones, written in their one canonical form."""
        return replace(self, **_canonical(values))

    def differences(self, other: Rules) -> frozenset[str]:
        """The names of the fields in which two sets of rules differ."""
        return frozenset(name for name in self.names() if getattr(self, name) != getattr(other, name))

    @property
    def version(self) -> str:
        """A short name of what a player enters on: two sets of rules share it only if they are the same.

        The description is not part of it, as it may change at any time, and neither is anything that happens in the
        event. It is the same in every process and release as long as the fields are.
        """
        agreed = {name: getattr(self, name) for name in self.names() if name not in ALWAYS_FIELDS}
        text = json.dumps(agreed, default=_plain, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> str:
    """An instant in UTC, however it was written."""
    if not isinstance(value, datetime):
        raise TypeError(f"no rule is a {type(value).__name__}")
    return value.astimezone(UTC).isoformat()


def rules_from(values: Mapping[str, Any]) -> Rules:
    """Read the rules of a new event; what is left out has its default."""
    return Rules(**{"name": "", **_canonical(values)})


def _canonical(values: Mapping[str, Any]) -> dict[str, Any]:
    clean = dict(values)
    for key in ("name", "description"):
        if isinstance(clean.get(key), str):
            clean[key] = clean[key].strip()
    if isinstance(clean.get("time_control"), str):
        with suppress(InvalidTimeControl):  # left as written, `problems` says what is wrong with it
            clean["time_control"] = TimeControl.parse(clean["time_control"]).code
    if "tiebreaks" in clean:
        clean["tiebreaks"] = _canonical_tiebreaks(clean["tiebreaks"])
    for key, value in clean.items():
        if isinstance(value, str) and key != "time_control":
            clean[key] = str(value)  # a member of a Django choice becomes the plain text that is stored
    return clean


def _canonical_tiebreaks(codes: Iterable[Any]) -> tuple[str, ...]:
    """Points come first whether named or not."""
    names = tuple(str(code).strip().upper() for code in codes)
    return names if "PTS" in names else ("PTS", *names)


def problems(rules: Rules, *, now: datetime, changed: Collection[str], formats: Collection[str]) -> Problems:
    """Return what is wrong with ``rules``, field by field, as sentences; empty when all is well.

    ``changed`` names the fields that are new: a date that has passed is a fault only in them.
    ``formats`` are the formats known.
    """
    found: Problems = {}
    for check in (_check_texts, _check_choices, _check_numbers, _check_points):
        check(rules, found)
    if rules.format not in formats:
        _add(found, "format", _("Choose one of the formats on offer."))
    _check_dates(rules, found, now, changed)
    _check_tiebreaks(rules, found)
    _check_size(rules, found)
    return found


def _add(found: Problems, field: str, sentence: Any) -> None:
    found.setdefault(field, []).append(sentence)


def _check_texts(rules: Rules, found: Problems) -> None:
    if not MIN_NAME <= len(rules.name) <= MAX_NAME or not rules.name.isprintable():
        _add(found, "name", format_lazy(_("Give a name of {a} to {b} characters on one line."), a=MIN_NAME, b=MAX_NAME))
    if len(rules.description) > MAX_DESCRIPTION or "\0" in rules.description:
        _add(found, "description", format_lazy(_("Keep the text below {n} characters."), n=MAX_DESCRIPTION))
    try:
        TimeControl.parse(rules.time_control)
    except InvalidTimeControl as error:
        _add(found, "time_control", str(error))


def _check_choices(rules: Rules, found: Problems) -> None:
    choices: dict[str, Collection[str]] = {
        "pacing": PACINGS,
        "game_type": GameTypeChoice.values,
        "opening_rule": OpeningRuleChoice.values,
        "repetition_rule": RepetitionRuleChoice.values,
    }
    for field, allowed in choices.items():
        if getattr(rules, field) not in allowed:
            _add(found, field, format_lazy(_("Choose one of: {choices}."), choices=", ".join(allowed)))
    if rules.games_per_pairing not in GAMES_PER_PAIRING:
        _add(found, "games_per_pairing", _("Play 1, 2, 4 or 6 games per pairing, so that the colours are balanced."))


def _check_numbers(rules: Rules, found: Problems) -> None:
    if not MIN_SEATS <= rules.seats <= MAX_SEATS:
        _add(found, "seats", format_lazy(_("Offer {a} to {b} seats."), a=MIN_SEATS, b=MAX_SEATS))
    for field in ("min_rating", "max_rating"):
        value = getattr(rules, field)
        if value is not None and not LOWEST_RATING <= value <= HIGHEST_RATING:
            sentence = _("Ratings lie between {a} and {b}; leave it empty for no limit.")
            _add(found, field, format_lazy(sentence, a=LOWEST_RATING, b=HIGHEST_RATING))
    if rules.min_rating is not None and rules.max_rating is not None and rules.min_rating > rules.max_rating:
        _add(found, "max_rating", _("The highest rating is below the lowest: nobody could enter."))


def _check_points(rules: Rules, found: Problems) -> None:
    """Two draws may not be worth more than a win and a loss, and a bye no more than a win (FIDE arbiters' practice)."""
    for field in ("win_points", "draw_points", "loss_points", "bye_points"):
        if not 0 <= getattr(rules, field) <= MAX_POINTS:
            _add(found, field, format_lazy(_("Points lie between 0 and {n}."), n=MAX_POINTS // 2))
    if rules.win_points <= rules.loss_points:
        _add(found, "win_points", _("A win must be worth more than a loss."))
    if not rules.loss_points <= rules.draw_points <= rules.win_points:
        _add(found, "draw_points", _("A draw is worth at least a loss and at most a win."))
    elif 2 * rules.draw_points > rules.win_points + rules.loss_points:
        _add(found, "draw_points", _("Two draws may not be worth more than a win and a loss."))
    if rules.bye_points > rules.win_points:
        _add(found, "bye_points", _("A bye may not be worth more than a win."))


def _check_dates(rules: Rules, found: Problems, now: datetime, changed: Collection[str]) -> None:
    opens, closes, starts = rules.registration_opens_at, rules.registration_closes_at, rules.starts_at
    for field, at in (("registration_closes_at", closes), ("starts_at", starts)):
        if at is not None and field in changed and at <= now:
            _add(found, field, _("This time has passed: choose a later one, or leave it empty."))
    if opens and closes and opens >= closes:
        _add(found, "registration_closes_at", _("Registration must close after it opens."))
    if closes and starts and closes > starts:
        _add(found, "starts_at", _("The start may not come before registration closes."))
    elif opens and starts and opens >= starts:
        _add(found, "starts_at", _("The start must come after registration opens."))


def _check_tiebreaks(rules: Rules, found: Problems) -> None:
    unknown = [code for code in rules.tiebreaks if code not in TIEBREAKS]
    if unknown:
        sentence = _("Unknown: {codes}. Choose from {known}.")
        _add(found, "tiebreaks", format_lazy(sentence, codes=", ".join(unknown)[:60], known=", ".join(TIEBREAKS)))
    if len(set(rules.tiebreaks)) != len(rules.tiebreaks):
        _add(found, "tiebreaks", _("Name each tie-break once."))
    if rules.tiebreaks[:1] != ("PTS",):
        _add(found, "tiebreaks", _("Points (PTS) come first: tie-breaks separate players with equal points."))


def _check_size(rules: Rules, found: Problems) -> None:
    if found.keys() & {"seats", "games_per_pairing", "pacing"}:
        return
    at_once = rules.seats // 2 if rules.pacing == "by_round" else rules.seats * (rules.seats - 1) // 2
    games = at_once * rules.games_per_pairing
    if games > MAX_GAMES_AT_ONCE:
        sentence = _("{n} games would start at the same moment, more than {most}. Play round by round, or fewer seats.")
        _add(found, "seats", format_lazy(sentence, n=games, most=MAX_GAMES_AT_ONCE))
