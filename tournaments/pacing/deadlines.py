"""The deadline of a round and the reminders before it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from .walltime import instant_of, zone_of

DAY = timedelta(days=1)
_BEFORE = (timedelta(hours=72), timedelta(hours=24), timedelta(hours=4))
_SHORTEST = timedelta(minutes=10)


def deadline_of(started_at: datetime, length: timedelta, zone: str) -> datetime:
    """When a round of ``length`` that began at ``started_at`` must be over, in UTC.

    Whole days are days of the calendar in the event's ``zone``: a round of seven days that begins on Sunday at 18:00
    ends on Sunday at 18:00, though the clock is changed in between. What is left over are hours of 60 minutes.
    """
    clock = zone_of(zone)
    days = length // DAY
    wall = started_at.astimezone(clock).replace(tzinfo=None) + days * DAY
    if days == 0:
        return started_at.astimezone(UTC) + length
    return instant_of(wall, clock) + length % DAY


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder: when it is due and how long before the deadline that is."""

    at: datetime
    before: timedelta


def reminder_times(started_at: datetime, deadline: datetime) -> tuple[Reminder, ...]:
    """The reminders of a round, earliest first: 72, 24 and 4 hours before its deadline.

    No reminder comes in the first half of the round: those of a shorter round are brought nearer to the deadline, all
    in the same proportion. Ones of less than 10 minutes are left out.
    """
    share = min(Fraction(1), Fraction((deadline - started_at) // 2 // timedelta(seconds=1), 72 * 3600))
    before = [timedelta(seconds=int(share * (usual // timedelta(seconds=1)))) for usual in _BEFORE]
    return tuple(Reminder(deadline - one, one) for one in before if one >= _SHORTEST)


def reminder_due(
    *, started_at: datetime, deadline: datetime, reminded_at: datetime | None, now: datetime
) -> Reminder | None:
    """The reminder to send now, None if there is none.

    ``reminded_at`` is when the last one was sent. Of several that fell due together, after a standstill, only the
    latest is sent; after the deadline none is. A deadline that was put off brings reminders of its own.
    """
    if now >= deadline:
        return None
    past = [reminder for reminder in reminder_times(started_at, deadline) if reminder.at <= now]
    if not past or (reminded_at is not None and reminded_at >= past[-1].at):
        return None
    return past[-1]
