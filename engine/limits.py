"""How long a game may be. The same limits hold wherever a game is read or written: in files of every format, as
a GameString, in a UHP session. So whatever is written can be read again.
"""

from collections.abc import Mapping

MOST_MOVES = 5_000  # passes included; the longest game we know has four hundred
MOST_TEXT = 200_000  # characters in the headers and comments of one game
LONGEST_FILE = 16 << 20  # bytes; a collection of some ten thousand games

# Characters one game may take up in a file. No format needs more for what the limits above allow: an empty line of a
# comment becomes ten characters in a UHP file, and a move with its times some hundred in SGF.
LONGEST_GAME = 3_000_000
MOST_PARTS = 100_000  # moves, actions, headers and comments of one game: what a reader must keep in memory

TOO_MANY_MOVES = f"it has more than {MOST_MOVES} moves"
TOO_MUCH_TEXT = f"its headers and comments have more than {MOST_TEXT} characters"


def text_size(headers: Mapping[str, str], comments: Mapping[int, str]) -> int:
    """Return what counts against ``MOST_TEXT``; each header and comment counts a few characters more than it has."""
    size = sum(len(name) + len(value) + 8 for name, value in headers.items())
    return size + sum(len(text) + 8 for text in comments.values())
