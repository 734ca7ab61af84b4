"""Messages to a chat, and the signatures and retries of webhooks."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exchange.discord import (
    FinalRank,
    MatchScore,
    Pairing,
    escape,
    event_finished,
    results_posted,
    round_started,
    units,
)
from tournaments.exchange.webhooks import is_authentic, retry_at, signature

AT = datetime(2027, 3, 28, 18, tzinfo=UTC)
URL = "https://hive.example/events/5"


def started(pairings, event="Cup", **more):
    return round_started(event=event, number=2, pairings=pairings, url=URL, at=AT, **more)


def test_a_round_is_announced_with_its_pairings_byes_and_deadline():
    pairings = [Pairing(1, "Ada", "Bo", "https://hive.example/m/1"), Pairing(2, "Cy")]
    payload = started(pairings, deadline=AT + timedelta(days=7))
    (embed,) = payload["embeds"]
    assert embed["description"] == (
        "Deadline: <t:1806861600:f>\n1\\. [Ada – Bo](https://hive.example/m/1)\nCy has a bye"
    )
    assert (payload["content"], embed["title"]) == ("Cup: round 2", "Cup: round 2")
    assert (embed["url"], embed["timestamp"]) == (URL, "2027-03-28T18:00:00+00:00")


def test_results_and_the_end_are_told():
    scores = [MatchScore("Ada", "Bo", 3, 1, url="https://hive.example/m/1"), MatchScore("Cy", "Di", 4, 0, "forfeit")]
    payload = results_posted(event="Cup", results=scores, url=URL, at=AT)
    assert payload["embeds"][0]["description"].split("\n") == [
        "[Ada – Bo](https://hive.example/m/1) **1.5–0.5**",
        "Cy – Di **2–0** (forfeit)",
    ]
    ranks = [FinalRank(1, "Ada", 11), FinalRank(2, "Bo", 8)]
    assert event_finished(event="Cup", ranks=ranks, url=URL, at=AT)["embeds"][0]["description"] == (
        "1\\. Ada: 5.5\n2\\. Bo: 4"
    )


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("@everyone", "@\u200beveryone"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("**[x](https://evil.example)**", "\\*\\*\\[x\\]\\(https:/\u200b/evil.example\\)\\*\\*"),
        ("a_b_c `d` ~~e~~ ||f||", "a\\_b\\_c \\`d\\` \\~\\~e\\~\\~ \\|\\|f\\|\\|"),
        ("# big\n> quote\\", "\\# big \\> quote\\\\"),
        ("- x-y", "\\- x-y"),
        ("<:bee:1>", "\\<:bee:1\\>"),
    ],
)
def test_a_name_is_shown_as_it_is_and_rings_nobody(name, shown):
    assert escape(name) == shown
    payload = started([Pairing(1, name, "Bo")])
    assert shown in payload["embeds"][0]["description"]
    assert payload["allowed_mentions"] == {"parse": []}


def test_an_address_that_would_break_the_link_is_left_out():
    assert started([Pairing(1, "Ada", "Bo", "javascript:x")])["embeds"][0]["description"] == "1\\. Ada – Bo"
    assert started([Pairing(1, "Ada", "Bo", "https://x/)(")])["embeds"][0]["description"] == "1\\. Ada – Bo"


def test_of_a_large_round_as_many_pairings_are_told_as_there_is_room_for():
    lines = started([Pairing(n, f"Player {n}", "🐝" * 20) for n in range(1, 2501)])["embeds"][0]["description"]
    assert 4_000 < units(lines) <= 4_096
    *shown, last = lines.split("\n")
    left_out = int(re.fullmatch(r"… and (\d+) more", last)[1])
    assert len(shown) + left_out == 2500


@pytest.mark.parametrize("length", range(20, 60, 3))
def test_the_line_that_counts_the_rest_has_its_room(length):
    lines = started([Pairing(n, "x" * length, "y") for n in range(1, 400)])["embeds"][0]["description"]
    assert units(lines) <= 4_096


def test_a_long_name_is_cut_but_not_inside_an_escape():
    line = started([Pairing(1, "*" * 200)])["embeds"][0]["description"]
    assert line == "\\*" * 127 + "… has a bye"


@given(st.lists(st.text(max_size=400), max_size=40), st.text(max_size=3000))
def test_no_payload_is_longer_than_discord_takes(names, event):
    payload = started([Pairing(1, name, name) for name in names], event=event)
    (embed,) = payload["embeds"]
    assert units(payload["content"]) <= 2_000
    assert units(embed["title"]) <= 256
    assert units(embed["description"]) <= 4_096
    assert units(embed["title"]) + units(embed["description"]) <= 6_000
    assert not re.search(r"@(?!\u200b)", str(payload["content"]) + embed["description"])


def test_the_signature_is_the_hmac_of_timestamp_and_body():
    # printf '1806861600.{"a":1}' | openssl dgst -sha256 -hmac secret
    given_signature = "v1=9bf5af10995bb7d2999428719813dc76df7f1f06565f891080fe8036b065dea4"
    assert signature("secret", b'{"a":1}', 1806861600) == given_signature
    sent = datetime.fromtimestamp(1806861600, UTC)

    def check(**changed):
        values = {"secret": "secret", "body": b'{"a":1}', "timestamp": 1806861600, "given": given_signature, **changed}
        return is_authentic(values.pop("secret"), **{"now": sent, **values})

    assert check()
    assert check(now=sent + timedelta(minutes=5))
    assert not check(now=sent + timedelta(minutes=6))
    assert not check(body=b'{"a":2}')
    assert not check(secret="other")
    assert not check(timestamp=1806861601)
    assert not check(given="v1=é")


def test_a_failed_delivery_is_tried_eight_times_with_growing_waits():
    times = [retry_at(tries, failed_at=AT) for tries in range(1, 9)]
    minutes = [time and (time - AT) / timedelta(minutes=1) for time in times]
    assert minutes == [0.5, 2, 8, 32, 128, 512, 2048, None]
