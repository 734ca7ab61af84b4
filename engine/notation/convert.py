"""From any format to any other: finding out what a text is, reading it, writing it."""

import re

from ..errors import InvalidNotation
from .gamestring import read_gamestring, write_gamestring
from .pgn import read_pgn, write_pgn
from .reading import decode, unreadable
from .record import GameRecord
from .sgf import read_sgf
from .sgf_writer import write_sgf

FORMATS = ("uhp", "pgn", "sgf")
_READERS = {"uhp": read_gamestring, "pgn": read_pgn, "sgf": read_sgf}
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
    try:
        return _READERS[format_of(text)](text, number)
    except InvalidNotation as error:
        if "\0" in text:
            # Then whatever else is wrong follows from that.
            raise unreadable("it is binary, or UTF-16 without a mark: save it as UTF-8 text") from error
        raise


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
