"""``python -m engine`` as a Universal Hive Protocol engine."""

import io
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Board
from engine.console import LONGEST_LINE, Console

from .cases import PROJECT, cases

PERFT = [1, 7, 294, 6678]


def session(text: str) -> list[str]:
    """Return every line the engine prints for ``text`` on standard input, the greeting left out."""
    out = io.StringIO()
    Console().run(io.StringIO(text), out)
    lines = out.getvalue().splitlines()
    assert lines[2] == "ok"
    return lines[3:]


def process(text: bytes, *, timeout: float = 60) -> subprocess.CompletedProcess[bytes]:
    """Run ``python -m engine`` as viewers do."""
    return subprocess.run(
        [sys.executable, "-m", "engine"], input=text, capture_output=True, cwd=PROJECT, timeout=timeout, check=False
    )


def test_the_program_greets_answers_and_ends_with_its_input() -> None:
    done = process(b"newgame Base+MLP\nvalidmoves\n")
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines[0].startswith("id ")
    assert lines[1:5] == ["Mosquito;Ladybug;Pillbug", "ok", "Base+MLP;NotStarted;White[1]", "ok"]
    assert sorted(lines[5].split(";")) == sorted(["wS1", "wB1", "wG1", "wA1", "wM", "wL", "wP"])
    assert lines[6:] == ["ok"]


def test_broken_bytes_are_an_unknown_command_not_an_end() -> None:
    done = process(b"\xff\xfe\x00\nnewgame\nexit\n")
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines[3].startswith("err unknown command")
    assert lines[4:] == ["ok", "Base;NotStarted;White[1]", "ok"]


def test_a_viewer_that_goes_away_is_no_error() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=PROJECT,
    )
    assert running.stdin is not None
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.readline()
    running.stdout.close()
    running.stdin.write(b"newgame\n" * 5000)
    running.stdin.close()
    assert running.wait(timeout=60) == 0
    assert running.stderr.read() == b""
    running.stderr.close()


def test_answers_come_at_once_not_when_the_input_ends() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=PROJECT
    )
    assert running.stdin is not None
    assert running.stdout is not None
    greeting = [running.stdout.readline() for _ in range(3)]
    running.stdin.write(b"newgame Base\n")
    running.stdin.flush()
    assert running.stdout.readline() == b"Base;NotStarted;White[1]\n"
    running.stdin.close()
    running.stdout.read()
    running.stdout.close()
    assert running.wait(timeout=60) == 0
    assert greeting[-1] == b"ok\n"


def test_play_pass_and_undo() -> None:
    lines = session("newgame Base\nplay wS1\nplay bS1 wS1-\npass\nundo\nundo 1\nundo\n")
    assert lines == [
        "Base;NotStarted;White[1]",
        "ok",
        "Base;InProgress;Black[1];wS1",
        "ok",
        "Base;InProgress;White[2];wS1;bS1 wS1-",
        "ok",
        "invalidmove you have other moves, passing is not allowed",
        "ok",
        "Base;InProgress;Black[1];wS1",
        "ok",
        "Base;NotStarted;White[1]",
        "ok",
        "err cannot undo 1 moves: 0 were played",
        "ok",
    ]


@pytest.mark.parametrize(
    "command",
    ["play wS1", "pass", "validmoves", "bestmove depth 1", "undo", "perft 1"],
)
def test_without_a_game_commands_say_so(command: str) -> None:
    assert session(command) == ["err no game in progress: try newgame", "ok"]


@pytest.mark.parametrize(
    "command",
    [
        "foo",
        "newgame Base+X",
        "newgame Base;;;wQ",
        "newgame Base;;;wS1;bS1 -bQ",
        "play",
        "bestmove",
        "bestmove depth",
        "bestmove depth x",
        "bestmove depth 1 2",
        "bestmove time 00:00:00 x",
        "bestmove depth 99",
        "bestmove time 5",
        "bestmove time 00:99:00",
        "undo 2",
        "undo 0",
        "undo x",
        "undo -1",
        "perft",
        "perft \u0663",
        "options get",
        "options get Nothing",
        "options set OpeningRule",
        "options set OpeningRule maybe",
        "options put OpeningRule none",
    ],
)
def test_bad_commands_are_errors_and_lose_nothing(command: str) -> None:
    lines = session(f"newgame Base\nplay wS1\n{command}\nplay bS1 wS1-\n")
    assert lines[4].startswith("err ")
    assert lines[5:] == ["ok", "Base;InProgress;White[2];wS1;bS1 wS1-", "ok"]


