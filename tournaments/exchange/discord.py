"""Messages for a webhook of Discord, or of any chat that understands the same: a round begins, results, the end.

A payload has one embed and keeps to the limits of Discord's documentation ("Execute Webhook", "Embed Limits"), counted
in UTF-16 units, the stricter reading. Names never ring anybody and are never read as markup.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .csv_cells import show_points

CONTENT, TITLE, DESCRIPTION, ALL_EMBEDS = 2_000, 256, 4_096, 6_000
_COLOUR = 0xC98A1B
_MARKUP = re.compile(r"([\\*_~`|>#\[\]()<]|^-)")
_GAP = "\u200b"  # no width: parts "@everyone" and addresses so that they are plain text
_SCORE = "{} – {}"

Json = dict[str, Any]
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match of a round; ``black`` is empty for a bye. ``white`` begins with White. ``url`` is the match's page."""

    board: int
    white: str
    black: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A finished match; points are half points."""

    white: str
    black: str
    white_points: int
    black_points: int
    note: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class FinalRank:
    """A place in the final standings; ``points`` are half points."""

    rank: int
    name: str
    points: int


def round_started(
    *, event: str, number: int, pairings: Iterable[Pairing], url: str, at: datetime, deadline: datetime | None = None
) -> Json:
    """The pairings of a round that has begun, as many as there is room for."""
    title = _("%(event)s: round %(number)d") % {"event": event, "number": number}
    head = []
    if deadline is not None:
        # Discord shows such a mark in the reader's own time zone.
        head.append(_("Deadline: %(time)s") % {"time": f"<t:{int(deadline.timestamp())}:f>"})
    return _payload(title, head, list(pairings), _pairing_line, url, at)


def results_posted(*, event: str, results: Iterable[MatchScore], url: str, at: datetime) -> Json:
    """Results that came in."""
    return _payload(_("%(event)s: results") % {"event": event}, [], list(results), _score_line, url, at)


def event_finished(*, event: str, ranks: Iterable[FinalRank], url: str, at: datetime) -> Json:
    """The final standings, best first."""
    return _payload(_("%(event)s is over") % {"event": event}, [], list(ranks), _rank_line, url, at)


def escape(name: str) -> str:
    r"""``name`` as Discord shows it and nothing more: no markup, no mention, no address to click on.

    >>> escape("*Ada* @everyone") == "\\*Ada\\* @\u200beveryone"
    True
    """
    one_line = " ".join(name.split()).replace("@", "@" + _GAP)
    return _MARKUP.sub(r"\\\1", one_line).replace("//", "/" + _GAP + "/")


def units(text: str) -> int:
    """The length of ``text`` as Discord may count it."""
    return len(text.encode("utf-16-le", "replace")) // 2


def _payload(
    title: str, head: list[str], items: Sequence[Item], line_of: Callable[[Item], str], url: str, at: datetime
) -> Json:
    shown = _cut(escape(title), TITLE)
    room = min(DESCRIPTION, ALL_EMBEDS - units(shown))
    embed: Json = {
        "title": shown,
        "description": _lines(head, items, line_of, room),
        "timestamp": at.astimezone(UTC).isoformat(),
        "color": _COLOUR,
    }
    if url:
        embed["url"] = url
    return {"content": _cut(escape(title), CONTENT), "embeds": [embed], "allowed_mentions": {"parse": []}}


def _lines(head: list[str], items: Sequence[Item], line_of: Callable[[Item], str], room: int) -> str:
    """``head``, then a line for each of ``items`` as long as there is room, then how many are left out."""
    spare = units(_more(len(items))) + 1
    lines = list(head)
    used = sum(units(line) + 1 for line in lines)
    for index, item in enumerate(items):
        line = line_of(item)
        used += units(line) + 1
        if used > room - (spare if index < len(items) - 1 else 0):
            lines.append(_more(len(items) - index))
            break
        lines.append(line)
    return "\n".join(lines)


def _more(count: int) -> str:
    return ngettext("… and one more", "… and %(count)d more", count) % {"count": count}


def _linked(text: str, url: str) -> str:
    return f"[{text}]({url})" if re.fullmatch(r"https?://[^\s()<>]+", url) else text


def _pairing_line(pairing: Pairing) -> str:
    white = _cut(escape(pairing.white), TITLE)
    if not pairing.black:
        return _("%(name)s has a bye") % {"name": white}
    text = _SCORE.format(white, _cut(escape(pairing.black), TITLE))
    return f"{pairing.board}\\. {_linked(text, pairing.url)}"


def _score_line(score: MatchScore) -> str:
    names = _SCORE.format(_cut(escape(score.white), TITLE), _cut(escape(score.black), TITLE))
    points = f"{show_points(score.white_points)}–{show_points(score.black_points)}"
    note = f" ({_cut(escape(score.note), TITLE)})" if score.note else ""
    return f"{_linked(names, score.url)} **{points}**{note}"


def _rank_line(rank: FinalRank) -> str:
    return f"{rank.rank}\\. {_cut(escape(rank.name), TITLE)}: {show_points(rank.points)}"


def _cut(text: str, most: int) -> str:
    """``text`` or its beginning with an ellipsis, in ``most`` units; no escape and no character is cut in two."""
    if units(text) <= most:
        return text
    kept = text
    while units(kept) > most - 1:
        kept = kept[:-1]
    trailing = len(kept) - len(kept.rstrip("\\"))
    return (kept[:-1] if trailing % 2 else kept) + "…"
