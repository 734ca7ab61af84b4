"""Each rule that refuses a move, shown by one position: the code programs see, the sentence players see."""

import pickle

import pytest

from engine import Board, GameType, IllegalMove, InvalidNotation, Move, OpeningRule, Piece, Rules, explain
from engine.errors import SENTENCES
from engine.hexes import Hex

from .cases import cases

FOUR = "Base;;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wG1 \\wS1;bG1 bS1/"  # neither queen placed
LINE = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-"  # four in a row
COVERED = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bB1 bQ-;wB1 wQ;bB1 bQ"
# White's pillbug has just been thrown by Black's.
THROWN = "Base+MLP;;;wP;bP -wP;wL wP-;bQ /bP;wQ wP\\;bS1 -bQ;wL bP\\;wP -bP"
# White's mosquito touches only Black's.
HUNGRY = (
    "Base+MP;;;wM;bM \\wM;wP /wM;bS1 bM/;wQ wM-;bQ -bM;wA1 -wP;bS1 wQ-;wA1 \\bM;bQ -wA1;wA2 wA1/;bP -bQ;"
    "wA2 -bP;bA1 bS1\\;wP \\wQ;bA1 wQ\\;wM /bM;bA2 bS1-"
)
PILLBUG = "Base+MP;;;wP;bA1 wP-;wQ -wP;bQ bA1-;wM \\wP;bA2 bQ-"

REFUSED = [
    ("Base", "wQ", "queen_first", "the queen may not be placed on the first turn in this event"),
    ("Base;;;wS1", "bQ wS1-", "queen_first", "the queen may not be placed on the first turn in this event"),
    ("Base", "pass", "pass_not_allowed", "you have other moves, passing is not allowed"),
    ("Base", "wS1 -wA1", "first_at_origin", "the first piece of the game needs no reference: write only wS1"),
    ("Base", "wA2", "not_next_copy", "wA2 may not be placed before wA1"),
    ("Base+P;;;wS1", "bM wS1-", "not_in_game", "bM is not part of Base+P"),
    ("Base;;;wS1", "bS1 -bQ", "reference_not_in_play", "bQ is not on the board"),
    ("Base;;;wS1", "wS2 -wS1", "wrong_side", "wS2 belongs to your opponent"),
    ("Base;;;wS1", "wS1 wS1-", "wrong_side", "wS1 belongs to your opponent"),
    (FOUR, "wB1 -wA1", "queen_due", "your queen must be placed by your fourth turn"),
    (FOUR, "wG1 -wA1", "queen_due", "your queen must be placed by your fourth turn"),
    (FOUR.rpartition(";wG1")[0], "wA1 /wS1", "queen_not_placed", "bugs may only move after your queen is placed"),
    ("Base;;;wS1", "bS1 -bS1", "reference_not_in_play", "bS1 is not on the board"),
    (LINE, "wA1 wS1", "occupied", "there is already a piece on that cell"),
    (LINE, "wA1 bQ-", "enemy_contact", "wA1 may not be placed next to a piece of your opponent"),
    (LINE, "wA1 \\bS1", "enemy_contact", "wA1 may not be placed next to a piece of your opponent"),
    (LINE, "wS1 \\bS1", "pinned", "moving wS1 would split the hive"),
    (LINE, "wQ wS1/", "out_of_reach", "wQ cannot reach that cell"),
    (LINE, "wQ -wQ", "loses_contact", "wQ would leave the hive on its way"),
    (LINE, "bQ \\bQ", "wrong_side", "bQ belongs to your opponent"),
    (LINE, "wQ wQ", "same_cell", "wQ must end on another cell"),
    (COVERED, "wQ -bS1", "covered", "wQ is covered by wB1"),
    (
        "Base+P;;;wP;bB1 wP-;wQ /wP;bQ bB1/;wQ wP\\;bQ \\bB1",
        "bQ -wP",
        "just_moved",
        "bQ moved last turn and cannot be thrown now",
    ),
    (THROWN, "bQ -wP", "thrower_stunned", "wP was moved by your opponent last turn and cannot throw now"),
    (THROWN, "wP \\bS1", "stunned", "wP was moved by your opponent last turn and cannot move now"),
    (
        "Base+MLP;;;wB1;bP \\wB1;wM /wB1;bS1 -bP;wP wB1\\;bQ bP/;wQ wP-;bA1 -bQ;wM wB1",
        "wM bS1\\",
        "stacked",
        "wM is part of a stack and cannot be thrown",
    ),
    (
        "Base+P;;;wP;bB1 wP-;wQ /wP;bQ bB1/;wQ wP\\;bQ \\bB1;wQ /wP;bA1 bQ/;wQ wP\\;bA1 -bQ;wQ /wP;bB2 \\bQ;"
        "wQ wP\\;bB2 bQ;bA1 -wP;bB1 wQ",
        "bA1 bB2\\",
        "throw_gate",
        "stacks on both sides close the way over wP",
    ),
    (
        "Base+MLP;;;wB1;bB1 \\wB1;wP /wB1;bQ \\bB1;wQ -wP;bP /bQ;wA1 wB1-;bQ /bP",
        "wP bP\\",
        "gate",
        "wP does not fit through the gap",
    ),
    (
        "Base+P;;;wS1;bP /wS1;wB1 \\wS1;bB1 -bP;wQ wS1-;bQ bB1\\;wP \\wQ;bB1 wS1\\",
        "wS1 \\wB1",
        "boxed_in",
        "wS1 has nowhere to go",
    ),
    (HUNGRY, "wM bA2-", "nothing_to_copy", "wM touches no bug it could move like"),
    (
        "Base;;;wS1;bS1 wS1-;wB1 \\wS1;bB1 bS1/;wG1 /wS1;bG1 bS1\\;wQ /wB1;bQ bB1\\;wS2 /wG1",
        "bB1 -bQ",
        "name_the_stack",
        "that cell is occupied: to climb onto it, write bB1 bS1",
    ),
]


