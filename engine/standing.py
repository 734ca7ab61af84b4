"""What there is to see of a position: the hive, the reserves, the turn, the outcome. Nothing here plays a move."""

from .core.position import Position
from .core.tables import PER_SIDE, PIECES
from .hexes import Hex
from .pieces import ALL_PIECES, BUGS, NUMBER_OF, Bug, Color, Piece
from .repetition import layout_key
from .rules import OpeningRule, Outcome, Rules
from .snapshot import write_snapshot


class Standing:
    """A position of a game under ``rules``, to look at; ``Board`` adds the moves."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        game_type = rules.game_type
        self._pos = Position(
            game_type.mosquito,
            game_type.ladybug,
            game_type.pillbug,
            rules.opening is OpeningRule.QUEEN_MAY_OPEN,
        )
        self._at: list[tuple[int, int]] = [(0, 0)] * PIECES
        self._drawn = False

    @property
    def ply(self) -> int:
        """Moves played so far, passes included; 0 at the start."""
        return self._pos.ply

    @property
    def to_move(self) -> Color:
        """Whose turn it is; after the end, whose it would be."""
        return Color(self._pos.ply & 1)

    @property
    def last_moved(self) -> Piece | None:
        """The piece placed, moved or thrown on the last ply; None at the start and after a pass."""
        return ALL_PIECES[self._pos.last] if self._pos.last >= 0 else None

    @property
    def position(self) -> Position:
        """The core's position, for search and counting; whoever makes moves on it unmakes them."""
        return self._pos

    def outcome(self) -> Outcome | None:
        """Return how the game ended on the board, None if it goes on."""
        white, black = self._pos.surrounded(0), self._pos.surrounded(1)
        if white and black:
            return Outcome(None, "both_surrounded")
        if white or black:
            return Outcome(Color.BLACK if white else Color.WHITE, "surrounded")
        return Outcome(None, "repetition") if self._drawn else None

    def stacks(self) -> dict[Hex, tuple[Piece, ...]]:
        """Return the pieces on every occupied cell, from the ground to the top."""
        pos = self._pos
        return {
            Hex(*self._at[piece]): tuple(ALL_PIECES[under] for under in pos.stack(cell))
            for piece, cell in enumerate(pos.cell)
            if cell >= 0 and pos.top[cell] == piece
        }

    def where(self, piece: Piece) -> Hex | None:
        """Return the cell of ``piece``, None while it is in the reserve."""
        number = NUMBER_OF[piece]
        return Hex(*self._at[number]) if self._pos.cell[number] >= 0 else None

    def reserve(self, color: Color) -> list[tuple[Bug, int]]:
        """Return how many of each bug ``color`` has not placed yet, for every bug of the game type."""
        placed, counts = self._pos.placed, self._pos.counts
        return [(bug, counts[k] - placed[color.value * 8 + k]) for k, bug in enumerate(BUGS) if counts[k]]

    def queen_neighbours(self, color: Color) -> int | None:
        """Return how many of the six cells around the queen are occupied, None before she is placed."""
        cell = self._pos.cell[color.value * PER_SIDE]
        return self._pos.near[cell].bit_count() if cell >= 0 else None

    def layout_key(self) -> str:
        """Return 32 hex digits that name the layout and the side to move, whatever moved last."""
        return layout_key(self._pos, self._at)

    def state_string(self) -> str:
        """Return the UHP GameStateString."""
        outcome = self.outcome()
        if outcome is None:
            return "InProgress" if self._pos.ply else "NotStarted"
        if outcome.winner is None:
            return "Draw"
        return "WhiteWins" if outcome.winner is Color.WHITE else "BlackWins"

    def turn_string(self) -> str:
        """Return the UHP TurnString, such as ``White[3]``."""
        return f"{'Black' if self._pos.ply & 1 else 'White'}[{self._pos.ply // 2 + 1}]"

    def snapshot(self) -> str:
        """Return a short text from which ``Board.from_snapshot`` restores the position without replaying."""
        return write_snapshot(self._pos, self._at, self._drawn)
