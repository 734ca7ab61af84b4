"""Whatever is sent, the answer is one that the schema knows; never a crash. `Api` checks it for every request."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api_client import V1, Api, schema, verified
from tests.factories import OPENING, make_game, play
from tests.tournaments.events import event

pytestmark = pytest.mark.django_db
fuzz = settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)

# Characters that have broken sites: NUL, lone surrogate, line ends, right-to-left mark, beyond the basic plane.
NASTY = st.sampled_from(
    ["\x00", "\ud800", "\r\n", "\u202e", "\U0001f41d", "%00", "'; DROP TABLE games; --", "x" * 70_000]
)
TEXT = st.one_of(st.text(max_size=20), NASTY)
NUMBERS = st.one_of(
    st.integers(), st.floats(allow_nan=False), st.sampled_from([0, -1, 2**31, 2**63, 2**64, 10**300, 0.5])
)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, TEXT)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=6
)
# What is nearly right goes further into the code than what is all wrong.
LIKELY = st.sampled_from(
    ["Base", "Base+MLP", "open", "direct", "private", "random", "white", "3d", "5d+12h/10d", "9" * 30 + "d", "wA1 -bQ",
     "pass", "player", "other", "no_queen_first", "threefold", "round_robin", "by_round", ["PTS", "SB"], 4, 1500, True,
     "2031-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "Name of an event"]
)  # fmt: skip


KINDS = ["application/json", "application/json; charset=utf-16", "application/json; charset=no-such", "text/plain",
         "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "nonsense"]  # fmt: skip


@pytest.fixture
def site(settings):
    """A player with something behind every kind of path, and no limit to the number of requests."""
    cache.clear()
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1000000/m")
    player, other = verified("player", is_staff=True), verified("other")
    now = timezone.now() - timedelta(hours=1)
    game = play(make_game(player, other, now=now), *OPENING, step=timedelta(seconds=1))
    offer = Api(other).post("challenges/", {"opponent": "player"}).json()["id"]
    return Api(player), {"games": game.pk, "challenges": offer, "tournaments": event(player, now=now).pk}


def concrete(path, ids):
    return filled(path, ids.get(path.removeprefix(V1).partition("/")[0]))


def filled(path, value):
    """``path`` with ``value`` for every id in it; a text also for names."""
    names = {} if isinstance(value, str) else {"name": "player", "pool": "correspondence-base"}
    return re.sub(r"\{(\w+)\}", lambda found: str(names.get(found[1], value)), path)


def operations(*methods):
    return sorted((m.upper(), path) for path, entry in schema()["paths"].items() for m in entry if m.upper() in methods)


def fields_of(method, path):
    body = schema()["paths"][path][method.lower()].get("requestBody")
    if body is None:
        return []
    name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return sorted(schema()["components"]["schemas"][name]["properties"])


@fuzz
@given(data=st.data())
def test_any_json_in_any_field(site, data):
    client, ids = site
    method, path = data.draw(st.sampled_from([op for op in operations("POST", "PATCH") if "login" not in op[1]]))
    known = fields_of(method, path)
    names = st.sampled_from(known) if known else TEXT
    body = data.draw(st.one_of(st.dictionaries(names, LIKELY | VALUES, max_size=8), VALUES))
    client.generic(method, concrete(path, ids), json.dumps(body), "application/json")


@fuzz
@given(data=st.data())
def test_any_bytes_as_a_body(site, data):
    client, ids = site
    method, path = data.draw(st.sampled_from(operations("POST", "PATCH", "DELETE")))
    body = data.draw(
        st.one_of(
            st.binary(max_size=200),
            st.sampled_from(
                [b"[" * 100_000, b'{"a":' * 50_000, b"9" * 10_000, b"\xff\xfe{}", b"NaN", b'"\\ud800"', b"{}{}"]
            ),
        )
    )
    kind = data.draw(st.sampled_from(KINDS))
    client.generic(method, concrete(path, ids), body, kind)


@fuzz
@given(data=st.data())
def test_any_query(site, data):
    client, ids = site
    _, path = data.draw(st.sampled_from(operations("GET")))
    known = [p["name"] for p in schema()["paths"][path]["get"].get("parameters", []) if p["in"] == "query"]
    names = st.sampled_from(known) if known else TEXT
    query = data.draw(st.dictionaries(names, st.one_of(LIKELY, SCALARS), max_size=4))
    pairs = [
        f"{quote(str(k), errors='surrogatepass')}={quote(str(v)[:2000], errors='surrogatepass')}"
        for k, v in query.items()
    ]
    client.generic("GET", concrete(path, ids) + "?" + "&".join(pairs))


@fuzz
@given(data=st.data())
def test_any_path_and_header(site, data):
    client, ids = site
    method, path = data.draw(st.sampled_from(operations("GET", "POST", "PATCH", "DELETE")))
    part = quote(
        data.draw(st.one_of(TEXT.map(lambda text: text[:500]), NUMBERS.map(str))), safe="", errors="surrogatepass"
    )
    full = filled(path, part or "0") if data.draw(st.booleans()) else concrete(path, ids)
    latin = st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=120)
    headers = data.draw(
        st.dictionaries(
            st.sampled_from(["HTTP_IDEMPOTENCY_KEY", "HTTP_IF_NONE_MATCH", "HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT"]),
            latin,
            max_size=2,
        )
    )
    client.generic(method, full, b"" if method == "GET" else b"{}", "application/json", **headers)
