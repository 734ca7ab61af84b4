"""Cells of the endless board in axial coordinates, drawn with pointy-top hexes."""

from typing import NamedTuple


class Hex(NamedTuple):
    """One cell: ``q`` grows to the east, ``r`` to the south-east. The first piece of a game is at (0, 0).

    >>> Hex(0, 0).neighbours()[0]
    Hex(q=1, r=0)
    """

    q: int
    r: int

    def neighbours(self) -> tuple["Hex", ...]:
        """Return the six cells around, east first, then against the clock."""
        return tuple(Hex(self.q + q, self.r + r) for q, r in DIRECTIONS)


# E NE NW W SW SE, the order the core uses.
DIRECTIONS: tuple[tuple[int, int], ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def cell_of(at: tuple[int, int]) -> int:
    """Return the core's cell for a place on the board."""
    return (at[0] + 32 * at[1]) & 1023
