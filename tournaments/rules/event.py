"""The rules of an event as one validated object: what an organiser chooses and players read before they join.

Pure apart from Django's translations and the time control of ``games``: no database. Points are half points.
Which of the fields may change later stands in ``ENTRY_FIELDS``, ``RUNNING_FIELDS`` and ``ALWAYS_FIELDS``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any

from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice

from .canonical import canonical
from .stage import STAGE_FIELDS, StageRules, stage_from, with_format_defaults

# May change for as long as the event lives.
ALWAYS_FIELDS = frozenset({"description"})
# May still change while the event runs, because nobody's results depend on them. Each change is in the record.
RUNNING_FIELDS = frozenset({"round_starts", "rest_hours", "round_hours", "late_entry_until", "approval"})
# May change until the start. Everything else is what the entrants agreed to: fixed with the first entry.
ENTRY_FIELDS = frozenset(
    {
        "name",
        "seats",
        "waiting_list",
        "entry",
        "entry_password",
        "min_rating",
        "max_rating",
        "established_only",
        "min_rated_games",
        "max_timeout_percent",
        "registration_opens_at",
        "registration_closes_at",
        "check_in_opens_at",
        "starts_at",
        "time_zone",
        *RUNNING_FIELDS,
    }
)
# What a player need not agree to anew.
_NOT_AGREED = ALWAYS_FIELDS | {"entry_password"}


@dataclass(frozen=True, slots=True)
class Rules(StageRules):
    """What an organiser decides. Fields are named as in ``Tournament``; those of the first stage are flat on it."""

    name: str = ""
    description: str = ""
    game_type: str = GameTypeChoice.MLP.value
    opening_rule: str = OpeningRuleChoice.NO_QUEEN_FIRST.value
    repetition_rule: str = RepetitionRuleChoice.THREEFOLD.value
    time_control: str = "3d"
    rated: bool = True
    seats: int = 16
    waiting_list: bool = True
    entry: str = "open"
    entry_password: str = ""  # as a hash
    min_rating: int | None = None
    max_rating: int | None = None
    established_only: bool = False  # refuses who has only a provisional rating
    min_rated_games: int = 0
    max_timeout_percent: int | None = None  # of the player's latest games, see `games.selectors.timeouts`
    section_bands: tuple[int, ...] = ()  # lowest rating of each section but the last, highest first
    registration_opens_at: datetime | None = None
    registration_closes_at: datetime | None = None
    check_in_opens_at: datetime | None = None  # None: no check-in
    starts_at: datetime | None = None  # None: started by hand
    time_zone: str = "UTC"
    late_entry_until: int = 0  # the last round that may be entered late; 0: none
    late_points: int = 0  # for each round missed by entering late
    withdrawal_rule: str = "half_schedule"  # what counts of who leaves a round robin
    silent_timeouts: int = 2  # games lost on time in a row that count as leaving; 0: never
    approval: str = "automatic"  # whether the last results wait for an arbiter's approval
    analysis_allowed: bool = False
    later_stages: tuple[StageRules, ...] = ()

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of all fields."""
        return tuple(field.name for field in fields(cls))

    @property
    def first_stage(self) -> StageRules:
        return StageRules(**{name: getattr(self, name) for name in STAGE_FIELDS})

    @property
    def stages(self) -> tuple[StageRules, ...]:
        """Every stage in order."""
        return (self.first_stage, *self.later_stages)

    def changed(self, values: Mapping[str, Any]) -> Rules:
        """These rules with ``values`` in place of the old ones, written in their one canonical form."""
        return replace(self, **_with_stages(values))

    def differences(self, other: Rules) -> frozenset[str]:
        """The names of the fields in which two sets of rules differ."""
        return frozenset(name for name in self.names() if getattr(self, name) != getattr(other, name))

    @property
    def version(self) -> str:
        """A short name of what a player enters on: two sets of rules share it only if they are the same.

        The description is not part of it, as it may change at any time, and neither is anything that happens in the
        event. It is the same in every process and release as long as the fields are.
        """
        agreed = {name: getattr(self, name) for name in self.names() if name not in _NOT_AGREED}
        text = json.dumps(agreed, default=_plain, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    """An instant in UTC, however it was written; a stage as its fields."""
    if isinstance(value, StageRules):
        return value.to_json()
    if not isinstance(value, datetime):
        raise TypeError(f"no rule is a {type(value).__name__}")
    return value.astimezone(UTC).isoformat()


def rules_from(values: Mapping[str, Any]) -> Rules:
    """Read the rules of a new event; what is left out has its format's default.

    :raises TypeError: a name that is no rule.
    """
    return Rules(**_with_stages(with_format_defaults(values)))


def _with_stages(values: Mapping[str, Any]) -> dict[str, Any]:
    clean = canonical(values)
    if "later_stages" in clean:
        clean["later_stages"] = tuple(
            stage if type(stage) is StageRules else stage_from(stage) for stage in clean["later_stages"]
        )
    return clean
