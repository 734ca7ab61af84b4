"""The words of the board: names of pieces, directions, sentences.

The templates and the script in the browser (static/js/say.js) take them from here, so that a translator finds each
sentence once. Whole sentences with named slots, because the form of a colour or an article hangs on the bug.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

BUG_ORDER = "QSBGAMLP"

BUGS: dict[str, Promise] = {
    "Q": _("Queen Bee"), "B": _("Beetle"), "S": _("Spider"), "G": _("Grasshopper"),
    "A": _("Soldier Ant"), "M": _("Mosquito"), "L": _("Ladybug"), "P": _("Pillbug"),
}  # fmt: skip
PIECES: dict[str, Promise] = {
    "wQ": _("White Queen Bee"), "wB": _("White Beetle"), "wS": _("White Spider"), "wG": _("White Grasshopper"),
    "wA": _("White Soldier Ant"), "wM": _("White Mosquito"), "wL": _("White Ladybug"), "wP": _("White Pillbug"),
    "bQ": _("Black Queen Bee"), "bB": _("Black Beetle"), "bS": _("Black Spider"), "bG": _("Black Grasshopper"),
    "bA": _("Black Soldier Ant"), "bM": _("Black Mosquito"), "bL": _("Black Ladybug"), "bP": _("Black Pillbug"),
}  # fmt: skip
# The short form inside a sentence: "right of black Queen".
REFERENCES: dict[str, Promise] = {
    "wQ": _("white Queen"), "wB": _("white Beetle"), "wS": _("white Spider"), "wG": _("white Grasshopper"),
    "wA": _("white Ant"), "wM": _("white Mosquito"), "wL": _("white Ladybug"), "wP": _("white Pillbug"),
    "bQ": _("black Queen"), "bB": _("black Beetle"), "bS": _("black Spider"), "bG": _("black Grasshopper"),
    "bA": _("black Ant"), "bM": _("black Mosquito"), "bL": _("black Ladybug"), "bP": _("black Pillbug"),
}  # fmt: skip
# In the order of hexes.js: E NE NW W SW SE.
PLACES: tuple[Promise, ...] = (
    _("right of %(piece)s"), _("upper right of %(piece)s"), _("upper left of %(piece)s"),
    _("left of %(piece)s"), _("lower left of %(piece)s"), _("lower right of %(piece)s"),
)  # fmt: skip
ON_TOP = _("on top of %(piece)s")
ARROWS = ("arrow-right", "arrow-up-right", "arrow-up-left", "arrow-left", "arrow-down-left", "arrow-down-right")


def bug_name(piece: str) -> str:
    """``wA1`` -> "Soldier Ant 1" in the reader's language."""
    return f"{BUGS[piece[1]]} {piece[2:]}".strip()


def piece_name(piece: str) -> str:
    """``wA1`` -> "White Soldier Ant 1"."""
    return f"{PIECES[piece[:2]]} {piece[2:]}".strip()


def reference_name(piece: str) -> str:
    """``bA1`` -> "black Ant 1", as inside a sentence."""
    return f"{REFERENCES[piece[:2]]} {piece[2:]}".strip()


def split_move(text: str) -> tuple[str, int | None, str]:
    r"""Take a canonical UHP move apart: piece, direction, neighbour.

    The direction counts 0 to 5 from east counter-clockwise; it is None on top of a piece and for the first move.

    >>> split_move("wA1 -bQ")
    ('wA1', 3, 'bQ')
    >>> split_move("wB1 bQ")
    ('wB1', None, 'bQ')
    """
    piece, _space, where = text.partition(" ")
    if not where:
        return piece, None, ""
    if where[0] in "-/\\":
        return piece, {"-": 3, "/": 4, "\\": 2}[where[0]], where[1:]
    if where[-1] in "-/\\":
        return piece, {"-": 0, "/": 1, "\\": 5}[where[-1]], where[:-1]
    return piece, None, where


def place_words(text: str) -> str:
    """``wA1 -bQ`` -> "left of black Queen"; empty for the first move and a pass."""
    _piece, direction, neighbour = split_move(text)
    if not neighbour:
        return ""
    sentence = ON_TOP if direction is None else PLACES[direction]
    return str(sentence) % {"piece": reference_name(neighbour)}


def move_words(text: str) -> str:
    """``wA1 -bQ`` -> "White Soldier Ant 1, left of black Queen"."""
    if text == "pass":
        return str(_("pass"))
    where = place_words(text)
    name = piece_name(text.split(" ", 1)[0])
    return str(_("%(piece)s, %(place)s")) % {"piece": name, "place": where} if where else name


def stack_words(pieces: tuple[str, ...]) -> str:
    """Name a stack by its top piece and its height, as a screen reader says it."""
    name = piece_name(pieces[-1])
    if len(pieces) == 1:
        return name
    return str(_("%(piece)s, stack of %(count)s")) % {"piece": name, "count": len(pieces)}
