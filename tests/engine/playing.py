"""Games made up by hypothesis, and the engine's positions as the reference sees them."""

from hypothesis import strategies as st

from engine import Board, GameType, Move, OpeningRule, Piece, Rules

from .reference import Cell, Reference


def reference_of(board: Board) -> Reference:
    """Return the same position for the slow reference."""
    return Reference(
        board.rules.game_type,
        board.rules.opening is OpeningRule.QUEEN_MAY_OPEN,
        {(cell.q, cell.r): stack for cell, stack in board.stacks().items()},
        board.ply,
        board.last_moved,
    )


def pairs(moves: list[Move]) -> set[tuple[Piece, Cell]]:
    """Return moves as (piece, destination), passes left out; each must be there once."""
    found = [
        (move.piece, (move.destination.q, move.destination.r))
        for move in moves
        if move.piece is not None and move.destination is not None
    ]
    assert len(found) == len(set(found))
    return set(found)


def ordered(moves: list[Move]) -> list[Move]:
    """Return moves in an order that depends on nothing but themselves."""
    return sorted(moves, key=lambda move: (move.kind, str(move.piece), move.destination or (0, 0)))


def step(board: Board, choice: int) -> bool:
    """Play one legal move chosen by ``choice``; movements rather than placements where the number is odd."""
    moves = ordered(board.legal_moves())
    if choice % 2:
        moves = [move for move in moves if move.kind == "movement"] or moves
    if moves:
        board.push(moves[choice // 2 % len(moves)])
    return bool(moves)


@st.composite
def games(draw: st.DrawFn, plies: int = 40) -> Board:
    """A game of any type, played to some point."""
    rules = Rules(draw(st.sampled_from(GameType.ALL)), draw(st.sampled_from(OpeningRule)))
    board = Board(rules)
    for choice in draw(st.lists(st.integers(0, 9999), max_size=plies)):
        if not step(board, choice):
            break
    return board
