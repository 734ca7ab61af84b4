"""``python -m engine convert --to uhp|pgn|sgf FILE`` prints the converted game in UTF-8.

The first bad move goes to standard error with its place and the reason, and the exit code is 1.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from ..errors import EngineError
from .convert import FORMATS, read_game, write_game
from .reading import LONGEST_FILE, BadRecord
from .record import GameRecord


def main(
    arguments: Sequence[str],
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
    stderr: BinaryIO | None = None,
) -> int:
    """Run the command and return its exit code: 0, 1 for a file that is no game, 2 for a wrong call."""
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as stop:  # argparse has said why
        return stop.code if isinstance(stop.code, int) else 2
    record, problem = _read(options.file, options.game, stdin or sys.stdin.buffer)
    if problem:
        err = stderr or sys.stderr.buffer
        err.write(f"{options.file}: {problem}\n".encode("utf-8", "backslashreplace"))
        err.flush()
    if record is not None and (options.prefix or not problem):
        out = stdout or sys.stdout.buffer
        out.write(write_game(record, options.to, headers=options.headers).encode("utf-8", "replace"))
        out.flush()
    return 1 if problem else 0


def _read(name: str, number: int, stdin: BinaryIO) -> tuple[GameRecord | None, str]:
    """Return the game, or what there is of it, and what is wrong, if anything."""
    try:
        if name == "-":
            data = stdin.read(LONGEST_FILE + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LONGEST_FILE + 1)
        return read_game(data, number), ""
    except OSError as error:
        return None, error.strerror or str(error)
    except BadRecord as error:
        return error.record, str(error)
    except EngineError as error:
        return None, str(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine convert", description="Convert a recorded game of Hive.")
    parser.add_argument("file", metavar="FILE", help="PGN, BoardSpace SGF or UHP; - reads standard input")
    parser.add_argument("--to", choices=FORMATS, required=True, help="the format to print")
    parser.add_argument("--game", type=int, default=1, metavar="N", help="which game of the file, the first is 1")
    parser.add_argument("--prefix", action="store_true", help="print the moves before the first bad one, too")
    parser.add_argument(
        "--headers", action="store_true", help="with uhp: headers, clocks and comments on lines that begin with #"
    )
    return parser
