"""``python -m engine`` called wrongly, or where it cannot work: one sentence and the right exit code, no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .cases import PROJECT
from .records import BUNDLED_FILES

GAME = str(BUNDLED_FILES / "mzinga-010.sgf")
CONVERT = f"convert --to uhp {GAME}"
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")


def shell(words: str, build: str = "") -> tuple[int, str, str]:
    """Run ``python -m engine`` with words and redirections for the shell; return exit code, output and errors."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m engine {words}', sys.executable],
        cwd=PROJECT,
        env={**os.environ, "ENGINE_BUILD": build} if build else None,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", ["--help", "-h"])
def test_help_says_what_there_is(words: str) -> None:
    code, out, err = shell(words)
    assert (code, err, out.startswith("usage: python -m engine")) == (0, "", True)
    assert "convert" in out


@pytest.mark.parametrize("words", ["bogus", "covnert --to uhp x", "--bogus", "''"])
def test_an_unknown_command_is_a_wrong_call(words: str) -> None:
    code, out, err = shell(words)
    assert (code, out) == (2, "")
    assert "is no command: write convert, or nothing for a UHP session" in err.splitlines()[0]
    assert "usage:" in err


@FULL
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (f"{CONVERT} >/dev/full", "the output cannot be written: No space left on device"),
        ("convert --help >/dev/full", "the output cannot be written: No space left on device"),
        ("--help >/dev/full", "python -m engine: the output cannot be written: No space left on device"),
        (f"{CONVERT} >&-", "the output cannot be written: there is no standard output"),
        (">/dev/full", "python -m engine: commands cannot be read or answers not be written: No space left on device"),
        (">&-", "python -m engine: the output cannot be written: there is no standard output"),
        ("convert --to uhp - <&-", "-: the game cannot be read: there is no game 1 in it"),
    ],
)
def test_streams_that_fail_are_named(words: str, sentence: str) -> None:
    code, _, err = shell(words)
    assert (code, err) == (1, f"{sentence}\n")


@FULL
@pytest.mark.parametrize("words", ["bogus 2>/dev/full", "bogus 2>&-", "convert 2>/dev/full"])
def test_errors_that_nobody_can_read_change_no_exit_code(words: str) -> None:
    assert shell(words) == (2, "", "")


def test_a_closed_pipe_is_named() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "engine", *CONVERT.split()],
        cwd=PROJECT,
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"the output cannot be written: Broken pipe\n")


@pytest.mark.parametrize("words", ["</dev/null", "--help", CONVERT])
def test_a_build_that_is_no_choice_or_not_there_is_named(words: str) -> None:
    code, out, err = shell(words, build="bogus")
    assert (code, out, err) == (1, "", "python -m engine: ENGINE_BUILD is 'bogus': write auto, pure or compiled\n")
