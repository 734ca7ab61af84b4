"""Time zones a player can choose. Pure: the names come from the tz database."""

from functools import cache
from zoneinfo import available_timezones

_NO_PLACE = ("Etc/", "SystemV/", "US/", "Canada/", "Brazil/", "Chile/", "Mexico/", "posix/", "right/")


@cache
def zone_names() -> list[str]:
    """Every zone named after a place, in order of its name, with UTC first."""
    places = [name for name in available_timezones() if "/" in name and not name.startswith(_NO_PLACE)]
    return ["UTC", *sorted(places)]


def is_zone(name: str) -> bool:
    """Whether ``name`` is in `zone_names`."""
    return name in zone_names()
