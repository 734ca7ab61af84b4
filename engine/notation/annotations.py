"""Clock times inside comments, as chess programs write them: ``[%clk 0:14:58]`` is the time left.

``[%used 0:01:02.5]`` is ours: the time the mover has used in the whole game, BoardSpace's TM.
"""

import re
from datetime import timedelta

_TIME = re.compile(r"\[%(clk|used)\s+([0-9]{1,6}):([0-5]?[0-9]):([0-5]?[0-9])(?:\.([0-9]{1,3}))?\]")
_MILLISECOND = timedelta(milliseconds=1)


def time_text(time: timedelta) -> str:
    """Return ``h:mm:ss``, with as many decimals as are needed.

    >>> time_text(timedelta(hours=30, milliseconds=1500))
    '30:00:01.5'
    """
    seconds, rest = divmod(max(time, timedelta(0)) // _MILLISECOND, 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{rest:03}".rstrip("0") if rest else text


def write_comment(text: str, clock: timedelta | None, spent: timedelta | None) -> str:
    """Return ``text`` with the times in front of it."""
    parts = [f"[%clk {time_text(clock)}]"] if clock is not None else []
    if spent is not None:
        parts.append(f"[%used {time_text(spent)}]")
    return " ".join([*parts, text] if text else parts)


def read_comment(
    text: str, clock: timedelta | None = None, spent: timedelta | None = None
) -> tuple[str, timedelta | None, timedelta | None]:
    """Return the text without its times, the time left and the time used.

    A time already known is not looked for: what looks like one then belongs to the text.
    """
    # Taking one out may bring the halves of another together; there are two to take at most.
    for _ in range(3):
        text, clock, spent = _take(text, clock, spent)
    return text, clock, spent


def _take(
    text: str, clock: timedelta | None, spent: timedelta | None
) -> tuple[str, timedelta | None, timedelta | None]:
    kept: list[str] = []
    end = 0
    for match in _TIME.finditer(text):
        hours, minutes, seconds = (int(match[i]) for i in (2, 3, 4))
        time = timedelta(
            hours=hours, minutes=minutes, seconds=seconds, milliseconds=int((match[5] or "").ljust(3, "0"))
        )
        if match[1] == "clk" and clock is None:
            clock = time
        elif match[1] == "used" and spent is None:
            spent = time
        else:
            continue
        kept.append(text[end : match.start()].strip(" "))
        end = match.end()
    kept.append(text[end:].strip(" "))
    return " ".join(part for part in kept if part), clock, spent
