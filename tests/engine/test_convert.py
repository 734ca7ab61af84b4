"""The command ``python -m engine convert``, the detection of formats, and GameStrings with their comments."""

import io
import json
import pickle
import re
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
from engine.limits import LONGEST_FILE
from engine.notation import command as program
from engine.notation.convert import FORMATS, format_of

from .cases import PROJECT
from .records import BUNDLED_FILES, GAMES, data_of

_WON = [game for game in GAMES.values() if (game["gametype"], game["final_state"]) == ("Base+MLP", "WhiteWins")]
FINISHED = ";".join(min((game["moves"] for game in _WON), key=len))
NO_TEXT = "it is binary, or UTF-16 without a mark: save it as UTF-8 text"
LINE = "Base;InProgress;White[2];wS1;bS1 wS1-"


def command(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Return exit code, standard output and standard error of the command."""
    out, err = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = program.main(arguments)
    written = [stream.buffer.getvalue().decode() for stream in (out, err) if not stream.flush()]
    return code, written[0], written[1]


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
    text = f"{LINE}\n{LINE.replace('White', 'Black')};wQ -wS1\n".encode()
    assert command("--to", "uhp", "-", stdin=text) == (0, f"{LINE}\n", "")
    assert command("--to", "uhp", "--game", "2", "-", stdin=text)[1].endswith("Black[2];wS1;bS1 wS1-;wQ -wS1\n")
    code, out, err = command("--to", "uhp", "--game", "3", "-", stdin=text)
    assert (code, out, err) == (1, "", "-: the game cannot be read: there is no game 3 in it\n")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
def test_encodings_with_a_mark_are_read(encoding: str) -> None:
    text = '[GameType "Base"]\n[White "Zoë"]\n\n1. wS1\n'
    assert read_game(text.encode(encoding)) == read_game(text)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ('[GameType "Base"]\n1. wS1'.encode("utf-16-le"), NO_TEXT),
        ("(;GM[27]SU[Hive])".encode("utf-16-be"), NO_TEXT),
        (LINE.encode("utf-16-le"), NO_TEXT),
        (b"\xff\xfe[\0G", "it begins as UTF-16 but goes on otherwise: save it as UTF-8"),
    ],
)  # fmt: skip
def test_what_is_no_text_is_called_that(data: bytes, problem: str) -> None:
    assert command("--to", "pgn", "-", stdin=data) == (1, "", f"-: the game cannot be read: {problem}\n")


def test_half_a_character_can_be_read_written_and_refused() -> None:
    record = read_game('[GameType "Base"]\n[White "A\ud800"]\n1. wS1\n{x\udfffy}\n')
    assert (record.header("White"), record.comments) == ("A?", {1: "x?y"})
    for to in FORMATS:
        assert read_game(write_game(record, to).encode()) == record
    for text in ("wA1 \ud800", "\ud800", "\ud800 wA1"):
        with pytest.raises(InvalidNotation) as bad:
            Board().parse_move(text)
        assert json.dumps([str(bad.value), bad.value.params], ensure_ascii=False).encode()
    for text in ("Base\ud800", "Base;\ud800;", "Base;;;wA1 \udc00", "(;SU[\ud800])", '[GameType "\ud800"]'):
        with pytest.raises((InvalidNotation, BadRecord)) as refused:
            read_game(text)
        assert str(refused.value).encode()


@pytest.mark.parametrize("data", [b"", b"\x00\xff", b"Base;", b"(;", b"[GameType", b"\xef\xbb\xbf"])
def test_files_that_are_no_games_fail_with_a_sentence(data: bytes) -> None:
    code, out, err = command("--to", "pgn", "-", stdin=data)
    assert (code, out) == (1, "")
    assert err.startswith("-: ")
    assert err.count("\n") == 1


def test_wrong_calls(tmp_path: Path) -> None:
    code, out, err = command("--to", "pgn", str(tmp_path / "none"))
    assert (code, out) == (1, "")
    assert "No such file" in err
    assert command("--to", "pgn", str(tmp_path))[0] == 1
    for arguments in (["x"], ["--to", "trf", "x"], ["--to", "pgn"], ["--to", "pgn", "--game", "one", "x"]):
        code, out, err = command(*arguments)
        assert (code, out, err.startswith("usage: python -m engine convert")) == (2, "", True)
    assert command("--help")[:2][1].startswith("usage: python -m engine convert")
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


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (LINE.replace("[2]", "[9]"), "line 1, column 17: move 3 (White[9]): *: after its moves the turn is White[2]"),
        ("Base; InProgress ;Black[2];wS1;bS1 wS1-", "(Black[2]): *: after its moves the turn is White[2]"),
        (LINE.replace("InProgress", "NotStarted"), "column 6: move 3 (NotStarted): * the state is InProgress"),
        (f"Base+MLP;InProgress;;{FINISHED}", "(InProgress): * the state is WhiteWins"),
        (f"Base+MLP;NotStarted;;{FINISHED}", "(NotStarted): * the state is WhiteWins"),
    ],
)  # fmt: skip
def test_a_gamestring_that_contradicts_its_moves_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(problem).replace("\\*", ".*")) as bad:
        read_game(text)
    assert len(bad.value.record.moves) == text.count(";") - 2
    code, out, err = command("--to", "uhp", "--prefix", "-", stdin=text.encode())
    assert (code, err.count("\n"), read_game(out)) == (1, 1, bad.value.record)
    emptied = text.split(";")
    assert read_game(";".join([emptied[0], "", "", *emptied[3:]])) == bad.value.record


@pytest.mark.parametrize("text", ["Base;;", "Base;InProgress;;wS1", "Base;;Black[1];wS1", "Base;InProgress;White[1]"])
def test_what_a_gamestring_leaves_empty_contradicts_nothing(text: str) -> None:
    assert read_game(text).result is Result.OPEN


def test_a_result_that_is_not_the_one_on_the_board_is_kept_with_a_warning() -> None:
    warning = "-: warning: the result is given as Draw, but on the board it is WhiteWins\n"
    text = f"Base+MLP;Draw;;{FINISHED}"
    for to in FORMATS:
        code, out, err = command("--to", to, "-", stdin=text.encode())
        assert (code, err, read_game(out).result) == (0, warning, Result.DRAW)
        assert command("--to", to, "-", stdin=out.encode()) == (0, out, warning)
    assert command("--to", "uhp", "-", stdin=LINE.replace("InProgress", "Draw").encode())[2] == ""
    assert command("--to", "uhp", "-", stdin=text.replace("Draw", "WhiteWins").encode())[2] == ""


def test_a_record_without_its_result_is_written_with_that_of_the_board() -> None:
    record = GameRecord(Rules(GameType.parse("Base+MLP")), tuple(FINISHED.split(";")))
    assert record.result is Result.OPEN
    for to in FORMATS:
        assert read_game(write_game(record, to)).result is Result.WHITE_WINS


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
    wrong = {"OpeningRule": "no_queen_first", "RepetitionRule": "Threefold"}
    assert GameRecord(rules, ("wS1",), headers=wrong) == record
    assert read_game(write_game(record, "pgn")) == record
    kept = GameRecord(Rules(GameType.parse("Base")), ("wS1",), headers={"RepetitionRule": "ours"})
    assert kept.headers == {"RepetitionRule": "ours"}
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


def test_files_beyond_all_measure_are_refused_unread() -> None:
    with pytest.raises(InvalidNotation, match="longer than 16 MB"):
        read_game(b" " * (LONGEST_FILE + 1))
    code, _, err = command("--to", "pgn", "-", stdin=b"[" * (LONGEST_FILE + 9))
    assert (code, err) == (1, "-: the game cannot be read: the file is longer than 16 MB\n")
