"""PGN in the dialect of Mzinga and hivegame: what is read, what is written, what is refused."""

from datetime import timedelta

import pytest

from engine import Board, GameType, InvalidNotation, OpeningRule, RepetitionRule, Rules
from engine.notation.pgn import read_pgn, write_pgn
from engine.notation.reading import BadRecord, decode
from engine.notation.record import GameRecord, Result
from engine.notation.sgf import read_sgf

from .records import data_of

GAME = """[GameType "Base"]
[White "Ada"]
[Black "Bo"]
{before}
1. wS1
{[%clk 0:09:58] a good start
and a long one}
2. bS1 wS1-
{[%clk 0:09:59.5] [%used 0:00:00.5]}
3. wQ -wS1
"""


def moves(text: str, game_type: str = "Base") -> str:
    return f'[GameType "{game_type}"]\n\n{text}\n'


def test_headers_moves_clocks_and_comments_are_read() -> None:
    record = read_pgn(GAME)
    assert record.moves == ("wS1", "bS1 wS1-", "wQ -wS1")
    assert record.headers == {"White": "Ada", "Black": "Bo"}
    assert record.clocks == (timedelta(minutes=9, seconds=58), timedelta(minutes=9, seconds=59, milliseconds=500), None)
    assert record.spent == (None, timedelta(milliseconds=500), None)
    assert record.comments == {0: "before", 1: "a good start\nand a long one"}
    assert record.result is Result.OPEN


def test_what_is_written() -> None:
    board = Board(Rules(GameType.parse("Base+PLM")))
    for text in ("wS1", "bS1 wS1-"):
        board.push_text(text)
    record = GameRecord.of(
        board,
        result=Result.BLACK_WINS,
        headers={"Event": 'The "Cup"', "White": "Ada\\Bo", "TimeControl": "5d+1d", "Date": "2026.11.30"},
        clocks=[timedelta(days=5), timedelta(hours=1, milliseconds=20)],
        comments={1: "wait } for it"},
    )
    assert write_pgn(record).splitlines() == [
        '[GameType "Base+MLP"]',
        '[Date "2026.11.30"]',
        '[Event "The \\"Cup\\""]',
        '[Site ""]',
        '[Round ""]',
        '[White "Ada\\\\Bo"]',
        '[Black ""]',
        '[Result "BlackWins"]',
        '[ResultScore "0-1"]',
        '[TimeControl "5d+1d"]',
        '[OpeningRule "no_queen_first"]',
        '[RepetitionRule "none"]',
        "",
        "1. wS1",
        "{[%clk 120:00:00] wait &#125; for it}",
        "2. bS1 wS1-",
        "{[%clk 1:00:00.02]}",
        "",
        "BlackWins",
    ]
    assert read_pgn(write_pgn(record)) == record


def test_a_canonical_file_of_mzinga_is_written_as_it_was() -> None:
    text = data_of("hive-181.pgn").decode()
    assert write_pgn(read_pgn(text)) == text


@pytest.mark.parametrize(
    ("tag", "end", "result", "kept"),
    [
        ("WhiteWins", "", Result.WHITE_WINS, None),
        ("1-0", "", Result.WHITE_WINS, "1-0"),
        ("BlackWins", "", Result.BLACK_WINS, None),
        ("0-1", "", Result.BLACK_WINS, "0-1"),
        ("Draw", "", Result.DRAW, None),
        ("1/2-1/2", "", Result.DRAW, "1/2-1/2"),
        ("½-½", "", Result.DRAW, "½-½"),
        ("InProgress", "", Result.OPEN, None),
        ("*", "", Result.OPEN, "*"),
        ("Unknown", "", Result.OPEN, "Unknown"),
        ("", "", Result.OPEN, None),
        (None, "", Result.OPEN, None),
        (None, "WhiteWins", Result.WHITE_WINS, None),
        ("*", "0-1", Result.BLACK_WINS, None),
        ("won on time", "Draw", Result.DRAW, "won on time"),
    ],
)
def test_both_result_spellings_are_read(tag: str | None, end: str, result: Result, kept: str | None) -> None:
    header = "" if tag is None else f'[Result "{tag}"]\n'
    record = read_pgn(f'[GameType "Base"]\n{header}\n1. wS1\n\n{end}\n')
    assert record.result is result
    assert record.headers.get("Result") == kept
    assert read_pgn(write_pgn(record)) == record


