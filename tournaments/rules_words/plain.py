"""Numbers, times and names as players write them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.timezone import localtime

from games.clock.durations import duration_text
from games.models.choices import GameTypeChoice


def half_points(value: int) -> str:
    """Half points as players write them.

    >>> [half_points(n) for n in (0, 1, 2, 3)]
    ['0', '½', '1', '1½']
    """
    whole, half = divmod(value, 2)
    return ("" if whole == 0 and half else str(whole)) + ("½" if half else "")


def game_type_words(game_type: str) -> str:
    """The game type as a player says it.

    >>> game_type_words("Base+ML")
    'Base + Mosquito, Ladybug'
    """
    return str(GameTypeChoice(game_type).label)


def moment(at: datetime) -> str:
    """A date and time in the reader's zone, with the zone named."""
    local = localtime(at)
    return f"{date_format(local, 'DATETIME_FORMAT')} {local.tzname()}"


def hours(count: int) -> str:
    """So many hours in words: "10 days", "1 day 12 hours"."""
    return duration_text(timedelta(hours=count))
