"""What every event format is given and gives back."""

import random
from dataclasses import dataclass
from typing import Protocol

from django.utils.functional import Promise

from .plan import RoundPlan


class FormatError(ValueError):
    """This event cannot be held in this format; the message tells the organiser what to change."""


@dataclass(frozen=True, slots=True)
class FormatSettings:
    """What the organiser chose. ``rounds`` is for formats where it does not follow from the entrants.

    ``white_first`` is what the lots gave the first seed; ``forbidden`` are pairs of start
    numbers that must not meet. Points are half points of one game.
    """

    games_per_pairing: int = 1
    rounds: int | None = None
    win: int = 2
    draw: int = 1
    loss: int = 0
    white_first: bool = True
    forbidden: frozenset[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant as a format sees one: start number (1 is the highest seed) and whether to be paired now."""

    no: int
    rating: float
    active: bool = True


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match of an earlier round with the points each side got in it, in half points.

    ``black_no`` is None for a bye, ``requested`` tells that the entrant asked for it.
    ``played`` is False when no game of it was played over the board, which counts as not
    having met.
    """

    round_no: int
    white_no: int
    black_no: int | None
    white_points: int
    black_points: int = 0
    played: bool = True
    requested: bool = False


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
        :raises FormatError: it cannot be paired; the message says what could be done.
        """
