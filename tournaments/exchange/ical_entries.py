"""What of an event goes into a calendar: its rounds, their deadlines, and the hours players agreed on."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tournaments.pacing import wall_text, zone_of

from .ical import CalendarEntry

DAY_BEFORE = timedelta(days=1)
HOUR_BEFORE = timedelta(hours=1)
LIVE_GAME = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class RoundSlot:
    """A round as a calendar shows it; ``key`` is unique on the site and stays, such as "event-5-round-2".

    ``opponents`` are those of the player whose calendar it is, empty in the calendar of an event. ``zone`` is the
    event's IANA zone. ``sequence`` grows with each change of start or deadline.
    """

    key: str
    event: str
    number: int
    zone: str
    url: str = ""
    starts_at: datetime | None = None
    deadline: datetime | None = None
    opponents: tuple[str, ...] = ()
    sequence: int = 0
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class AgreedHour:
    """An hour that two players agreed on for their match. ``key`` as in `RoundSlot`."""

    key: str
    event: str
    white: str
    black: str
    at: datetime
    zone: str
    url: str = ""
    lasts: timedelta = LIVE_GAME
    sequence: int = 0
    cancelled: bool = False


def round_entries(slot: RoundSlot) -> Iterator[CalendarEntry]:
    """The start of a round and its deadline, as far as they are known."""
    names = {"event": slot.event, "number": slot.number}
    against = "\n" + _("Your opponents: %(names)s") % {"names": ", ".join(slot.opponents)} if slot.opponents else ""
    if slot.starts_at is not None:
        yield CalendarEntry(
            f"{slot.key}-start",
            slot.starts_at,
            _("%(event)s: round %(number)d starts") % names,
            description=_zoned(slot.starts_at, slot.zone) + against,
            url=slot.url,
            sequence=slot.sequence,
            cancelled=slot.cancelled,
        )
    if slot.deadline is not None:
        yield CalendarEntry(
            f"{slot.key}-deadline",
            slot.deadline,
            _("%(event)s: deadline of round %(number)d") % names,
            description=_zoned(slot.deadline, slot.zone) + against,
            url=slot.url,
            sequence=slot.sequence,
            cancelled=slot.cancelled,
            alarm=DAY_BEFORE,
        )


def agreed_entry(hour: AgreedHour) -> CalendarEntry:
    """The agreed hour of a match: the players are busy then, and reminded an hour before."""
    return CalendarEntry(
        f"{hour.key}-agreed",
        hour.at,
        _("%(event)s: %(white)s – %(black)s") % {"event": hour.event, "white": hour.white, "black": hour.black},
        ends_at=hour.at + hour.lasts,
        description=_zoned(hour.at, hour.zone),
        url=hour.url,
        sequence=hour.sequence,
        cancelled=hour.cancelled,
        busy=True,
        alarm=HOUR_BEFORE,
    )


def _zoned(instant: datetime, zone: str) -> str:
    return _("In the time zone of the event: %(time)s") % {"time": wall_text(instant, zone_of(zone))}
