"""The clock of one game: whose time runs, since when, and when the flag falls."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.side import Side

from .controls import ZERO, TimeControl
from .durations import MILLISECOND
from .state import SideTime


class FlagFallen(Exception):
    """The move came at or after the deadline: ``side`` has lost on time at ``at``."""

    def __init__(self, side: Side, at: datetime) -> None:
        super().__init__(f"{side} ran out of time at {at.isoformat()}")
        self.side = side
        self.at = at


class ClockStopped(Exception):
    """Somebody pressed or stopped a clock that does not run."""


@dataclass(frozen=True)
class Clock:
    """A game clock, immutable: every action returns the clock after it.

    ``white`` and ``black`` are what each side had when the present turn began; the time
    spent since then is never stored. Instants are aware datetimes and are cut to whole
    milliseconds on the way in. ``running`` and ``turn_started_at`` are None together:
    before the start and after the end. The counters serve the time controls that count
    moves or periods, and are empty for the others.

    A move is judged by when the server received it, so ``now`` is that instant, however
    late it is processed. An instant before the turn began counts as its beginning.
    """

    control: TimeControl
    white: timedelta
    black: timedelta
    running: Side | None = None
    turn_started_at: datetime | None = None
    white_counters: tuple[int, ...] = ()
    black_counters: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if (self.running is None) != (self.turn_started_at is None):
            raise ValueError("a clock has a running side and a turn start, or neither")
        if min(self.white, self.black) < ZERO:
            raise ValueError("a clock cannot hold negative time")

    @classmethod
    def initial(cls, control: TimeControl) -> "Clock":
        """The clock before the game starts; `start` sets it running."""
        time = control.initial()
        return cls(control, time.remaining, time.remaining, None, None, time.counters, time.counters)

    def start(self, *, now: datetime, side: Side = Side.WHITE) -> "Clock":
        """Let the time of ``side`` run from ``now``.

        :raises ClockStopped: it runs already.
        """
        if self.running is not None:
            raise ClockStopped("the clock runs already")
        return replace(self, running=side, turn_started_at=_whole_ms(now))

    def flag_at(self) -> datetime | None:
        """When the running side's flag falls if it does not move before; None when stopped."""
        if self.running is None or self.turn_started_at is None:
            return None
        return self.turn_started_at + self.control.allowance(self._time(self.running))

    def press(self, *, now: datetime) -> "Clock":
        """Complete the running side's move at ``now`` and start the opponent's turn.

        :raises FlagFallen: ``now`` is at or after `flag_at`; carries side and instant.
        :raises ClockStopped: no side is on the move.
        """
        side, started = self._turn()
        flag_at = started + self.control.allowance(self._time(side))
        moved_at = max(started, _whole_ms(now))
        if moved_at >= flag_at:
            raise FlagFallen(side, flag_at)
        time = self.control.after_move(self.control.charged(self._time(side), moved_at - started))
        return replace(self._with(side, time), running=side.other, turn_started_at=moved_at)

    def forced_pass(self) -> "Clock":
        """Let the running side pass because it has no legal move; the server does it at once.

        It is a move of no duration: nothing is charged, the increment is given, and the
        opponent's turn begins at the instant the passed turn did.

        :raises ClockStopped: no side is on the move.
        """
        _, started = self._turn()
        return self.press(now=started)

    def remaining(self, side: Side, *, now: datetime) -> timedelta:
        """How long ``side`` may still think, never negative: what to show at ``now``."""
        return max(ZERO, self.control.allowance(self._time(side)) - self._spent(side, now))

    def spent(self, *, now: datetime) -> timedelta:
        """How long the running side has thought since `turn_started_at`; nothing when stopped."""
        return ZERO if self.running is None else self._spent(self.running, now)

    def stop(self, *, now: datetime) -> "Clock":
        """Freeze both sides at the end of the game; a side whose flag has fallen keeps nothing.

        A stopped clock stays as it is.
        """
        if self.running is None:
            return self
        side = self.running
        spent = self._spent(side, now)
        return replace(
            self._with(side, self.control.charged(self._time(side), spent)),
            running=None,
            turn_started_at=None,
        )

    def _turn(self) -> tuple[Side, datetime]:
        if self.running is None or self.turn_started_at is None:
            raise ClockStopped("no side is on the move")
        return self.running, self.turn_started_at

    def _spent(self, side: Side, now: datetime) -> timedelta:
        if side != self.running or self.turn_started_at is None:
            return ZERO
        return max(ZERO, _whole_ms(now) - self.turn_started_at)

    def _time(self, side: Side) -> SideTime:
        if side == Side.WHITE:
            return SideTime(self.white, self.white_counters)
        return SideTime(self.black, self.black_counters)

    def _with(self, side: Side, time: SideTime) -> "Clock":
        if side == Side.WHITE:
            return replace(self, white=time.remaining, white_counters=time.counters)
        return replace(self, black=time.remaining, black_counters=time.counters)


def _whole_ms(instant: datetime) -> datetime:
    return instant - timedelta(microseconds=instant.microsecond % (MILLISECOND // timedelta(microseconds=1)))
