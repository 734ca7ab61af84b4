"""``python -m engine``: a Universal Hive Protocol engine on standard input and output.

``python -m engine convert`` converts recorded games instead (see ``engine.notation.command``).
"""

import io
import os
import sys

from .console import Console


def main() -> int:
    """Answer commands until the input ends; broken bytes in it are read as unknown characters."""
    try:
        if sys.argv[1:2] == ["convert"]:
            from .notation import command  # here, because viewers start the program for every game

            return command.main(sys.argv[2:])
        lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
        out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", errors="replace", newline="\n")
        Console().run(lines, out)
    except BrokenPipeError:
        # Nobody listens any more; keep Python from complaining when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
