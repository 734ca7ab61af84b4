"""Calendars as other programs subscribe to them (RFC 5545): rounds, deadlines and agreed hours.

An entry keeps its UID for good, so that a changed hour moves the entry and adds none.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

LINE_OCTETS = 75
_TO_ESCAPE = re.compile(r"[\\;,]|\r\n|\r|\n")
_CONTROLS = re.compile(r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029]")
_NOT_IN_URL = re.compile(r"[^\x21-\x7e]")


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """One entry. ``uid`` is unique on the site, such as "event-5-round-2"; ``ends_at`` None is a moment, as a deadline.

    ``sequence`` grows with each change of the hour. ``alarm`` is how long before the start the calendar rings.
    A moment, and whatever else leaves the player free to do something different, does not show as busy.
    """

    uid: str
    starts_at: datetime
    summary: str
    ends_at: datetime | None = None
    description: str = ""
    url: str = ""
    sequence: int = 0
    cancelled: bool = False
    busy: bool = False
    alarm: timedelta | None = None


def write_calendar(name: str, entries: Iterable[CalendarEntry], *, host: str, stamp: datetime) -> str:
    """The calendar as text. ``host`` is the site's name, part of every UID; ``stamp`` is when this was written.

    :raises ValueError: an entry ends before it begins, or two have one UID.
    """
    return "".join(_fold(line) for line in _calendar(name, entries, host, stamp))


def _calendar(name: str, entries: Iterable[CalendarEntry], host: str, stamp: datetime) -> Iterator[str]:
    yield "BEGIN:VCALENDAR"
    yield "VERSION:2.0"
    yield "PRODID:-//Bikupa//Events//EN"
    yield "CALSCALE:GREGORIAN"
    yield "METHOD:PUBLISH"
    yield f"NAME:{_text(name)}"
    yield f"X-WR-CALNAME:{_text(name)}"
    yield "REFRESH-INTERVAL;VALUE=DURATION:PT1H"
    yield "X-PUBLISHED-TTL:PT1H"
    seen: set[str] = set()
    for entry in entries:
        if entry.uid in seen:
            raise ValueError(f"two entries of a calendar have the UID {entry.uid}")
        seen.add(entry.uid)
        yield from _event(entry, host, stamp)
    yield "END:VCALENDAR"


def _event(entry: CalendarEntry, host: str, stamp: datetime) -> Iterator[str]:
    if entry.ends_at is not None and entry.ends_at <= entry.starts_at:
        raise ValueError(f"{entry.uid} ends before it begins")
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(entry.uid)}@{_text(host)}"
    yield f"DTSTAMP:{_utc(stamp)}"
    yield f"DTSTART:{_utc(entry.starts_at)}"
    if entry.ends_at is not None:
        yield f"DTEND:{_utc(entry.ends_at)}"
    yield f"SUMMARY:{_text(entry.summary)}"
    if entry.description:
        yield f"DESCRIPTION:{_text(entry.description)}"
    if entry.url:
        yield f"URL:{_NOT_IN_URL.sub('', entry.url)}"
    yield f"SEQUENCE:{entry.sequence}"
    yield f"STATUS:{'CANCELLED' if entry.cancelled else 'CONFIRMED'}"
    yield f"TRANSP:{'OPAQUE' if entry.busy and entry.ends_at else 'TRANSPARENT'}"
    if entry.alarm is not None and not entry.cancelled:
        yield "BEGIN:VALARM"
        yield "ACTION:DISPLAY"
        yield f"DESCRIPTION:{_text(entry.summary)}"
        yield f"TRIGGER:-{_duration(entry.alarm)}"
        yield "END:VALARM"
    yield "END:VEVENT"


def _utc(instant: datetime) -> str:
    if instant.tzinfo is None:
        raise ValueError("a calendar needs times with a zone")
    return instant.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _duration(duration: timedelta) -> str:
    return f"PT{max(0, duration // timedelta(seconds=1))}S"


def _text(text: str) -> str:
    """``text`` as a value of type TEXT (RFC 5545, 3.3.11), without control characters."""
    return _CONTROLS.sub(" ", _TO_ESCAPE.sub(lambda match: _ESCAPED.get(match[0], "\\n"), text))


_ESCAPED = {"\\": "\\\\", ";": "\\;", ",": "\\,"}


def _fold(line: str) -> str:
    """A content line with its line end, folded so that no line has more than 75 octets and no character is cut."""
    parts: list[str] = []
    part, room = "", LINE_OCTETS
    for character in line:
        size = len(character.encode("utf-8", "replace"))
        if size > room:
            parts.append(part)
            part, room = " ", LINE_OCTETS - 1
        part += character
        room -= size
    return "\r\n".join([*parts, part]) + "\r\n"
