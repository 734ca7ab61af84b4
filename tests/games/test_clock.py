"""Clock vectors: T1-T7, T31 and T33 of our correspondence study, by number, and what must always hold."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import Bank, Clock, ClockStopped, FlagFallen, PerMove, TimeControl, Total, from_ms, to_ms
from games.side import Side

DAY, HOUR, MINUTE, SECOND, MS = (
    timedelta(**{unit: 1}) for unit in ("days", "hours", "minutes", "seconds", "milliseconds")
)
T0 = datetime(2026, 3, 2, 10, tzinfo=UTC)


def running(code: str, *, now: datetime = T0, **sides: timedelta) -> Clock:
    return replace(Clock.initial(TimeControl.parse(code)), **sides).start(now=now)


def think(clock: Clock, spent: timedelta) -> Clock:
    """White thinks ``spent``, then Black answers at once."""
    assert clock.running is Side.WHITE
    at = clock.turn_started_at + spent
    return clock.press(now=at).press(now=at)


def test_t1_the_last_millisecond_of_three_days_is_in_time():
    at = datetime(2026, 3, 5, 9, 59, 59, 999000, tzinfo=UTC)
    clock = running("3d").press(now=at)
    assert clock.running is Side.BLACK
    assert clock.flag_at() == datetime(2026, 3, 8, 9, 59, 59, 999000, tzinfo=UTC)


def test_t2_a_move_at_the_deadline_itself_loses_on_time():
    with pytest.raises(FlagFallen) as fallen:
        running("3d").press(now=datetime(2026, 3, 5, 10, tzinfo=UTC))
    assert fallen.value.at == datetime(2026, 3, 5, 10, tzinfo=UTC)
    assert fallen.value.side is Side.WHITE


def test_t3_a_quick_reply_saves_nothing_up_in_days_per_move():
    clock = think(running("3d"), HOUR)
    assert clock.flag_at() - clock.turn_started_at == 72 * HOUR


def test_t4_a_total_bank_only_shrinks():
    clock = running("14d total")
    for spent in (2 * DAY, 5 * DAY, 7 * DAY - SECOND):
        clock = think(clock, spent)
    assert clock.white == SECOND
    assert clock.black == 14 * DAY


def test_t5_the_increment_stops_at_the_cap():
    clock = running("240h+36h/240h")
    left = []
    for spent in (30 * HOUR, 0 * HOUR, 100 * HOUR):
        clock = think(clock, spent)
        left.append(clock.white)
    assert left == [240 * HOUR, 240 * HOUR, 176 * HOUR]


def test_t6_half_a_day_a_move_reaches_the_cap_after_eight():
    clock = running("3d+1d/7d")
    banks = []
    for _ in range(9):
        clock = think(clock, 12 * HOUR)
        banks.append(clock.white)
    assert banks[:8] == [3 * DAY + n * 12 * HOUR for n in range(1, 9)]
    assert banks[8] == 7 * DAY


def test_t7_time_granted_above_the_cap_is_not_confiscated():
    clock = running("3d+1d/7d", white=9 * DAY)
    assert think(clock, DAY).white == 8 * DAY
    assert think(clock, 5 * DAY).white == 5 * DAY
    assert think(clock, 2 * DAY + 12 * HOUR).white == 7 * DAY


def test_t31_the_verdict_is_by_when_the_move_was_received():
    deadline = datetime(2026, 3, 5, 12, tzinfo=UTC)
    clock = running("3d", now=deadline - 3 * DAY)
    assert clock.flag_at() == deadline
    # Processed at 12:00:41, after the sweep; one was received in time, the other was not.
    assert clock.press(now=deadline - MS).running is Side.BLACK
    with pytest.raises(FlagFallen) as fallen:
        clock.press(now=deadline + 20 * SECOND)
    assert fallen.value.at == deadline


def test_t33_a_forced_pass_costs_nothing_and_gives_both_their_increment():
    clock = running("5d+12h/10d").press(now=T0 + DAY)
    assert (clock.running, clock.white, clock.black) == (Side.BLACK, 4 * DAY + 12 * HOUR, 5 * DAY)
    passed = clock.forced_pass()
    assert (passed.white, passed.black) == (4 * DAY + 12 * HOUR, 5 * DAY + 12 * HOUR)
    assert (passed.running, passed.turn_started_at) == (Side.WHITE, T0 + DAY)
    assert passed.flag_at() == T0 + DAY + 4 * DAY + 12 * HOUR


def test_a_forced_pass_in_days_per_move_gives_the_mover_the_full_time_again():
    passed = running("3d").press(now=T0 + 2 * DAY).forced_pass()
    assert passed.running is Side.WHITE
    assert passed.flag_at() == T0 + 5 * DAY


def test_now_before_the_turn_began_costs_and_gives_nothing():
    clock = running("5d+12h/30d").press(now=T0 - DAY)  # high cap: none to hide behind
    assert clock.white == 5 * DAY + 12 * HOUR
    assert clock.turn_started_at == T0
    assert clock.remaining(Side.BLACK, now=T0 - DAY) == 5 * DAY


def test_only_the_side_on_the_move_loses_time():
    clock = running("14d total")
    assert clock.remaining(Side.WHITE, now=T0 + DAY) == 13 * DAY
    assert clock.remaining(Side.BLACK, now=T0 + DAY) == 14 * DAY


def test_the_time_shown_after_the_flag_is_nothing_and_not_negative():
    assert running("3d").remaining(Side.WHITE, now=T0 + 30 * DAY) == timedelta(0)


def test_a_clock_that_is_not_started_has_no_flag_and_cannot_be_pressed():
    clock = Clock.initial(PerMove(DAY))
    assert clock.flag_at() is None
    assert clock.remaining(Side.WHITE, now=T0) == DAY
    for press in (lambda: clock.press(now=T0), clock.forced_pass):
        with pytest.raises(ClockStopped):
            press()


def test_a_running_clock_is_not_started_twice():
    with pytest.raises(ClockStopped):
        running("3d").start(now=T0)


def test_the_end_of_the_game_freezes_both_sides():
    clock = running("5d+12h/10d").press(now=T0 + DAY).stop(now=T0 + 3 * DAY)
    assert (clock.running, clock.turn_started_at, clock.flag_at()) == (None, None, None)
    assert (clock.white, clock.black) == (4 * DAY + 12 * HOUR, 3 * DAY)
    assert clock.remaining(Side.BLACK, now=T0 + 300 * DAY) == 3 * DAY
    assert clock.stop(now=T0 + 300 * DAY) == clock


def test_a_fallen_flag_freezes_at_zero():
    clock = running("3d")
    assert clock.stop(now=clock.flag_at()).white == timedelta(0)
    assert clock.stop(now=clock.flag_at() + 9 * DAY).white == timedelta(0)


def test_instants_are_cut_to_whole_milliseconds():
    clock = running("14d total", now=T0.replace(microsecond=999)).press(now=T0.replace(microsecond=250_999))
    assert clock.turn_started_at == T0 + 250 * MS
    assert clock.white == 14 * DAY - 250 * MS


def test_half_a_clock_or_negative_time_cannot_be_built():
    with pytest.raises(ValueError, match="or neither"):
        Clock(PerMove(DAY), DAY, DAY, running=Side.WHITE)
    with pytest.raises(ValueError, match="negative"):
        Clock(PerMove(DAY), DAY, -MS)


@given(st.integers(0, 10**12))
def test_milliseconds_are_exact_both_ways(milliseconds):
    assert to_ms(from_ms(milliseconds)) == milliseconds


hours = st.integers(1, 24 * 20).map(lambda n: timedelta(hours=n))
banks = st.builds(lambda a, b, c: Bank(a, b, max(a, b, c)), hours, hours, hours)
controls = st.one_of(hours.map(PerMove), hours.map(Total), banks)
waits = st.lists(st.integers(-(10**7), 10**9).map(lambda n: timedelta(milliseconds=n)), max_size=30)


@given(controls, waits, st.integers(0, 40))
def test_any_game_keeps_time_between_nothing_and_the_limit(control, waits, grant_days):
    clock = Clock.initial(control)
    clock = replace(clock, white=clock.white + grant_days * DAY).start(now=T0)
    for wait in waits:
        side, before, started = clock.running, clock, clock.turn_started_at
        at = started + wait
        had = clock.white if side is Side.WHITE else clock.black
        assert clock.flag_at() == started + had
        if at >= started + had:
            with pytest.raises(FlagFallen) as fallen:
                clock.press(now=at)
            assert (fallen.value.at, fallen.value.side) == (started + had, side)
            assert clock.stop(now=at).remaining(side, now=at) == timedelta(0)
            return
        clock = clock.press(now=at)
        assert clock.running is side.other
        assert clock.turn_started_at == max(started, at)
        has = clock.white if side is Side.WHITE else clock.black
        assert has >= timedelta(0)
        assert (clock.black if side is Side.WHITE else clock.white) == (
            before.black if side is Side.WHITE else before.white
        )
        left = had - max(timedelta(0), wait)
        if isinstance(control, PerMove):
            assert has == control.per_move
        elif isinstance(control, Total):
            assert has == left
        else:
            assert left <= has <= left + control.increment
            assert has <= max(control.cap, left)
            assert has in (left + control.increment, control.cap, left)


@given(controls, st.integers(0, 10**9))
def test_a_forced_pass_is_a_press_in_no_time(control, wait):
    clock = Clock.initial(control).start(now=T0)
    try:
        clock = clock.press(now=T0 + timedelta(milliseconds=wait))
    except FlagFallen:
        return
    assert clock.forced_pass() == clock.press(now=clock.turn_started_at)
    assert clock.forced_pass().turn_started_at == clock.turn_started_at
    assert clock.forced_pass().black >= clock.black
