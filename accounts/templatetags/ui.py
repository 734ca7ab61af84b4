"""Template tags of the design system: icons, players, forms, spans of time. See docs/design-system.md."""

from math import ceil
from typing import Any
from zlib import crc32

from django import template
from django.forms import BoundField, CheckboxInput, CheckboxSelectMultiple, RadioSelect
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()
COLOURS = ("moss", "plum", "clay", "sea", "slate", "rust")
FULL = (
    "M-6.93 -46Q0 -50 6.93 -46L36.37 -29Q43.3 -25 43.3 -17L43.3 17Q43.3 25 36.37 29L6.93 46Q0 50 -6.93 46"
    "L-36.37 29Q-43.3 25 -43.3 17L-43.3 -17Q-43.3 -25 -36.37 -29Z"
)
OUTER = (
    "M-6.93 -47Q0 -51 6.93 -47L37.24 -29.5Q44.17 -25.5 44.17 -17.5L44.17 17.5Q44.17 25.5 37.24 29.5L6.93 47"
    "Q0 51 -6.93 47L-37.24 29.5Q-44.17 25.5 -44.17 17.5L-44.17 -17.5Q-44.17 -25.5 -37.24 -29.5Z"
)
INNER = (
    "M-6.93 -38Q0 -42 6.93 -38L29.44 -25Q36.37 -21 36.37 -13L36.37 13Q36.37 21 29.44 25L6.93 38Q0 42 -6.93 38"
    "L-29.44 25Q-36.37 21 -36.37 13L-36.37 -13Q-36.37 -21 -29.44 -25Z"
)
SIZES = (24, 28, 34, 46, 88)
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@register.simple_tag
def icon(name: str, extra: str = "") -> SafeString:
    """Draw an icon of static/svg/sprite.svg; it says nothing to a screen reader, so put a word beside it."""
    return format_html(
        '<svg class="ic {}" aria-hidden="true"><use href="{}#i-{}"/></svg>', extra, static("svg/sprite.svg"), name
    )


def initials(name: str) -> str:
    """Two letters for a hexagon: of the first and last word, else the first two letters.

    >>> initials("Tomás Ibáñez"), initials("maja")
    ('TI', 'MA')
    """
    words = name.replace("_", " ").replace("-", " ").split()
    if not words:
        return "?"
    return (words[0][0] + words[-1][0] if len(words) > 1 else words[0][:2]).upper()


@register.simple_tag
def avatar(name: str, size: int = 34, ring: float | None = None) -> SafeString:
    """Draw a player as a hexagon with initials. ``ring`` (0 to 100) adds the share of time left around it."""
    colour = COLOURS[crc32(name.encode()) % len(COLOURS)]
    if size not in SIZES:
        raise template.TemplateSyntaxError(f"avatar sizes are {SIZES}, not {size}")
    if ring is None:
        return format_html(
            '<svg class="av {} a{}" viewBox="-56 -56 112 112" aria-hidden="true">'
            '<path class="avf" d="{}"/><text y="13">{}</text></svg>',
            colour, size, FULL, initials(name),
        )  # fmt: skip
    share = max(0.0, min(100.0, ring))
    return format_html(
        '<svg class="av ring {0} a{1}" viewBox="-56 -56 112 112" aria-hidden="true"><path class="gt" d="{2}"/>'
        '<path class="gv" d="{2}" pathLength="100" stroke-dasharray="{3} 100"/>'
        '<path class="avf" d="{4}"/><text y="11">{5}</text></svg>',
        colour, size, OUTER, f"{share:.0f}", INNER, initials(name),
    )  # fmt: skip


@register.simple_tag
def rating(value: int | float, provisional: bool = False, deviation: int | float | None = None) -> SafeString:
    """Write a rating; a provisional one is in italics and says so, never by its look alone."""
    text = f"{value:.0f}" + (f" ± {deviation:.0f}" if deviation is not None else "")
    if not provisional:
        return format_html('<span class="rating">{}</span>', text)
    return format_html(
        '<span class="rating prov" title="{0}">{1}?<span class="sr"> ({0})</span></span>', _("provisional"), text
    )


@register.simple_tag
def computer(is_bot: bool) -> SafeString | str:
    """Mark a program beside its name, wherever a player is named; nothing for a person."""
    if not is_bot:
        return ""
    return format_html('<span class="chip info bot">{}<span>{}</span></span>', icon("bot", "i15"), _("computer"))


@register.filter
def span(milliseconds: int | float | None) -> str:
    """Write a span of time in its two largest units, rounded up to the last one shown.

    >>> span(30 * 3_600_000)
    '1 d 6 h'
    """
    if milliseconds is None:
        return "–"
    left = max(0, milliseconds)
    if left >= DAY:
        hours = ceil(left / HOUR)
        return _("%(days)s d %(hours)s h") % {"days": hours // 24, "hours": hours % 24}
    if left > HOUR:
        minutes = ceil(left / MINUTE)
        return _("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}
    if left > MINUTE:
        return _("%(minutes)s min") % {"minutes": ceil(left / MINUTE)}
    return _("%(seconds)s s") % {"seconds": ceil(left / 1000)}


@register.filter
def span_short(value: int | float | None) -> str:
    """Write a span in its largest unit only, rounded to the nearest.

    >>> span_short(26 * 3_600_000)
    '1 d'
    """
    if value is None:
        return ""
    if value >= DAY:
        return _("%(days)s d") % {"days": round(value / DAY)}
    if value >= HOUR:
        return _("%(hours)s h") % {"hours": round(value / HOUR)}
    if value >= MINUTE:
        return _("%(minutes)s min") % {"minutes": round(value / MINUTE)}
    return _("%(seconds)s s") % {"seconds": round(value / 1000)}


@register.filter
def milliseconds(delta: Any) -> int:
    """A timedelta in whole milliseconds, for ``span``."""
    return int(delta.total_seconds() * 1000)


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """The reader's theme, "light" or "dark"; empty when the system decides."""
    request: HttpRequest | None = context.get("request")
    chosen = request.COOKIES.get("theme", "") if request else ""
    return chosen if chosen in ("light", "dark") else ""


@register.inclusion_tag("_field.html")
def field(bound: BoundField, help_text: str = "") -> dict[str, Any]:
    """Render one form field with its label, help and errors, tied together for screen readers."""
    widget = bound.field.widget
    return {
        "field": bound,
        "help_text": help_text or bound.help_text,
        "is_check": isinstance(widget, CheckboxInput),
        "is_choices": isinstance(widget, (RadioSelect, CheckboxSelectMultiple)),
    }
