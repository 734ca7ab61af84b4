"""Long games of every type against the slow reference, and hives that walk far from where they began."""

import random

import pytest

from engine import Board, GameType, Rules

from .playing import ordered, pairs, reference_of, step


@pytest.mark.parametrize("game_type", [str(game_type) for game_type in GameType.ALL])
def test_long_games_agree_with_the_reference(game_type: str) -> None:
    chance = random.Random(game_type)
    compared = 0
    while compared < 30:
        board = Board(Rules(GameType.parse(game_type)))
        for _ in range(120):
            if not step(board, chance.randrange(10**6)):
                break
            if board.ply > 12 and chance.random() < 0.25:
                compared += 1
                assert pairs(board.legal_moves()) == reference_of(board).moves(), board.game_string()


def test_a_hive_may_walk_round_the_torus_and_keeps_its_places() -> None:
    board = Board.from_game_string("Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wA2 -wQ;bA2 bQ-")
    chance = random.Random(1)
    while board.ply < 1500 and board.outcome() is None:
        # Always eastwards: the rearmost pieces overtake the others.
        moves = ordered(board.legal_moves())
        moves = [move for move in moves if move.kind == "movement"] or moves
        gains = [move.destination.q - move.origin.q if move.destination and move.origin else 0 for move in moves]
        best = max(gains)
        if best > 0:
            moves = [move for move, gain in zip(moves, gains, strict=True) if gain == best]
        board.push(chance.choice(moves))
        if board.ply % 60 == 0:
            assert pairs(board.legal_moves()) == reference_of(board).moves()
            again = Board.from_snapshot(board.rules, board.snapshot())
            assert again.stacks() == board.stacks()
            assert ordered(again.legal_moves()) == ordered(board.legal_moves())
    assert min(cell.q for cell in board.stacks()) > 64
    replayed = Board.from_game_string(board.game_string())
    assert replayed.snapshot() == board.snapshot()
    while board.ply:
        board.pop()
    assert board.snapshot() == Board(board.rules).snapshot()
