"""Fixed start times of rounds: a list of wall times, or a rule such as every Sunday at 18:00.

They are kept as wall times with the name of the zone, so that "Sundays at 18:00" stays at 18:00 when the clock changes
and when a country changes its law.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from django.utils.translation import gettext as _

from .walltime import instant_of, zone_of

MOST_DAYS = 366  # between two rounds
_WALL = re.compile(r"2[01][0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?")  # the years 2000 to 2199
_RULE = re.compile(r"(.+?)\s+every\s+([0-9]{1,3})\s*([dw])", re.IGNORECASE)


class BadRoundTimes(ValueError):
    """Start times that cannot be read or do not follow each other; the message says what to write."""


@dataclass(frozen=True, slots=True)
class ListedTimes:
    """Each round's wall time, written out, in ascending order; ``zone`` is an IANA name.

    The order is that of the wall times, so that it holds in every zone; two that the clock jumps over in one go
    stand for the same instant.

    :raises BadRoundTimes: two of them are out of order.
    """

    zone: str
    walls: tuple[datetime, ...]

    def __post_init__(self) -> None:
        zone_of(self.zone)
        for number, (before, after) in enumerate(pairwise(self.walls), start=2):
            if before >= after:
                text = _("Round %(number)d does not start later than round %(before)d: put the times in order.")
                raise BadRoundTimes(text % {"number": number, "before": number - 1})

    def start_of(self, round_no: int) -> datetime | None:
        """When the round starts, None if the list is shorter."""
        if not 1 <= round_no <= len(self.walls):
            return None
        return instant_of(self.walls[round_no - 1], zone_of(self.zone))

    def to_codes(self) -> tuple[str, ...]:
        """The times as `round_times` reads them."""
        return tuple(_code(wall) for wall in self.walls)


@dataclass(frozen=True, slots=True)
class RepeatedTimes:
    """Round 1 at the wall time ``first``, each further round ``days`` days later at the same time on the wall."""

    zone: str
    first: datetime
    days: int

    def __post_init__(self) -> None:
        if not 1 <= self.days <= MOST_DAYS:
            raise BadRoundTimes(_("Rounds start every 1 to %(most)d days.") % {"most": MOST_DAYS})
        zone_of(self.zone)

    def wall_of(self, round_no: int) -> datetime:
        """The wall time of a round, whether or not the clock shows it on that day."""
        return self.first + timedelta(days=self.days * (round_no - 1))

    def start_of(self, round_no: int) -> datetime | None:
        """When the round starts."""
        return instant_of(self.wall_of(round_no), zone_of(self.zone)) if round_no >= 1 else None

    def to_codes(self) -> tuple[str, ...]:
        """The rule as `round_times` reads it."""
        return (f"{_code(self.first)} every {self.days}d",)


RoundTimes = ListedTimes | RepeatedTimes


def round_times(codes: Sequence[str], zone: str) -> RoundTimes:
    """Read start times: wall times such as ``2027-03-07T18:00``, or the one rule ``2027-03-07T18:00 every 7d``.

    Days and weeks may be written: ``every 2w`` is ``every 14d``.

    :raises BadRoundTimes: not such a list; says which and what to write.
    :raises ValueError: no such zone.
    """
    zone_of(zone)
    rule = _RULE.fullmatch(codes[0].strip()) if len(codes) == 1 else None
    if rule is not None:
        days = int(rule[2]) * (7 if rule[3].lower() == "w" else 1)
        return RepeatedTimes(zone, _read_wall(rule[1]), days)
    return ListedTimes(zone, tuple(_read_wall(code) for code in codes))


def _read_wall(code: str) -> datetime:
    text = code.strip()
    try:
        wall = datetime.fromisoformat(text) if _WALL.fullmatch(text) else None
    except ValueError:  # such as a thirtieth of February
        wall = None
    if wall is None:
        sentence = _("“%(code)s” is not a time: write 2027-03-07T18:00, without a zone, or 2027-03-07T18:00 every 7d.")
        raise BadRoundTimes(sentence % {"code": text[:40]})
    return wall.replace(second=0)


def _code(wall: datetime) -> str:
    return wall.isoformat(timespec="minutes")
