"""The drawing of a position as SVG. Pure: cells and pieces in, text out; no Django, no rules.

Cells are axial (q, r), pointy-top; a tile has radius 50 units, so columns are 86.6 and rows 75 apart, and a slab is
9 units thick. Tiles are drawn back to front. static/js/draw.js makes the same drawing in the browser; a browser
test compares the two letter by letter, so change both.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, sqrt
from typing import Any

Cell = tuple[int, int]
WIDTH = 50 * sqrt(3)
ROW = 75
SLAB = 9
BADGE = (
    "M-2.6 -12.5Q0 -14 2.6 -12.5L9.53 -8.5Q12.12 -7 12.12 -4L12.12 4Q12.12 7 9.53 8.5L2.6 12.5Q0 14 -2.6 12.5"
    "L-9.53 8.5Q-12.12 7 -12.12 4L-12.12 -4Q-12.12 -7 -9.53 -8.5Z"
)
TICK = '<rect class="tick" x="12" y="40.6" width="15" height="4.6" rx="2.3" transform="rotate(-30 19.5 43)"/>'
# The least part of the table a picture shows, in units: an opening is not blown up to fill the screen.
LEAST_PAGE = (900.0, 620.0)
LEAST_THUMB = (430.0, 380.0)


@dataclass(frozen=True, slots=True)
class Stack:
    """A cell and the pieces on it, ground to top, as UHP names (``wA1``)."""

    cell: Cell
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastMove:
    """Where the last move came from (None: the reserve) and where it stands."""

    origin: Cell | None
    cell: Cell


def number(value: float) -> str:
    """Write a coordinate with at most two decimals, halves upwards, as the script in the browser does."""
    text = f"{floor(value * 100 + 0.5) / 100:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def centre(cell: Cell) -> tuple[float, float]:
    """Return the middle of a ground cell in units.

    >>> centre((0, 2))
    (86.60254037844386, 150)
    """
    q, r = cell
    return WIDTH * (q + r / 2), ROW * r


def stacks_of(position: dict[str, Any]) -> list[Stack]:
    """Read the stacks of a game state's ``position``, sorted back to front."""
    stacks = [Stack((s["cell"][0], s["cell"][1]), tuple(s["pieces"])) for s in position["stacks"] if s["pieces"]]
    return sorted(stacks, key=lambda stack: (stack.cell[1], stack.cell[0]))


def view_box(stacks: Sequence[Stack], *, least: tuple[float, float], margin: float, also: Iterable[Cell] = ()) -> str:
    """Return the ``viewBox`` that shows every tile with a margin around it, and at least ``least`` units."""
    spots = [(*centre(s.cell), SLAB * (len(s.pieces) - 1)) for s in stacks] + [(*centre(c), 0) for c in also]
    spots = spots or [(0.0, 0.0, 0)]
    left = min(x for x, _, _ in spots) - WIDTH / 2 - margin
    right = max(x for x, _, _ in spots) + WIDTH / 2 + margin
    top = min(y - lift for _, y, lift in spots) - 50 - margin
    bottom = max(y for _, y, _ in spots) + 50 + SLAB + margin
    width, height = max(right - left, least[0]), max(bottom - top, least[1])
    return " ".join(number(v) for v in ((left + right - width) / 2, (top + bottom - height) / 2, width, height))


def slab(piece: str, sprite: str, *, level: int = 0, small: bool = False, top: bool = True, pips: bool = True) -> str:
    """Draw one tile lying ``level`` slabs above the table; only a ``top`` one shows its bug."""
    colour, bug, count = piece[0], piece[1], int(piece[2:] or 0)
    move = f' transform="translate(0 {-SLAB * level})"' if level else ""
    out = f'<g class="slab {colour} bug-{bug}"{move}>'
    out += f'<use href="{sprite}#hxs" class="side"/><use href="{sprite}#hx" class="face"/>'
    if not top:
        return out + TICK + "</g>"
    if small:
        return out + f'<use href="{sprite}#bug-{bug}-s" x="-33" y="-33" width="66" height="66"/></g>'
    dots = count if pips else 0
    rise = "-34.5" if dots else "-31"
    out += f'<use href="{sprite}#hxi" class="bev"/>'
    out += f'<use href="{sprite}#bug-{bug}" x="-31" y="{rise}" width="62" height="62"/>'
    for index in range(dots):
        out += f'<circle class="pip" cx="{number((index - (dots - 1) / 2) * 8.5)}" cy="37.5" r="2.7"/>'
    return out + "</g>"


def tile(stack: Stack, sprite: str, *, small: bool, marked: bool, label: str | None) -> str:
    """Draw a stack: its slabs, the ring of the last move, the count of pieces. ``label`` makes it a button."""
    x, y = centre(stack.cell)
    height = len(stack.pieces)
    top = stack.pieces[-1]
    role = ""
    if label is not None:
        role = f' data-cell="{stack.cell[0]},{stack.cell[1]}" data-piece="{top}"'
        role += f' role="button" tabindex="-1" aria-label="{escape(label)}"'
    out = f'<g class="tile" transform="translate({number(x)} {number(y)})"{role}>'
    for level, piece in enumerate(stack.pieces):
        out += slab(piece, sprite, level=level, small=small, top=level == height - 1)
    if marked:
        lift = f' y="{-SLAB * (height - 1)}"' if height > 1 else ""
        out += f'<use href="{sprite}#hxr"{lift} class="lm-to {top[0]}"/>'
    if height > 1:
        out += f'<g class="sbadge" transform="translate(31 {-27 - SLAB * (height - 1)})">'
        out += f'<path d="{BADGE}"/><text y="5.2">{height}</text></g>'
    return out + "</g>"


def shadows(stacks: Iterable[Stack], sprite: str) -> str:
    """Draw the shadow that every stack throws on the table."""
    out = ""
    for stack in stacks:
        x, y = centre(stack.cell)
        out += f'<use href="{sprite}#hxs" x="{number(x)}" y="{number(y + 3 + 3 * len(stack.pieces))}"/>'
    return f'<g class="shadow">{out}</g>'


def scene(
    stacks: Sequence[Stack], sprite: str, *, last: LastMove | None, small: bool, label: Callable[[Stack], str] | None
) -> str:
    """Draw everything that lies on the table, in the three layers that the script works with."""
    under = shadows(stacks, sprite)
    if not stacks:
        under += f'<g class="slot"><use href="{sprite}#hxi"/></g>'  # where the first piece will lie
    if last and last.origin and last.origin != last.cell:
        x, y = centre(last.origin)
        under += f'<use href="{sprite}#hxi" x="{number(x)}" y="{number(y)}" class="lm-from"/>'
    tiles = "".join(
        tile(s, sprite, small=small, marked=bool(last and last.cell == s.cell), label=label(s) if label else None)
        for s in stacks
    )
    return f'<g class="under">{under}</g><g class="tiles">{tiles}</g><g class="over"></g>'
