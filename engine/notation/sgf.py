"""Reader for BoardSpace's SGF: nodes of actions such as ``P0[2 dropb wS1 N 13 .]``, closed by ``done``.

The cell in an action counts, its text reference is only a hint: columns run east, rows north-east, and the
first piece lies at the origin wherever it stands. P0 is White. A turn ends at ``done``; of several drops the
last counts, and picking a piece up takes the drop back. A bare ``done`` is a pass, except after a resignation
or a word about a draw, or as the last word of a drawn game. Variations and further games are left aside.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from ..hexes import Hex
from ..pieces import PIECE_NAMES
from .reading import Script, stated_result, unreadable
from .record import MAIN_HEADERS, GameRecord, Result, read_result
from .sgf_headers import read_property, read_result_text, read_setup
from .sgf_nodes import Property, Tree, read_tree
from .tags import read_tag

_ACTION = re.compile(r"\s*-?[0-9]{1,9}\s+(\S.*)", re.DOTALL)
_CELL = re.compile(r"([A-Za-z]{1,3})\s+(-?[0-9]{1,4})", re.ASCII)
_MILLISECONDS = re.compile(r"\s*([0-9]{1,15})\s*", re.ASCII)
_TALK = {"resign", "offerdraw", "declinedraw", "acceptdraw"}
_PICKS = {"pick", "pickb", "drop"}  # drop: back into the reserve
_DROPS = {"dropb", "pdropb"}
_MOVES = {"move", "pmove", "movedone", "pmovedone"}


class _Drop(NamedTuple):
    """Where the player has put a piece down in this turn."""

    piece: int
    end: Hex
    text: str
    line: int


class _Action(NamedTuple):
    """One action of a player with the time that stands beside it."""

    player: int
    verb: str
    words: list[str]
    text: str
    line: int
    spent: timedelta | None
    comments: list[str]


def read_sgf(text: str, number: int = 1) -> GameRecord:
    """Return the game of that ``number`` (from 1) in an SGF text.

    :raises InvalidNotation: there is no such game, or it is not one of Hive's eight game types.
    :raises BadRecord: an action cannot be read or is illegal; the error has the valid prefix.
    """
    tree = read_tree(text, number)
    places, tags, comments = _headers(tree)
    headers = _with_tags(places, tags)
    script = Script(read_setup(places["SU"]), headers)
    for comment in comments:
        script.comment(comment)
    script.result = stated_result(headers)
    if script.result is None and read_result(headers.get("ResultScore", "")) is None:
        script.result = read_result_text(places.get("SgfResult", ""), places)
    game = _Game(script)
    actions = list(_actions(tree, script))
    for place, action in enumerate(actions):
        game.act(action, last=place == len(actions) - 1)
        for comment in action.comments:
            script.comment(comment)
    game.settle()
    if tree.broken is not None:
        raise script.stop(tree.broken.text, unreadable(tree.broken.problem), tree.broken.line)
    return script.record()


class _Game:
    """The turn in progress."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._origin: tuple[int, int] | None = None
        self._drop: _Drop | None = None
        self._passes = False
        self._talk = ""
        self._talker = 0

    def act(self, action: _Action, *, last: bool) -> None:
        """Take one action in.

        :raises BadRecord: it cannot be read, or ends a turn with an illegal move.
        """
        verb = action.verb
        if verb in _PICKS:
            self._drop = None
        elif verb in _DROPS or verb in _MOVES:
            self._drop = self._read_drop(action)
        elif verb in ("pass", "passdone"):
            self._passes = True
        elif verb in _TALK:
            self._talk, self._talker = verb, action.player
        elif verb not in ("done", "start"):
            raise self._script.stop(action.text, unreadable("this action is unknown"), action.line)
        if verb.endswith("done"):
            self._end_turn(action, last=last)

    def _end_turn(self, action: _Action, *, last: bool) -> None:
        script = self._script
        drop = self._drop
        drawn = last and script.result is Result.DRAW
        if self._talk == "resign" or (self._talk and drop is None):
            self.settle()
        elif drop is None and not self._passes and (drawn or script.board.outcome() is not None):
            pass  # a bare "done" that only confirms the end
        elif action.player != script.ply % 2:
            raise script.stop(action.text, unreadable("it is the other player's turn"), action.line)
        else:
            if drop is not None:
                script.place(drop.piece, drop.end, drop.text, drop.line)
            else:
                script.passing(action.text, action.line)
            script.spent[-1] = action.spent
        self._drop, self._passes, self._talk = None, False, ""

    def settle(self) -> None:
        """Let a resignation or an agreed draw stand, also if the file ends before its ``done``."""
        if self._talk == "acceptdraw":
            self._script.result = Result.DRAW
        elif self._talk == "resign":
            self._script.result = Result.WHITE_WINS if self._talker else Result.BLACK_WINS

    def _read_drop(self, action: _Action) -> _Drop | None:
        """Return the drop an action tells of, None if it puts the piece back where it was."""
        words = action.words
        side = self._script.ply % 2
        if action.verb in _MOVES and words:
            side = int(words[0].lower() == "b")
            words = words[1:]
        cell = _CELL.fullmatch(" ".join(words[1:3]))
        piece = _piece(words[0], side) if words else -1
        if cell is None or piece < 0:
            raise self._script.stop(action.text, unreadable("a piece and a cell are missing"), action.line)
        column, row = _column(cell[1]), int(cell[2])
        if self._origin is None or self._script.ply == 0:
            self._origin = (column, row)
        end = Hex(column - self._origin[0], self._origin[1] - row)
        if self._script.stands_on(piece, end):
            return None
        return _Drop(piece, end, action.text, action.line)


