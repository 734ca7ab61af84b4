"""Feeds of an event, read with an XML parser."""

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

import pytest

from tournaments.exchange.feeds import FeedHead, FeedItem, end_item, result_item, round_item, write_feed

AT = datetime(2027, 3, 28, 18, tzinfo=UTC)
HEAD = FeedHead("Cup & <Co>", "https://hive.example/events/5", "https://hive.example/events/5/feed.rss", AT)
ATOM = "{http://www.w3.org/2005/Atom}"
RESULT = "https://hive.example/games/9"


def result(points: tuple[int, int], **changed: object) -> FeedItem:
    values = {"event": "Cup", "number": 2, "white": "Ada", "black": "<Bo>", "link": RESULT, "at": AT, **changed}
    return result_item(white_points=points[0], black_points=points[1], **values)


def rss(*items: FeedItem) -> ET.Element:
    channel = ET.fromstring(write_feed("rss", HEAD, items)).find("channel")
    assert channel is not None
    return channel


def test_rss_names_rounds_results_and_the_end_newest_first():
    began = round_item(event="Cup", number=2, matches=3, link="https://hive.example/events/5/rounds/2", at=AT)
    over = end_item(event="Cup", winners=["Ada", "Bo"], link=HEAD.link, at=AT + timedelta(days=1))
    items = rss(began, over, result((3, 1), at=AT + timedelta(hours=1), note="By forfeit.")).findall("item")
    assert [(item.findtext("title"), item.findtext("description")) for item in items] == [
        ("Cup is over", "First: Ada, Bo"),
        ("Ada – <Bo> 1.5–0.5", "Cup, round 2. By forfeit."),
        ("Cup: round 2 has begun", "3 matches are paired."),
    ]
    assert [item.findtext("pubDate") for item in items][2] == "Sun, 28 Mar 2027 18:00:00 +0000"


def test_a_correction_keeps_the_identity_of_its_item():
    first, corrected = (rss(item).find("item") for item in (result((2, 0)), result((0, 2))))
    assert first.findtext("guid") == corrected.findtext("guid") == RESULT
    assert first.find("guid").get("isPermaLink") == "true"
    changed = ET.fromstring(write_feed("atom", HEAD, [result((0, 2), changed_at=AT + timedelta(days=2))]))
    entry = changed.find(f"{ATOM}entry")
    assert (entry.findtext(f"{ATOM}id"), entry.findtext(f"{ATOM}updated")) == (RESULT, "2027-03-30T18:00:00+00:00")
    assert changed.findtext(f"{ATOM}updated") == "2027-03-30T18:00:00+00:00"


@pytest.mark.parametrize("kind", ["rss", "atom"])
def test_the_same_news_give_the_same_text_even_when_there_are_none(kind):
    assert write_feed(kind, HEAD, []) == write_feed(kind, HEAD, [])
    assert "2027" in write_feed(kind, HEAD, [])


def test_signs_that_xml_cannot_hold_are_left_out_and_long_feeds_end():
    items = [result((2, 0), white=f"A\0\x1b{n}", link=f"{RESULT}{n}", at=AT + timedelta(n)) for n in range(150)]
    found = rss(*items).findall("item")
    assert len(found) == 100
    assert found[0].findtext("title") == "A149 – <Bo> 1–0"
