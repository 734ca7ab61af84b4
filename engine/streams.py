"""Standard input, output and error of a command, also where they are closed, full, or nobody listens any more."""

import io
import os
import sys
from typing import BinaryIO


def standard_input() -> BinaryIO:
    """Return standard input as bytes, empty if it is closed."""
    return io.BytesIO() if sys.stdin is None else sys.stdin.buffer


def standard_output() -> BinaryIO:
    """Return standard output as bytes.

    :raises OSError: it is closed.
    """
    if sys.stdout is None:
        raise OSError("there is no standard output")
    return sys.stdout.buffer


def tell(text: str) -> None:
    """Write a line to standard error; where that cannot be, nobody wants to know."""
    if sys.stderr is not None:
        try:
            sys.stderr.buffer.write(f"{text}\n".encode("utf-8", "backslashreplace"))
            sys.stderr.buffer.flush()
        except OSError:
            _silence(2)


def output_failed(error: OSError) -> str:
    """Return a sentence why output was not written, and keep Python from trying once more at its end."""
    _silence(1)
    return f"the output cannot be written: {error.strerror or error}"


def _silence(number: int) -> None:
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, number)
    except OSError:
        pass
