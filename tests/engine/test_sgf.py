"""SGF of BoardSpace: cells, drops, retractions, passes, draws and names as real files have them."""

import re
from datetime import timedelta

import pytest

from engine import InvalidNotation
from engine.notation.pgn import read_pgn
from engine.notation.reading import BadRecord, decode
from engine.notation.record import Result
from engine.notation.sgf import read_sgf
from engine.notation.sgf_writer import write_sgf

from .records import data_of

ROOT = ' (;\nGM[27]VV[1]\nSU[{setup}]\nRE[{result}]\nP0[id "Ada"]\nP1[id "Bo"]\n; P0[0 Start P0]\n'


def game(*actions: str, setup: str = "Hive", result: str = "") -> str:
    """Return a file in which the players take turns; an action with its own P0 or P1 says who."""
    lines = [ROOT.format(setup=setup, result=result)]
    player = 0
    for number, action in enumerate(actions, 1):
        who = action[:2] if action[:2] in ("P0", "P1") else f"P{player}"
        lines.append(f"; {who}[{number} {action.removeprefix(who).strip()}]\n")
        if action.strip().lower().endswith("done"):
            player = 1 - player
    return "".join([*lines, ";\nP0[time 0:01:02 ]\nP1[time 0:00:05 ]\n)\n"])


def played(*actions: str, setup: str = "Hive") -> tuple[str, ...]:
    return read_sgf(game(*actions, setup=setup)).moves


FIRST = ("pick W 4 wS1", "dropb wS1 N 13 .", "done", "move B bS1 O 13 wS1-", "done")


@pytest.mark.parametrize(
    ("cell", "move"),
    [
        ("O 13", "bS1 wS1-"),
        ("O 14", "bS1 wS1/"),
        ("N 14", "bS1 \\wS1"),
        ("M 13", "bS1 -wS1"),
        ("M 12", "bS1 /wS1"),
        ("N 12", "bS1 wS1\\"),
    ],
)
def test_the_cell_counts_and_the_reference_does_not(cell: str, move: str) -> None:
    assert played("move W wS1 N 13 .", "done", f"move B bS1 {cell} /wS1", "done") == ("wS1", move)
    assert played("move W wS1 N 13 .", "done", f"move B bS1 {cell}", "done") == ("wS1", move)


def test_the_first_piece_may_lie_anywhere() -> None:
    assert played("move W wS1 C 2 .", "done", "movedone b bS1 D 2 .") == ("wS1", "bS1 wS1-")


@pytest.mark.parametrize(
    ("actions", "last"),
    [
        (("pick W 0 wQ", "dropb wQ M 13 -wS1", "done"), "wQ -wS1"),
        (("Pick w 0 Q", "Dropb q M 13 -wS1", "Done "), "wQ -wS1"),  # old: no colour, any case
        (("pick W 3 b1", "dropb b1 M 13 -wS1", "done"), "wB1 -wS1"),  # a beetle, not a black piece
        (("dropb wQ M 13 .", "dropb wA1 M 12 .", "done"), "wA1 /wS1"),  # the last drop counts
        (("dropb wQ M 13 .", "pickb M 13 wQ", "dropb wQ M 12 .", "done"), "wQ /wS1"),
        (("dropb wQ M 13 .", "pick W 1 wA1", "dropb wA1 M 12 .", "done"), "wA1 /wS1"),
        (("movedone W wA1 M 12 /wS1",), "wA1 /wS1"),
        (("pick W 1 wA3", "dropb wA3 M 12 /wS1", "done"), "wA1 /wS1"),  # copies are renumbered
    ],
)
def test_a_turn_is_what_stands_when_it_is_done(actions: tuple[str, ...], last: str) -> None:
    assert played(*FIRST, *actions)[-1] == last


@pytest.mark.parametrize("pick", ["pickb M 13 wQ", "pick W 1 wA1"])
def test_picking_up_takes_the_drop_back(pick: str) -> None:
    with pytest.raises(BadRecord) as bad:
        played(*FIRST, "dropb wQ M 13 .", pick, "done")
    assert bad.value.code == "pass_not_allowed"


def test_a_piece_put_back_where_it_was_has_not_moved() -> None:
    queens = ("move W wQ M 13 .", "done", "move B bQ P 13 .", "done")
    moved = played(*FIRST, *queens, "pickb M 13 wQ", "dropb wQ M 13 .", "pickb M 13 wQ", "dropb wQ M 12 .", "done")
    assert moved[-1] == "wQ /wS1"
    with pytest.raises(BadRecord) as bad:
        played(*FIRST, *queens, "pickb M 13 wQ", "dropb wQ M 13 .", "done")
    assert bad.value.code == "pass_not_allowed"


@pytest.mark.parametrize("name", ["mzinga-005.sgf", "mzinga-006.sgf"])
def test_passes_are_told_as_pass_passdone_or_a_bare_done(name: str) -> None:
    text = decode(data_of(name))
    moves = read_sgf(text).moves
    assert "pass" in moves
    lines = text.splitlines()
    bare = [line for line in lines if " pass" not in line.lower()]
    assert len(bare) < len(lines)
    assert read_sgf("\n".join(bare)).moves == moves


