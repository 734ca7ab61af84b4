"""What becomes of a game that is still open when the deadline of its round has passed."""

from dataclasses import dataclass
from enum import StrEnum

from games.side import Side


class OverdueRule(StrEnum):
    """What the event says; the values are those of the rule ``overdue``."""

    ARBITER = "arbiter"
    FORFEIT = "forfeit"
    DRAW = "draw"
    UNSCORED = "unscored"


class OverdueResult(StrEnum):
    """What happens to the game."""

    WHITE_WINS = "white"
    BLACK_WINS = "black"
    DRAW = "draw"
    BOTH_LOSE = "none"
    ARBITER = "arbiter"  # stays open, and so does the round, until an arbiter decides
    UNSCORED = "unscored"  # goes on without counting for the event; the round does not wait for it


@dataclass(frozen=True, slots=True)
class OverdueOutcome:
    """``forfeit``: a point lost without play, recorded as + and -. ``rated``: both sides had moved."""

    result: OverdueResult
    forfeit: bool
    rated: bool

    @property
    def ends_game(self) -> bool:
        return self.result not in (OverdueResult.ARBITER, OverdueResult.UNSCORED)

    @property
    def frees_round(self) -> bool:
        """Whether the round need not wait for this game any more."""
        return self.result is not OverdueResult.ARBITER


_LOST_BY = {Side.WHITE: OverdueResult.BLACK_WINS, Side.BLACK: OverdueResult.WHITE_WINS}


def overdue_outcome(rule: str, *, to_move: Side | None, white_moved: bool, black_moved: bool) -> OverdueOutcome:
    """What the rule makes of an open game at the deadline.

    A flag that fell before the deadline decides first; see to that. ``to_move`` is None for a game that was never
    begun, such as one whose hour the players did not agree on: with ``forfeit`` both lose it. Otherwise the side to
    move is the one that is overdue and loses, White in a game without a move. Only what both sides moved in is rated,
    and only that is a game played over the board.
    """
    played = white_moved and black_moved
    if rule == OverdueRule.FORFEIT:
        result = OverdueResult.BOTH_LOSE if to_move is None else _LOST_BY[to_move]
        return OverdueOutcome(result, forfeit=not played, rated=played)
    if rule == OverdueRule.DRAW:
        return OverdueOutcome(OverdueResult.DRAW, forfeit=not played, rated=played)
    if rule == OverdueRule.UNSCORED:
        return OverdueOutcome(OverdueResult.UNSCORED, forfeit=False, rated=played)
    return OverdueOutcome(OverdueResult.ARBITER, forfeit=False, rated=played)
