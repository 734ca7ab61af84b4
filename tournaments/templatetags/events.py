"""Template tags of event pages: points, results, rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from fractions import Fraction

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.templatetags.ui import milliseconds, span
from games.clock import InvalidTimeControl, TimeControl

from ..crosstable import CellGame
from ..markdown import to_html
from ..models import AuditEntry, Entrant, Match, MatchGame, Section, Tournament
from ..record_words import act_name
from ..rules_words import game_type_words, moment
from ..rules_words import half_points as in_words
from ..selectors.round_cells import RoundCell
from ..tiebreak_lines import formula
from ..tiebreaks import TiebreakValue

register = template.Library()
LITTLE_TIME = timedelta(hours=12)
_QUARTERS = {0: "", 1: "¼", 2: "½", 3: "¾"}


@register.filter
def half_points(value: int | None) -> str:
    """Half points as players write them; a dash where there are none yet."""
    return "–" if value is None else in_words(value)


@register.filter
def exact(value: Fraction | int | None) -> str:
    """A tie-break as players write it: quarters as characters, anything finer to two places.

    >>> exact(Fraction(27, 4)), exact(Fraction(1, 2)), exact(None)
    ('6¾', '½', '–')
    """
    if value is None:
        return "–"
    whole, rest = divmod(Fraction(value), 1)
    if rest * 4 == int(rest * 4):
        part = _QUARTERS[int(rest * 4)]
        return part if part and not whole else f"{whole}{part}"
    return f"{float(value):.2f}"


@register.filter
def markdown(text: str) -> SafeString:
    """An organiser's text; sanitised in ``tournaments.markdown``."""
    return mark_safe(to_html(text))  # noqa: S308


@register.filter
def game_type_name(code: str) -> str:
    return game_type_words(code)


@register.filter
def time_control_words(code: str) -> str:
    """A time control in words, such as "3 days a move"."""
    try:
        return TimeControl.parse(code).describe()
    except InvalidTimeControl:
        return code


@register.filter
def moment_words(at: datetime | None) -> str:
    """A date and time in the reader's zone, with the zone named."""
    return "" if at is None else moment(at)


@register.filter
def tie_sum(value: TiebreakValue) -> str:
    """The sum that a tie-break is, term by term: "3·1 + 2½·½"; empty if it is none."""
    return formula(value, exact)


@register.filter
def is_of(slot: MatchGame, entrant: Entrant | None) -> bool:
    """Whether ``entrant`` plays in this game."""
    return entrant is not None and entrant.pk in (slot.white_id, slot.black_id)


@register.filter
def to_move_of(slot: MatchGame, entrant: Entrant | None) -> bool:
    """Whether it is the turn of ``entrant``."""
    if entrant is None or slot.game is None:
        return False
    return entrant.pk == (slot.white_id if slot.game.to_move == "white" else slot.black_id)


@register.filter
def score(slot: MatchGame) -> str:
    """The score of one game as pairings show it, White's points first; with + and − where it was not played."""
    if slot.forfeit:
        return " – ".join("+" if slot.outcome == side else "−" for side in ("white", "black"))
    return f"{half_points(slot.white_points)} – {half_points(slot.black_points)}"


@register.simple_tag(takes_context=True)
def round_cell(context: Mapping[str, object], cell: RoundCell | None) -> SafeString:
    """One round of one entrant: result, colour and the opponent's line; a link to the match."""
    if cell is None:
        return format_html('<td class="c dim" title="{}">–</td>', _("absent"))
    if not cell.match:
        text = '<td class="c rc"><span class="rs {}">{}</span> <span class="s dim">{}</span></td>'
        return format_html(text, cell.look, cell.text, _("bye"))
    event, section = context["event"], context["section"]
    assert isinstance(event, Tournament)
    assert isinstance(section, Section)
    address = f"{reverse('tournaments:rounds', args=[event.pk])}?section={section.pk}#match-{cell.match}"
    against = _("against no. %(n)d") % {"n": cell.opponent} if cell.opponent else ""
    colour = {"w": _("with White"), "b": _("with Black")}.get(cell.side, "")
    text = '<a href="{}" title="{}"><span class="rs {}">{}</span> <span class="s dim">{}{}</span></a>'
    return format_html(
        f'<td class="c rc">{text}</td>',
        address,
        ", ".join(word for word in (against, colour) if word),
        cell.look,
        cell.text,
        cell.side,
        cell.opponent or "–",
    )


