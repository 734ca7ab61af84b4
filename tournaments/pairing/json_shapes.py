"""Event states and rounds as JSON and back, without loss.

Fields at their default are left out, so that what is stored is short and can be read after
new fields have come.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from enum import StrEnum
from typing import Any

from .format_types import DrawnMatch, Entry, EventState, FormatSettings, PastMatch, ScoreBy
from .plan import Bye, ByeKind, MatchPlan, RoundPlan

Json = dict[str, Any]
_Readers = Mapping[str, Callable[[Any], Any]]


def _pairs(value: list[list[int]]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(pair) for pair in value)


def _bye_kind(value: str | None) -> ByeKind | None:
    return None if value is None else ByeKind(value)


def _rows(value: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in value)


_SETTINGS: _Readers = {
    "forbidden": _pairs,
    "score_by": ScoreBy,
    "late_bye": ByeKind,
    "best_of": tuple,
    "drawn_match": DrawnMatch,
}
_ENTRY: _Readers = {"requested_byes": frozenset, "full_byes": frozenset, "zero_byes": frozenset}
_PAST: _Readers = {"kind": _bye_kind, "forfeited_by": frozenset, "deciders": _rows}


def state_to_json(state: EventState) -> Json:
    """All that a format may look at, as plain JSON."""
    return {
        "settings": _write(state.settings),
        "entries": [_write(entry) for entry in state.entries],
        "history": [_write(match) for match in state.history],
    }


def state_from_json(data: Mapping[str, Any]) -> EventState:
    """What `state_to_json` wrote.

    :raises KeyError, TypeError, ValueError: it was not written by it.
    """
    return EventState(
        entries=tuple(Entry(**_read(row, _ENTRY)) for row in data["entries"]),
        settings=FormatSettings(**_read(data["settings"], _SETTINGS)),
        history=tuple(PastMatch(**_read(row, _PAST)) for row in data["history"]),
    )


def plan_to_json(plan: RoundPlan) -> Json:
    """A round as plain JSON."""
    return {
        "number": plan.number,
        "matches": [
            {"white": match.white_no, "black": match.black_no, "games": [list(game) for game in match.games]}
            for match in plan.matches
        ],
        "byes": [{"no": bye.no, "kind": bye.kind.value} for bye in plan.byes],
        "reasons": dict(plan.reasons),
    }


def plan_from_json(data: Mapping[str, Any]) -> RoundPlan:
    """What `plan_to_json` wrote.

    :raises KeyError, TypeError, ValueError: it was not written by it.
    """
    return RoundPlan(
        number=data["number"],
        matches=tuple(
            MatchPlan(row["white"], row["black"], tuple((white, black) for white, black in row["games"]))
            for row in data["matches"]
        ),
        byes=tuple(Bye(row["no"], ByeKind(row["kind"])) for row in data["byes"]),
        reasons=dict(data["reasons"]),
    )


def _write(shape: FormatSettings | Entry | PastMatch) -> Json:
    values = {one.name: getattr(shape, one.name) for one in fields(shape) if not _is_default(shape, one)}
    return {name: _plain(value) for name, value in values.items()}


def _is_default(shape: FormatSettings | Entry | PastMatch, one: Field[Any]) -> bool:
    return one.default is not MISSING and getattr(shape, one.name) == one.default


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(_plain(part) for part in value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _read(row: Mapping[str, Any], readers: _Readers) -> Json:
    return {name: readers[name](value) if name in readers else value for name, value in row.items()}
