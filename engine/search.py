"""A modest player: alpha-beta over legal moves with a small evaluation, the same answer every time.

It looks ahead honestly but has no opening knowledge and no memory of positions.
"""

from collections.abc import Callable

from .core.generate import legal_moves
from .core.position import Position
from .core.tables import ARCS, PER_SIDE

WIN = 100_000
_NEVER = 10 * WIN


class Stopped(Exception):
    """The time is up in the middle of a search."""


def best_move(pos: Position, *, depth: int, stop: Callable[[], bool] = lambda: False) -> int:
    """Return the best legal move of ``pos`` found by looking 1, 2, ... up to ``depth`` plies ahead.

    ``stop`` is asked at every position and ends the search; the answer is then the best so far, at worst
    the first legal move. The position has a legal move and comes back unchanged.
    """
    moves = legal_moves(pos)
    best = moves[0]
    if len(moves) == 1:
        return best
    for plies in range(1, depth + 1):
        played = len(pos.moves)
        try:
            best, score = _root(pos, moves, plies, stop)
        except Stopped:
            while len(pos.moves) > played:
                pos.unmake()
            break
        moves.remove(best)
        moves.insert(0, best)  # the best so far first: the next depth cuts off sooner
        if abs(score) > WIN - 1000:
            break
    return best


def _root(pos: Position, moves: list[int], depth: int, stop: Callable[[], bool]) -> tuple[int, int]:
    best, alpha = moves[0], -_NEVER
    for move in moves:
        pos.make(move)
        score = -_negamax(pos, depth - 1, -_NEVER, -alpha, stop)
        pos.unmake()
        if score > alpha:
            best, alpha = move, score
    return best, alpha


def _negamax(pos: Position, depth: int, alpha: int, beta: int, stop: Callable[[], bool]) -> int:
    if stop():
        raise Stopped
    if depth == 0 or pos.over():
        return evaluate(pos)
    for move in legal_moves(pos):
        pos.make(move)
        score = -_negamax(pos, depth - 1, -beta, -alpha, stop)
        pos.unmake()
        if score >= beta:
            return score
        alpha = max(alpha, score)
    return alpha


def evaluate(pos: Position) -> int:
    """Return how good the position is for the side to move.

    An end counts all, sooner ends more. Otherwise: cells taken around the queens, bugs that are free to
    move, a queen under a beetle.
    """
    side = pos.ply & 1
    mine, theirs = pos.surrounded(side), pos.surrounded(1 - side)
    if mine or theirs:
        return (theirs - mine) * (WIN - len(pos.moves))
    return _side(pos, side) - _side(pos, 1 - side)


def _side(pos: Position, side: int) -> int:
    """Return the value of one side's own pieces and the trouble of the other side's queen."""
    value = 0
    for piece in range(side * PER_SIDE, side * PER_SIDE + PER_SIDE):
        cell = pos.cell[piece]
        if cell >= 0 and pos.top[cell] == piece and (pos.height[cell] > 1 or ARCS[pos.near[cell]] < 2):
            value += 3
    queen = (1 - side) * PER_SIDE
    cell = pos.cell[queen]
    if cell >= 0:
        value += 20 * pos.near[cell].bit_count()
        top = pos.top[cell]
        if top != queen and top // PER_SIDE == side:
            value += 30
    return value
