"""One header as a line, ``[White "Ada"]``: in PGN, and as a comment in formats that have no place for it."""

import re

from .record import one_line

_NAME = re.compile(r"[^\s\"\[\]{}]+")
_ESCAPED = re.compile(r"\\([\"\\])")
_SPECIAL = re.compile(r"[\"\\]")


def write_tag(name: str, value: str) -> str:
    """Return the line; quotes and backslashes in the value get a backslash, as in chess."""
    return f'[{name} "{_SPECIAL.sub(_with_backslash, value)}"]'


def read_tag(line: str) -> tuple[str, str] | None:
    """Return name and value, None if ``line`` is no tag. Missing quotes and lone backslashes are forgiven."""
    if not (line.startswith("[") and line.endswith("]")):
        return None
    inside = line[1:-1].strip()
    name = _NAME.match(inside)
    if name is None:
        return None
    value = inside[name.end() :].strip()
    if len(value) > 1 and value[0] == value[-1] == '"':
        value = value[1:-1]
    return name[0], one_line(_ESCAPED.sub(r"\1", value))


def _with_backslash(match: re.Match[str]) -> str:
    return f"\\{match[0]}"
