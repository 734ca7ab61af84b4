"""When the next round starts."""

from datetime import datetime, timedelta
from enum import StrEnum

from .times import RoundTimes

NO_REST = timedelta(0)


class RoundStart(StrEnum):
    """What starts a round; the values are those of the rule ``pacing``."""

    ALL_AT_ONCE = "all_at_once"
    AT_MOST = "at_most"
    BY_ROUND = "by_round"
    FIXED_TIMES = "fixed_times"
    BY_HAND = "by_hand"


def next_round_at(
    pacing: str,
    *,
    round_no: int,
    finished_at: datetime | None,
    now: datetime,
    rest: timedelta = NO_REST,
    times: RoundTimes | None = None,
) -> datetime | None:
    """When round ``round_no`` starts, None while nothing but a game's end or an organiser's word can tell.

    The round is due when the answer is not later than ``now``. ``finished_at`` is when the last counting game of the
    round before ended, None while one is open; a deadline's outcome ends a game like any other result.

    - Round by round: the end of the round before, and the rest. Round 1 follows the start of the event, not this rule.
    - Fixed times: the round's own time. If games of the round before are still open then, the round waits for them and
      starts with the last end, without a rest; later rounds keep their own times. Beyond the end of the list a round is
      started by hand.
    - By hand, or when all games start together: None.
    """
    if pacing == RoundStart.BY_ROUND:
        return None if finished_at is None else finished_at + rest
    if pacing != RoundStart.FIXED_TIMES or times is None:
        return None
    planned = times.start_of(round_no)
    if planned is None or round_no == 1:
        return planned
    if finished_at is None:
        return planned if planned > now else None
    return max(planned, finished_at)