@register.simple_tag
def section_name(section: Section) -> str:
    """What a section is called beside the others: the stage, and the group where it has several."""
    rules = section.stage.rules
    stage = rules.stage_name or _("Stage %(n)d") % {"n": section.stage.number}
    if not section.name:
        return stage
    name = _("group %(name)s") % {"name": section.name} if rules.groups > 1 else section.name
    return f"{stage} · {name}"


@register.filter
def later_formats(event: Tournament) -> str:
    """The formats of the stages after the first, as part of a sentence; empty if there is one stage only."""
    names = {code: str(label).lower() for code, label in Tournament.Format.choices}
    return ", ".join(names[stage["format"]] for stage in event.later_stages)


@register.simple_tag
def bye_words(match: Match) -> str:
    """What a bye is and what it brings: "bye, 1½"."""
    return f"{match.get_kind_display()}, {in_words(match.first_points)}"


@register.filter
def at(values: Mapping[int, object] | None, key: int) -> object:
    """The value under a key, None if there is none or nothing to look in."""
    return values.get(key) if values else None


@register.simple_tag
def act_words(line: AuditEntry) -> str:
    """What a line of the record says was done."""
    return act_name(line.act)


@register.simple_tag
def clock_look(slot: MatchGame, own: Entrant | None, now: datetime) -> str:
    """The colour of a game's clock: honey for the reader's own move, red when little time is left."""
    if to_move_of(slot, own):
        return "honey"
    deadline = slot.game.flag_at if slot.game is not None else None
    return "bad" if deadline is not None and deadline - now < LITTLE_TIME else "info"


@register.simple_tag
def time_left(deadline: datetime | None, now: datetime) -> str:
    """How long the player to move still has."""
    return span(None if deadline is None else milliseconds(deadline - now))


@register.simple_tag
def result_mark(slot: MatchGame, entrant: Entrant) -> SafeString:
    """What one game of a match brought ``entrant``; a link to the game once there is one."""
    side = "white" if slot.white_id == entrant.pk else "black"
    return _mark(side, slot.outcome, slot.game_id, forfeit=slot.forfeit)


@register.simple_tag
def cell_game(game: CellGame, outcomes: Mapping[int, str]) -> SafeString:
    """One game of a crosstable cell, as the row's player sees it."""
    outcome = "" if game.ref is None else outcomes.get(game.ref, "")
    return _mark(game.side.value, outcome, game.ref, forfeit=game.forfeit)


def _mark(side: str, outcome: str, game_id: int | None, *, forfeit: bool) -> SafeString:
    """A result as sign, colour and words: 1 ½ 0, + and − by forfeit, a dot while the game is not over."""
    if outcome == "":
        look, sign, word = "o", "·", _("not finished") if game_id else _("not begun")
    elif outcome == "draw":
        look, sign, word = "d", "½", _("drawn")
    elif outcome == side:
        look, sign, word = ("w", "+", _("won by forfeit")) if forfeit else ("w", "1", _("won"))
    else:
        look, sign, word = ("l", "−", _("lost by forfeit")) if forfeit else ("l", "0", _("lost"))
    words = f"{word}, {_('with White') if side == 'white' else _('with Black')}"
    text = format_html('{}<span class="sr"> {}</span>', sign, words)
    classes = f"rs {look} {side}"
    if game_id is None:
        return format_html('<span class="{}" title="{}">{}</span>', classes, words, text)
    address = reverse("games:detail", args=[game_id])
    return format_html('<a class="{}" href="{}" title="{}">{}</a>', classes, address, words, text)