@pytest.mark.parametrize(("game", "text", "code", "sentence"), REFUSED)
def test_refused_with_this_reason(game: str, text: str, code: str, sentence: str) -> None:
    board = Board.from_game_string(game)
    with pytest.raises(IllegalMove) as refused:
        board.parse_move(text)
    assert (refused.value.code, str(refused.value)) == (code, sentence)
    assert explain(board, text) == sentence


def test_every_reason_for_a_refused_move_is_shown_here() -> None:
    """``game_over``, ``no_room``, and no contact at all (no text can say it) have tests of their own below."""
    shown = {code for _, _, code, _ in REFUSED} | {"game_over", "no_contact", "no_hive_contact", "no_room"}
    notation = {"unreadable_move", "unknown_piece", "reference_missing", "unknown_game_type"}
    assert shown == set(SENTENCES) - notation - {"unreadable_game", "unreadable_snapshot"}


def test_no_room_to_place() -> None:
    # White's only pieces stand beside black ones on every side that is free.
    board = Board.from_snapshot(
        Rules(GameType.parse("Base")),
        "1;10;-;-;0,0=wS1 1,0=bS1 0,1=bQ -1,1=bG1 -1,0=bA1 0,-1=wQ+bB1",
    )
    stuck = board.why_stuck(Piece.parse("wG1"))
    assert stuck is not None
    assert (stuck.code, str(stuck)) == ("no_room", "there is no cell where you may place a piece now")


def test_a_queen_may_open_where_the_event_allows_it() -> None:
    board = Board(Rules(opening=OpeningRule.QUEEN_MAY_OPEN))
    board.push_text("wQ")
    board.push_text("bQ wQ-")
    assert len(board.stacks()) == 2


