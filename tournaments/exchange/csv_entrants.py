"""Entrants from a CSV file that an organiser made in a spreadsheet."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .csv_cells import unprotect

MOST_LINES = 10_000
LONGEST_CELL = 200
HIGHEST_RATING = 4_000
HIGHEST_SEED = 9_999

_COLUMNS = {
    "user_name": ("user name", "username", "user", "login", "account"),
    "name": ("name", "player", "full name"),
    "seed": ("start number", "seed", "no", "no.", "number", "#"),
    "rating": ("rating", "elo"),
    "club": ("club", "team", "federation", "country"),
}
_FIELD_OF = {title: field for field, titles in _COLUMNS.items() for title in titles}


@dataclass(frozen=True, slots=True)
class ImportedEntrant:
    """An entrant as a line of the file names one: by user name, by name, or both. ``line`` counts from 1."""

    line: int
    user_name: str = ""
    name: str = ""
    seed: int | None = None
    rating: int | None = None
    club: str = ""


@dataclass(frozen=True, slots=True)
class LineProblem:
    """What is wrong with a line, as a sentence."""

    line: int
    sentence: str


@dataclass(frozen=True, slots=True)
class ImportedEntrants:
    """What a file says. Use ``entrants`` only if there are no ``problems``; ``ignored`` are columns not known here."""

    entrants: tuple[ImportedEntrant, ...] = ()
    problems: tuple[LineProblem, ...] = ()
    ignored: tuple[str, ...] = ()


def read_entrants_csv(text: str) -> ImportedEntrants:
    """Read entrants; every line that cannot be used is named, not only the first.

    The first line names the columns, in any order and letter case: "user name" or "name", and if known "start number",
    "rating" and "club". Commas, semicolons and tabs separate cells. Empty lines are left out.
    """
    lines = _lines(text.removeprefix("\ufeff"))
    try:
        first, header = next(lines)
    except StopIteration:
        return _refused(1, _("The file is empty: give a line with the names of the columns, then a line per entrant."))
    except csv.Error:
        return _refused(1, _("The file cannot be read as CSV: save it as comma-separated text."))
    fields = [_FIELD_OF.get(" ".join(title.lower().replace("_", " ").split())) for title in header]
    if not {"user_name", "name"} & set(fields):
        return _refused(first, _("The first line must name the columns, one of them “name” or “user name”."))
    twice = next((header[at] for at, field in enumerate(fields) if field and field in fields[:at]), None)
    if twice is not None:
        return _refused(first, _("Two columns mean the same, the second is “%(column)s”.") % {"column": twice[:40]})
    entrants, problems = _read_rows(lines, fields)
    if not entrants and not problems:
        return _refused(first, _("There is no entrant below the names of the columns."))
    ignored = tuple(title[:40] for title, field in zip(header, fields, strict=True) if field is None and title)
    return ImportedEntrants(tuple(entrants), tuple(sorted(problems, key=lambda problem: problem.line)), ignored)


def _refused(line: int, sentence: str) -> ImportedEntrants:
    return ImportedEntrants(problems=(LineProblem(line, sentence),))


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each line that is not empty, with the number of the line it begins on."""
    head = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    begin = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield begin, [" ".join(unprotect(cell.strip()).split()) for cell in cells]
        begin = reader.line_num + 1


def _read_rows(
    lines: Iterator[tuple[int, list[str]]], fields: Sequence[str | None]
) -> tuple[list[ImportedEntrant], list[LineProblem]]:
    entrants: list[ImportedEntrant] = []
    problems: list[LineProblem] = []
    seen: dict[tuple[str, str], int] = {}
    line = 1
    try:
        for line, cells in lines:
            if len(entrants) + len(problems) >= MOST_LINES:
                text = _("More than %(most)d lines: split the file.") % {"most": MOST_LINES}
                return entrants, [*problems, LineProblem(line, text)]
            entrant, sentences = _read_row(line, cells, fields)
            sentences += _repeated(entrant, seen)
            problems += [LineProblem(line, sentence) for sentence in sentences]
            if not sentences:
                entrants.append(entrant)
    except csv.Error:
        problems.append(LineProblem(line, _("A quotation mark is not closed in or after this line.")))
    return entrants, problems


def _read_row(line: int, cells: list[str], fields: Sequence[str | None]) -> tuple[ImportedEntrant, list[str]]:
    sentences: list[str] = []
    if any(cells[len(fields) :]):
        text = _("%(count)d cells, but only %(columns)d columns have a name.")
        sentences.append(text % {"count": len(cells), "columns": len(fields)})
    if any(len(cell) > LONGEST_CELL or not cell.isprintable() for cell in cells):
        sentences.append(_("A cell has more than %(most)d characters or signs no name has.") % {"most": LONGEST_CELL})
    values = {field: cell for field, cell in zip(fields, cells, strict=False) if field}
    seed = _whole(values.get("seed", ""), _("start number"), 1, HIGHEST_SEED, sentences)
    rating = _whole(values.get("rating", ""), _("rating"), 0, HIGHEST_RATING, sentences)
    user_name, name = values.get("user_name", "").removeprefix("@"), values.get("name", "")
    if not user_name and not name:
        sentences.append(_("The name is missing."))
    return ImportedEntrant(line, user_name, name, seed, rating, values.get("club", "")), sentences


def _whole(cell: str, what: str, least: int, most: int, sentences: list[str]) -> int | None:
    """The number in a cell, None for an empty one; decimals are cut off, spreadsheets add them."""
    if not cell:
        return None
    match = re.fullmatch(r"([0-9]{1,9})([.,][0-9]+)?", cell, re.ASCII)
    if match is None or not least <= int(match[1]) <= most:
        text = _("The %(what)s must be a whole number from %(least)d to %(most)d, not “%(cell)s”.")
        sentences.append(text % {"what": what, "least": least, "most": most, "cell": cell[:40]})
        return None
    return int(match[1])


def _repeated(entrant: ImportedEntrant, seen: dict[tuple[str, str], int]) -> list[str]:
    """What stands in an earlier line already: a user name, a start number, or a name without a user name."""
    keys = [("user", entrant.user_name.casefold())] if entrant.user_name else [("name", entrant.name.casefold())]
    if entrant.seed is not None:
        keys.append(("seed", str(entrant.seed)))
    sentences = []
    for kind, value in keys:
        if not value:
            continue
        first = seen.setdefault((kind, value), entrant.line)
        if first == entrant.line:
            continue
        words = {
            "user": _("The user name “%(value)s” stands in line %(line)d already."),
            "name": _("“%(value)s” stands in line %(line)d already: give user names to tell them apart."),
            "seed": _("The start number %(value)s stands in line %(line)d already."),
        }
        shown = value if kind == "seed" else (entrant.user_name or entrant.name)
        sentences.append(words[kind] % {"value": shown[:60], "line": first})
    return sentences
