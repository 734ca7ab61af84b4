"""Template filters that say stored values in words."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.clock import InvalidTimeControl, TimeControl
from games.models.choices import GameTypeChoice, PoolChoice

register = template.Library()


@register.filter
def time_control(code: str) -> str:
    """Say a time control in words: "3d" is "3 days a move"."""
    try:
        return TimeControl.parse(code).describe()
    except InvalidTimeControl:
        return code


@register.filter
def pool_name(pool: str) -> str:
    """Say a rating pool in words."""
    return str(PoolChoice(pool).label) if pool in PoolChoice.values else pool


@register.filter
def game_type_name(code: str) -> str:
    """Say a game type in words."""
    return str(GameTypeChoice(code).label) if code in GameTypeChoice.values else code


@register.filter
def rated_word(rated: bool) -> str:
    return _("Rated") if rated else _("Casual")


@register.filter
def percent(part: int, whole: int) -> int:
    """``part`` of ``whole`` in whole percents; 0 of nothing is 0."""
    return round(100 * part / whole) if whole else 0


@register.simple_tag
def wdl(won: int, drawn: int, lost: int) -> SafeString:
    """Draw won, drawn and lost games as one bar; it says the numbers to a screen reader."""
    total = won + drawn + lost
    label = _("%(won)s won, %(drawn)s drawn, %(lost)s lost") % {"won": won, "drawn": drawn, "lost": lost}
    bars, left = [], 0.0
    for kind, count in (("w", won), ("d", drawn), ("l", lost)):
        width = 100 * count / total if total else 0
        if width:
            gap = 0.6 if left + width < 99.9 else 0.0
            bars.append((kind, f"{left:.2f}", f"{max(width - gap, 0.4):.2f}"))
        left += width
    rects = format_html_join("", '<rect class="{}" x="{}" width="{}" height="8"/>', bars)
    return format_html(
        '<svg class="wdl" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label="{}">{}</svg>',
        label,
        rects,
    )
