"""Event formats: one strategy each, found by its code.

A format says how many rounds an event has and pairs one round after the other from what
has happened so far. A further format is one more class in `FORMATS`; it gets the entrants
with their state, all earlier matches with their results, and a source of chance that the
caller seeds, so that every pairing can be repeated.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .plan import GAMES_PER_PAIRING, RoundPlan
from .round_robin import rounds_needed, schedule


class FormatError(ValueError):
    """This event cannot be held in this format; the message tells the organiser what to change."""


@dataclass(frozen=True, slots=True)
class FormatSettings:
    """What the organiser chose. ``rounds`` is for formats that do not follow from the entrants."""

    games_per_pairing: int = 1
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant as a format sees one: start number (1 is the highest seed) and whether still playing."""

    no: int
    rating: float
    active: bool = True


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match of an earlier round with the points each side got in it, in half points.

    ``black_no`` is None for a bye. ``played`` is False when no game of it was played over
    the board, which counts as not having met.
    """

    round_no: int
    white_no: int
    black_no: int | None
    white_points: int
    black_points: int = 0
    played: bool = True


@dataclass(frozen=True, slots=True)
class EventState:
    """Everything a format may look at when it pairs a round. Entries are in start-number order."""

    entries: tuple[Entry, ...]
    settings: FormatSettings = FormatSettings()
    history: tuple[PastMatch, ...] = ()


class Format(Protocol):
    """A way to hold an event."""

    code: str  # stored with the event
    label: str | Promise
    all_at_once: bool  # can every round be paired before the first game?

    def validate(self, entrants: int, settings: FormatSettings) -> None:
        """Refuse what cannot be played.

        :raises FormatError: says what to change.
        """

    def rounds_total(self, state: EventState) -> int:
        """How many rounds the event will have."""

    def plan_round(self, state: EventState, round_no: int, *, rng: random.Random) -> RoundPlan:
        """Pair round ``round_no``, counted from 1.

        :raises ValueError: there is no such round.
        """


class RoundRobin:
    """Everybody meets everybody once, in a match of 1, 2, 4 or 6 games, by Berger tables.

    The table is fixed by the start numbers: results, withdrawals and chance change nothing.
    """

    code = "round_robin"
    label: str | Promise = gettext_lazy("Round robin")
    all_at_once = True
    min_entrants = 2
    max_entrants = 100

    def validate(self, entrants: int, settings: FormatSettings) -> None:
        if entrants < self.min_entrants:
            raise FormatError(_("A round robin needs at least two entrants."))
        if entrants > self.max_entrants:
            raise FormatError(
                _("A round robin takes at most %(most)d entrants: split the field into groups.")
                % {"most": self.max_entrants}
            )
        if settings.games_per_pairing not in GAMES_PER_PAIRING:
            raise FormatError(_("Choose 1, 2, 4 or 6 games per pairing."))

    def rounds_total(self, state: EventState) -> int:
        return rounds_needed(len(state.entries))

    def plan_round(self, state: EventState, round_no: int, *, rng: random.Random) -> RoundPlan:
        if not 1 <= round_no <= self.rounds_total(state):
            raise ValueError(f"this event has no round {round_no}")
        return schedule(len(state.entries), state.settings.games_per_pairing)[round_no - 1]


FORMATS: Mapping[str, Format] = MappingProxyType({entry.code: entry for entry in (RoundRobin(),)})


def format_for(code: str) -> Format:
    """The format with this code.

    :raises FormatError: there is none.
    """
    try:
        return FORMATS[code]
    except KeyError:
        raise FormatError(
            _("There is no event format “%(code)s”: choose one of %(known)s.")
            % {"code": code, "known": ", ".join(FORMATS)}
        ) from None