def _piece(name: str, side: int) -> int:
    """Return the piece: old files leave the colour out, so ``b1`` is a beetle of ``side``."""
    piece = PIECE_NAMES.get(name.lower(), -1)
    return piece if piece >= 0 else PIECE_NAMES.get("wb"[side] + name.lower(), -1)


def _column(letters: str) -> int:
    """Return the number of a column: A is 0, Z 25, AA 26."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def _headers(tree: Tree) -> tuple[dict[str, str], dict[str, str], list[str]]:
    """Return the headers that have places of their own, SU among them, those that are tags, and the comments."""
    places: dict[str, str] = {}
    tags: dict[str, str] = {}
    comments: list[str] = []
    for number, node in enumerate(tree.nodes):
        for prop in node:
            if number == 0 and prop.name == "C":
                found = _tags(prop.value)
                tags.update(found)
                if not found:
                    comments.append(prop.value)
            elif prop.name in ("P0", "P1"):
                if not _ACTION.fullmatch(prop.value):
                    places.update(read_property(prop))
            elif number == 0:
                if prop.name == "GM" and prop.value.strip() != "27":
                    raise unreadable("it is a game of something else than Hive, which is GM[27]", prop.line)
                if prop.name == "SU":
                    places["SU"] = prop.value
                places.update(read_property(prop))
    if "SU" not in places:
        if tree.broken is not None:
            raise unreadable(tree.broken.problem, tree.broken.line)
        raise unreadable("the game type is missing: add a line such as SU[Hive-PLM]")
    return places, tags, comments


def _with_tags(places: dict[str, str], tags: dict[str, str]) -> dict[str, str]:
    """Return all headers: a tag goes before a place, and an empty one takes the header away."""
    headers = {name: value for name, value in places.items() if name != "SU"}
    for name, value in tags.items():
        if not value and (name in headers or name in MAIN_HEADERS):
            headers.pop(name, None)
        else:
            headers[name] = value
    return headers


def _tags(comment: str) -> dict[str, str]:
    """Return the headers in a comment that consists of nothing else."""
    found: dict[str, str] = {}
    for line in filter(None, map(str.strip, re.split(r"[\r\n]", comment))):
        tag = read_tag(line) if line.startswith("[") else None
        if tag is None:
            return {}
        found[tag[0]] = tag[1]
    return found


def _actions(tree: Tree, script: Script) -> Iterator[_Action]:
    """Yield the actions of both players; what viewers did (P-1) is left out.

    :raises BadRecord: a node cannot be read.
    """
    for number, node in enumerate(tree.nodes):
        found = [prop for prop in node if prop.name in ("P0", "P1") and _ACTION.fullmatch(prop.value)]
        comments = [prop.value for prop in node if prop.name == "C" and number > 0]
        if not found:
            if comments:
                yield _Action(0, "start", [], "", node[0].line, None, comments)
            continue
        for place, prop in enumerate(found):
            yield _read_action(prop, _time(node), comments if place == len(found) - 1 else [])


def _read_action(prop: Property, spent: timedelta | None, comments: list[str]) -> _Action:
    match = _ACTION.fullmatch(prop.value)
    text = match[1].rstrip() if match is not None else ""
    verb, *words = text.split()
    return _Action(int(prop.name == "P1"), verb.lower(), words, text, prop.line, spent, comments)


def _time(node: list[Property]) -> timedelta | None:
    for prop in node:
        match = _MILLISECONDS.fullmatch(prop.value) if prop.name == "TM" else None
        if match is not None:
            return timedelta(milliseconds=int(match[1]))
    return None
