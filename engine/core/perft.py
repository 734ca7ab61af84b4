"""Counting of the tree of legal moves, the usual proof of a move generator."""

from .generate import legal_moves
from .position import Position


def perft(pos: Position, depth: int) -> int:
    """Return the number of move sequences of ``depth`` plies; finished games have none, a pass is a move."""
    if depth == 0:
        return 1
    moves = legal_moves(pos)
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        pos.make(move)
        leaves += perft(pos, depth - 1)
        pos.unmake()
    return leaves