def test_the_last_done_of_a_drawn_game_is_no_pass() -> None:
    text = decode(data_of("mzinga-006.sgf"))
    assert text.count("; P1[226 done]") == 1
    assert read_sgf(text).moves == read_sgf(text.replace("; P1[226 done]", "")).moves
    assert read_sgf(text).result is Result.DRAW


@pytest.mark.parametrize(
    ("talk", "result"),
    [
        (("resign", "done"), Result.BLACK_WINS),
        (("resign",), Result.BLACK_WINS),
        (("P1 resign", "P1 done"), Result.WHITE_WINS),
        (("dropb wQ M 13 .", "resign", "done"), Result.BLACK_WINS),
        (("P1 offerdraw", "P1 done", "P0 acceptdraw", "P0 done"), Result.DRAW),
        (("P1 offerdraw", "P1 done", "P0 declinedraw", "P0 done"), Result.OPEN),
    ],
)
def test_resignations_and_draws_are_no_moves(talk: tuple[str, ...], result: Result) -> None:
    record = read_sgf(game(*FIRST, *talk))
    assert record.result is result
    assert record.moves == ("wS1", "bS1 wS1-")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Game won by Ada", Result.WHITE_WINS),
        ("Partie gagnée par Bo", Result.BLACK_WINS),
        ("Bo hat gewonnen", Result.BLACK_WINS),
        ("Game won by Adam", Result.OPEN),  # somebody else's name, and nobody is surrounded
        ("Game won by McAda", Result.OPEN),
        ("Game won by Dumbot", Result.OPEN),
        ("Ada, Bo", Result.OPEN),
        ("The game is a draw", Result.DRAW),
        ("Ada and Bo agreed to a draw", Result.DRAW),
        ("La partida finaliza en empate", Result.DRAW),
        ("Game won by drawing", Result.OPEN),
        ("", Result.OPEN),
    ],
)
def test_results_are_read_in_any_language(text: str, result: Result) -> None:
    assert read_sgf(game(*FIRST, result=text)).result is result


def test_the_board_decides_if_the_winner_has_another_name() -> None:
    text = decode(data_of("roach-021.sgf"))
    assert "RE[Game won by PlayerB]" in text
    for words in ("Game won by PlayerC", "Ganada por PlayerC"):
        record = read_sgf(text.replace("Game won by PlayerB", words))
        assert record.header("SgfResult") == words
        assert record.result is Result.on_board(record.board()) is Result.BLACK_WINS


def test_a_resignation_goes_before_a_name_nobody_has() -> None:
    record = read_sgf(decode(data_of("roach-033.sgf")))
    assert record.header("SgfResult") == "Game won by PlayerC"
    assert (record.result, Result.on_board(record.board())) == (Result.WHITE_WINS, Result.OPEN)


@pytest.mark.parametrize(
    ("setup", "game_type"),
    [
        ("Hive", "Base"), ("hive", "Base"), ("hive-p", "Base+P"), ("Hive-LM", "Base+ML"), ("Hive-PLM", "Base+MLP"),
        ("hive-plm 2 0 101", "Base+MLP"),
    ],
)  # fmt: skip
def test_game_types(setup: str, game_type: str) -> None:
    record = read_sgf(game(*FIRST, setup=setup))
    assert str(record.rules.game_type) == game_type
    assert f"SU[{setup}]" in write_sgf(record)


@pytest.mark.parametrize("setup", ["", "Hive-", "Hive-Ultimate", "Hive-X", "Hive-PP", "Zertz", "Base+M"])
def test_other_games_are_refused(setup: str) -> None:
    with pytest.raises(InvalidNotation) as bad:
        read_sgf(game(*FIRST, setup=setup))
    assert bad.value.code == "unknown_game_type"


def test_headers_and_times() -> None:
    more = "VV[1]CM[0,1]TC[Fixed 600000]EV[Cup]RO[3]PC[Paris]DT[Wed Jul 29 23:49:08 GMT-05:00 2020]"
    text = game(*FIRST).replace("VV[1]", more).replace("[3 done]", "[3 done]TM[1353]")
    record = read_sgf(text.replace('P1[id "Bo"]', 'P0[ranking 1500]\nP1[id "Bo"]'))
    assert record.headers == {
        "White": "Ada",
        "Black": "Bo",
        "Event": "Cup",
        "Round": "3",
        "Site": "Paris",
        "Date": "2020.07.29",
        "SgfDate": "Wed Jul 29 23:49:08 GMT-05:00 2020",
        "TimeControl": "Fixed 600000",
        "SgfCM": "0,1",
        "WhiteElo": "1500",
        "WhiteTime": "0:01:02",
        "BlackTime": "0:00:05",
    }
    assert record.spent == (timedelta(milliseconds=1353), None)
    assert read_sgf(write_sgf(record)) == record


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Wed Oct 31 15:02:42 CET 2018", "2018.10.31"),
        ("3 November 2018", "2018.11.03"),
        ("March 3, 2020", "2020.03.03"),
        ("February 30, 2020", "February 30, 2020"),
        ("2018.11.03", "2018.11.03"),
        ("20-Jan-2024_14:53:24", "20-Jan-2024_14:53:24"),
    ],
)
def test_dates(text: str, date: str) -> None:
    record = read_sgf(game(*FIRST).replace("VV[1]", f"VV[1]DT[{text}]"))
    assert record.header("Date") == date
    assert f"DT[{text}]" in write_sgf(record)