def test_a_thrown_piece_rests_one_turn_and_then_moves() -> None:
    board = Board.from_game_string("Base+P;;;wP;bA1 wP-;wQ -wP;bQ bA1-;wA1 -wQ;bA2 bQ-;wA1 \\wQ;bA2 wP\\")
    board.push_text("wA1 -wQ")
    board.push_text("bA2 /wQ")
    board.push_text("wA1 \\wQ")
    board.push_text("bA2 wP\\")
    board.push_text("wA1 -wQ")
    board.push_text("bA2 /wP")
    board.push_text("wA1 \\wQ")
    board.push_text("bA3 bQ-")
    thrown = board.parse_move("bA2 wP\\")
    assert [str(piece) for piece in thrown.throwers] == ["wP"]
    board.push(thrown)
    with pytest.raises(IllegalMove) as refused:
        board.parse_move("bA2 /wQ")
    assert refused.value.code == "stunned"
    assert str(refused.value) == "bA2 was moved by your opponent last turn and cannot move now"
    stuck = board.why_stuck(Piece.parse("bA2"))
    assert stuck is not None
    assert stuck.code == "stunned"
    board.push_text("bA3 bQ\\")
    board.push_text("wA1 -wQ")
    assert board.parse_move("bA2 /wQ").kind == "movement"


def test_what_is_wrong_with_a_finished_game() -> None:
    record = next(record for record in cases("games.jsonl") if record["final_state"] == "BlackWins")
    board = Board.from_game_string(f"{record['gametype']};;;{';'.join(record['moves'])}")
    for text in ("pass", record["moves"][-1]):
        with pytest.raises(IllegalMove) as refused:
            board.parse_move(text)
        assert refused.value.code == "game_over"
    stuck = board.why_stuck(Piece.parse("wQ"))
    assert stuck is not None
    assert stuck.code == "game_over"


def test_a_made_up_move_far_away_is_not_mistaken_for_the_cell_it_folds_onto() -> None:
    board = Board.from_game_string(LINE)
    real = next(move for move in board.legal_moves() if move.kind == "placement")
    assert real.destination is not None
    for q, r in ((32, -1), (0, 32), (1024, 0), (-9, 0)):
        false = Move("placement", real.piece, None, Hex(real.destination.q + q, real.destination.r + r))
        error = board.why_illegal(false)
        assert error is not None
        assert error.code == ("no_contact" if (q, r) == (-9, 0) else "no_hive_contact")
        with pytest.raises(IllegalMove):
            board.push(false)


@pytest.mark.parametrize(
    ("game", "piece", "code"),
    [
        ("Base", "wQ", "queen_first"),
        ("Base", "bA1", "wrong_side"),
        ("Base", "wM", "not_in_game"),
        ("Base", "wA3", "not_next_copy"),
        (FOUR, "wB1", "queen_due"),
        (FOUR, "wS1", "queen_due"),
        (LINE, "wS1", "pinned"),
        (LINE, "bQ", "wrong_side"),
        (COVERED, "wQ", "covered"),
        (THROWN, "wP", "stunned"),
        (HUNGRY, "wM", "nothing_to_copy"),
        (PILLBUG, "wP", "pinned"),
    ],
)
def test_why_a_piece_is_stuck(game: str, piece: str, code: str) -> None:
    error = Board.from_game_string(game).why_stuck(Piece.parse(piece))
    assert error is not None
    assert error.code == code


def test_errors_survive_pickling_with_their_data() -> None:
    with pytest.raises(IllegalMove) as refused:
        Board(Rules(GameType.parse("Base+P"))).parse_move("wM")
    error = refused.value
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.params, str(again)) == (error.code, error.params, str(error))
    assert again.params == {"piece": "wM", "game_type": "Base+P"}


@pytest.mark.parametrize("text", ["", "  ", "wX1", "wA4", "wA1 -bQ wQ", "wA1 -bQ-x", "wA1 ?bQ", "x" * 5000, "🐝"])
def test_unreadable_text_is_refused_as_unreadable(text: str) -> None:
    with pytest.raises(InvalidNotation):
        Board.from_game_string(LINE).parse_move(text)
