"""Legal moves as a sequence that makes its values when they are looked at: it must be told from a list by nothing."""

import copy
import pickle
import random

import pytest
from hypothesis import given, settings

from engine import Board, GameType, Move, RepetitionRule, Rules
from engine import legal as module
from engine.describe import told
from engine.hexes import Hex
from engine.pieces import ALL_PIECES

from .cases import cases
from .playing import games

# White's pillbug may throw Black's ant.
THROWS = "Base+P;;;wP;bA1 wP-;wQ -wP;bQ bA1-;wA1 -wQ;bA2 bQ-;wA1 \\wQ;bA2 wP\\;wA1 -wQ;bA3 bQ-"


def one_by_one(board: Board) -> list[Move]:
    """The same moves made singly, each with the question which pieces can throw it."""
    at = [board.where(piece) or Hex(0, 0) for piece in ALL_PIECES]
    return [told(board.position, list(at), move) for move in list(board.legal_moves()._moves)]


def whole(moves: list[Move]) -> list[tuple[object, ...]]:
    """Moves with their throwers, which equality leaves out."""
    return [(move.kind, move.piece, move.origin, move.destination, move.throwers) for move in moves]


def shifted(board: Board, q: int, r: int) -> Board:
    """The same position elsewhere on the plane."""
    *head, stacks = board.snapshot().split(";")
    moved = []
    for stack in stacks.split():
        place, _, names = stack.partition("=")
        x, y = map(int, place.split(","))
        moved.append(f"{x + q},{y + r}={names}")
    return Board.from_snapshot(board.rules, ";".join([*head, " ".join(moved)]))


@settings(max_examples=25, deadline=None)
@given(games(plies=60))
def test_values_are_those_made_one_by_one(board: Board) -> None:
    moves = board.legal_moves()
    assert whole(list(moves)) == whole(one_by_one(board))
    assert len(moves) == len(list(moves))
    assert all(move in moves for move in list(moves))


def test_every_thrower_of_every_recorded_position_is_named() -> None:
    thrown = both = 0
    for record in cases("positions.jsonl")[::30]:
        board = Board.from_game_string(record["gamestring"])
        moves = board.legal_moves()
        assert whole(list(moves)) == whole(one_by_one(board)), record["gamestring"]
        thrown += sum(bool(move.throwers) for move in moves)
        both += sum(len(move.throwers) == 2 for move in moves)
    assert thrown > 30
    assert both > 0


def test_it_behaves_as_a_list_does() -> None:
    board = Board(Rules(GameType.parse("Base")))
    moves = board.legal_moves()
    made = list(moves)
    assert (moves == made, made == moves, moves == board.legal_moves(), moves == made[1:], moves == []) == (
        *(True, True, True), False, False,
    )  # fmt: skip
    assert (moves[0], moves[-1], moves[1:3], moves[::-1]) == (made[0], made[-1], made[1:3], made[::-1])
    assert (repr(moves), str(moves), bool(moves)) == (repr(made), str(made), True)
    assert (moves.index(made[2]), moves.count(made[2]), list(reversed(moves))) == (2, 1, made[::-1])
    assert random.Random(3).choice(moves) == random.Random(3).choice(made)
    assert pickle.loads(pickle.dumps(moves)) == copy.deepcopy(moves) == made
    for wrong in (None, "wS1", made, Move.passing(), Move("placement", made[0].piece, None, Hex(32, -1))):
        assert wrong not in moves
    with pytest.raises(IndexError):
        moves[len(made)]
    with pytest.raises(TypeError):
        hash(moves)


@pytest.mark.parametrize("shift", [(0, 0), (40, 5)])
def test_it_stays_as_it_is_when_the_board_moves_on(shift: tuple[int, int]) -> None:
    board = shifted(Board.from_game_string(THROWS), *shift)
    moves, twin = board.legal_moves(), board.legal_moves()
    before = whole(list(twin))
    board.push(twin[-1])
    board.push(board.legal_moves()[-1])
    assert whole(list(moves)) == before
    board.pop()
    board.pop()
    assert whole(list(board.legal_moves())) == before


@pytest.mark.parametrize("shift", [(32, -1), (12, 0), (-14, 0), (0, 14), (0, -16), (-700, 900)])
def test_a_hive_far_from_home_has_its_own_places(shift: tuple[int, int]) -> None:
    q, r = shift
    near = Board.from_game_string(THROWS)
    far = shifted(near, q, r)
    assert whole(list(far.legal_moves())) == whole(one_by_one(far))
    assert {(move.piece, move.destination) for move in far.legal_moves()} == {
        (move.piece, Hex(move.destination.q + q, move.destination.r + r))
        for move in near.legal_moves()
        if move.destination is not None
    }
    assert far.legal_moves()[3] in far.legal_moves()
    assert far.legal_moves()[3] not in near.legal_moves()


def test_after_the_end_and_with_only_a_pass() -> None:
    walk = ["wQ -wS1", "bQ bS1-", "wQ \\wS1", "bQ bS1\\"] * 2
    board = Board(Rules(GameType.parse("Base"), repetition=RepetitionRule.THREEFOLD))
    for text in ("wS1", "bS1 wS1-", *walk, "wQ -wS1", "bQ bS1-"):
        board.push_text(text)
    assert board.legal_moves() == []
    assert not board.legal_moves()
    record = next(record for record in cases("positions.jsonl") if record["valid"] == ["pass"])
    stuck = Board.from_game_string(record["gamestring"]).legal_moves()
    assert stuck == [Move.passing()]
    assert Move.passing() in stuck


def test_values_are_kept_but_not_without_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board()
    board.push_text("wS1")
    assert board.legal_moves()[0] is board.legal_moves()[0]
    monkeypatch.setattr(module, "_MOST_KEPT", 10)
    module._KEPT.clear()
    made = list(board.legal_moves())
    assert len(module._KEPT) <= 10
    assert list(board.legal_moves()) == made
