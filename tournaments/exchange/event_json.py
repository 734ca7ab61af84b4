"""Our own file of an event: JSON that holds everything `EventData` does, and reads back to an equal value.

The first two members say what the file is: ``"schema": "bikupa-event"`` and ``"version"``, which grows when a reader of
the old form would misread the new one. Members that are left out have their defaults; unknown ones are refused, since
ignoring them would lose what they say.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, datetime
from functools import cache
from math import inf
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from .event_data import EventData, RoundData

SCHEMA, VERSION = "bikupa-event", 1
_DEEPEST = 20
_WORDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    datetime: "a time such as 2027-03-28T16:00:00+00:00",
}


class EventJsonError(ValueError):
    """The file cannot be understood. ``path`` names the place, such as ``sections[0].rounds[2].number``."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path = path
        self.problem = problem

    def below(self, step: str) -> "EventJsonError":
        """The same error, seen from one step further up."""
        dot = "." if self.path and not self.path.startswith("[") else ""
        return EventJsonError(f"{step}{dot}{self.path}", self.problem)


def write_event_json(event: EventData) -> str:
    """The event as JSON text, the same for equal events. Instants are written in UTC."""
    values = {"schema": SCHEMA, "version": VERSION, **_plain(event)}
    return json.dumps(values, ensure_ascii=False, allow_nan=False) + "\n"


def read_event_json(text: str) -> EventData:
    """The event a file holds.

    :raises EventJsonError: it is no such file; names the place and what should stand there.
    """
    try:
        values = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise EventJsonError("", f"this is not JSON: {error.msg} in line {error.lineno}") from None
    except EventJsonError:
        raise
    except (RecursionError, ValueError):
        raise EventJsonError("", "this is not an event: values nested too deep, or a number too long") from None
    if not isinstance(values, dict) or values.get("schema") != SCHEMA:
        raise EventJsonError("schema", f"this is not an event: it must begin with “{SCHEMA}”")
    if values.get("version") != VERSION:
        raise EventJsonError("version", f"only version {VERSION} can be read here")
    rest = {name: value for name, value in values.items() if name not in ("schema", "version")}
    event = _reader(EventData)(rest)
    assert isinstance(event, EventData)
    _check_numbers(event)
    return event


def _plain(value: Any) -> Any:
    if value is None or type(value) in (str, int, bool, float):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {name: _plain(getattr(value, name)) for name in _names(type(value))}
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("an instant has a time zone")
        return value.astimezone(UTC).isoformat()
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind))


Reader = Callable[[Any], Any]


@cache
def _reader(kind: Any) -> Reader:
    """What reads a ``kind``: a dataclass, a tuple of a kind, a mapping, a simple type, or one of these or None.

    Readers raise with the path below their own place; those above put theirs before it.
    """
    if get_origin(kind) is UnionType:
        return _optional(_reader(next(one for one in get_args(kind) if one is not NoneType)))
    if get_origin(kind) is tuple:
        return _list_of(_reader(get_args(kind)[0]))
    if not isinstance(kind, type):
        return _read_mapping
    if is_dataclass(kind):
        return _object_of(kind)
    return {datetime: _read_instant, float: _read_float}.get(kind) or _simple(kind)


def _optional(read: Reader) -> Reader:
    return lambda value: None if value is None else read(value)


def _simple(kind: type) -> Reader:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise EventJsonError("", f"must be {_WORDS[kind]}")
        return value

    return read


def _list_of(read_item: Reader) -> Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise EventJsonError("", "must be a list")
        found: list[Any] = []
        try:
            for item in value:
                found.append(read_item(item))
        except EventJsonError as error:
            raise error.below(f"[{len(found)}]") from None
        return tuple(found)

    return read


def _object_of(kind: type) -> Reader:
    hints = get_type_hints(kind)
    readers = {name: _reader(hint) for name, hint in hints.items()}
    needed = [one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING]

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise EventJsonError("", "must be an object")
        found = {}
        for name, item in value.items():
            if name not in readers:
                raise EventJsonError(name[:40], "is not known here")
            try:
                found[name] = readers[name](item)
            except EventJsonError as error:
                raise error.below(name) from None
        for name in needed:
            if name not in found:
                raise EventJsonError("", f"{name} is missing")
        return kind(**found)

    return read


def _read_float(value: Any) -> float:
    number = float(value) if type(value) is int and abs(value) < 2**53 else value
    if type(number) is not float or number in (inf, -inf):  # JSON has no infinity, but 1e999 is read as one
        raise EventJsonError("", f"must be {_WORDS[float]}")
    return number


def _read_instant(value: Any) -> datetime:
    try:
        instant = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        instant = None
    if instant is None or instant.tzinfo is None:
        raise EventJsonError("", f"must be {_WORDS[datetime]}")
    return instant


def _read_mapping(value: Any) -> Any:
    if not isinstance(value, dict):
        raise EventJsonError("", "must be an object")
    _check_depth(value, _DEEPEST)
    return value


def _check_depth(value: Any, left: int) -> None:
    if left == 0:
        raise EventJsonError("", "is nested too deep")
    if value in (inf, -inf):
        raise EventJsonError("", "has a number that is too large")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _check_depth(item, left - 1)


def _no_number(word: str) -> Any:
    raise EventJsonError("", f"{word} is not a number")


def _check_numbers(event: EventData) -> None:
    """Refuse an entrant, start number, round or board that stands there twice, and entrants nobody knows."""
    entrants = _once("entrants", "number", [entrant.number for entrant in event.entrants])
    for at, section in enumerate(event.sections):
        here = f"sections[{at}]"
        placed = _once(f"{here}.places", "entrant", [place.entrant for place in section.places])
        _once(f"{here}.places", "start_number", [place.start_number for place in section.places])
        _known(f"{here}.places", placed, entrants)
        _once(f"{here}.rounds", "number", [round_.number for round_ in section.rounds])
        for index, round_ in enumerate(section.rounds):
            _check_round(f"{here}.rounds[{index}]", round_, placed)


def _check_round(here: str, round_: RoundData, placed: set[int]) -> None:
    _once(f"{here}.matches", "board", [match.board for match in round_.matches])
    _known(f"{here}.byes", {bye.entrant for bye in round_.byes}, placed)
    for at, match in enumerate(round_.matches):
        sides = {match.first, match.second}
        _known(f"{here}.matches[{at}]", sides, placed)
        if len(sides) != 2 or any({game.white, game.black} != sides for game in match.games):
            raise EventJsonError(f"{here}.matches[{at}]", "all games of a match are between its two entrants")
        _once(f"{here}.matches[{at}].games", "number", [game.number for game in match.games])


def _once(path: str, name: str, numbers: list[int]) -> set[int]:
    seen: set[int] = set()
    for number in numbers:
        if number in seen:
            raise EventJsonError(path, f"{name} {number} stands there twice")
        seen.add(number)
    return seen


def _known(path: str, numbers: set[int], known: set[int]) -> None:
    if missing := sorted(numbers - known):
        raise EventJsonError(path, f"there is no entrant {missing[0]}")
