"""When rounds start and end: wall times, the next round, deadlines, reminders, and the projected end of an event.

Pure: no database and no clock; ``now`` comes in as an argument. Instants are aware datetimes in UTC, wall times are
naive ones that belong to the event's time zone.
"""

from .deadlines import Reminder, deadline_of, reminder_due, reminder_times
from .overdue import OverdueOutcome, OverdueResult, OverdueRule, overdue_outcome
from .projection import EventAhead, Projection, RunningRound, longest_game, projected_end
from .starts import RoundStart, next_round_at
from .times import BadRoundTimes, ListedTimes, RepeatedTimes, RoundTimes, round_times
from .walltime import instant_of, is_ambiguous, is_missing, wall_text, zone_of

__all__ = [
    "BadRoundTimes",
    "EventAhead",
    "ListedTimes",
    "OverdueOutcome",
    "OverdueResult",
    "OverdueRule",
    "Projection",
    "Reminder",
    "RepeatedTimes",
    "RoundStart",
    "RoundTimes",
    "RunningRound",
    "deadline_of",
    "instant_of",
    "is_ambiguous",
    "is_missing",
    "longest_game",
    "next_round_at",
    "overdue_outcome",
    "projected_end",
    "reminder_due",
    "reminder_times",
    "round_times",
    "wall_text",
    "zone_of",
]
