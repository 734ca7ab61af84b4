"""SGF as brackets: games, nodes and properties, without any meaning. Games are taken one by one as they come."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..limits import LONGEST_GAME, MOST_PARTS
from .reading import unreadable

# Possessive, so that a value of a million characters costs no memory for going back.
_TOKEN = re.compile(
    r"(?P<blank>\s+)|(?P<mark>[();])|(?P<name>[A-Za-z][A-Za-z0-9_-]{0,30})\s*+(?=\[)|\[(?P<value>(?:[^\\\]]++|\\.)*+)\]",
    re.DOTALL,
)
_UNCLOSED = "a value is not closed by ]: the end of the file may be missing"
_CUT_OFF = "the game is not closed by ): the end of the file is missing"
_ESCAPED = re.compile(r"\\(\r\n|.)", re.DOTALL)
_SPECIAL = re.compile(r"[\[\]\\]")


class Property(NamedTuple):
    """One value of a property, escapes undone, and the line it begins on."""

    name: str
    value: str
    line: int


class Broken(NamedTuple):
    """Where the text stops being SGF."""

    problem: str
    text: str
    line: int


class Tree(NamedTuple):
    """The main line of one game: the properties of each node, and what is wrong after them, if anything."""

    nodes: list[list[Property]]
    broken: Broken | None


def read_tree(text: str, number: int) -> Tree:
    """Return the game of that ``number`` (from 1); of variations only the first is followed.

    :raises InvalidNotation: there is no such game.
    """
    for found, tree in enumerate(_trees(text), 1):
        if found == number:
            return tree
    raise unreadable(f"there is no game {number} in it")


def escaped(value: str) -> str:
    """Return ``value`` as it stands in brackets."""
    return _SPECIAL.sub(_with_backslash, value)


def _with_backslash(match: re.Match[str]) -> str:
    return f"\\{match[0]}"


def _unescaped(match: re.Match[str]) -> str:
    return "" if match[1] in ("\n", "\r\n") else match[1]


def _trees(text: str) -> Iterator[Tree]:
    nodes: list[list[Property]] = []
    depth = at = begin = parts = 0
    line = 1
    closed = False  # the main line has ended; what follows up to the last bracket are variations
    name = ""
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            yield Tree(nodes, Broken(_UNCLOSED if text[at] == "[" else "this is not SGF", text[at : at + 60], line))
            return
        at = match.end()
        parts += 1
        if depth and (at - begin > LONGEST_GAME or parts > 2 * MOST_PARTS):
            yield Tree(nodes, Broken("the game is too long", "", line))
            return
        if match["name"]:
            name = match["name"]
        elif match["value"] is not None:
            if depth and nodes and name and not closed:
                nodes[-1].append(Property(name, _ESCAPED.sub(_unescaped, match["value"]), line))
            elif not closed:
                yield Tree(nodes, Broken("a value belongs to no node", match[0][:60], line))
                return
        elif match["mark"]:
            name = ""
            if match["mark"] == "(":
                if not depth:
                    nodes, begin, closed, parts = [], match.start(), False, 0
                depth += 1
            elif match["mark"] == ")":
                depth -= 1
                closed = True
                if depth == 0:
                    yield Tree(nodes, None)
                    nodes = []
                elif depth < 0:
                    yield Tree([], Broken("a bracket closes that was never opened", ")", line))
                    return
            elif depth and not closed:
                nodes.append([])
        line += match[0].count("\n")
    if depth:
        yield Tree(nodes, Broken(_CUT_OFF, "end of the file", line))
