"""Template tags of event pages: points, results, rules in words."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.clock import InvalidTimeControl, TimeControl

from ..markdown import to_html
from ..models import Entrant, MatchGame
from ..rules_words import game_type_words, moment
from ..rules_words import half_points as in_words

register = template.Library()
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


@register.simple_tag
def result_mark(slot: MatchGame, entrant: Entrant | int) -> SafeString:
    """What one game brought ``entrant``: 1, 0, ½, + or − by forfeit, or a dot while it is not over."""
    own = slot.white_id == (entrant.pk if isinstance(entrant, Entrant) else entrant)
    if slot.recorded_at is None:
        state = _("in play") if slot.game_id else _("not begun")
        return format_html('<span class="rs o" title="{}">·<span class="sr">{}</span></span>', state, state)
    if slot.outcome == "draw":
        return format_html('<span class="rs d">½</span>')
    if slot.outcome == ("white" if own else "black"):
        return format_html('<span class="rs w">{}</span>', "+" if slot.forfeit else "1")
    return format_html('<span class="rs l">{}</span>', "−" if slot.forfeit else "0")
