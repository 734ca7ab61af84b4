"""The computer that players practise against: its levels, how each one thinks, when it agrees to a draw.

Pure: the engine is all it needs. Each level has an account of its own, made by ``games.services.practice`` when it is
first wanted; its name is kept from sign-up in ``accounts.web.adapter``.

| level | looks ahead | at most | |
|---|---|---|---|
| easy | 1 ply | 2,000 positions, 1 s | draws two moves in five by lot: a fair game for a beginner |
| medium | 2 plies | 10,000 positions, 1 s | |
| hard | 12 plies, as far as it gets | 60,000 positions, 2 s | |

The positions bound the search, so that a level plays the same on every machine that is quick enough; the seconds are
for those that are not. The first move of each side is drawn by lot, or every game would begin alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from engine import Board, Color, Move


@dataclass(frozen=True, slots=True)
class Level:
    """How strong the computer plays, and the account it plays under.

    ``depth`` in plies and ``positions`` bound the search; ``think`` is the longest it may take. ``slips`` is the share
    of moves that are drawn by lot instead.
    """

    code: str
    name: str
    display_name: str
    depth: int
    positions: int
    think: timedelta
    slips: float = 0.0


EASY = Level("easy", "easy-bot", "Easy Bot", depth=1, positions=2_000, think=timedelta(seconds=1), slips=0.4)
MEDIUM = Level("medium", "medium-bot", "Medium Bot", depth=2, positions=10_000, think=timedelta(seconds=1))
HARD = Level("hard", "hard-bot", "Hard Bot", depth=12, positions=60_000, think=timedelta(seconds=2))

LEVELS = {level.code: level for level in (EASY, MEDIUM, HARD)}
BY_NAME = {level.name: level for level in LEVELS.values()}

FIRST_MOVES = 2  # plies drawn by lot: one of each side
# When the computer takes a draw: its queen has so many neighbours, and so many more than the other one.
PRESSED, PRESSED_MORE = 4, 2


def choose_move(board: Board, level: Level, *, rng: random.Random, seconds: Callable[[], float]) -> Move:
    """Return the move that ``level`` plays; the board comes back unchanged.

    ``rng`` draws what is left to chance. ``seconds`` is a clock that counts seconds from any moment; it is only asked
    how long the search has taken.

    :raises engine.IllegalMove: the game is over.
    """
    if board.ply < FIRST_MOVES or rng.random() < level.slips:
        moves = board.legal_moves()
        if moves:
            return rng.choice(moves)
    end = seconds() + level.think.total_seconds()
    return board.best_move(depth=level.depth, nodes=level.positions, stop=lambda: seconds() >= end)


def takes_draw(board: Board, side: Color) -> bool:
    """Say whether the computer, playing ``side``, accepts a draw in this position: only when it is clearly worse."""
    own, theirs = board.queen_neighbours(side), board.queen_neighbours(side.other)
    return (own or 0) >= PRESSED and (own or 0) - (theirs or 0) >= PRESSED_MORE
