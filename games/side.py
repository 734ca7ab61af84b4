"""The two sides of a game, as the games app speaks of them.

Pure: no Django, no database. The engine has its own colours; the services translate.
"""

from enum import StrEnum


class Side(StrEnum):
    """One of the two players of a game; the values are what is stored and sent."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Side":
        """The opponent's side."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE
