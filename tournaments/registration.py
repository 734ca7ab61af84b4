"""Whether an event takes entries at a given time. Pure."""

from __future__ import annotations

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
