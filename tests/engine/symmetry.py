"""The twelve symmetries of the grid, and what counts as the same position, by plain comparison."""

from collections.abc import Callable

from engine import Board, Move
from engine.hexes import Hex

from .playing import reference_of
from .reference import Cell


def turned(cell: Cell) -> Cell:
    """A sixth of a turn."""
    return -cell[1], cell[0] + cell[1]


def mirrored(cell: Cell) -> Cell:
    return cell[1], cell[0]


def symmetry(number: int) -> Callable[[Cell], Cell]:
    """One of the twelve, by number."""

    def apply(cell: Cell) -> Cell:
        if number >= 6:
            cell = mirrored(cell)
        for _ in range(number % 6):
            cell = turned(cell)
        return cell

    return apply


def replayed(board: Board, apply: Callable[[Cell], Cell]) -> Board:
    """The same game on a turned or mirrored board."""
    moves: list[Move] = []
    while board.ply:
        moves.append(board.pop())
    other = Board(board.rules)
    for move in reversed(moves):
        board.push(move)
        if move.destination is None:
            other.push(move)
        else:
            other.push(Move(move.kind, move.piece, None, Hex(*apply(move.destination))))
    return other


def shifted(snapshot: str, q: int, r: int) -> str:
    """The snapshot of the same position elsewhere on the plane."""
    head, _, stacks = snapshot.rpartition(";")
    moved = []
    for stack in stacks.split():
        place, _, pieces = stack.partition("=")
        old_q, old_r = map(int, place.split(","))
        moved.append(f"{old_q + q},{old_r + r}={pieces}")
    return f"{head};{' '.join(moved)}"


Kind = tuple[str, str]  # colour and bug: pieces of one kind are interchangeable
Facts = tuple[int, dict[Cell, tuple[Kind, ...]], set[tuple[Kind, Cell, Cell]]]


def facts(board: Board) -> Facts:
    """Side to move, stacks of kinds, and the legal moves as (kind, from, to) found by the slow reference."""
    reference = reference_of(board)
    stacks = {
        cell: tuple((piece.color.letter, piece.bug.value) for piece in stack)
        for cell, stack in reference.stacks.items()
    }
    moves = set()
    for piece, end in reference.moves():
        start = reference.place_of(piece)
        if start is not None:
            moves.add(((piece.color.letter, piece.bug.value), start, end))
    return board.ply % 2, stacks, moves


def same(a: Facts, b: Facts) -> bool:
    """Whether some symmetry and shift carries stacks and legal moves of one position onto the other's."""
    if a[0] != b[0] or len(a[1]) != len(b[1]):
        return False
    if not a[1]:
        return True
    anchor = min(b[1])
    for number in range(12):
        apply = symmetry(number)
        for cell in a[1]:
            q, r = apply(cell)
            dq, dr = anchor[0] - q, anchor[1] - r

            def onto(cell: Cell, dq: int = dq, dr: int = dr, apply: Callable[[Cell], Cell] = apply) -> Cell:
                q, r = apply(cell)
                return q + dq, r + dr

            if (
                all(b[1].get(onto(at)) == stack for at, stack in a[1].items())
                and {(kind, onto(start), onto(end)) for kind, start, end in a[2]} == b[2]
            ):
                return True
    return False
