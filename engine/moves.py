"""Moves as value objects."""

from dataclasses import dataclass, field

from .hexes import Hex
from .pieces import Piece


@dataclass(frozen=True, slots=True)
class Move:
    """A placement, a movement or a pass.

    Two moves are equal if they move the same piece between the same cells, whoever throws it.
    ``throwers`` are the pieces that could throw it there; they are set only where the piece cannot go by
    its own power (an opponent's piece never can).
    """

    kind: str  # "placement", "movement" or "pass"
    piece: Piece | None = None
    origin: Hex | None = None
    destination: Hex | None = None
    throwers: tuple[Piece, ...] = field(default=(), compare=False)

    @property
    def thrower(self) -> Piece | None:
        """The first of ``throwers``, None for a move by own power."""
        return self.throwers[0] if self.throwers else None

    @staticmethod
    def passing() -> "Move":
        """Return the pass."""
        return Move("pass")
