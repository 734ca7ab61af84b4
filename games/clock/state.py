"""What one side has on the clock between two of its turns."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class SideTime:
    """The time of one side, and for models that count moves or periods their counters.

    ``counters`` belongs to the time control alone: it starts as the control's `initial`
    says, and nobody else reads it. Plain integers, so that it can be stored as JSON.
    """

    remaining: timedelta
    counters: tuple[int, ...] = ()
