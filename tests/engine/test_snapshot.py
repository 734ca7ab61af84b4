"""Snapshots: golden text, what is refused, what a restored board cannot do."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Board, Color, GameType, InvalidSnapshot, Rules

from .playing import games

RULES = Rules(GameType.parse("Base"))
TEXT = "1;8;bB1;-;-1,0=wQ+wB1 0,0=wS1 1,0=bS1 2,0=bQ+bB1"
GAME = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bB1 bQ-;wB1 wQ;bB1 bQ"


def test_snapshot_text_is_stable() -> None:
    """Stored snapshots must stay readable: this text may change only with a new version number."""
    assert Board.from_game_string(GAME).snapshot() == TEXT
    assert Board.from_snapshot(RULES, TEXT).snapshot() == TEXT
    assert Board(RULES).snapshot() == "1;0;-;-;"
    assert Board.from_snapshot(RULES, "1;0;-;-;").legal_moves() == Board(RULES).legal_moves()


def test_moves_before_a_snapshot_cannot_be_popped_but_later_ones_can() -> None:
    board = Board.from_snapshot(RULES, TEXT)
    board.push_text("wB1 -wQ")
    board.pop()
    with pytest.raises(IndexError):
        board.pop()
    assert board.snapshot() == TEXT


def test_the_game_string_needs_the_earlier_moves() -> None:
    with pytest.raises(ValueError, match="moves="):
        Board.from_snapshot(RULES, TEXT).game_string()
    original = Board.from_game_string(GAME)
    board = Board.from_snapshot(RULES, TEXT, moves=original.move_strings())
    assert board.game_string() == original.game_string()


def test_reserves_and_queens_are_known_again() -> None:
    board = Board.from_snapshot(RULES, TEXT)
    assert [(bug.value, left) for bug, left in board.reserve(Color.WHITE)] == (
        [("Q", 0), ("S", 1), ("B", 1), ("G", 3), ("A", 3)]
    )
    assert (board.queen_neighbours(Color.WHITE), board.queen_neighbours(Color.BLACK)) == (1, 1)
    assert Board(RULES).queen_neighbours(Color.WHITE) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1;8;bB1;-",
        TEXT.replace("1;8", "2;8"),
        TEXT.replace("1;8", "1;x"),
        TEXT.replace("1;8", "1;-1"),
        TEXT.replace("1;8", "1;3"),  # more pieces than plies
        TEXT.replace(";bB1;", ";bA1;"),  # moved last, but is not there
        TEXT.replace(";bB1;", ";bQ;"),  # moved last, but is covered
        TEXT.replace(";-;", ";won;"),
        TEXT.replace("wS1", "wM"),  # not in Base
        TEXT.replace("wS1", "wS2"),  # the second without the first
        TEXT.replace("wS1", "bS1"),  # twice
        TEXT.replace("wS1", "wX1"),
        TEXT.replace("2,0=", "1,0="),  # one cell twice
        TEXT.replace("2,0=", "5,0="),  # two hives
        TEXT.replace("2,0=", "33,-1="),  # folds onto (1, 0)
        TEXT.replace("2,0=", "34,-1="),  # folds onto (2, 0), where a hive of one piece more would be
        TEXT.replace("2,0=", "2;0="),
        TEXT.replace("2,0=", "2,0,0="),
        TEXT.replace("2,0=", f"{10**9},0="),
        TEXT.replace("2,0=", f"{'9' * 5000},0="),
        "1;8;-;-;",
    ],
)
def test_damaged_snapshots_are_refused(text: str) -> None:
    with pytest.raises(InvalidSnapshot) as refused:
        Board.from_snapshot(RULES, text)
    assert str(refused.value)


@settings(max_examples=200, deadline=None)
@given(games(plies=12), st.data())
def test_any_damage_is_refused_or_still_a_board(board: Board, data: st.DataObject) -> None:
    text = board.snapshot()
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    text = text[:at] + data.draw(st.text(alphabet="01-,;=+ wbQSA\u0663", max_size=3)) + text[at + cut :]
    try:
        other = Board.from_snapshot(board.rules, text)
    except InvalidSnapshot:
        return
    other.legal_moves()
    assert Board.from_snapshot(board.rules, other.snapshot()).snapshot() == other.snapshot()


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_any_text_is_refused_or_a_snapshot(text: str) -> None:
    with pytest.raises(InvalidSnapshot):
        Board.from_snapshot(RULES, text)