def test_of_two_games_the_first_is_read_unless_the_second_is_asked_for() -> None:
    text = decode(data_of("mzinga-009.sgf"))
    assert text.count("(;") == 2
    first, second = read_sgf(text), read_sgf(text, 2)
    assert first == read_sgf(text, 1)
    assert second.moves == first.moves
    for number in (0, 3):
        with pytest.raises(InvalidNotation):
            read_sgf(text, number)


def test_variations_are_left_aside() -> None:
    text = game(*FIRST, "move W wQ M 13 .", "done")
    begin, end = text[: text.index("; P0[6")], text[text.index("; P0[6") : text.rindex(")")]
    other = "(; P0[6 move W wA1 M 12 .]; P0[7 done])"
    assert read_sgf(f"{begin}({end}){other})").moves == read_sgf(text).moves
    assert read_sgf(f"{begin}{other}({end}))").moves[-1] == "wA1 /wS1"


def test_both_encodings_are_read() -> None:
    text = game(*FIRST).replace("Ada", "Zoë")
    for encoding in ("utf-8", "utf-8-sig", "latin-1"):
        assert read_sgf(decode(text.encode(encoding))).header("White") == "Zoë"


@pytest.mark.parametrize(
    ("damaged", "line", "code"),
    [
        (("move W wQ O 13 .", "done"), 13, "occupied"),
        (("move W wQ P 13 .", "done"), 13, "enemy_contact"),
        (("move W wQ Z 26 .", "done"), 13, "no_contact"),
        (("move W wX N 14 .", "done"), 13, "unreadable_game"),
        (("move W wQ", "done"), 13, "unreadable_game"),
        (("dance", "done"), 13, "unreadable_game"),
        (("P1 move B bQ P 13 .", "P1 done"), 14, "unreadable_game"),  # not Black's turn
        (("done",), 13, "pass_not_allowed"),
        (("pass", "done"), 14, "pass_not_allowed"),
    ],
)
def test_the_first_bad_action_is_named(damaged: tuple[str, ...], line: int, code: str) -> None:
    with pytest.raises(BadRecord) as bad:
        read_sgf(game(*FIRST, *damaged))
    assert (bad.value.line, bad.value.code, bad.value.ply) == (line, code, 2)
    assert bad.value.record.moves == ("wS1", "bS1 wS1-")
    assert bad.value.record.header("White") == "Ada"


@pytest.mark.parametrize(
    ("cut", "moves", "problem"),
    [
        ("\n)\n", 2, "the game is not closed by )"),
        ("P0[time", 2, "the game is not closed by )"),
        ("; P1[5 done]", 1, "the game is not closed by )"),
        ("one]", 1, "a value is not closed by ]"),
    ],
)
def test_a_file_that_breaks_off_says_so_and_hands_over_what_is_there(cut: str, moves: int, problem: str) -> None:
    text = game(*FIRST)
    text = text[: text.rindex(cut)]
    with pytest.raises(BadRecord, match=re.escape(problem)) as bad:
        read_sgf(text)
    assert bad.value.record.moves == ("wS1", "bS1 wS1-")[:moves]
    assert bad.value.line == text.count("\n") + 1


@pytest.mark.parametrize("text", ["(;GM[27]SU[Hive-P", "(;GM[27]VV[1", "(;GM[27]", " (;\nGM[27]\nPB[never"])
def test_a_file_that_breaks_off_in_its_headers_is_not_blamed_for_what_is_missing(text: str) -> None:
    with pytest.raises(InvalidNotation, match=r"the end of the file (is|may be) missing"):
        read_sgf(text)


@pytest.mark.parametrize("text", ["(", "()", "(;)", "(;GM[1]SU[Hive])", "(;GM[27])", ")", "(;SU", "(SU[Hive])", "x(;)"])
def test_texts_that_are_no_games(text: str) -> None:
    with pytest.raises(InvalidNotation):
        read_sgf(text)


def test_twins_of_one_game_in_both_formats_have_the_same_moves() -> None:
    # The file of Mzinga was made from that of BoardSpace.
    sgf, pgn = read_sgf(decode(data_of("mzinga-015.sgf"))), read_pgn(decode(data_of("mzinga-233.pgn")))
    assert (sgf.moves, sgf.result, sgf.header("Date")) == (pgn.moves, pgn.result, pgn.header("Date"))
