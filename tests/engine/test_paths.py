"""The way a move takes where a careless search would show another."""

import pytest

from engine import Board, GameType, Rules

RULES = Rules(GameType.parse("Base+MLP"))
TOWERS = (
    "1;39;wB2;-;-3,2=wA1 -3,3=bP+wB1 -2,2=bM -1,2=bQ+wB2 -1,3=bA1 -1,4=wM 0,-1=wL 0,1=bL 0,2=wA3 1,-1=bG1 "
    "1,0=wQ 1,1=bG3 2,-1=bG2 2,0=wP+bB1 2,1=wS1 3,-2=wA2"
)
POCKET = (
    "1;44;bS1;-;-1,0=bP 0,-1=bA3 0,0=wP 0,1=wA1 0,2=wQ 1,0=bM 1,1=bQ 2,-3=wB1 2,-2=wS1 2,0=wM 3,-4=bS1 "
    "3,-3=wA2 3,-2=bA2 3,-1=bA1"
)
# White's pillbug was just thrown and rests; the mosquito beside it may throw.
TWO_THROWERS = "1;8;wP;-;-1,0=wQ 0,0=wP 0,1=bQ 1,0=wM"


@pytest.mark.parametrize(
    ("snapshot", "text", "way"),
    [
        # A ladybug may not come down between two towers and goes round.
        (TOWERS, "bL bM\\", [(0, 1), (-1, 2), (-1, 3), (-2, 3)]),
        # A spider's third step may not return to where its first ended.
        (POCKET, "wS1 /wB1", [(2, -2), (2, -1), (1, -1), (1, -2)]),
        (TWO_THROWERS, "bQ wP/", [(0, 1), (1, 0), (1, -1)]),
    ],
)
def test_the_way_taken(snapshot: str, text: str, way: list[tuple[int, int]]) -> None:
    board = Board.from_snapshot(RULES, snapshot)
    assert board.path(board.parse_move(text)) == way


def test_a_jump_and_a_climb_name_the_cells_on_their_way() -> None:
    board = Board.from_game_string("Base;;;wG1;bA1 wG1-;wQ -wG1;bQ bA1-;wG2 -wQ;bB1 bQ-")
    jump = board.parse_move("wG2 bB1-")
    assert board.path(jump) == [(-2, 0), (-1, 0), (0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]
    board.pop()
    board.pop()
    board.push_text("wB1 -wQ")
    board.push_text("bB1 bQ-")
    assert board.path(board.parse_move("wB1 wQ")) == [(-2, 0), (-1, 0)]


def test_a_thrown_piece_names_only_throwers_that_may_throw() -> None:
    board = Board.from_snapshot(RULES, TWO_THROWERS)
    assert [str(piece) for piece in board.parse_move("bQ wP/").throwers] == ["wM"]
