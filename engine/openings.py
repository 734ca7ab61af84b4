"""The shape each side builds with its first three bugs, and what players call it.

Players name an opening by the bugs in the order they are placed and the shape they form: "spider-queen-ant V"
is a spider that meets the opponent, with the queen and an ant behind it, one on either side, so that the spider
is the tip of a V. The bugs are those placed in the first four turns, by the end of which the queen is down; the
shape is how the first three of them lie when the third comes down, moves in between included.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, islice
from typing import NamedTuple

from .board import Board, replay
from .hexes import DIRECTIONS, Hex
from .pieces import Bug, Color, GameType, Piece
from .rules import OpeningRule, Rules

TURNS = 4  # "Queen by the fourth turn" ends the opening


class Shape(StrEnum):
    """How three bugs of one colour lie to each other."""

    V = "V"  # both others touch the first, at an angle: the first is the tip
    LINE = "line"  # in a row, whichever of them is in the middle
    BEND = "bend"  # a chain with a corner, and the first is at one end of it
    TRIANGLE = "triangle"  # each touches both others
    SPLIT = "split"  # one does not touch the others, or sits on one of them


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of one side: groups equal openings, wherever and in whatever direction they are played.

    ``bugs`` are the first three placed, fewer if the game has not come that far. ``shape`` is None until there
    are three. ``queen_turn`` is the turn of that side on which the queen was placed, None before.
    """

    bugs: tuple[Bug, ...]
    shape: Shape | None
    queen_turn: int | None

    @property
    def name(self) -> str:
        """What players call it, such as ``spider-queen-ant V``; empty before the first placement.

        >>> Opening((Bug.SPIDER, Bug.ANT, Bug.ANT), Shape.LINE, 4).name
        'spider-ant-ant line, queen on turn 4'
        """
        name = "-".join(bug.name.lower() for bug in self.bugs)
        if self.shape is not None:
            name = f"{name} {self.shape}"
        late = self.queen_turn is not None and Bug.QUEEN not in self.bugs
        return f"{name}, queen on turn {self.queen_turn}" if late else name


class Openings(NamedTuple):
    """The openings of both sides."""

    white: Opening
    black: Opening


def openings_of(game_type: GameType, moves: Iterable[str]) -> Openings:
    """Return both openings of a game; only its first eight moves are looked at.

    :raises BadGame: one of those cannot be read or is illegal.

    >>> line = ["wS1", "bB1 wS1-", "wQ -wS1", "bQ bB1/", "wA1 -wQ", "bA1 bB1\\\\"]
    >>> [opening.name for opening in openings_of(GameType.parse("Base"), line)]
    ['spider-queen-ant line', 'beetle-queen-ant V']
    """
    board = replay(Rules(game_type, OpeningRule.QUEEN_MAY_OPEN), islice(moves, 2 * TURNS))
    played = [board.pop() for _ in range(board.ply)]
    sides = {color: _Side() for color in Color}
    for move in reversed(played):
        side = sides[board.to_move]
        board.push(move)
        if move.kind == "placement" and move.piece is not None:
            side.place(move.piece, board)
    return Openings(sides[Color.WHITE].opening(), sides[Color.BLACK].opening())


class _Side:
    """What one side has placed so far."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []
        self._shape: Shape | None = None
        self._queen_turn: int | None = None

    def place(self, piece: Piece, board: Board) -> None:
        """Take note of a piece that has just been placed."""
        self._pieces.append(piece)
        if piece.bug is Bug.QUEEN:
            self._queen_turn = (board.ply + 1) // 2
        if len(self._pieces) == 3:
            cells = [cell for cell in map(board.where, self._pieces) if cell is not None]
            self._shape = _shape(cells[0], cells[1], cells[2])

    def opening(self) -> Opening:
        """Return what it amounts to."""
        return Opening(tuple(piece.bug for piece in self._pieces[:3]), self._shape, self._queen_turn)


def _shape(first: Hex, second: Hex, third: Hex) -> Shape:
    pairs = [(a, b) for a, b in combinations((first, second, third), 2) if (b.q - a.q, b.r - a.r) in DIRECTIONS]
    if len(pairs) == 3:
        return Shape.TRIANGLE
    if len(pairs) < 2:
        return Shape.SPLIT
    middle = next(iter(set(pairs[0]) & set(pairs[1])))
    ends = {first, second, third} - {middle}
    if sum(end.q for end in ends) == 2 * middle.q and sum(end.r for end in ends) == 2 * middle.r:
        return Shape.LINE
    return Shape.V if middle == first else Shape.BEND
