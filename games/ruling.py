"""What an arbiter's ruling replaced, so that it can be taken back entirely. Plain data, storable as JSON. Pure."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any

MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling on one game, with everything the game was before it.

    ``event_id`` is the game's event (``GameEvent``) in which the ruling stands. The remaining times are those at the
    ruling: a clock that ran then is charged up to that instant. ``rated`` is what the players had agreed; ``was_rated``
    says whether the earlier result had changed their ratings.
    """

    game_id: int
    event_id: int
    status: str
    result: str
    ending: str
    finished_at: datetime | None
    rated: bool
    was_rated: bool
    to_move: str
    white_remaining: timedelta
    black_remaining: timedelta
    turn_started_at: datetime | None
    turn_spent: timedelta
    flag_at: datetime | None
    warn_at: datetime | None
    paused_at: datetime | None
    paused_until: datetime | None
    white_draw_offer_ply: int | None
    black_draw_offer_ply: int | None
    white_last_offer_ply: int | None
    black_last_offer_ply: int | None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON: instants as ISO strings, durations as whole microseconds."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Ruling:
        """Read what `to_json` wrote.

        :raises KeyError: something is missing.
        """
        return cls(**{field.name: _read(field.name, data[field.name]) for field in fields(cls)})


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return value // MICROSECOND if isinstance(value, timedelta) else value


def _read(name: str, value: Any) -> Any:
    if value is not None and (name.endswith("_at") or name == "paused_until"):
        return datetime.fromisoformat(value)
    if name.endswith("_remaining") or name == "turn_spent":
        return value * MICROSECOND
    return value
