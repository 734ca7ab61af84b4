"""Deadlines of rounds, reminders before them, and what becomes of games that are overdue."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from games.side import Side
from tournaments.pacing import OverdueResult, deadline_of, overdue_outcome, reminder_due, reminder_times

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("started", "length", "zone", "expected"),
    [
        ("2027-03-21T17:00", 7 * DAY, "Europe/Stockholm", "2027-03-28T16:00"),  # 18:00 both times
        ("2027-03-21T17:00", 7 * DAY, "UTC", "2027-03-28T17:00"),
        ("2027-03-27T01:30", DAY, "Europe/Stockholm", "2027-03-28T01:00"),  # 02:30 is jumped over
        ("2027-10-30T00:30", DAY, "Europe/Stockholm", "2027-10-31T00:30"),  # 02:30, the first of the two
        ("2011-12-29T04:00", 3 * DAY, "Pacific/Apia", "2011-12-31T04:00"),  # 18:00 on the 28th and 31st, no 30th
        ("2027-03-28T00:30", 3 * HOUR, "Europe/Stockholm", "2027-03-28T03:30"),  # hours have 60 minutes
        ("2027-03-27T17:00", DAY + 12 * HOUR, "Europe/Stockholm", "2027-03-29T04:00"),
    ],
)
def test_days_of_a_deadline_are_those_of_the_calendar_and_hours_are_real(started, length, zone, expected):
    assert deadline_of(at(started), length, zone) == at(expected)


START = at("2027-03-01T12:00")


@pytest.mark.parametrize(
    ("length", "before"),
    [
        (14 * DAY, [72 * HOUR, 24 * HOUR, 4 * HOUR]),
        (6 * DAY, [72 * HOUR, 24 * HOUR, 4 * HOUR]),
        (3 * DAY, [36 * HOUR, 12 * HOUR, 2 * HOUR]),
        (6 * HOUR, [3 * HOUR, HOUR, timedelta(minutes=10)]),
        (HOUR, [timedelta(minutes=30), timedelta(minutes=10)]),
    ],
)
def test_reminders_of_a_short_round_move_towards_its_deadline(length, before):
    found = reminder_times(START, START + length)
    assert [reminder.before for reminder in found] == before
    assert all(one.at < next_one.at for one, next_one in pairwise(found))


def due(now, reminded_at=None, deadline=START + 14 * DAY):
    reminder = reminder_due(started_at=START, deadline=deadline, reminded_at=reminded_at, now=now)
    return reminder and reminder.before


def test_each_reminder_is_due_once_and_of_several_only_the_latest():
    end = START + 14 * DAY
    assert due(end - 73 * HOUR) is None
    assert due(end - 72 * HOUR) == 72 * HOUR
    assert due(end - 71 * HOUR, reminded_at=end - 72 * HOUR) is None
    assert due(end - 24 * HOUR, reminded_at=end - 72 * HOUR) == 24 * HOUR
    assert due(end - HOUR, reminded_at=end - 72 * HOUR) == 4 * HOUR  # after a standstill
    assert due(end - HOUR) == 4 * HOUR
    assert due(end) is None


def test_a_deadline_that_is_put_off_brings_new_reminders_and_one_brought_forward_repeats_none():
    end = START + 14 * DAY
    reminded = end - 4 * HOUR
    assert due(end + 4 * DAY - 72 * HOUR, reminded, deadline=end + 4 * DAY) == 72 * HOUR
    assert due(reminded + HOUR, reminded, deadline=end - HOUR) is None


@pytest.mark.parametrize(
    ("rule", "to_move", "moved", "result", "forfeit", "rated"),
    [
        ("forfeit", Side.BLACK, (True, True), OverdueResult.WHITE_WINS, False, True),
        ("forfeit", Side.WHITE, (True, True), OverdueResult.BLACK_WINS, False, True),
        ("forfeit", Side.BLACK, (True, False), OverdueResult.WHITE_WINS, True, False),
        ("forfeit", Side.WHITE, (False, False), OverdueResult.BLACK_WINS, True, False),
        ("forfeit", None, (False, False), OverdueResult.BOTH_LOSE, True, False),
        ("draw", Side.WHITE, (True, True), OverdueResult.DRAW, False, True),
        ("draw", None, (False, False), OverdueResult.DRAW, True, False),
        ("arbiter", Side.WHITE, (True, True), OverdueResult.ARBITER, False, True),
        ("unscored", Side.WHITE, (True, True), OverdueResult.UNSCORED, False, True),
    ],
)
def test_the_overdue_game_ends_as_the_rule_says(rule, to_move, moved, result, forfeit, rated):
    found = overdue_outcome(rule, to_move=to_move, white_moved=moved[0], black_moved=moved[1])
    assert (found.result, found.forfeit, found.rated) == (result, forfeit, rated)


def test_only_an_arbiters_decision_keeps_the_round_waiting_and_an_unscored_game_goes_on():
    found = {
        rule: overdue_outcome(rule, to_move=Side.WHITE, white_moved=True, black_moved=True)
        for rule in ("arbiter", "forfeit", "draw", "unscored")
    }
    assert {rule for rule, outcome in found.items() if not outcome.frees_round} == {"arbiter"}
    assert {rule for rule, outcome in found.items() if not outcome.ends_game} == {"arbiter", "unscored"}
