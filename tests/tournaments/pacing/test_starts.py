"""When rounds start: fixed times, round by round, by hand."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.pacing import BadRoundTimes, ListedTimes, RepeatedTimes, next_round_at, round_times

HOUR = timedelta(hours=1)
T0 = datetime(2027, 3, 7, 17, tzinfo=UTC)  # a Sunday, 18:00 in Stockholm


def test_sundays_at_six_stay_at_six_when_the_clock_is_changed():
    times = round_times(["2027-03-14T18:00 every 1w"], "Europe/Stockholm")
    assert times == RepeatedTimes("Europe/Stockholm", datetime.fromisoformat("2027-03-14T18:00"), 7)
    found = [times.start_of(number) for number in (1, 2, 3)]
    assert found == [datetime(2027, 3, day, hour, tzinfo=UTC) for day, hour in ((14, 17), (21, 17), (28, 16))]


def test_daily_rounds_at_an_hour_that_one_day_does_not_have_keep_their_hour_on_the_next():
    times = round_times(["2027-03-27T02:30 every 1d"], "Europe/Stockholm")
    found = [times.start_of(number) for number in (1, 2, 3)]
    # 02:30 in winter, 03:00 after the jump, 02:30 in summer
    assert [f"{start:%d %H:%M}" for start in found if start] == ["27 01:30", "28 01:00", "29 00:30"]


def test_listed_times_end_with_the_list():
    times = round_times(["2027-03-07T18:00", "2027-03-10 20:30"], "Europe/Stockholm")
    assert times.start_of(1) == T0
    assert times.start_of(2) == datetime(2027, 3, 10, 19, 30, tzinfo=UTC)
    assert times.start_of(3) is times.start_of(0) is None


def test_two_times_in_one_gap_are_one_instant():
    times = round_times(["2027-03-28T02:10", "2027-03-28T02:40"], "Europe/Stockholm")
    assert times.start_of(1) == times.start_of(2) == datetime(2027, 3, 28, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "times",
    [
        RepeatedTimes("Asia/Kolkata", datetime.fromisoformat("2027-01-01T09:05"), 3),
        ListedTimes("UTC", (datetime.fromisoformat("2027-01-01T09:00"),)),
    ],
)
def test_times_are_read_back_as_they_were_written(times):
    assert round_times(times.to_codes(), times.zone) == times


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        (["next sunday"], "“next sunday” is not a time: write 2027-03-07T18:00"),
        (["2027-02-30T18:00"], "is not a time"),
        (["2027-03-07"], "is not a time"),
        (["2027-03-07T18:00+01:00"], "without a zone"),
        (["9999-12-31T18:00 every 300d"], "is not a time"),
        (["2027-03-07T18:00 every 0d"], "every 1 to 366 days"),
        (["2027-03-07T18:00 every 60w"], "every 1 to 366 days"),
        (["2027-03-07T18:00", "2027-03-06T18:00"], "Round 2 does not start later than round 1"),
        (["2027-03-07T18:00 every 7d", "2027-03-09T18:00"], "is not a time"),
    ],
)
def test_times_that_make_no_sense_are_refused(codes, words):
    with pytest.raises(BadRoundTimes, match=words):
        round_times(codes, "Europe/Stockholm")


def next_of(pacing, **changed):
    values = {"round_no": 2, "finished_at": T0, "now": T0, "rest": 12 * HOUR, "times": None, **changed}
    return next_round_at(pacing, **values)


def test_round_by_round_follows_the_last_game_after_a_rest():
    assert next_of("by_round") == T0 + 12 * HOUR
    assert next_of("by_round", finished_at=None) is None


def test_by_hand_and_all_at_once_name_no_time():
    for pacing in ("by_hand", "all_at_once", "at_most"):
        assert next_of(pacing) is None


def test_a_fixed_time_is_kept_whatever_the_rest():
    weekly = round_times(["2027-03-07T18:00 every 7d"], "Europe/Stockholm")
    planned = T0 + timedelta(days=7)
    assert next_of("fixed_times", times=weekly, finished_at=planned - HOUR) == planned
    assert next_of("fixed_times", times=weekly, finished_at=None) == planned
    assert next_of("fixed_times", times=weekly, round_no=1, finished_at=None) == T0
    assert next_of("fixed_times", times=weekly, now=planned + 9 * HOUR) == planned  # nobody looked for a while


def test_a_fixed_time_that_passes_while_games_are_open_waits_for_their_end():
    weekly = round_times(["2027-03-07T18:00 every 7d"], "Europe/Stockholm")
    planned = T0 + timedelta(days=7)
    late = planned + 30 * HOUR
    assert next_of("fixed_times", times=weekly, finished_at=None, now=planned) is None
    assert next_of("fixed_times", times=weekly, finished_at=late, now=late) == late
    assert next_of("fixed_times", times=weekly, round_no=3, finished_at=late + HOUR) == planned + timedelta(days=7)


def test_beyond_the_listed_times_a_round_is_started_by_hand():
    assert next_of("fixed_times", times=round_times(["2027-03-07T18:00"], "UTC")) is None
