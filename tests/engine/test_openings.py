"""What each side builds with its first three bugs, named as players name it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import BadGame, Board, Bug, GameType
from engine.openings import TURNS, Shape, openings_of

from .cases import cases
from .playing import games
from .symmetry import replayed, symmetry

ALL = GameType.parse("Base+MLP")


@pytest.mark.parametrize(
    ("moves", "white", "black"),
    [
        # White's spider meets the black beetle on its right; what is left of it makes the shape.
        ("wS1;bB1 wS1-;wQ \\wS1;bQ bB1/;wA1 /wS1;bA1 bB1\\", "spider-queen-ant V", "beetle-queen-ant V"),
        ("wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 -wQ;bA1 bQ-", "spider-queen-ant line", "grasshopper-queen-ant line"),
        ("wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 /wQ;bA1 bQ/", "spider-queen-ant bend", "grasshopper-queen-ant bend"),
        ("wL;bG1 wL-;wQ -wL;bQ bG1-;wA1 /wL;bA1 bQ\\", "ladybug-queen-ant triangle", "grasshopper-queen-ant bend"),
        ("wQ;bS1 wQ-;wS1 \\wQ;bA1 bS1/;wS2 /wQ;bA2 bS1\\;wA1 -wQ;bQ bS1-",
         "queen-spider-spider V", "spider-ant-ant V, queen on turn 4"),
        # The queen walks before the third bug comes: the shape is what lies there then.
        ("wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wQ \\wS1;bA1 bQ-;wA1 /wS1", "spider-queen-ant V", "grasshopper-queen-ant line"),
        ("wP;bG1 wP-", "pillbug", "grasshopper"),
        ("", "", ""),
    ],
)  # fmt: skip
def test_openings_have_the_names_players_use(moves: str, white: str, black: str) -> None:
    played = moves.split(";") if moves else []
    assert tuple(opening.name for opening in openings_of(ALL, played)) == (white, black)


def test_a_move_that_is_none_is_reported() -> None:
    with pytest.raises(BadGame) as bad:
        openings_of(ALL, ["wS1", "bG1 wS1-", "wQ bG1-"])
    assert (bad.value.ply, bad.value.code) == (2, "enemy_contact")


def test_the_turn_of_the_queen_is_told() -> None:
    line = ["wS1", "bG1 wS1-", "wQ -wS1", "bA1 bG1/", "wA1 -wQ", "bA2 bG1\\", "wA2 -wA1", "bQ bG1-"]
    white, black = openings_of(ALL, line)
    assert (white.queen_turn, black.queen_turn) == (2, 4)
    assert black.bugs == (Bug.GRASSHOPPER, Bug.ANT, Bug.ANT)
    assert openings_of(ALL, line[:7])[1].queen_turn is None


def test_the_whole_corpus_has_openings_with_the_queen_in_time() -> None:
    for game in cases("games.jsonl"):
        if len(game["moves"]) >= 2 * TURNS:
            for opening in openings_of(GameType.parse(game["gametype"]), game["moves"]):
                assert opening.queen_turn in range(1, TURNS + 1)
                # Two, if the queen comes second and both sides then only move.
                assert len(opening.bugs) in (2, 3)
                assert (opening.shape in list(Shape)) == (len(opening.bugs) == 3)
                assert opening.name.startswith("-".join(bug.name.lower() for bug in opening.bugs))


@settings(max_examples=40, deadline=None)
@given(games(plies=8), st.integers(0, 11))
def test_the_name_does_not_depend_on_the_direction_of_play(board: Board, number: int) -> None:
    game_type = board.rules.game_type
    turned = replayed(board, symmetry(number))
    assert openings_of(game_type, turned.move_strings()) == openings_of(game_type, board.move_strings())
