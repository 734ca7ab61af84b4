"""Calendars of events and players."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.exchange.ical_reader import read
from tournaments.exchange.ical import CalendarEntry, write_calendar
from tournaments.exchange.ical_entries import AgreedHour, RoundSlot, agreed_entry, round_entries

STAMP = datetime(2027, 3, 1, 12, tzinfo=UTC)
START = datetime(2027, 3, 28, 16, tzinfo=UTC)
SLOT = RoundSlot(
    "event-5-round-2",
    "Spring Cup; open, rated",
    2,
    "Europe/Stockholm",
    "https://hive.example/events/5",
    START,
    START + timedelta(days=7),
    ("Ada", "Bo"),
)


def calendar(*entries: CalendarEntry, name: str = "Spring Cup"):
    return read(write_calendar(name, entries, host="hive.example", stamp=STAMP))


def test_a_round_gives_its_start_and_its_deadline_with_an_alarm_the_day_before():
    start, deadline = calendar(*round_entries(SLOT)).parts
    assert start.text("SUMMARY") == "Spring Cup; open, rated: round 2 starts"
    assert start.text("DESCRIPTION") == (
        "In the time zone of the event: 2027-03-28 18:00 Europe/Stockholm (UTC+02:00)\nYour opponents: Ada, Bo"
    )
    assert start.properties["UID"] == "event-5-round-2-start@hive.example"
    assert start.properties["DTSTART"] == "20270328T160000Z"
    assert start.properties["DTSTAMP"] == "20270301T120000Z"
    assert start.properties["URL"] == "https://hive.example/events/5"
    assert start.properties["TRANSP"] == "TRANSPARENT"
    assert not start.parts
    assert deadline.properties["UID"] == "event-5-round-2-deadline@hive.example"
    assert deadline.parts[0].properties["TRIGGER"] == "-PT86400S"
    assert "DTEND" not in deadline.properties


def test_a_moved_round_keeps_its_uid_and_a_cancelled_one_says_so_and_does_not_ring():
    moved = replace(SLOT, starts_at=START + timedelta(hours=1), sequence=1)
    (before, _), (after, _) = (calendar(*round_entries(slot)).parts for slot in (SLOT, moved))
    assert before.properties["UID"] == after.properties["UID"]
    assert (before.properties["SEQUENCE"], after.properties["SEQUENCE"]) == ("0", "1")
    (cancelled,) = calendar(*round_entries(replace(SLOT, starts_at=None, cancelled=True))).parts
    assert cancelled.properties["STATUS"] == "CANCELLED"
    assert not cancelled.parts


def test_an_agreed_hour_is_busy_for_as_long_as_a_game_lasts():
    (event,) = calendar(agreed_entry(AgreedHour("match-9", "Cup", "Ada", "Bo", START, "UTC"))).parts
    assert event.text("SUMMARY") == "Cup: Ada – Bo"
    assert (event.properties["DTEND"], event.properties["TRANSP"]) == ("20270328T170000Z", "OPAQUE")
    assert event.parts[0].properties["TRIGGER"] == "-PT3600S"


def test_an_empty_calendar_is_one():
    assert calendar(name="Ö" * 90).text("NAME") == "Ö" * 90
    assert calendar(name="x" * 300).text("NAME") == "x" * 300


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\\;,"), max_size=200))
def test_any_text_comes_back_from_lines_of_75_octets(text):
    (event,) = calendar(CalendarEntry("x", START, text, description=text + "!")).parts
    shown = text.replace("\u2028", " ").replace("\u2029", " ")
    assert (event.text("SUMMARY"), event.text("DESCRIPTION")) == (shown, shown + "!")


def test_control_characters_and_line_ends_cannot_add_lines():
    entry = CalendarEntry("x", START, "a\r\nBEGIN:VEVENT\rb\0c\x0bd", url="https://hive.example/\r\nX:1 é")
    (event,) = calendar(entry).parts
    assert event.text("SUMMARY") == "a\nBEGIN:VEVENT\nb c d"
    assert event.properties["URL"] == "https://hive.example/X:1"


def test_what_no_calendar_may_hold_is_refused():
    entry = CalendarEntry("x", START, "a")
    with pytest.raises(ValueError, match="two entries"):
        calendar(entry, entry)
    with pytest.raises(ValueError, match="ends before it begins"):
        calendar(replace(entry, ends_at=START))
    with pytest.raises(ValueError, match="needs times with a zone"):
        calendar(replace(entry, starts_at=START.replace(tzinfo=None)))
