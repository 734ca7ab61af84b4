"""Template tags that draw boards, tiles and moves. See docs/design-system.md for examples."""

from itertools import groupby
from typing import Any
from uuid import uuid4

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.templatetags.ui import milliseconds, span, span_short
from games import board_svg, board_words
from games.clock import TimeControl
from games.page_words import page_words

register = template.Library()
SPRITE = "svg/sprite.svg"


def _sprite() -> str:
    return static(SPRITE)


def _last_move(moves: list[dict[str, Any]] | None) -> board_svg.LastMove | None:
    """The last entry of a state's ``moves`` as marks; None before the first move and after a pass."""
    if not moves or not moves[-1].get("to"):
        return None
    move = moves[-1]
    origin = tuple(move["from"]) if move.get("from") else None
    return board_svg.LastMove(origin, tuple(move["to"]))


@register.simple_tag
def board(
    position: dict[str, Any], moves: list[dict[str, Any]] | None = None, size: str = "thumb", label: str = ""
) -> SafeString:
    """Draw a position. ``size`` is "thumb" (a picture) or "page" (the board that the script brings to life)."""
    stacks = board_svg.stacks_of(position)
    last = _last_move(moves)
    page = size == "page"
    also = [last.origin] if last and last.origin else []
    box = board_svg.view_box(
        stacks, least=board_svg.LEAST_PAGE if page else board_svg.LEAST_THUMB, margin=90 if page else 24, also=also
    )
    drawing = board_svg.scene(
        stacks,
        _sprite(),
        last=last,
        small=not page,
        label=(lambda s: board_words.stack_words(s.pieces)) if page else None,
    )
    if page:
        kind: str = format_html(
            'id="board" role="application" aria-roledescription="{}" aria-label="{}"', _("Hive board"), label
        )
    elif label:
        kind = format_html('role="img" aria-label="{}"', label)
    else:
        kind = mark_safe('aria-hidden="true"')
    svg = f'<svg class="board" viewBox="{box}" preserveAspectRatio="xMidYMid meet" {kind}>{drawing}</svg>'
    return mark_safe(svg)  # noqa: S308  only numbers, UHP names and escaped labels are in it


@register.simple_tag
def tile(piece: str, extra: str = "") -> SafeString:
    """Draw one piece as a slab of its own, such as in a reserve or an empty state."""
    drawing = mark_safe(board_svg.slab(piece, _sprite(), pips=False))  # noqa: S308
    return format_html('<svg class="tl {}" viewBox="-45 -50 90 109" aria-hidden="true">{}</svg>', extra, drawing)


@register.simple_tag
def slot(extra: str = "") -> SafeString:
    """Draw an empty place of a reserve."""
    return format_html(
        '<svg class="tl slot {}" viewBox="-45 -50 90 109" aria-hidden="true"><use href="{}#hxi"/></svg>',
        extra,
        _sprite(),
    )


@register.simple_tag
def chip(piece: str) -> SafeString:
    """Draw one piece flat and small, to stand in a line of text."""
    colour, bug, sprite = piece[0], piece[1], _sprite()
    return format_html(
        '<svg class="tl chipt" viewBox="-45 -50 90 100" aria-hidden="true"><g class="slab {0} bug-{1}">'
        '<use href="{2}#hx" class="face"/><use href="{2}#bug-{1}-s" x="-35" y="-35" width="70" height="70"/></g></svg>',
        colour,
        bug,
        sprite,
    )


@register.simple_tag
def hexdot(side: str) -> SafeString:
    """Draw the mark of a side, "white" or "black"; put the word beside it."""
    return format_html(
        '<svg class="hexdot {}" viewBox="-70 -70 140 140" aria-hidden="true">'
        '<rect x="-70" y="-70" width="140" height="140" rx="34" class="bg"/><use href="{}#hx"/></svg>',
        side[0],
        _sprite(),
    )


@register.simple_tag
def move_line(text: str, by: str | None = "") -> SafeString:
    """Draw a move as bug, arrow, neighbour; ``by`` is the thrower."""
    if text == "pass":
        return format_html('<span class="mvl">{}</span>', _("pass"))
    piece, direction, neighbour = board_words.split_move(text)
    where: SafeString | str = ""
    if neighbour:
        arrow = "arrow-up-from-line" if direction is None else board_words.ARROWS[direction]
        where = format_html(
            '<svg class="ic dir" aria-hidden="true"><use href="{}#i-{}"/></svg><span>{}</span>',
            _sprite(),
            arrow,
            neighbour,
        )
    thrown: SafeString | str = ""
    if by:
        thrown = format_html(
            '<span class="by"><svg class="ic i15" aria-hidden="true"><use href="{}#i-thrown"/></svg>{}</span>',
            _sprite(),
            chip(by),
        )
    return format_html(
        '<span class="mvl" role="img" aria-label="{}">{}<b>{}</b>{}{}</span>',
        board_words.move_words(text), chip(piece), piece[1:], where, thrown,
    )  # fmt: skip


@register.simple_tag(name="page_words")
def page_words_tag() -> dict[str, Any]:
    """Every sentence the script of the game page needs, in the reader's language."""
    return page_words()


@register.simple_tag
def queen_sides(state: dict[str, Any], side: str) -> int | None:
    """How many sides of a side's queen are covered; None before it is placed."""
    sides: int | None = state["position"]["queen_neighbours"][side]
    return sides


@register.simple_tag
def clock_of(state: dict[str, Any], side: str) -> dict[str, Any]:
    """What the strip of a side shows of its clock: text, the full time in ms, the share of it that is left."""
    left = state["clocks"][side]["remaining_ms"]
    total = milliseconds(TimeControl.parse(state["time_control"]["code"]).initial().remaining)
    return {"text": span(left), "total": total, "share": round(100 * left / total) if total else 0}


@register.simple_tag
def new_key() -> str:
    """A key that makes a form harmless to send twice."""
    return str(uuid4())


@register.filter
def eight_slots(reserve: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The reserve in its eight fixed places; a bug outside the game type leaves its place empty."""
    known = {entry["bug"]: entry for entry in reserve}
    slots = []
    for bug in board_words.BUG_ORDER:
        entry = dict(known.get(bug, {}))
        if entry.get("left"):
            entry["label"] = _("%(piece)s, %(count)s in reserve") % {
                "piece": board_words.PIECES[entry["next"][:2]], "count": entry["left"]
            }  # fmt: skip
        slots.append(entry)
    return slots


@register.filter
def by_turn(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Moves in rows of two, White left and Black right."""
    rows = []
    for start in range(0, len(moves), 2):
        pair = moves[start : start + 2]
        rows.append({"turn": start // 2 + 1, "moves": pair + [None] * (2 - len(pair))})
    return rows


@register.filter
def by_piece(places: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The legal moves for a list to choose from: grouped by piece, each with its place in words."""
    ordered = sorted(places, key=lambda place: place["piece"])
    groups = []
    for piece, group in groupby(ordered, key=lambda place: place["piece"]):
        options = [
            {"move": p["move"], "words": board_words.place_words(p["move"]) or board_words.piece_name(piece)}
            for p in group
        ]
        groups.append({"label": board_words.piece_name(piece), "places": options})
    return groups


@register.filter
def spent(value: int | None) -> str:
    """A thinking time in its largest unit, as the list of moves has room for."""
    return span_short(value)


register.filter("move_words", board_words.move_words)
register.filter("piece_name", board_words.piece_name)
register.filter("place_words", board_words.place_words)