def test_options_are_listed_read_and_set() -> None:
    opening = "OpeningRule;enum;no_queen_first;no_queen_first;queen_may_open;no_queen_first"
    repetition = "RepetitionRule;enum;none;none;none;threefold"
    assert session("options") == [opening, repetition, "ok"]
    assert session("options get RepetitionRule") == [repetition, "ok"]
    lines = session("options set OpeningRule queen_may_open\nnewgame Base\nplay wQ\n")
    assert lines[0] == "OpeningRule;enum;queen_may_open;no_queen_first;queen_may_open;no_queen_first"
    assert lines[-2:] == ["Base;InProgress;Black[1];wQ", "ok"]
    assert session("newgame Base\nplay wQ\n")[-2].startswith("invalidmove the queen may not")


def test_the_repetition_draw_is_an_option() -> None:
    shuffle = ["wQ \\wB1", "bQ bB1/", "wQ -wB1", "bQ bB1-"] * 2
    moves = "\n".join(f"play {text}" for text in ["wB1", "bB1 wB1-", "wQ -wB1", "bQ bB1-", *shuffle])
    assert ";InProgress;" in session(f"newgame Base\n{moves}\n")[-2]
    drawn = session(f"options set RepetitionRule threefold\nnewgame Base\n{moves}\nvalidmoves\nplay wQ \\wB1\n")
    assert ";Draw;" in drawn[-6]
    assert drawn[-4:] == ["err the game is over: try undo or newgame", "ok", "invalidmove the game is over", "ok"]


def test_perft_counts_from_the_game_in_progress() -> None:
    assert session("newgame Base+MLP\nperft 3\n")[2:] == [
        *(f"perft({depth}) = {leaves}" for depth, leaves in enumerate(PERFT)),
        "ok",
    ]


def test_best_moves_are_legal_and_the_same_every_time() -> None:
    for record in cases("positions.jsonl")[:8]:
        text = f"newgame {record['gamestring']}\nbestmove depth 1\nbestmove time 00:00:00\n"
        first = session(text)
        assert first[2] in record["valid"]
        assert first[4] in record["valid"]
        assert session(text) == first


@pytest.mark.parametrize(
    "command",
    ["BESTMOVE DEPTH 1", "bestmove\tdepth 1", "Bestmove \t Depth  1 ", "bestmove TIME\t00:00:00"],
)
def test_words_may_be_in_any_case_and_parted_by_any_blanks(command: str) -> None:
    lines = session(f"newgame\tBase\nplay\twS1\n{command}\nPLAY  bS1\twS1-\n")
    assert lines[0] == "Base;NotStarted;White[1]"
    assert not lines[4].startswith("err")
    assert lines[-2] == "Base;InProgress;White[2];wS1;bS1 wS1-"


def test_leaving_takes_no_words() -> None:
    lines = session("exit now\nquit\tit\nnewgame\n Exit \nnewgame Base+M\n")
    assert lines == ["err write exit alone to leave", "ok", "err write quit alone to leave", "ok", *lines[4:]]
    assert lines[4:] == ["Base;NotStarted;White[1]", "ok"]


def test_state_and_turn_of_a_game_string_are_worked_out_anew() -> None:
    for head in ("BlackWins;White[9]", "NotStarted;White[1]", ";"):
        assert session(f"newgame Base;{head};wS1;bS1 wS1-\n")[0] == "Base;InProgress;White[2];wS1;bS1 wS1-"


def test_games_are_taken_up_and_their_moves_listed() -> None:
    for record in cases("positions.jsonl")[:40]:
        lines = session(f"newgame {record['gamestring']}\nvalidmoves\n")
        assert lines[0] == record["gamestring"]
        if record["state"] == "InProgress":
            assert sorted(lines[2].split(";")) == sorted(record["valid"])


def test_illegal_moves_are_invalid_moves() -> None:
    for record in cases("illegal_moves.jsonl")[:60]:
        lines = session(f"newgame {record['gamestring']}\nplay {record['illegal_move']}\n")
        assert lines[2].startswith("invalidmove "), record["id"]


def test_an_endless_line_is_refused_and_the_next_one_read() -> None:
    lines = session("x" * (2 * LONGEST_LINE + 5) + "\nnewgame Base\n")
    assert lines == ["err the line is too long", "ok", "Base;NotStarted;White[1]", "ok"]


COMMANDS = st.sampled_from(
    ["newgame", "play", "pass", "validmoves", "undo", "options", "options set", "perft", "bestmove", "info", "exit"]
)
ARGUMENTS = st.sampled_from(
    ["Base+MLP", "Base", "wS1", "bS1 wS1-", "wQ -wS1", "1", "2", "x", "depth 1", "time 00:00:00", "OpeningRule none"]
)
LINES = st.one_of(st.text(max_size=30), st.builds(lambda a, b: f"{a} {b}", COMMANDS, ARGUMENTS), COMMANDS)


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=8))
def test_whatever_is_typed_gets_an_answer_that_ends_with_ok(lines: list[str]) -> None:
    console = Console(clock=lambda: 0.0)
    for line in lines:
        answer = console.answer(line)
        assert answer == [] if not line.strip() else answer[-1] == "ok"
    state = console.answer("newgame Base")
    assert state[0] == Board.from_game_string("Base").game_string()
