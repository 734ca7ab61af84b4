"""When an event will probably end: from its time control, its deadlines and the rounds left."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock import TimeControl

from .deadlines import deadline_of
from .starts import NO_REST, RoundStart
from .times import RoundTimes

# Of 1,003 recorded games half ended within 54 moves of both sides together, four of five within 90.
USUAL_PLIES, MANY_PLIES = 54, 90
QUICK = Fraction(1, 10)  # of the time they have is what quick players use


@dataclass(frozen=True, slots=True)
class RunningRound:
    """A round with open games: when it began, and its deadline if it has one."""

    started_at: datetime
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class EventAhead:
    """What is left of an event.

    ``rounds_left`` are the rounds not yet started, the first of them has the number ``next_round``. ``in_turn`` is how
    many games a player has one after the other in a round: 1 if all games of a round run side by side. ``closes`` tells
    whether the deadline's outcome ends the open games: not if an arbiter decides. ``used`` is the share of the
    time that players of this event have used up to now, where that is known.
    """

    control: TimeControl
    rounds_left: int = 0
    next_round: int = 1
    running: RunningRound | None = None
    pacing: str = RoundStart.BY_ROUND
    rest: timedelta = NO_REST
    times: RoundTimes | None = None
    length: timedelta | None = None  # of a round, to its deadline
    closes: bool = True
    zone: str = "UTC"
    in_turn: int = 1
    used: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Projection:
    """The estimate. ``certain``: the event cannot end later than ``latest``. ``reasons`` are sentences to show."""

    earliest: datetime
    latest: datetime
    certain: bool
    reasons: tuple[str, ...] = field(default=())


def longest_game(control: TimeControl, plies: int) -> timedelta:
    """How long a game of ``plies`` moves lasts if both sides use all their time at every move."""
    time, total = control.initial(), timedelta(0)
    for _own_move in range((plies + 1) // 2):
        allowance = control.allowance(time)
        total += allowance
        time = control.after_move(control.charged(time, allowance))
    return 2 * total


def projected_end(ahead: EventAhead, *, now: datetime) -> Projection:
    """Estimate when the last game of the event ends.

    The earliest end is that of a usual game in which the sides use a tenth of their time, or the share they have used
    up to now; the latest that of a long game in which they use all of it, or the deadline that ends it. Rounds that are
    started by hand count as if started at once.
    """
    share = QUICK if ahead.used is None else ahead.used
    seconds = longest_game(ahead.control, USUAL_PLIES) // timedelta(seconds=1)
    quick = timedelta(seconds=int(share * seconds)) * ahead.in_turn
    slow = longest_game(ahead.control, MANY_PLIES) * ahead.in_turn
    earliest, latest = _end_of_running(ahead, quick, now, late=False), _end_of_running(ahead, slow, now, late=True)
    for number in range(ahead.next_round, ahead.next_round + ahead.rounds_left):
        begin, begin_late = _start(ahead, number, earliest), _start(ahead, number, latest)
        earliest = _end(ahead, begin, _deadline(ahead, begin), quick)
        latest = _end(ahead, begin_late, _deadline(ahead, begin_late), slow)
    return Projection(max(earliest, now), max(latest, now), _is_certain(ahead), _reasons(ahead, share))


def _end_of_running(ahead: EventAhead, lasts: timedelta, now: datetime, *, late: bool) -> datetime:
    if ahead.running is None:
        return now
    deadline = ahead.running.deadline if ahead.closes else None
    end = _end(ahead, ahead.running.started_at, deadline, lasts)
    if late and end <= now and deadline is None:
        return now + lasts // 2  # it should be over and is not: half a long game more is a guess
    return max(end, now)


def _start(ahead: EventAhead, number: int, before: datetime) -> datetime:
    if ahead.pacing == RoundStart.FIXED_TIMES and ahead.times is not None:
        return max(before, ahead.times.start_of(number) or before)
    return before + ahead.rest if ahead.pacing == RoundStart.BY_ROUND and number > 1 else before


def _deadline(ahead: EventAhead, begin: datetime) -> datetime | None:
    return None if ahead.length is None else deadline_of(begin, ahead.length, ahead.zone)


def _end(ahead: EventAhead, begin: datetime, deadline: datetime | None, lasts: timedelta) -> datetime:
    end = begin + lasts
    return min(end, deadline) if deadline is not None and ahead.closes else end


def _is_certain(ahead: EventAhead) -> bool:
    """Every round has a deadline that ends its games, or the clocks themselves do; nobody's hand is waited for."""
    deadlines = ahead.closes and (ahead.length is not None or not ahead.rounds_left)
    running = ahead.running is None or (ahead.closes and ahead.running.deadline is not None)
    by_hand = ahead.pacing == RoundStart.BY_HAND and ahead.rounds_left > 0
    return not by_hand and ((deadlines and running) or ahead.control.kind == "total")


def _reasons(ahead: EventAhead, share: Fraction) -> tuple[str, ...]:
    percent = int(share * 100)
    if ahead.used is None:
        first = _("Earliest: usual games of %(plies)d moves in which the players use %(percent)d %% of their time.")
    else:
        first = _("Earliest: usual games of %(plies)d moves at the pace of this event, %(percent)d %% of the time.")
    reasons = [first % {"plies": USUAL_PLIES, "percent": percent}]
    if _is_certain(ahead):
        reasons.append(_("Latest: every round is over by its deadline or when the clocks have run down."))
    else:
        text = _("Latest: games of %(plies)d moves in which the players use all their time; longer ones are possible.")
        reasons.append(text % {"plies": MANY_PLIES})
    if ahead.rounds_left:
        text = ngettext("One round is still to start.", "%(count)d rounds are still to start.", ahead.rounds_left)
        reasons.append(text % {"count": ahead.rounds_left})
        if ahead.pacing == RoundStart.BY_HAND:
            reasons.append(_("Rounds are started by hand; this counts each as if started at once."))
    return tuple(reasons)