def test_the_board_decides_where_the_file_does_not_say() -> None:
    text = data_of("hive-204.pgn").decode()
    assert read_pgn(text.replace('[Result "1-0"]', "")).result is Result.WHITE_WINS
    assert read_pgn(text.replace('[Result "1-0"]', '[Result "*"]')).result is Result.WHITE_WINS


@pytest.mark.parametrize(
    "body",
    [
        "1. wS1 \n2. bS1 wS1-\n3. wS2 -wS1",
        "1. wS1 2. bS1 wS1- 3. wS2 -wS1",
        "wS1\nbS1 wS1-\nwS2 -wS1",
        "1... WS1\r\n2.bs1 ws1- {x} 3. wS2  -wS1",
        "1. wS1 .\n2. bS1 wS1-\n3. wS2 \\wS1",
        "1. wS2\n2. bS2 wS2-\n3. wS1 -wS2",  # copies in another order are renumbered
        "1. wS1 bS1 wS1- 2. wS2 -wS1",  # two plies a number, as in chess
        "wS1 bS1 wS1- wS2 -wS1",
        "1. wS1 . bS1 wS1- wS2 -wS1",
        "1. wS1 2. bS1 wS1-! $14 3. wS2 -wS1 !? $1",
        "1. wS1 (1. wA1 2. bA1 wA1- (2. bQ wA1-)) 2. bS1 wS1- 3. wS2 -wS1 (never {nor ) this} played)",
        "1. wS1 (\n1. wA1 ; ) not here\n{[x]\n}\n) 2. bS1 wS1-\n% a line for other programs ( { ;\n3. wS2 -wS1",
    ],
)
def test_ways_to_write_moves(body: str) -> None:
    if "wS1 .\n" in body:
        # A first move may have a dot for its reference, and any reference will do later on.
        assert read_pgn(moves(body)).moves == ("wS1", "bS1 wS1-", "wS2 \\wS1")
    else:
        assert read_pgn(moves(body)).moves == ("wS1", "bS1 wS1-", "wS2 -wS1")


def test_climbs_may_be_written_as_directions() -> None:
    body = "1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n4. bQ bS1-\n5. wB1 -wQ\n6. bB1 bQ-\n7. wB1 -wS1"
    assert read_pgn(moves(body)).moves[-1] == "wB1 wQ"


def test_a_queen_may_open_unless_the_file_says_otherwise() -> None:
    assert read_pgn(moves("1. wQ")).rules.opening is OpeningRule.QUEEN_MAY_OPEN
    assert read_pgn(moves("1. wS1")).rules.opening is OpeningRule.NO_QUEEN_FIRST
    stated = read_pgn('[GameType "Base"]\n[OpeningRule "queen_may_open"]\n1. wS1')
    assert stated.rules.opening is OpeningRule.QUEEN_MAY_OPEN
    with pytest.raises(BadRecord) as bad:
        read_pgn('[GameType "Base"]\n[OpeningRule "no_queen_first"]\n1. wQ')
    assert (bad.value.code, bad.value.line) == ("queen_first", 3)


def test_the_repetition_rule_of_the_file_ends_the_game() -> None:
    walk = [*["wQ -wS1", "bQ bS1-", "wQ \\wS1", "bQ bS1\\"] * 2, "wQ -wS1", "bQ bS1-"]
    body = "\n".join(["wS1", "bS1 wS1-", *walk])
    text = f'[GameType "Base"]\n[RepetitionRule "threefold"]\n\n{body}\n'
    record = read_pgn(text)
    assert record.rules.repetition is RepetitionRule.THREEFOLD
    assert record.result is Result.DRAW
    with pytest.raises(BadRecord) as bad:
        read_pgn(text + "wQ \\wS1\n")
    assert bad.value.code == "game_over"


def test_several_games_in_one_file() -> None:
    second = GAME.replace("Ada", "Cy") + "\nDraw\n"
    text = GAME + "\n" + second + GAME.replace("Ada", "Di")
    assert [read_pgn(text, number).header("White") for number in (1, 2, 3)] == ["Ada", "Cy", "Di"]
    assert read_pgn(text, 2).result is Result.DRAW
    unplayed = '[GameType "Base"]\n[White "No"]\n\n[GameType "Base"]\n[White "Nor"]\n'
    assert [read_pgn(unplayed, number).header("White") for number in (1, 2)] == ["No", "Nor"]
    for number in (0, 4, -1):
        with pytest.raises(InvalidNotation):
            read_pgn(text, number)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there is no game 1"),
        ("1. wS1", "the game type is missing"),
        ('[GameType "Go"]', "'Go' is not a game type"),
        ('[GameType "Base"]\n[]', "line 2: '[]' is not a tag"),
    ],
)
def test_texts_that_are_no_games(text: str, problem: str) -> None:
    with pytest.raises(InvalidNotation) as bad:
        read_pgn(text)
    assert problem in str(bad.value)


