"""Cells of a CSV file that a spreadsheet opens without harm, and reads back as what they were."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

Cell = str | int | None
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_QUOTE = "'"
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def write_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The file as RFC 4180 has it: commas, lines that end in CR LF, quotes where needed.

    Texts are protected with `protect`; whole numbers stay as they are, None is an empty cell.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([protect(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return out.getvalue()


def protect(text: str) -> str:
    """``text`` with an apostrophe before it if a spreadsheet would take it for a formula.

    A number is none. A text that looks protected already gets one more, so that `unprotect` always gives ``text`` back.

    >>> protect("=1+2"), protect("'=1"), protect("O'Neill")
    ("'=1+2", "''=1", "O'Neill")
    """
    text = text.replace("\0", "")
    if _NUMBER.fullmatch(text):
        return text
    return _QUOTE + text if text.lstrip(_QUOTE).startswith(_FORMULA) else text


def unprotect(text: str) -> str:
    """What `protect` was given."""
    protected = text.startswith(_QUOTE) and text.lstrip(_QUOTE).startswith(_FORMULA)
    return text[1:] if protected else text


def show_points(half_points: int | None) -> str:
    """Half points as a decimal number that spreadsheets and programs read.

    >>> show_points(5), show_points(4), show_points(None)
    ('2.5', '2', '')
    """
    if half_points is None:
        return ""
    whole, half = divmod(half_points, 2)
    return f"{whole}.5" if half else str(whole)
