"""Position keys against an exact spelling of the position, over all recorded games: no collision, none missed."""

import json
from collections.abc import Iterator
from hashlib import blake2b

import pytest

from engine import Board, Move

from .cases import BUNDLED, cases, rules_of
from .reference import Cell
from .symmetry import symmetry

SYMMETRIES = [symmetry(number) for number in range(12)]

Spelling = tuple[list[tuple[Cell, str]], list[tuple[str, Cell, Cell]]]


def spelled(board: Board, moves: list[Move]) -> tuple[int, Spelling]:
    """The position in the smallest of its twelve spellings, copies of a bug alike; ``moves`` go with it.

    Two positions are the same exactly if they have the same spelling: nothing is hashed or left out.
    """
    stacks = {
        (cell.q, cell.r): " ".join(piece.color.letter + piece.bug.value for piece in stack)
        for cell, stack in board.stacks().items()
    }
    steps = [
        (move.piece.color.letter + move.piece.bug.value, move.origin, move.destination)
        for move in moves
        if move.piece is not None and move.origin is not None and move.destination is not None
    ]
    found: list[Spelling] = []
    for apply in SYMMETRIES:
        turned = {apply(cell): pieces for cell, pieces in stacks.items()}
        q0 = min(q for q, _ in turned)
        r0 = min(r for _, r in turned)
        moved = []
        for kind, start, end in steps:
            (q, r), (q2, r2) = apply(start), apply(end)
            moved.append((kind, (q - q0, r - r0), (q2 - q0, r2 - r0)))
        found.append((sorted(((q - q0, r - r0), pieces) for (q, r), pieces in turned.items()), sorted(moved)))
    return board.ply % 2, min(found)


def positions(step: int, plies: int) -> Iterator[Board]:
    """The positions of every ``step``-th recorded game, every ``plies``-th ply."""
    for record in cases("games.jsonl")[::step]:
        board = Board(rules_of(record))
        for ply, text in enumerate(record["moves"]):
            board.push_text(text)
            if ply % plies == 0:
                yield board
    for record in cases("repetition.jsonl")[::step]:
        board = Board(rules_of(record))
        for text in record["moves"]:
            board.push_text(text)
            if board.ply % plies == 0:
                yield board


def compare(step: int, plies: int) -> tuple[int, int]:
    """Compare keys and spellings both ways; return how many positions there were and how many different ones."""
    by_key: dict[str, str] = {}
    by_spelling: dict[str, str] = {}
    count = 0
    for board in positions(step, plies):
        count += 1
        for name, key, moves in (
            ("layout", board.layout_key(), []),
            ("repetition", board.repetition_key(), board.legal_moves()),
        ):
            if name == "repetition" and board.outcome() is not None:
                continue  # nothing can be moved: the rest of a piece makes no difference
            spelling = f"{name} {spelled(board, moves)}"
            assert by_key.setdefault(f"{name} {key}", spelling) == spelling, board.game_string()
            assert by_spelling.setdefault(spelling, key) == key, board.game_string()
    return count, len(by_key)


def test_a_key_names_one_position_and_a_position_has_one_key() -> None:
    count, different = compare(30 if len(cases("games.jsonl")) > 500 else 2, 6)
    assert different > count > 150


@pytest.mark.slow
def test_a_key_names_one_position_and_a_position_has_one_key_in_all_recorded_games() -> None:
    count, different = compare(1, 1)
    assert different > count


def test_keys_of_all_bundled_positions_stay_the_same_between_versions() -> None:
    """Stored keys must go on naming the positions they were stored for, so this value may never change."""
    digest = blake2b(digest_size=16)
    with (BUNDLED / "positions.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            board = Board.from_game_string(json.loads(line)["gamestring"])
            digest.update(f"{board.layout_key()} {board.repetition_key()}\n".encode())
    assert digest.hexdigest() == "70c9891d2e3622303eae47093fdf14e6"
