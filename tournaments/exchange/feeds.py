"""News of an event as a feed, RSS 2.0 or Atom: rounds that began and results that came in."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.feedgenerator import Atom1Feed, Rss201rev2Feed, SyndicationFeed
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .csv_cells import show_points

MOST_ITEMS = 100
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class FeedItem:
    """One piece of news. ``link`` is a permanent address, and the item's identity: a correction keeps it.

    ``at`` is when it happened, ``changed_at`` when its text last changed. ``text`` is plain.
    """

    link: str
    title: str
    at: datetime
    text: str = ""
    changed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FeedHead:
    """What a feed says of itself. ``link`` is the event's page, ``feed_link`` the feed's own address.

    ``changed_at`` is when the event last changed; it is the date of a feed without items.
    """

    title: str
    link: str
    feed_link: str
    changed_at: datetime
    text: str = ""
    language: str = "en"


class _Dated:
    """The date of a feed follows from its items and its head, never from the time of day."""

    feed: dict[str, object]
    items: list[dict[str, datetime | None]]

    def latest_post_date(self) -> datetime:
        dates = [date for item in self.items for date in (item["updateddate"], item["pubdate"]) if date]
        head = self.feed["changed_at"]
        assert isinstance(head, datetime)
        return max([*dates, head])


class _Rss(_Dated, Rss201rev2Feed):
    pass


class _Atom(_Dated, Atom1Feed):
    pass


_KINDS: dict[str, type[SyndicationFeed]] = {"rss": _Rss, "atom": _Atom}
CONTENT_TYPES = {"rss": Rss201rev2Feed.content_type, "atom": Atom1Feed.content_type}


def write_feed(kind: str, head: FeedHead, items: Iterable[FeedItem]) -> str:
    """The feed as XML, newest items first, at most 100; ``kind`` is "rss" or "atom".

    :raises KeyError: another kind.
    """
    feed = _KINDS[kind](
        title=_clean(head.title),
        link=head.link,
        description=_clean(head.text),
        language=head.language,
        feed_url=head.feed_link,
        feed_guid=head.link,
        changed_at=head.changed_at.astimezone(UTC),
    )
    for item in sorted(items, key=lambda item: (item.at, item.link), reverse=True)[:MOST_ITEMS]:
        feed.add_item(
            title=_clean(item.title),
            link=item.link,
            description=_clean(item.text),
            pubdate=item.at.astimezone(UTC),
            updateddate=(item.changed_at or item.at).astimezone(UTC),
            unique_id=item.link,
            unique_id_is_permalink=True,
        )
    return feed.writeString("utf-8")


def round_item(*, event: str, number: int, matches: int, link: str, at: datetime) -> FeedItem:
    """A round has begun; ``link`` is the round's permanent address."""
    text = ngettext("One match is paired.", "%(count)d matches are paired.", matches) % {"count": matches}
    title = _("%(event)s: round %(number)d has begun") % {"event": event, "number": number}
    return FeedItem(link, title, at, text)


def result_item(
    *,
    event: str,
    number: int,
    white: str,
    black: str,
    white_points: int,
    black_points: int,
    link: str,
    at: datetime,
    note: str = "",
    changed_at: datetime | None = None,
) -> FeedItem:
    """A game or match has its result, in half points; ``link`` is its permanent address."""
    score = f"{show_points(white_points)}–{show_points(black_points)}"
    title = _("%(white)s – %(black)s %(score)s") % {"white": white, "black": black, "score": score}
    text = _("%(event)s, round %(number)d") % {"event": event, "number": number}
    return FeedItem(link, title, at, f"{text}. {note}" if note else text, changed_at)


def end_item(*, event: str, winners: Iterable[str], link: str, at: datetime) -> FeedItem:
    """The event is over; ``winners`` share the first rank."""
    title = _("%(event)s is over") % {"event": event}
    return FeedItem(link, title, at, _("First: %(names)s") % {"names": ", ".join(winners)})


def _clean(text: str) -> str:
    """``text`` without what XML cannot hold."""
    return _NOT_IN_XML.sub("", text)
