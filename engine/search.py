"""The player's move: looking ahead one ply deeper each time until a limit is reached.

``engine.core.search`` looks, ``engine.core.evaluate`` judges.
"""

import time
from collections.abc import Callable
from random import Random

from .core.evaluate import WIN
from .core.generate import legal_moves
from .core.position import Position
from .core.search import Search
from .core.tables import PASS

DEEPEST = 32
_LONG = 144  # plies; from then on a player does not keep the other one locked in
_MOST_NODES = 1 << 60


def best_move(
    pos: Position,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Callable[[], bool] = lambda: False,
    slack: int = 0,
    chance: Random | None = None,
) -> int:
    """Return a good legal move of ``pos``, which has one and comes back unchanged.

    The search looks 1, 2, ... up to ``depth`` plies ahead (at most ``DEEPEST``), at ``nodes`` positions at most, for
    ``seconds``, and until ``stop``, which it asks all the time, says so; the answer is then the best found so far.
    One ply ahead is always looked. With ``chance`` one of the moves within ``slack`` points of the best is drawn;
    without it, and unless the time or ``stop`` ends it, the answer depends on nothing but the game.
    """
    moves = legal_moves(pos)
    if len(moves) == 1:
        return moves[0]
    moves = _letting_out(pos, moves)
    if seconds is not None:
        stop = _timed(stop, time.monotonic() + seconds)
    most = 0 if nodes is None else min(max(1, nodes), _MOST_NODES)
    plies = DEEPEST if depth is None else depth
    played = len(pos.moves)
    try:
        found = _deepening(Search(pos, stop, most), moves, plies, slack, chance is not None)
    finally:
        while len(pos.moves) > played:  # ``stop`` raised something
            pos.unmake()
    if chance is None:
        return max(found, key=lambda pair: pair[0])[1]
    return chance.choice(sorted(found))[1]


def _timed(stop: Callable[[], bool], end: float) -> Callable[[], bool]:
    return lambda: time.monotonic() >= end or stop()


def _letting_out(pos: Position, moves: list[int]) -> list[int]:
    """Leave out what keeps the other side passing, in a long game in which it has just had to pass.

    Who is locked in cannot lose a tempo, and a win that needs all bugs may be too far away to be seen: then the
    game would go on for ever. Nothing is left out if a move ends the game, or if every move locks.
    """
    if pos.ply <= _LONG or pos.last >= 0:
        return moves
    found = []
    for move in moves:
        pos.make(move)
        over, locked = pos.over(), legal_moves(pos) == [PASS]
        pos.unmake()
        if over:
            return moves
        if not locked:
            found.append(move)
    return found or moves


def _deepening(search: Search, moves: list[int], depth: int, slack: int, several: bool) -> list[tuple[int, int]]:
    """Return (score, move) of the moves found good at the greatest depth reached; never empty."""
    moves = search.first_order(moves)
    found: list[tuple[int, int]] = []
    margin = max(0, min(slack, WIN)) if several else -1
    for plies in range(1, max(1, min(depth, DEEPEST)) + 1):
        found = search.best(moves, plies, margin) or found
        score, best = max(found, key=lambda pair: pair[0])
        if search.stopped or abs(score) > WIN - 1000:
            break
        moves.remove(best)
        moves.insert(0, best)  # the best so far first: the next depth cuts off sooner
    return found
