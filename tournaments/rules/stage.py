"""The rules of one stage of an event: how it is paired, paced, scored, and who goes on from the stage before.

Pure. Points are half points. An event of one stage has its rules flat on `Rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from .canonical import canonical

ROUND_ROBIN, DOUBLE_SWISS, DUTCH, KNOCK_OUT = "round_robin", "double_swiss", "dutch", "knock_out"
SWISS = frozenset({DOUBLE_SWISS, DUTCH})


@dataclass(frozen=True, slots=True)
class StageRules:
    """What an organiser decides for one stage; the defaults are those of a Double Swiss."""

    format: str = DOUBLE_SWISS
    stage_name: str = ""
    games_per_pairing: int = 2
    cycles: int = 1  # how often everybody meets everybody in a round robin
    rounds: int | None = None  # of a Swiss; None: as many as the number of entrants asks for
    groups: int = 1
    score_by: str = "matches"  # what a point in the standings is given for: games or matches
    win_points: int = 2
    draw_points: int = 1
    loss_points: int = 0
    bye_points: int = 3  # of the games that a pairing-allocated bye replaces
    match_win_points: int = 2
    match_draw_points: int = 1
    match_loss_points: int = 0
    requested_byes: int = 1  # how many half-point byes an entrant may ask for
    tiebreaks: tuple[str, ...] = ("PTS", "GP", "DE", "BH/C1", "BH", "SB", "WIN", "BWG")
    pacing: str = "by_round"
    max_games_at_once: int | None = None  # of one player, with the pacing "at_most"
    rest_hours: int = 0  # between two rounds
    round_hours: int | None = None  # from a round's start to its deadline; None: no deadline
    round_starts: tuple[str, ...] = ()  # wall times in the event's zone, with the pacing "fixed_times"
    overdue: str = "arbiter"  # what becomes of games open at the deadline
    accelerated: bool = False
    final_games: int | None = None  # in the final and the match for third place of a knock-out
    third_place: bool = False
    drawn_match: str = "higher_seed"
    decider_games: int = 2
    advance_per_group: int = 0  # how many of each group of the stage before play here
    advance_next_best: int = 0

    @property
    def is_swiss(self) -> bool:
        return self.format in SWISS

    @property
    def is_knock_out(self) -> bool:
        return self.format == KNOCK_OUT

    def changed(self, values: Mapping[str, Any]) -> StageRules:
        """These rules with ``values`` in place of the old ones."""
        return replace(self, **canonical(values))

    def to_json(self) -> dict[str, Any]:
        """Plain values that `stage_from` reads back."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


STAGE_FIELDS = tuple(field.name for field in fields(StageRules))

# What differs from the dataclass's own defaults.
FORMAT_DEFAULTS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        DOUBLE_SWISS: {},
        DUTCH: {
            "games_per_pairing": 1,
            "score_by": "games",
            "bye_points": 2,
            "tiebreaks": ("PTS", "DE", "BH/C1", "BH", "SB", "WIN", "BWG"),
        },
        ROUND_ROBIN: {
            "score_by": "games",
            "pacing": "all_at_once",
            "bye_points": 0,
            "requested_byes": 0,
            "tiebreaks": ("PTS", "DE", "WIN", "SB", "BWG"),
        },
        KNOCK_OUT: {"score_by": "matches", "bye_points": 0, "requested_byes": 0, "tiebreaks": ("PTS",)},
    }
)


def with_format_defaults(values: Mapping[str, Any]) -> dict[str, Any]:
    """``values`` and, for what is left out, what suits the format named in them."""
    named = str(values.get("format", DOUBLE_SWISS))
    return {**FORMAT_DEFAULTS.get(named, {}), **values}


def stage_from(values: Mapping[str, Any]) -> StageRules:
    """Read the rules of a stage; what is left out has its format's default.

    :raises TypeError: a name that is no rule of a stage.
    """
    return StageRules(**canonical(with_format_defaults(values)))
