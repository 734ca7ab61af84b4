"""Game clocks: what a player is granted (`TimeControl`) and how it runs down (`Clock`).

Pure apart from Django's translations: no database, and nobody here looks at the time of
day; every method that needs it takes ``now``.
"""

from .clock import Clock, ClockStopped, FlagFallen
from .controls import Bank, PerMove, TimeControl, Total
from .durations import InvalidTimeControl, from_ms, to_ms
from .state import SideTime

__all__ = [
    "Bank",
    "Clock",
    "ClockStopped",
    "FlagFallen",
    "InvalidTimeControl",
    "PerMove",
    "SideTime",
    "TimeControl",
    "Total",
    "from_ms",
    "to_ms",
]
