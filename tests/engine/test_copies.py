"""Boards and what carries them can be copied and sent, also where the core is compiled."""

import copy
import pickle
from collections.abc import Callable

import pytest

from engine import BadGame, BadRecord, Board, GameType, Rules, read_game

GAME = "Base+P;;;wS1;bP wS1-;wQ -wS1;bQ bP-;wB1 /wS1;bB1 bP/;wB1 wS1"  # a stack


def test_a_game_that_fails_survives_pickling_with_its_board() -> None:
    for wrong, read in ((BadGame, Board.from_game_string), (BadRecord, read_game)):
        with pytest.raises(wrong) as refused:
            read(f"{GAME};wA1")
        error: BadGame = refused.value
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.ply, again.code) == (wrong, str(error), 7, error.code)
        assert again.board.game_string() == error.board.game_string()  # type: ignore[attr-defined]


@pytest.mark.parametrize("make", [copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))])
def test_a_copy_of_a_board_goes_its_own_way(make: Callable[[Board], Board]) -> None:
    played = Board.from_game_string(GAME)
    restored = Board.from_snapshot(played.rules, played.snapshot(), moves=played.move_strings())
    for board in (Board(), played, restored):
        before = (board.game_string(), board.snapshot(), list(board.legal_moves()), board.repetition_key())
        other = make(board)
        assert (other.game_string(), other.snapshot(), list(other.legal_moves()), other.repetition_key()) == before
        other.push(other.legal_moves()[0])
        assert board.snapshot() == before[1]
        other.pop()
        assert (other.snapshot(), list(other.legal_moves())) == before[1:3]
    other = make(played)
    while other.ply:
        other.pop()
    assert other.legal_moves() == Board(played.rules).legal_moves()


def test_legal_moves_are_sent_without_the_values_kept_for_all_boards() -> None:
    board = Board(Rules(GameType.parse("Base")))
    moves = board.legal_moves()
    assert len(list(moves)) == 4
    board.push_text("wA1")
    list(board.legal_moves())
    assert len(pickle.dumps(moves)) < 2_000
    assert pickle.loads(pickle.dumps(moves)) == moves
