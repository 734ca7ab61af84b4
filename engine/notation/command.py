"""``python -m engine convert --to uhp|pgn|sgf FILE`` prints the converted game in UTF-8.

The first bad move goes to standard error with its place and the reason, and the exit code is 1. A result that is
not the one on the board is kept, with a warning.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ..errors import EngineError
from ..limits import LONGEST_FILE
from ..streams import output_failed, standard_input, standard_output, tell
from .convert import FORMATS, read_game, write_game
from .reading import BadRecord
from .record import GameRecord, Result


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code: 0, 1 if it cannot be done, 2 for a wrong call.

    It reads and writes the standard streams; a sentence on standard error says what is wrong.
    """
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as stop:  # argparse has said why, or has written its help
        return 2 if stop.code else _written(b"")
    record, problem = _read(options.file, options.game)
    if problem:
        tell(f"{options.file}: {problem}")
    if record is not None and (options.prefix or not problem):
        if not problem and (warning := _contradiction(record)):
            tell(f"{options.file}: {warning}")
        code = _written(write_game(record, options.to, headers=options.headers).encode("utf-8", "replace"))
        return 1 if problem else code
    return 1


def _written(data: bytes) -> int:
    """Write ``data`` and what was written before to standard output; return the exit code."""
    try:
        out = standard_output()
        out.write(data)
        out.flush()
        sys.stdout.flush()
    except OSError as error:
        tell(output_failed(error))
        return 1
    return 0


def _contradiction(record: GameRecord) -> str:
    """Return what to say of a result that is not the one on the board, "" if there is none on the board."""
    shown = Result.on_board(record.board())
    if shown in (Result.OPEN, record.result):
        return ""
    return f"warning: the result is given as {record.result}, but on the board it is {shown}"


def _read(name: str, number: int) -> tuple[GameRecord | None, str]:
    """Return the game, or what there is of it, and what is wrong, if anything."""
    try:
        if name == "-":
            data = standard_input().read(LONGEST_FILE + 1)
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
