"""From any format to any other: finding out what a text is, reading it, writing it."""

import re

from .gamestring import read_gamestring, write_gamestring
from .pgn import read_pgn, write_pgn
from .reading import decode
from .record import GameRecord
from .sgf import read_sgf
from .sgf_writer import write_sgf

FORMATS = ("uhp", "pgn", "sgf")
_GAMESTRING = re.compile(r"\s*(#|base\b[+mlp]*\s*(;|$|[\r\n]))", re.IGNORECASE)


def format_of(text: str) -> str:
    """Return ``"sgf"``, ``"uhp"`` or ``"pgn"`` by how ``text`` begins; whatever is none of them goes for PGN."""
    if text.lstrip().startswith("("):
        return "sgf"
    return "uhp" if _GAMESTRING.match(text) else "pgn"


def read_game(data: bytes | str, number: int = 1) -> GameRecord:
    """Return the game of that ``number`` (from 1) in a file of any of the three formats.

    :raises InvalidNotation: the data are no record of a game, or of another game type.
    :raises BadRecord: a move cannot be read or is illegal; ``record`` of the error is the valid prefix.
    """
    text = decode(data) if isinstance(data, bytes) else data
    kind = format_of(text)
    if kind == "sgf":
        return read_sgf(text, number)
    return read_gamestring(text, number) if kind == "uhp" else read_pgn(text, number)


def write_game(record: GameRecord, to: str, *, headers: bool = True) -> str:
    """Return the record in the format ``to``; equal records give equal texts.

    ``headers=False`` leaves out the lines of comment before a GameString; PGN and SGF always have theirs.

    :raises ValueError: there is no such format.
    """
    if to == "uhp":
        return write_gamestring(record, headers=headers)
    if to == "pgn":
        return write_pgn(record)
    if to == "sgf":
        return write_sgf(record)
    raise ValueError(f"{to[:20]!r} is not a format: uhp, pgn or sgf")
