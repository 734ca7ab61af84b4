"""One header as a line, ``[White "Ada"]``: in PGN, and as a comment in formats that have no place for it."""

import re

from .record import one_line

_TAG = re.compile(r"\[\s*([^\s\"\[\]{}]+)\s*(?:\"(.*)\"|(.*?))\s*\]")
_ESCAPED = re.compile(r"\\([\"\\])")
_SPECIAL = re.compile(r"[\"\\]")


def write_tag(name: str, value: str) -> str:
    """Return the line; quotes and backslashes in the value get a backslash, as in chess."""
    return f'[{name} "{_SPECIAL.sub(_with_backslash, value)}"]'


def read_tag(line: str) -> tuple[str, str] | None:
    """Return name and value, None if ``line`` is no tag. Missing quotes and lone backslashes are forgiven."""
    match = _TAG.fullmatch(line)
    if match is None:
        return None
    value = match[2] if match[2] is not None else match[3]
    return match[1], one_line(_ESCAPED.sub(r"\1", value))


def _with_backslash(match: re.Match[str]) -> str:
    return f"\\{match[0]}"
