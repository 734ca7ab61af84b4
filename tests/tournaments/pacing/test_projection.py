"""The projected end of an event."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from games.clock import TimeControl
from tournaments.pacing import EventAhead, RunningRound, longest_game, projected_end, round_times

NOW = datetime(2027, 1, 3, 18, tzinfo=UTC)
DAY = timedelta(days=1)


def test_the_longest_game_uses_all_that_the_clock_gives():
    assert longest_game(TimeControl.parse("3d"), 54) == 162 * DAY
    assert longest_game(TimeControl.parse("14d total"), 54) == 28 * DAY
    # 5 days at once and half a day for each of 26 further moves, both sides.
    assert longest_game(TimeControl.parse("5d+12h/10d"), 54) == 36 * DAY


def test_deadlines_bound_the_event_and_rests_count_between_the_rounds():
    ahead = EventAhead(
        TimeControl.parse("3d"),
        rounds_left=2,
        next_round=2,
        running=RunningRound(NOW - DAY, NOW + 6 * DAY),
        rest=DAY,
        length=7 * DAY,
    )
    found = projected_end(ahead, now=NOW)
    assert found.latest == NOW + 6 * DAY + 2 * (DAY + 7 * DAY)
    assert found.certain
    # A tenth of 162 days is more than a round lasts.
    assert found.earliest == found.latest
    assert found.reasons[1].startswith("Latest: every round is over by its deadline")
    quick = projected_end(replace(ahead, used=Fraction(1, 81)), now=NOW)
    assert quick.earliest == NOW + DAY + 2 * 3 * DAY  # two days each
    assert "at the pace of this event, 1 %" in quick.reasons[0]


def test_without_deadlines_the_latest_end_is_an_estimate():
    ahead = EventAhead(TimeControl.parse("1d"), pacing="all_at_once", running=RunningRound(NOW))
    found = projected_end(ahead, now=NOW)
    assert (found.earliest, found.latest) == (NOW + DAY * 54 / 10, NOW + 90 * DAY)
    assert not found.certain
    waits_for_the_arbiter = replace(ahead, running=RunningRound(NOW, NOW + DAY), closes=False)
    assert projected_end(waits_for_the_arbiter, now=NOW).latest == NOW + 90 * DAY
    next_too = replace(waits_for_the_arbiter, rounds_left=1, next_round=2, length=DAY)
    assert projected_end(next_too, now=NOW).latest == NOW + 180 * DAY
    assert projected_end(replace(ahead, in_turn=3), now=NOW).latest == NOW + 270 * DAY
    assert projected_end(replace(ahead, control=TimeControl.parse("14d total")), now=NOW).certain
    assert projected_end(ahead, now=NOW + 100 * DAY).latest == NOW + 145 * DAY


def test_fixed_times_hold_the_rounds_apart():
    weekly = round_times(["2027-01-03T18:00 every 7d"], "UTC")
    control = TimeControl.parse("20m total")
    ahead = EventAhead(control, rounds_left=3, next_round=1, pacing="fixed_times", times=weekly)
    assert projected_end(ahead, now=NOW).latest == NOW + 14 * DAY + timedelta(minutes=40)


def test_the_first_round_follows_no_rest():
    ahead = EventAhead(TimeControl.parse("3d"), rounds_left=2, next_round=1, rest=DAY, length=7 * DAY)
    assert projected_end(ahead, now=NOW).latest == NOW + 15 * DAY


def test_an_event_with_nothing_left_is_over_now_and_rounds_by_hand_say_so():
    nothing = EventAhead(TimeControl.parse("3d"))
    assert (projected_end(nothing, now=NOW).earliest, projected_end(nothing, now=NOW).latest) == (NOW, NOW)
    by_hand = projected_end(replace(nothing, rounds_left=1, pacing="by_hand", length=DAY), now=NOW)
    assert not by_hand.certain
    assert by_hand.reasons[-2:] == (
        "One round is still to start.",
        "Rounds are started by hand; this counts each as if started at once.",
    )
