"""The command ``python -m engine convert``, the detection of formats, and GameStrings with their comments."""

import io
import pickle
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from engine import (
    BadRecord,
    Board,
    GameRecord,
    GameType,
    InvalidNotation,
    OpeningRule,
    RepetitionRule,
    Result,
    Rules,
    read_game,
    write_game,
)
from engine.notation import command as program
from engine.notation.convert import FORMATS, format_of
from engine.notation.reading import LONGEST_FILE, LONGEST_GAME, MOST_MOVES

from .cases import PROJECT
from .records import BUNDLED_FILES, data_of

LINE = "Base;InProgress;White[2];wS1;bS1 wS1-"


def command(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Return exit code, standard output and standard error of the command."""
    out, err = io.BytesIO(), io.BytesIO()
    code = program.main(arguments, io.BytesIO(stdin), out, err)
    return code, out.getvalue().decode(), err.getvalue().decode()


def test_the_program_converts_a_file() -> None:
    file = BUNDLED_FILES / "mzinga-010.sgf"
    done = subprocess.run(
        [sys.executable, "-m", "engine", "convert", "--to", "uhp", str(file)],
        capture_output=True,
        cwd=PROJECT,
        timeout=60,
        check=False,
    )
    record = read_game(file.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().count("\n") == 1
    assert done.stdout.decode() == f"Base+MLP;WhiteWins;{record.board().turn_string()};{';'.join(record.moves)}\n"


def test_the_program_names_the_first_bad_move_and_fails() -> None:
    file = BUNDLED_FILES / "hive-196.pgn"
    done = subprocess.run(
        [sys.executable, "-m", "engine", "convert", "--to", "sgf", str(file)],
        capture_output=True,
        cwd=PROJECT,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == f"{file}: line 17: move 8 (wM bP-): wM moved last turn and cannot be thrown now\n"


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("name", ["hive-214.pgn", "mzinga-017.sgf"])
def test_a_second_export_equals_the_first(name: str, to: str, tmp_path: Path) -> None:
    code, first, err = command("--to", to, "--headers", str(BUNDLED_FILES / name))
    assert (code, err) == (0, "")
    (tmp_path / "first").write_text(first, encoding="utf-8")
    assert command("--to", to, "--headers", str(tmp_path / "first")) == (0, first, "")
    assert read_game(first) == read_game(data_of(name))


def test_the_prefix_is_printed_if_asked_for() -> None:
    file = str(BUNDLED_FILES / "hive-196.pgn")
    code, out, err = command("--to", "uhp", "--prefix", file)
    assert (code, err.count("line 17: move 8")) == (1, 1)
    assert len(out.split(";")) == 3 + 7
    assert read_game(out).moves == read_game(write_game(read_game(out), "sgf")).moves
    assert command("--to", "uhp", "--prefix", str(BUNDLED_FILES / "mzinga-010.sgf"))[0] == 0


def test_standard_input_and_the_number_of_a_game() -> None:
    text = f"{LINE}\n{LINE};wQ -wS1\n".encode()
    assert command("--to", "uhp", "-", stdin=text) == (0, f"{LINE}\n", "")
    assert command("--to", "uhp", "--game", "2", "-", stdin=text)[1].endswith("Black[2];wS1;bS1 wS1-;wQ -wS1\n")
    code, out, err = command("--to", "uhp", "--game", "3", "-", stdin=text)
    assert (code, out, err) == (1, "", "-: the game cannot be read: there is no game 3 in it\n")


@pytest.mark.parametrize("data", [b"", b"\x00\xff", b"Base;", b"(;", b"[GameType", b"\xef\xbb\xbf"])
def test_files_that_are_no_games_fail_with_a_sentence(data: bytes) -> None:
    code, out, err = command("--to", "pgn", "-", stdin=data)
    assert (code, out) == (1, "")
    assert err.startswith("-: ")
    assert err.count("\n") == 1


def test_wrong_calls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = command("--to", "pgn", str(tmp_path / "none"))
    assert (code, out) == (1, "")
    assert "No such file" in err
    assert command("--to", "pgn", str(tmp_path))[0] == 1
    for arguments in (["x"], ["--to", "trf", "x"], ["--to", "pgn"], ["--to", "pgn", "--game", "one", "x"]):
        assert command(*arguments)[0] == 2
    assert "usage: python -m engine convert" in capsys.readouterr().err
    assert command("--help")[0] == 0
    with pytest.raises(ValueError, match="not a format"):
        write_game(GameRecord(), "trf")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (" \n(;GM[27]", "sgf"),
        ("base+plm;;;", "uhp"),
        ("Base", "uhp"),
        ("# a remark\nBase;;;", "uhp"),
        ('[GameType "Base"]', "pgn"),
        ("Basement", "pgn"),
        ("", "pgn"),
    ],
)
def test_formats_are_told_by_how_they_begin(text: str, kind: str) -> None:
    assert format_of(text) == kind


def test_headers_clocks_and_comments_stand_before_a_gamestring() -> None:
    board = Board.from_game_string(LINE)
    record = GameRecord.of(
        board,
        result=Result.BLACK_WINS,
        headers={"White": "Ada", "Result": "0-1"},
        clocks=[timedelta(minutes=5)],
        spent=[None, timedelta(seconds=3)],
        comments={0: "two\nlines", 1: "one"},
    )
    text = write_game(record, "uhp")
    assert text.splitlines() == [
        '# [White "Ada"]',
        '# [Result "0-1"]',
        '# [OpeningRule "no_queen_first"]',
        '# [RepetitionRule "none"]',
        "# 0 {two}",
        "# 0 {lines}",
        "# 1 {[%clk 0:05:00] one}",
        "# 2 {[%used 0:00:03]}",
        "Base;BlackWins;White[2];wS1;bS1 wS1-",
    ]
    assert read_game(text) == record
    bare = write_game(record, "uhp", headers=False)
    assert bare == "Base;BlackWins;White[2];wS1;bS1 wS1-\n"
    assert (read_game(bare).moves, read_game(bare).result) == (record.moves, Result.BLACK_WINS)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Base", Result.OPEN),
        ("Base;NotStarted;White[1]", Result.OPEN),
        (LINE, Result.OPEN),
        (LINE.replace("InProgress", "Draw"), Result.DRAW),
        (LINE.replace("InProgress", "WhiteWins"), Result.WHITE_WINS),
        (LINE.replace("InProgress", ""), Result.OPEN),
    ],
)
def test_the_state_of_a_gamestring_is_the_result(text: str, result: Result) -> None:
    assert read_game(text).result is result
    assert read_game(write_game(read_game(text), "uhp")) == read_game(text)


def test_a_bad_move_in_a_gamestring_is_named_by_line_and_column() -> None:
    text = f"# a remark\n{LINE};wQ bS1-;bQ bS1-\n"
    with pytest.raises(BadRecord) as bad:
        read_game(text)
    error = bad.value
    assert str(error) == ("line 2, column 39: move 3 (wQ bS1-): wQ may not be placed next to a piece of your opponent")
    assert text.splitlines()[1][error.column - 1 :].startswith("wQ bS1-")
    assert error.record == read_game(LINE)
    with pytest.raises(InvalidNotation, match=r"line 1: .*the turn is missing"):
        read_game("Base;InProgress")


def test_records_can_be_sent_to_another_process() -> None:
    with pytest.raises(BadRecord) as bad:
        read_game(f"{LINE};wQ bS1-")
    again = pickle.loads(pickle.dumps(bad.value.record))
    assert again == bad.value.record
    assert hash(again) == hash(bad.value.record)


def test_rules_that_the_moves_do_not_show_are_stated() -> None:
    rules = Rules(GameType.parse("Base"), OpeningRule.QUEEN_MAY_OPEN, RepetitionRule.THREEFOLD)
    record = GameRecord(rules, ("wS1",))
    assert record.headers == {"OpeningRule": "queen_may_open", "RepetitionRule": "threefold"}
    assert GameRecord(rules, ("wQ",)).headers == {"RepetitionRule": "threefold"}
    for to in FORMATS:
        assert read_game(write_game(record, to)) == record


def test_times_are_taken_out_of_comments_for_good() -> None:
    # Taking the second out brings the halves of the first together.
    record = GameRecord(Rules(), ("wS1",), comments={1: "a [%clk [%used 0:00:01] 0:00:02] b"})
    assert (record.comments, record.clocks, record.spent) == (
        {1: "a b"},
        (timedelta(seconds=2),),
        (timedelta(seconds=1),),
    )
    assert read_game(write_game(record, "pgn")) == record
    # What is known already stays, and so does the text.
    known = GameRecord(
        Rules(), ("wS1",), clocks=(timedelta(seconds=9),), comments={1: "[%clk 0:00:02]", 0: "[%clk 1:0:0]"}
    )
    assert known.comments == {0: "[%clk 1:0:0]", 1: "[%clk 0:00:02]"}
    assert read_game(write_game(known, "pgn")) == known


def test_what_no_record_can_be() -> None:
    second = timedelta(seconds=1)
    for wrong in ({"clocks": (second,)}, {"spent": (second,)}, {"comments": {1: "x"}}, {"headers": {"a b": "c"}}):
        with pytest.raises(ValueError, match=r"more clock times|no move|name of a header"):
            GameRecord(**wrong)  # type: ignore[arg-type]
    assert GameRecord(Rules(GameType.parse("Base"))).headers == {}
    long_name = GameRecord(headers={"White": " Ada \n  of\tAntwerp "})
    assert long_name.header("White") == "Ada of Antwerp"


@pytest.mark.parametrize(
    "text",
    [
        "(" * LONGEST_GAME,
        "(;SU[" + "x" * 2 * LONGEST_GAME,
        "(;SU[" + "\\]" * LONGEST_GAME + "]",
        "(;SU[Hive]" + ";" * 2 * LONGEST_GAME,
        "(;SU[Hive]" + "A[]" * LONGEST_GAME,
        '[GameType "Base"]\n' + "{}" * LONGEST_GAME,
        '[GameType "Base"]\n' + "1." * LONGEST_GAME,
        '[GameType "Base"]\n{' + "[%clk " * (LONGEST_GAME // 4),
        '[A "' * LONGEST_GAME,
        '[GameType "Base"]\n' + '[A "b"]\n' * LONGEST_GAME,
        "Base;;;" + "wA1;" * LONGEST_GAME,
        "# {\n" * LONGEST_GAME + "Base",
        "# 1 {" + "\n# 1 {}" * LONGEST_GAME + "\nBase",
    ],
    ids=range(13),
)  # fmt: skip
def test_long_nonsense_is_refused(text: str) -> None:
    with pytest.raises((InvalidNotation, BadRecord)):
        read_game(text)


def test_games_beyond_all_measure_are_read_up_to_there() -> None:
    shuffle = ["wQ \\wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"]
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", *shuffle * (MOST_MOVES // 4)]
    with pytest.raises(BadRecord) as bad:
        read_game("Base;;;" + ";".join(moves))
    assert str(bad.value).endswith("the game cannot be read: it has more than 5000 moves")
    assert bad.value.record.moves == tuple(moves[:MOST_MOVES])


def test_files_beyond_all_measure_are_refused_unread() -> None:
    with pytest.raises(InvalidNotation, match="longer than 16 MB"):
        read_game(b" " * (LONGEST_FILE + 1))
    code, _, err = command("--to", "pgn", "-", stdin=b"[" * (LONGEST_FILE + 9))
    assert (code, err) == (1, "-: the game cannot be read: the file is longer than 16 MB\n")
