"""The published schema: valid, complete, and every status it promises is one that is really given."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.api_client import V1, Api, schema, verified
from tests.factories import OPENING, make_game, play
from tests.tournaments.events import event
from tests.tournaments.test_api_refusals import REFUSED

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_counters():
    cache.clear()


def operations(status):
    """Every (method, path) whose schema documents ``status``."""
    return [
        (method.upper(), path)
        for path, methods in schema()["paths"].items()
        for method, entry in methods.items()
        if str(status) in entry["responses"]
    ]


def named(operation):
    return " ".join(operation).replace(V1, "")


# Statuses that each have one way to come about, whatever the endpoint. The others are in the table below.
GENERAL = {400, 401, 404, 413, 415, 429}
SUCCESS = {200, 201, 204}  # met for every endpoint by the table of permissions
SPECIAL = {
    (304, "GET games/{id}/"),
    (403, "POST auth/login/"),
    (200, "POST tournaments/{id}/entries/"),
    (409, "POST challenges/"),
    (409, "POST practice/"),
    (409, "POST challenges/{id}/accept/"),
    (409, "POST challenges/{id}/decline/"),
    (409, "POST challenges/{id}/withdraw/"),
    (409, "POST games/{id}/moves/"),
    (409, "POST games/{id}/draw-offer/"),
    (409, "POST games/{id}/draw-accept/"),
    (409, "POST games/{id}/draw-decline/"),
    (409, "POST games/{id}/resign/"),
    (409, "POST games/{id}/abort/"),
    (422, "POST games/{id}/moves/"),
    *REFUSED,
}


@pytest.fixture
def filled():
    """Something behind each kind of path: a game, a challenge, an open event, a player; and who may act on them all."""
    player, other = verified("player"), verified("other")
    now = timezone.now() - timedelta(hours=1)
    game = play(make_game(player, other, now=now), *OPENING, step=timedelta(seconds=1))
    offer = Api(other).post("challenges/", {"opponent": "player"}).json()["id"]
    ids = {"games": game.pk, "challenges": offer, "tournaments": event(player, now=now).pk}
    return Api(player), ids


INNER = ("entrant_id", "section_id", "match_game_id", "match_id", "ruling_id", "claim_id", "round_id", "official_id",
         "pair_id", "round_number", "webhook_id")  # fmt: skip


def concrete(path, ids):
    kind = path.removeprefix(V1).partition("/")[0]
    inner = dict.fromkeys(INNER, 1)  # things within an event: refusals come before they are looked for
    return path.format(id=ids.get(kind), name="player", pool="correspondence-base", **inner)


def send(client, method, path, body=None, **headers):
    if method == "GET":
        return client.get(path, **headers)
    return client.generic(method, path, b"{}" if body is None else body, "application/json", **headers)


def test_the_schema_is_valid_and_generated_without_a_warning(tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yaml"))
    assert "openapi: 3.1" in (tmp_path / "schema.yaml").read_text()


def test_every_operation_says_what_it_is_for():
    for path, methods in schema()["paths"].items():
        for method, entry in methods.items():
            assert entry.get("description", "").strip(), f"{method} {path}"
            assert entry["tags"], f"{method} {path}"


def test_nothing_undocumented_and_nothing_forgotten_in_this_test():
    """Each documented status is general, or met by the permission table, or named in SPECIAL and tested on its own."""
    promised = {
        (int(status), named((method.upper(), path)))
        for path, methods in schema()["paths"].items()
        for method, entry in methods.items()
        for status in entry["responses"]
    }
    rest = {(status, name) for status, name in promised if status not in GENERAL | SUCCESS | {403}}
    assert rest == {item for item in SPECIAL if item[0] not in SUCCESS | {403}}


def assert_all(status, ask):
    """Fail with every operation that documents ``status`` and does not give it to the request that ``ask`` sends."""
    found = {named(operation): ask(*operation).status_code for operation in operations(status)}
    assert found == dict.fromkeys(found, status)
    assert found


def test_401_comes_of_a_token_that_is_not_valid(filled):
    _, ids = filled
    client = Api()
    client.credentials(HTTP_AUTHORIZATION="Token nosuchtoken")

    def ask(method, path):
        # signing in ignores tokens: there it is the password
        body = b'{"login": "player", "password": "wrong"}' if path.endswith("auth/login/") else None
        return send(client, method, concrete(path, ids), body)

    assert_all(401, ask)


def test_403_comes_of_an_unconfirmed_e_mail(filled):
    _, ids = filled
    client = Api(verified("unconfirmed", confirmed=False))

    def ask(method, path):
        login = path.endswith("auth/login/")
        body = b'{"login": "unconfirmed", "password": "long enough a sentence"}' if login else None
        return send(client, method, concrete(path, ids), body)

    assert_all(403, ask)


def test_404_comes_of_what_does_not_exist(filled):
    client, ids = filled

    def ask(method, path):
        nowhere = concrete(path, dict.fromkeys(ids, 4_000_000_000)).replace("/player/", "/nobody-here/")
        nowhere = nowhere.replace("correspondence-base", "blitz")
        if nowhere == concrete(path, ids):
            nowhere += "?page=999"
        elif "rating-history" in path:
            nowhere += "?pool=correspondence-base"
        return send(client, method, nowhere, b'{"move": "wA1", "ply": 0}' if path.endswith("/moves/") else None)

    assert_all(404, ask)


def test_413_comes_of_a_body_that_is_too_large(filled, settings):
    client, ids = filled
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    assert_all(413, lambda method, path: send(client, method, concrete(path, ids), b'"' + b"x" * 1000 + b'"'))


def test_415_comes_of_a_body_that_is_no_json(filled):
    client, ids = filled
    assert_all(415, lambda method, path: client.generic(method, concrete(path, ids), b"<xml/>", "application/xml"))


def test_429_comes_of_too_many_requests(filled, settings):
    client, ids = filled
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "0/m")

    def ask(method, path):
        answer = send(client, method, concrete(path, ids))
        assert answer.json()["code"] == "throttled"
        assert 1 <= int(answer["Retry-After"]) == answer.json()["retry_after"] <= 60
        return answer

    assert_all(429, ask)


WRONG_QUERY = {"players/": "search=%00", "games/": "status=x", "tournaments/": "status=x", "challenges/": "status=x",
               "moves/": "after=x", "rating-history/": "pool=x", "correspondence-base/": "page=0"}  # fmt: skip


def test_400_comes_of_a_broken_body_a_malformed_key_or_a_query_that_cannot_be(filled):
    client, ids = filled

    def ask(method, path):
        full = concrete(path, ids)
        if method == "GET":
            query = next((text for end, text in WRONG_QUERY.items() if full.endswith(end)), "token=x")
            return client.get(f"{full}?{query}")
        if "requestBody" in schema()["paths"][path][method.lower()]:
            return send(client, method, full, b'{"move": ')
        return send(client, method, full, HTTP_IDEMPOTENCY_KEY="two words")

    assert_all(400, ask)


def test_the_schema_is_served_as_yaml_and_as_json():
    client = Client()
    assert b"openapi: 3.1" in client.get("/api/v1/schema/").content
    answer = client.get("/api/v1/schema/", headers={"accept": "application/vnd.oai.openapi+json"})
    assert answer.json()["info"]["title"] == "Bikupa"


def test_the_docs_load_nothing_from_elsewhere_and_run_no_inline_script():
    client = Client()
    page = client.get("/api/v1/docs/")
    assert page.status_code == 200
    html = page.content.decode()
    addresses = re.findall(r'(?:src|href)="([^"]+)"', html)
    assert addresses
    assert all(address.startswith("/") for address in addresses), addresses
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", html))
    rules = dict(part.strip().split(" ", 1) for part in page["Content-Security-Policy"].split(";"))
    assert "'unsafe-inline'" in rules["style-src"]
    assert "unsafe" not in rules["script-src"]
    script = client.get(next(address for address in addresses if "script" in address))
    assert script["Content-Type"].startswith("application/javascript")
    assert b"/api/v1/schema/" in script.content


def test_the_exception_for_the_docs_is_for_the_docs_only():
    policy = Client().get("/api/v1/leaderboards/")["Content-Security-Policy"]
    assert "unsafe-inline" not in policy
