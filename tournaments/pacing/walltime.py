"""What the clock on the wall shows in a time zone, and which instant that is.

Twice a year in many zones, and sometimes by law, the clock is changed. A wall time that the clock jumps over does
not exist: it stands for the first instant after the jump. A wall time that the clock shows twice stands for the
first of the two. Offsets are those of the date meant, never today's.
"""

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.translation import gettext as _

_SECOND = timedelta(seconds=1)


@cache
def zone_of(name: str) -> ZoneInfo:
    """The time zone with this IANA name.

    :raises ValueError: there is none; says what to write.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        text = _("“%(name)s” is not a time zone: choose one such as Europe/Stockholm or UTC.")
        raise ValueError(text % {"name": name[:60]}) from None


def instant_of(wall: datetime, zone: ZoneInfo) -> datetime:
    """The instant, in UTC, at which the clock of ``zone`` shows the naive ``wall``.

    In a gap it is the first instant after it, in a fold the first of the two.

    >>> instant_of(datetime(2027, 3, 28, 2, 30), ZoneInfo("Europe/Stockholm")).isoformat()
    '2027-03-28T01:00:00+00:00'
    """
    if wall.tzinfo is not None:
        raise ValueError("a wall time has no time zone of its own")
    if is_missing(wall, zone):
        return _end_of_gap(wall, zone)
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def is_missing(wall: datetime, zone: ZoneInfo) -> bool:
    """Whether the clock of ``zone`` jumps over ``wall``."""
    return _wall(wall.replace(tzinfo=zone, fold=0).astimezone(UTC), zone) != wall.replace(fold=0)


def is_ambiguous(wall: datetime, zone: ZoneInfo) -> bool:
    """Whether the clock of ``zone`` shows ``wall`` twice."""
    first, second = (wall.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
    return first != second and not is_missing(wall, zone)


def wall_text(instant: datetime, zone: ZoneInfo) -> str:
    """``instant`` as the clock of ``zone`` shows it, with the zone's name and the offset of that day.

    >>> wall_text(datetime(2027, 7, 1, 16, tzinfo=UTC), ZoneInfo("Europe/Stockholm"))
    '2027-07-01 18:00 Europe/Stockholm (UTC+02:00)'
    """
    local = instant.astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M} {zone.key} (UTC{local.isoformat()[-6:]})"


def _wall(instant: datetime, zone: ZoneInfo) -> datetime:
    return instant.astimezone(zone).replace(tzinfo=None, fold=0)


def _end_of_gap(wall: datetime, zone: ZoneInfo) -> datetime:
    """The jump lies between the readings of ``wall`` by the offset after it (too early) and before it (late enough)."""
    early = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    late = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    while late - early > _SECOND:
        middle = early + (late - early) // 2
        if _wall(middle, zone) >= wall:
            late = middle
        else:
            early = middle
    return late.replace(microsecond=0)
