"""Whatever goes wrong, a program gets a problem object."""

from __future__ import annotations

import logging

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.errors import Conflict
from games.api import games
from tests.api_client import V1, Api, code, verified

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_counters():
    cache.clear()


@pytest.mark.parametrize("method", ["PUT", "DELETE", "TRACE"])
def test_a_wrong_method_names_the_right_ones(method):
    answer = Api(verified()).generic(method, "games/")
    assert code(answer) == (405, "method_not_allowed")
    assert "GET" in answer["Allow"]


def test_an_answer_that_is_no_json_cannot_be_had():
    assert code(Api().get("games/", HTTP_ACCEPT="image/png")) == (406, "not_acceptable")


def test_a_missing_slash_is_added_for_readers_and_told_to_writers():
    answer = Api().get("games?status=finished")
    assert (answer.status_code, answer["Location"]) == (301, "/api/v1/games/?status=finished")
    told = Api(verified()).post("challenges", {})
    assert code(told) == (404, "not_found")
    assert "/api/v1/challenges/" in told.json()["detail"]


def test_an_address_that_does_not_exist_points_to_the_docs():
    answer = Api().get("/api/v1/game/12/")
    assert code(answer) == (404, "not_found")
    assert "/api/v1/docs/" in answer.json()["detail"]
    assert Client().get("/api/v2/games/")["Content-Type"] == "application/problem+json"


def test_a_person_gets_a_page_instead():
    assert Client().get("/nothing-here/")["Content-Type"].startswith("text/html")


def test_a_fault_of_ours_is_logged_and_tells_nothing_of_itself(monkeypatch, caplog):
    def broken(*args, **kwargs):
        raise RuntimeError("secret detail")

    monkeypatch.setattr(games, "state_for", broken)
    monkeypatch.setattr(games, "current_game", broken)
    client = Client(raise_request_exception=False)
    with caplog.at_level(logging.ERROR):
        answer = client.get("/api/v1/games/1/")
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert answer.json()["code"] == "server_error"
    assert b"secret" not in answer.content
    assert any("secret detail" in str(record.exc_info) for record in caplog.records)


def test_what_a_refusal_adds_stands_beside_the_standard_members(monkeypatch):
    def refused(*args, **kwargs):
        raise Conflict("Not now.", code="not_now", until="2027-01-01")

    monkeypatch.setattr(games, "current_game", refused)
    answer = Client().get("/api/v1/games/1/")
    assert answer.json() == {
        "type": "about:blank", "title": "Conflict", "status": 409, "code": "not_now", "detail": "Not now.",
        "until": "2027-01-01",
    }  # fmt: skip


def test_sentences_come_in_the_readers_language_and_codes_do_not_change():
    english, swedish = (Api().get("players/nobody-here/", HTTP_ACCEPT_LANGUAGE=language) for language in ("en", "sv"))
    assert code(english) == code(swedish) == (404, "no_such_player")
    assert swedish["Content-Language"] == "sv"


def test_limits_are_counted_for_each_player_alone(settings):
    settings.API_RATES = {**settings.API_RATES, "writes": "2/h", "moves": "1/h"}
    maja, olof = Api(verified()), Api(verified())
    assert [maja.patch("me/", {}).status_code for _ in range(3)] == [200, 200, 429]
    assert olof.patch("me/", {}).status_code == 200
    assert maja.get("me/").status_code == 200  # reading has its own count
    # so have moves: the first is counted and answered, the second refused
    assert [maja.post("games/1/moves/", {"move": "wA1", "ply": 0}).status_code for _ in range(2)] == [404, 429]


def test_a_forged_header_does_not_make_a_new_address_for_tries_to_sign_in(settings):
    settings.API_RATES = {**settings.API_RATES, "login": "2/h"}
    tries = [
        Api().post("auth/login/", {"login": "x", "password": "y"}, HTTP_X_FORWARDED_FOR=f"10.0.0.{n}") for n in range(3)
    ]
    assert [answer.status_code for answer in tries] == [401, 401, 429]


@pytest.mark.parametrize("number", ["9" * 5_000, "-" + "9" * 5_000])
def test_a_number_of_thousands_of_digits_is_refused_in_plain_words(number):
    body = b'{"move": "wL", "ply": ' + number.encode() + b"}"
    answer = Api(verified("maja")).generic("POST", f"{V1}practice/", body, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_request")
    assert answer.json()["detail"] == "The JSON holds a number with too many digits."


def test_a_field_whose_name_is_no_text_is_refused_by_a_name_that_can_be_sent():
    body = rb'{"\ud800": 1}'
    answer = Api(verified("player")).generic("PATCH", "me/", body, "application/json")
    assert code(answer) == (400, "validation_failed")
    assert list(answer.json()["errors"]) == ["?"]
