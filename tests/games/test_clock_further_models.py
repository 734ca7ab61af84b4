"""The clock takes a further model as one more class: shown with two that the site does not offer.

Delay needs another allowance; Canadian needs counters. Vectors T17, T18 and T20 of our
correspondence study.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from games.clock import Clock, FlagFallen, SideTime, TimeControl
from games.side import Side

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
T0 = datetime(2026, 3, 2, 10, tzinfo=UTC)


@dataclass(frozen=True)
class Delay(TimeControl):
    """A bank; the first ``delay`` of each think is free."""

    bank: timedelta
    delay: timedelta

    code = "10d delay 1d"

    def describe(self):
        return self.code

    def initial(self):
        return SideTime(self.bank)

    def allowance(self, time):
        return time.remaining + self.delay

    def charged(self, time, spent):
        return super().charged(time, max(timedelta(0), spent - self.delay))

    def after_move(self, time):
        return time


@dataclass(frozen=True)
class Canadian(TimeControl):
    """Main time, then blocks of ``moves`` in ``block``; the counter is the moves left in the block."""

    main: timedelta
    block: timedelta
    moves: int

    code = "2d + 10 in 5d"

    def describe(self):
        return self.code

    def initial(self):
        return SideTime(self.main + self.block, (self.moves,))

    def after_move(self, time):
        if time.remaining > self.block:
            return time
        (left,) = time.counters
        return SideTime(time.remaining, (left - 1,)) if left > 1 else SideTime(self.block, (self.moves,))


def think(clock, spent):
    at = clock.turn_started_at + spent
    return clock.press(now=at).press(now=at)


def test_t20_delay_charges_only_what_is_beyond_it():
    clock = Clock.initial(Delay(10 * DAY, DAY)).start(now=T0)
    clock = think(clock, 20 * HOUR)
    assert clock.white == 10 * DAY
    clock = think(clock, 3 * DAY)
    assert clock.white == 8 * DAY
    assert clock.flag_at() == clock.turn_started_at + 9 * DAY


def test_t17_and_t18_canadian_blocks_count_moves_and_start_afresh():
    clock = Clock.initial(Canadian(2 * DAY, 5 * DAY, 10)).start(now=T0)
    clock = think(clock, DAY)
    assert (clock.white, clock.white_counters) == (6 * DAY, (10,))
    clock = think(clock, DAY + 6 * HOUR)
    assert (clock.white, clock.white_counters) == (4 * DAY + 18 * HOUR, (9,))
    for _ in range(8):
        clock = think(clock, 13 * HOUR)
    clock = think(clock, 9 * HOUR)
    assert (clock.white, clock.white_counters) == (5 * DAY, (10,))
    with pytest.raises(FlagFallen) as fallen:
        clock.press(now=clock.turn_started_at + 5 * DAY)
    assert fallen.value.side is Side.WHITE