def test_the_first_bad_move_has_line_reason_and_the_game_before_it() -> None:
    with pytest.raises(BadRecord) as bad:
        read_pgn(GAME + "4. bQ wS1\\\n5. wA1 -wQ\n")
    error = bad.value
    assert str(error) == "line 11: move 4 (bQ wS1\\): bQ may not be placed next to a piece of your opponent"
    assert (error.line, error.ply, error.text) == (11, 3, "bQ wS1\\")
    assert error.record == read_pgn(GAME)


@pytest.mark.parametrize(
    ("line", "ply", "problem"),
    [
        ("4.", 3, "'' is not a move"),
        ("4. wS9 wQ-", 3, "there is no piece called 'wS9'"),
        ("4. bA1 bS1- wQ", 3, "several moves stand together: give each its number or a line of its own"),
        ("4. bA1 bS1- 5. wA1 and so on", 4, "several moves stand together: give each its number or a line of its own"),
        ("nonsense", 3, "there is no piece called 'nonsense'"),
        ("{never closed", 3, "the comment is not closed: add a }"),
        ("(4. bA1 bS1-", 3, "the variation is not closed: add a ), or take it out"),
        ('(4. bA1 bS1-\n[GameType "Base"]', 3, "the variation is not closed: add a ), or take it out"),
        ("4. bA1 bS1-)", 4, "a ) closes what was never opened: take it out"),
        ("4. bA1 bS1- }", 4, "a } closes what was never opened: take it out"),
    ],
)
def test_what_is_no_move_is_refused_where_it_stands(line: str, ply: int, problem: str) -> None:
    with pytest.raises(BadRecord) as bad:
        read_pgn(GAME + line)
    assert isinstance(bad.value.error, InvalidNotation)
    assert problem in str(bad.value)
    assert (bad.value.line, bad.value.ply) == (11, ply)
    assert bad.value.record.moves == (*read_pgn(GAME).moves, "bA1 bS1-")[:ply]


@pytest.mark.parametrize(
    ("body", "result"),
    [
        ("1. wS1 2. bS1 wS1- 0-1", Result.BLACK_WINS),
        ("1. wS1 2. bS1 wS1- ½-½", Result.DRAW),
        ("1. wS1 2. bS1 wS1- {[%clk 0:01:00]} WhiteWins", Result.WHITE_WINS),
        ("wS1 bS1 wS1- 1/2-1/2 ; agreed", Result.DRAW),
        ("1. wS1 2. bS1 wS1- $2 *", Result.OPEN),
        ("1. wS1 (1. wQ 1-0) 2. bS1 wS1- 0-1", Result.BLACK_WINS),
    ],
)
def test_a_result_may_stand_behind_the_moves_of_a_line(body: str, result: Result) -> None:
    record = read_pgn(moves(body))
    assert (record.moves, record.result) == (("wS1", "bS1 wS1-"), result)
    assert read_pgn(write_pgn(record)) == record


def test_passes_may_stand_among_several_moves() -> None:
    record = read_sgf(decode(data_of("mzinga-005.sgf")))
    assert "pass" in record.moves
    assert read_pgn(moves(" ".join(record.moves), str(record.rules.game_type))).moves == record.moves


def test_comments_to_the_end_of_the_line_are_kept_as_others_are() -> None:
    record = read_pgn(moves("; before {all\n1. wS1 ; the &#125; spider\n2. bS1 wS1- {a; b} ; c ( d\n"))
    assert record.comments == {0: "before {all", 1: "the &#125; spider", 2: "a; b\nc ( d"}
    assert read_pgn(write_pgn(record)) == record
    assert write_pgn(read_pgn(write_pgn(record))) == write_pgn(record)


def test_a_variation_left_open_does_not_swallow_the_next_game() -> None:
    text = GAME + "(4. bA1 bS1-\n" + GAME.replace("Ada", "Cy")
    assert read_pgn(text, 2).header("White") == "Cy"


def test_a_prefix_keeps_headers_and_drops_the_result() -> None:
    record = read_pgn(GAME + "\nWhiteWins\n")
    prefix = record.prefix(1)
    assert (prefix.moves, prefix.result, prefix.headers) == (("wS1",), Result.OPEN, record.headers)
    assert prefix.comments == record.comments
    assert prefix.board().ply == 1
    assert record.prefix(3) == record
