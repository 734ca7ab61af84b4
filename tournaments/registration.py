"""Whether an event takes entries at a given time, before its start and late. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from .states import ANNOUNCED, Status


class Registration(StrEnum):
    """How registration stands."""

    NOT_YET = "not_yet"
    OPEN = "open"
    CLOSED = "closed"


def closing_time(closes_at: datetime | None, starts_at: datetime | None) -> datetime | None:
    """When entries end: at the closing time, else with the start; None: when the organiser starts the event."""
    return closes_at or starts_at


def registration(
    status: str,
    *,
    opens_at: datetime | None,
    closes_at: datetime | None,
    starts_at: datetime | None,
    now: datetime,
) -> Registration:
    """How registration stands at ``now``. The opening moment is inside, the closing moment is not."""
    if status == Status.DRAFT:
        return Registration.NOT_YET
    if status not in ANNOUNCED:
        return Registration.CLOSED
    end = closing_time(closes_at, starts_at)
    if end is not None and now >= end:
        return Registration.CLOSED
    if opens_at is not None and now < opens_at:
        return Registration.NOT_YET
    return Registration.OPEN


@dataclass(frozen=True, slots=True)
class LateEntry:
    """Entering a section that runs: the round a newcomer would play first, and the last that may be entered."""

    first_round: int
    last_round: int

    @property
    def is_open(self) -> bool:
        return self.first_round <= self.last_round

    @property
    def missed(self) -> int:
        """How many rounds a newcomer has missed."""
        return self.first_round - 1


def late_entry(*, is_swiss: bool, until: int, rounds_paired: int, rounds_total: int) -> LateEntry | None:
    """What is still open to newcomers after ``rounds_paired`` rounds of the first stage; None: nothing ever was.

    A round that is paired is closed, even if it has not begun: nobody chooses an opponent by coming late. So entry
    ends with the pairing of round ``until``, which is the last a newcomer can play from.

    >>> late_entry(is_swiss=True, until=3, rounds_paired=2, rounds_total=7)
    LateEntry(first_round=3, last_round=3)
    >>> late_entry(is_swiss=True, until=3, rounds_paired=3, rounds_total=7).is_open
    False
    """
    if not is_swiss or until < 1:
        return None
    return LateEntry(first_round=rounds_paired + 1, last_round=min(until, rounds_total))
