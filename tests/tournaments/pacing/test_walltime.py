"""Wall times in zones whose clocks are changed, each on a real date."""

from datetime import UTC, datetime

import pytest

from tournaments.pacing import instant_of, is_ambiguous, is_missing, wall_text, zone_of

GAPS = [
    # zone, wall time that does not exist, first instant after the jump
    ("Europe/Stockholm", "2027-03-28T02:30", "2027-03-28T01:00"),
    ("Europe/Stockholm", "2027-03-28T02:00", "2027-03-28T01:00"),
    ("America/New_York", "2027-03-14T02:59", "2027-03-14T07:00"),
    ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30"),  # by half an hour
    ("Pacific/Apia", "2011-12-30T18:00", "2011-12-30T10:00"),  # a day that was left out: midnight of the 31st
]
FOLDS = [
    # zone, wall time shown twice, first of the two
    ("Europe/Stockholm", "2027-10-31T02:30", "2027-10-31T00:30"),
    ("America/New_York", "2027-11-07T01:00", "2027-11-07T05:00"),
    ("Australia/Lord_Howe", "2027-04-04T01:45", "2027-04-03T14:45"),
]
PLAIN = [
    ("Europe/Stockholm", "2027-03-28T01:59", "2027-03-28T00:59"),
    ("Europe/Stockholm", "2027-03-28T03:00", "2027-03-28T01:00"),
    ("Europe/Stockholm", "2027-10-31T03:00", "2027-10-31T02:00"),
    ("Australia/Lord_Howe", "2026-10-04T02:30", "2026-10-03T15:30"),
    ("Pacific/Apia", "2011-12-29T23:59", "2011-12-30T09:59"),
]


@pytest.mark.parametrize(("zone", "wall", "utc"), [*GAPS, *FOLDS, *PLAIN])
def test_the_instant_of_a_wall_time(zone, wall, utc):
    found = instant_of(datetime.fromisoformat(wall), zone_of(zone))
    assert found == datetime.fromisoformat(utc).replace(tzinfo=UTC)
    assert found.tzinfo is UTC


def test_gaps_and_folds_are_told_from_other_times():
    def kinds(cases, test):
        return {test(datetime.fromisoformat(wall), zone_of(zone)) for zone, wall, _utc in cases}

    assert [kinds(cases, is_missing) for cases in (GAPS, FOLDS, PLAIN)] == [{True}, {False}, {False}]
    assert [kinds(cases, is_ambiguous) for cases in (GAPS, FOLDS, PLAIN)] == [{False}, {True}, {False}]


def test_a_time_is_shown_with_its_zone_and_the_offset_of_its_own_day():
    zone = zone_of("America/New_York")
    assert wall_text(datetime(2027, 1, 1, 23, tzinfo=UTC), zone) == "2027-01-01 18:00 America/New_York (UTC-05:00)"
    assert wall_text(datetime(2027, 7, 1, 22, tzinfo=UTC), zone) == "2027-07-01 18:00 America/New_York (UTC-04:00)"


@pytest.mark.parametrize("name", ["Europe/Nowhere", "", "../etc/passwd", "Europe", "x" * 5000])
def test_a_zone_that_does_not_exist_is_refused(name):
    with pytest.raises(ValueError, match="is not a time zone: choose one such as Europe/Stockholm"):
        zone_of(name)
