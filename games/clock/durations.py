"""Durations of a time control: as short codes (``1d12h``), in words, and in milliseconds."""

import re
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

SECOND = timedelta(seconds=1)
MILLISECOND = timedelta(milliseconds=1)
SHORTEST = SECOND
LONGEST = timedelta(days=366)

# Eight digits at most: enough for any duration we allow, and timedelta cannot overflow.
DURATION = r"(?=[0-9])(?:[0-9]{1,8}d)?(?:[0-9]{1,8}h)?(?:[0-9]{1,8}m)?(?:[0-9]{1,8}s)?"

_UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1), "s": SECOND}


class InvalidTimeControl(ValueError):
    """A time control that cannot be read or is outside the limits; the message says what to write."""


def to_ms(duration: timedelta) -> int:
    """The whole milliseconds of ``duration``, rounded down."""
    return duration // MILLISECOND


def from_ms(milliseconds: int) -> timedelta:
    """The duration of so many milliseconds."""
    return milliseconds * MILLISECOND


def parse_duration(text: str) -> timedelta:
    """Read a code such as ``3d``, ``1d12h`` or ``90m``: days, hours, minutes, seconds in this order.

    :raises InvalidTimeControl: not such a code.
    """
    if not re.fullmatch(DURATION, text):
        raise InvalidTimeControl(
            _("“%(text)s” is not a duration: write numbers with d, h, m or s, such as 3d or 1d12h.")
            % {"text": text[:40]}
        )
    return sum((int(n) * _UNITS[unit] for n, unit in re.findall(r"([0-9]+)([dhms])", text)), timedelta(0))


def duration_code(duration: timedelta) -> str:
    """The shortest code that `parse_duration` reads back; ``duration`` is in whole seconds."""
    return "".join(f"{count}{unit}" for unit, count in _split(duration))


def duration_text(duration: timedelta) -> str:
    """``duration`` in words, in the active language: "1 day 12 hours"."""
    return " ".join(_count_text(unit, count) for unit, count in _split(duration))


def check_duration(name: str, duration: timedelta) -> None:
    """Refuse a duration outside 1 second to 366 days, or with a fraction of a second.

    ``name`` is how the message calls it.

    :raises InvalidTimeControl: says which one, and the limits.
    """
    if not SHORTEST <= duration <= LONGEST or duration % SECOND:
        raise InvalidTimeControl(_("The %(name)s must be whole seconds, from 1 second to 366 days.") % {"name": name})


def _split(duration: timedelta) -> list[tuple[str, int]]:
    parts: list[tuple[str, int]] = []
    rest = duration
    for unit, length in _UNITS.items():
        count, rest = divmod(rest, length)
        if count:
            parts.append((unit, count))
    return parts


def _count_text(unit: str, count: int) -> str:
    # Written out, one call each: makemessages only finds literal strings.
    if unit == "d":
        text = ngettext("%(count)d day", "%(count)d days", count)
    elif unit == "h":
        text = ngettext("%(count)d hour", "%(count)d hours", count)
    elif unit == "m":
        text = ngettext("%(count)d minute", "%(count)d minutes", count)
    else:
        text = ngettext("%(count)d second", "%(count)d seconds", count)
    return text % {"count": count}
