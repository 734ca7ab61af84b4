"""UHP texts: every spelling of a move that is accepted, game strings, game types; nothing else gets through."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import (
    BadGame,
    Board,
    EngineError,
    GameType,
    Hex,
    IllegalMove,
    InvalidNotation,
    OpeningRule,
    Piece,
    RepetitionRule,
    Rules,
    replay,
)

from .playing import games

LINE = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
STACK = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bB1 bQ-;wB1 wQ;bB1 bQ"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("bG1 -bQ", (1, 0)),
        ("bG1 bQ-", (3, 0)),
        ("bG1 /bQ", (1, 1)),
        ("bG1 bQ/", (3, -1)),
        ("bG1 \\bQ", (2, -1)),
        ("bG1 bQ\\", (2, 1)),
        ("bG1 bQ", (2, 0)),
    ],
)
def test_each_sign_names_its_direction(text: str, place: tuple[int, int]) -> None:
    from engine.notation.uhp import read_move

    board = Board.from_game_string(LINE)
    named = read_move(text, board.position, [(0, 0)] * 14 + [(2, 0)] * 14)
    assert named is not None
    assert named[1] == place


@pytest.mark.parametrize(
    ("game", "text", "canonical"),
    [
        ("Base", "wA1 .", "wA1"),
        ("Base", " wA1\t", "wA1"),
        ("Base", "WA1", "wA1"),
        ("Base+M", "wM1", "wM"),
        (LINE, "WQ \\WS1", "wQ \\wS1"),
        (LINE, "wq1 wq/", "wQ \\wS1"),  # from where the queen stands herself
        (LINE, "wA1   -wQ", "wA1 -wQ"),
        (LINE, "wA1 wS1\\ ", None),  # beside a black piece
        (STACK, "wB1 -wQ", "wB1 -wQ"),  # down again, from the covered queen
        (STACK, "wB1 wQ\\", "wB1 wQ\\"),
        (STACK, "wB1 wB1\\", "wB1 wQ\\"),
        (STACK, "wB1 wS1", "wB1 wS1"),
        (STACK + ";wB1 wS1", "bB1 bS1", "bB1 bS1"),
        (STACK + ";wB1 wS1;bB1 bS1", "wB1 bS1", "wB1 bB1"),  # the covered piece names the stack
    ],
)
def test_equivalent_spellings(game: str, text: str, canonical: str | None) -> None:
    board = Board.from_game_string(game)
    if canonical is None:
        with pytest.raises(IllegalMove):
            board.parse_move(text)
    else:
        assert board.move_string(board.parse_move(text)) == canonical


def test_a_direction_onto_an_occupied_cell_climbs_only_if_asked_to() -> None:
    board = Board.from_game_string(STACK)
    with pytest.raises(IllegalMove, match="write wB1 wS1"):
        board.parse_move("wB1 -bS1")
    assert board.parse_move("wB1 -bS1", climb_by_direction=True) == board.parse_move("wB1 wS1")
    text = STACK + ";wB1 -bS1"
    assert Board.from_game_string(text, climb_by_direction=True).move_strings()[-1] == "wB1 wS1"
    with pytest.raises(BadGame):
        Board.from_game_string(text)


def test_pass_is_read_in_any_case_when_it_is_due() -> None:
    # Black has nothing that can move and no room to place.
    board = Board.from_snapshot(Rules(GameType.parse("Base")), "1;11;-;-;0,0=bQ+wB1 1,0=wQ")
    assert board.must_pass()
    assert [move.kind for move in board.legal_moves()] == ["pass"]
    assert board.move_string(board.parse_move("PASS")) == "pass"
    with pytest.raises(IllegalMove):
        board.parse_move("bA1 -wB1")
    board.push_text("pass")
    assert (board.last_moved, board.ply, board.turn_string()) == (None, 12, "White[7]")


@pytest.mark.parametrize("text", ["Base", "base", " BASE ", "Base+MLP", "Base+PLM", "base+ml"])
def test_game_types_are_read_in_any_order_and_case(text: str) -> None:
    game_type = GameType.parse(text)
    assert game_type in GameType.ALL
    assert GameType.parse(str(game_type)) == game_type


def test_all_game_types_are_written_canonically() -> None:
    assert [str(game_type) for game_type in GameType.ALL] == (
        ["Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP"]
    )


@pytest.mark.parametrize("text", ["", "Base+", "Base+X", "Base+MM", "Bas", "Base+M+L", "BaseM", "+M"])
def test_other_game_types_are_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        GameType.parse(text)


def test_state_and_turn_of_a_game_string_follow_from_the_moves() -> None:
    board = Board.from_game_string("Base;BlackWins;White[9];wS1;bS1 wS1-")
    assert board.game_string() == "Base;InProgress;White[2];wS1;bS1 wS1-"


@pytest.mark.parametrize(
    "text", ["Base;InProgress", "Base;wS1;bS1 wS1-", "Base;Draw;Red[1]", "Base;;Black[0]", ";;;wS1"]
)
def test_texts_that_are_no_game_strings(text: str) -> None:
    with pytest.raises(InvalidNotation):
        Board.from_game_string(text)


def test_the_first_bad_move_is_named_with_its_ply_and_reason() -> None:
    with pytest.raises(BadGame) as bad:
        Board.from_game_string("Base;InProgress;White[2];wS1;bS1 wS1-;wQ bS1-;bQ bS1-")
    assert (bad.value.ply, bad.value.text, bad.value.code) == (2, "wQ bS1-", "enemy_contact")
    assert str(bad.value) == ("move 3 (wQ bS1-): wQ may not be placed next to a piece of your opponent")
    assert isinstance(bad.value.board, Board)
    assert bad.value.board.move_strings() == ["wS1", "bS1 wS1-"]


def test_a_game_may_be_replayed_under_other_rules() -> None:
    rules = Rules(GameType.parse("Base"), OpeningRule.QUEEN_MAY_OPEN, RepetitionRule.THREEFOLD)
    board = replay(rules, ["wQ", "bQ wQ-"])
    assert board.where(Piece.parse("bQ")) == Hex(1, 0)
    with pytest.raises(BadGame, match="the queen may not be placed on the first turn"):
        Board.from_game_string("Base;;;wQ")


@settings(max_examples=60, deadline=None)
@given(games(plies=30))
def test_a_game_string_replays_to_the_same_game(board: Board) -> None:
    again = Board.from_game_string(board.game_string(), opening=board.rules.opening)
    assert again.game_string() == board.game_string()
    assert again.snapshot() == board.snapshot()


PIECES = st.sampled_from(["wQ", "bQ", "wS1", "bS1", "wA1", "bA2", "wB1", "bM", "wP", "bL", "wG9", "pass", "."])
SIGNS = st.sampled_from(["", "-", "/", "\\", "--", "+", " "])
NEAR_MOVES = st.builds(lambda a, b, c, d: f"{a} {b}{c}{d}", PIECES, SIGNS, PIECES, SIGNS)


@settings(max_examples=300, deadline=None)
@given(games(plies=12), st.one_of(st.text(max_size=60), NEAR_MOVES))
@example(Board(), "\x00")
@example(Board(), "wA1 \ud800")
def test_any_text_is_a_legal_move_or_one_of_the_two_errors(board: Board, text: str) -> None:
    before = board.snapshot()
    refused: EngineError | None = None
    try:
        move = board.parse_move(text)
    except (InvalidNotation, IllegalMove) as error:
        refused = error
    if refused is None:
        assert move in board.legal_moves()
    else:
        assert refused.code
        assert str(refused)
    assert board.snapshot() == before


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.text(),
        st.lists(st.one_of(st.text(max_size=9), NEAR_MOVES), max_size=6).map(
            lambda moves: "Base+MLP;InProgress;White[1];" + ";".join(moves)
        ),
    )
)
def test_any_text_is_a_game_or_a_documented_error(text: str) -> None:
    try:
        board = Board.from_game_string(text)
    except EngineError:
        return
    assert Board.from_game_string(board.game_string()).game_string() == board.game_string()
