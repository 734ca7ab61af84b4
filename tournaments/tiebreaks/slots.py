"""The places in an entrant's row: one for each finished game or match, each bye and each round missed."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from games.side import Side


class SlotKind(StrEnum):
    GAME = "game"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    PAIRING_BYE = "pairing_bye"
    REQUESTED_BYE = "requested_bye"


_VOLUNTARY = frozenset({SlotKind.FORFEIT_LOSS, SlotKind.REQUESTED_BYE})
_FORFEITS = frozenset({SlotKind.FORFEIT_WIN, SlotKind.FORFEIT_LOSS})


class Slot(NamedTuple):
    """One finished game or match, or the place of one, as one entrant sees it. ``points`` are half points.

    ``side`` is None for a match. ``walkover``: a game forfeited by a side, in a match that
    counts as played all the same.
    """

    round_no: int
    kind: SlotKind
    points: int
    opponent: int | None = None
    side: Side | None = None
    walkover: bool = False

    @property
    def voluntary(self) -> bool:
        """Whether the entrant chose not to play (a "voluntary unplayed round", VUR)."""
        return self.kind in _VOLUNTARY

    @property
    def forfeit(self) -> bool:
        return self.kind in _FORFEITS


class Met(NamedTuple):
    """A slot and the score it was against, in half points. ``missed``: not played of the entrant's own will."""

    slot: Slot
    score: int
    points: int
    missed: bool
