"""A whole event as plain values: what the exports are made from, and what our own JSON holds without loss.

Points are half points. Instants are in UTC. Entrants are named by their number in the event, which is not the start
number: that belongs to a section.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Plain = Mapping[str, Any]  # strings, numbers, booleans, None, lists and mappings of these


@dataclass(frozen=True, slots=True)
class EntrantData:
    """Who entered. ``withdrawn_after`` is the last round that the entrant was in."""

    number: int
    user_name: str
    name: str
    rating: float | None = None
    status: str = "entered"
    club: str = ""
    entered_at: datetime | None = None
    withdrawn_at: datetime | None = None
    withdrawn_after: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlaceData:
    """An entrant's place in a section: the start number, and the rank when it is over."""

    entrant: int
    start_number: int
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class GameData:
    """One game of a match, or its result without a game. Points are None while it is open.

    ``outcome`` is "white", "black", "draw", "none" or empty; ``game_string`` is the game in UHP.
    """

    number: int
    white: int
    black: int
    white_points: int | None = None
    black_points: int | None = None
    outcome: str = ""
    ending: str = ""
    forfeit: bool = False
    rated: bool = True
    counts: bool = True
    decider: bool = False
    started_at: datetime | None = None
    recorded_at: datetime | None = None
    reason: str = ""
    url: str = ""
    game_string: str = ""


@dataclass(frozen=True, slots=True)
class MatchData:
    """Two entrants and their games. The scores are match points, None where they are not used or not known."""

    board: int
    first: int
    second: int
    games: tuple[GameData, ...] = ()
    kind: str = ""
    status: str = ""
    first_score: int | None = None
    second_score: int | None = None
    advances: int | None = None
    deadline: datetime | None = None
    agreed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ByeData:
    """A round without opponent: ``kind`` is "pairing", "requested" or "absent". ``points`` are of games."""

    entrant: int
    kind: str
    points: int
    score: int | None = None


@dataclass(frozen=True, slots=True)
class RoundData:
    """A round of a section."""

    number: int
    status: str = ""
    starts_at: datetime | None = None
    started_at: datetime | None = None
    deadline: datetime | None = None
    finished_at: datetime | None = None
    matches: tuple[MatchData, ...] = ()
    byes: tuple[ByeData, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionData:
    """A section: entrants who are paired among each other in one stage. ``rules`` are those of its stage."""

    stage: int
    number: int
    name: str = ""
    rules: Plain = field(default_factory=dict)
    rounds_total: int = 0
    places: tuple[PlaceData, ...] = ()
    rounds: tuple[RoundData, ...] = ()


@dataclass(frozen=True, slots=True)
class EventData:
    """An event. ``edition`` is that of the pairing and tie-break rules, ``seed`` that of all draws by lot."""

    name: str
    status: str = ""
    url: str = ""
    rules: Plain = field(default_factory=dict)
    edition: str = ""
    seed: int = 0
    started_at: datetime | None = None
    finished_at: datetime | None = None
    entrants: tuple[EntrantData, ...] = ()
    sections: tuple[SectionData, ...] = ()
