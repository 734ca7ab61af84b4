"""``python -m engine``: a Universal Hive Protocol engine on standard input and output.

``python -m engine convert`` converts recorded games instead (see ``engine.notation.command``). The exit code is 0, 1
if what was asked for cannot be done, 2 for a wrong call.
"""

import io
import sys
from collections.abc import Sequence

from .console import Console
from .streams import output_failed, standard_input, standard_output, tell

USAGE = """\
usage: python -m engine                                        a UHP session: commands on standard input
       python -m engine convert --to {uhp,pgn,sgf} FILE        converts a recorded game; convert --help says more
       python -m engine.build                                  compiles the core, where there is a C compiler
"""


def main(arguments: Sequence[str]) -> int:
    """Do what the words after ``python -m engine`` say, and return the exit code."""
    try:
        if not arguments:
            return _session()
        if arguments[0] == "convert":
            from .notation import command  # here, because viewers start the program for every game

            return command.main(arguments[1:])
        if arguments[0] in ("-h", "--help"):
            standard_output().write(USAGE.encode())
            standard_output().flush()
            return 0
    except KeyboardInterrupt:
        return 0
    except OSError as error:
        tell(f"python -m engine: {output_failed(error)}")
        return 1
    tell(
        f"python -m engine: {arguments[0][:40]!r} is no command: write convert, or nothing for a UHP session\n\n{USAGE}"
    )
    return 2


def _session() -> int:
    """Answer commands until the input ends; broken bytes in it are read as unknown characters."""
    lines = io.TextIOWrapper(standard_input(), encoding="utf-8", errors="replace")
    out = io.TextIOWrapper(standard_output(), encoding="utf-8", errors="replace", newline="\n")
    try:
        Console().run(lines, out)
    except BrokenPipeError as error:
        output_failed(error)  # the viewer has gone: as good an end as any
    except OSError as error:
        output_failed(error)
        tell(f"python -m engine: commands cannot be read or answers not be written: {error.strerror or error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
