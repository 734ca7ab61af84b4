"""The player: takes a win, sees a loss coming, beats chance."""

import random

import pytest

from engine import Board, Color, GameType, IllegalMove, Rules

from .cases import cases
from .playing import step


def one_move_before_the_end(state: str) -> list[Board]:
    """Return recorded games stopped before a last move by which its mover won."""
    boards = []
    for record in cases("games.jsonl"):
        winner_moved = record["plies"] % 2 == (1 if state == "WhiteWins" else 0)
        if record["final_state"] == state and winner_moved and record["opening_rule"] == "tournament":
            game = f"{record['gametype']};;;{';'.join(record['moves'][:-1])}"
            boards.append(Board.from_game_string(game))
        if len(boards) == 12:
            break
    assert boards
    return boards


@pytest.mark.parametrize(("state", "winner"), [("WhiteWins", Color.WHITE), ("BlackWins", Color.BLACK)])
@pytest.mark.parametrize("depth", [1, 2])
def test_it_takes_a_win(state: str, winner: Color, depth: int) -> None:
    for board in one_move_before_the_end(state):
        board.push(board.best_move(depth=depth))
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.winner is winner


def test_stopping_the_search_gives_a_legal_move_and_the_position_back() -> None:
    board = one_move_before_the_end("WhiteWins")[0]
    board.pop()
    before = board.snapshot()
    for patience in (0, 1, 5, 40, 400):
        asked = iter(range(patience))
        move = board.best_move(depth=9, stop=lambda asked=asked: next(asked, None) is None)  # type: ignore[misc]
        assert move in board.legal_moves()
        assert board.snapshot() == before


def test_a_finished_game_has_no_best_move() -> None:
    board = one_move_before_the_end("WhiteWins")[0]
    board.push(board.best_move(depth=1))
    with pytest.raises(IllegalMove):
        board.best_move(depth=1)


@pytest.mark.parametrize("mover", [0, 1])
def test_it_beats_a_player_who_moves_at_random(mover: int) -> None:
    board = Board(Rules(GameType.parse("Base+MLP")))
    chance = random.Random(5 + mover)
    while board.outcome() is None:
        assert board.ply < 300
        if board.ply % 2 == mover:
            board.push(board.best_move(depth=1))
        else:
            step(board, chance.randrange(10**6))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is Color(mover)
