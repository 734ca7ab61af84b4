"""Challenges through the API."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.api import idempotency
from games.models import Challenge, Game, IdempotencyRecord, Rating
from tests.api_client import Api, code, verified

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_counters():
    cache.clear()


@pytest.fixture
def maja():
    return Api(verified("maja"))


@pytest.fixture
def olof():
    return Api(verified("olof"))


def listed(client, **query):
    return [challenge["id"] for challenge in client.get("challenges/", query).json()["results"]]


def test_an_open_challenge_with_nothing_said_has_sensible_terms(maja):
    made = maja.post("challenges/", {})
    assert made.status_code == 201
    offer = made.json()
    assert (offer["visibility"], offer["game_type"], offer["rated"]) == ("open", "Base+MLP", True)
    assert offer["rules"] == {"opening": "no_queen_first", "repetition": "threefold"}
    assert offer["time_control"] == {"code": "3d", "kind": "per_move", "text": "3 days a move"}
    assert listed(Api()) == [offer["id"]]


def test_accepting_starts_the_game_with_the_agreed_terms(maja, olof):
    terms = {"game_type": "Base+M", "time_control": "5D + 12H / 10d", "rated": False, "colour": "white"}
    offer = maja.post("challenges/", terms).json()
    accepted = olof.post(f"challenges/{offer['id']}/accept/").json()
    assert accepted["status"] == "accepted"
    state = olof.get(f"games/{accepted['game']}/").json()
    assert (state["white"]["name"], state["black"]["name"]) == ("maja", "olof")
    assert (state["game_type"], state["time_control"]["code"], state["rated"]) == ("Base+M", "5d+12h/10d", False)
    again = olof.post(f"challenges/{offer['id']}/accept/")
    assert again.json()["game"] == accepted["game"]
    assert code(Api(verified()).post(f"challenges/{offer['id']}/accept/")) == (409, "challenge_closed")
    assert Game.objects.count() == 1


def test_a_direct_challenge_is_seen_and_answered_by_its_two_players_only(maja, olof):
    offer = maja.post("challenges/", {"opponent": "Olof"}).json()
    assert (offer["visibility"], offer["opponent"]["name"]) == ("direct", "olof")
    stranger = Api(verified("ida"))
    assert listed(stranger) == listed(Api()) == []
    assert listed(olof) == listed(maja) == [offer["id"]]
    assert code(stranger.get(f"challenges/{offer['id']}/")) == (404, "no_such_challenge")
    assert code(stranger.post(f"challenges/{offer['id']}/accept/")) == (404, "no_such_challenge")
    assert code(stranger.post(f"challenges/{offer['id']}/decline/")) == (404, "no_such_challenge")
    assert olof.post(f"challenges/{offer['id']}/decline/").json()["status"] == "declined"
    assert code(olof.post(f"challenges/{offer['id']}/accept/")) == (409, "challenge_closed")


def test_a_private_challenge_opens_with_its_token_only(maja, olof):
    offer = maja.post("challenges/", {"visibility": "private"}).json()
    path = f"challenges/{offer['id']}/"
    wrong = "00000000-0000-4000-8000-000000000000"
    assert code(olof.get(path)) == (404, "no_such_challenge")
    assert code(olof.get(path, {"token": wrong})) == (404, "no_such_challenge")
    assert code(olof.get(path, {"token": "no uuid"})) == (400, "validation_failed")
    assert code(olof.post(path + "accept/", {"token": wrong})) == (404, "no_such_challenge")
    seen = olof.get(path, {"token": offer["token"]}).json()
    assert (seen["id"], seen["token"]) == (offer["id"], None)
    assert olof.post(f"{path}accept/?token={offer['token']}").json()["status"] == "accepted"


def test_a_private_challenge_is_accepted_with_the_token_in_the_body(maja, olof):
    offer = maja.post("challenges/", {"visibility": "private"}).json()
    assert olof.post(f"challenges/{offer['id']}/accept/", {"token": offer["token"]}).json()["game"]


def test_the_rating_band_is_checked_by_the_server(maja, olof):
    offer = maja.post("challenges/", {"min_rating": 1800, "game_type": "Base"}).json()
    refused = olof.post(f"challenges/{offer['id']}/accept/")
    assert code(refused) == (403, "rating_out_of_band")
    assert (refused.json()["rating"], refused.json()["min_rating"]) == (1500, 1800)
    Rating.objects.create(user=olof.user, pool="correspondence-base", value=1900, deviation=60, volatility=0.06)
    assert olof.post(f"challenges/{offer['id']}/accept/").status_code == 200


def test_withdrawing_is_the_challengers_and_ends_it(maja, olof):
    offer = maja.post("challenges/", {}).json()
    assert code(olof.post(f"challenges/{offer['id']}/withdraw/")) == (403, "not_your_challenge")
    assert code(maja.post(f"challenges/{offer['id']}/accept/")) == (403, "own_challenge")
    assert code(olof.post(f"challenges/{offer['id']}/decline/")) == (403, "challenge_to_another")
    assert maja.post(f"challenges/{offer['id']}/withdraw/").json()["status"] == "withdrawn"
    assert code(olof.post(f"challenges/{offer['id']}/accept/")) == (409, "challenge_closed")
    assert maja.post(f"challenges/{offer['id']}/withdraw/").status_code == 200
    assert listed(maja) == []
    assert listed(maja, status="withdrawn") == [offer["id"]]


def test_what_was_answered_can_neither_be_withdrawn_nor_declined(maja, olof):
    offer = maja.post("challenges/", {"opponent": "olof"}).json()
    olof.post(f"challenges/{offer['id']}/accept/")
    assert code(maja.post(f"challenges/{offer['id']}/withdraw/")) == (409, "challenge_closed")
    assert code(olof.post(f"challenges/{offer['id']}/decline/")) == (409, "challenge_closed")


def test_an_expired_challenge_is_neither_listed_nor_accepted(maja, olof):
    offer = maja.post("challenges/", {}).json()
    Challenge.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert listed(olof) == []
    assert code(olof.post(f"challenges/{offer['id']}/accept/")) == (409, "challenge_closed")


def test_the_list_is_narrowed(maja, olof):
    first = maja.post("challenges/", {"game_type": "Base", "rated": False}).json()["id"]
    second = olof.post("challenges/", {}).json()["id"]
    assert listed(maja) == [second, first]
    assert listed(maja, mine=True) == [first]
    assert listed(maja, mine=False) == [second]
    assert listed(maja, game_type="Base") == [first]
    assert listed(maja, rated=True) == [second]
    assert listed(Api(), mine=True) == []


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"opponent": "nobody-here"}, "opponent"),
        ({"opponent": "maja"}, "opponent"),
        ({"visibility": "direct"}, "opponent"),
        ({"visibility": "open", "opponent": "olof"}, "opponent"),
        ({"visibility": "private", "opponent": "olof"}, "opponent"),
        ({"game_type": "Base+X"}, "game_type"),
        ({"time_control": "three days"}, "time_control"),
        ({"time_control": "5d+12h"}, "time_control"),
        ({"colour": "green"}, "colour"),
        ({"min_rating": 2000, "max_rating": 1000}, "min_rating"),
        ({"min_rating": -1}, "min_rating"),
        ({"rated": "maybe"}, "rated"),
        ({"colour": None}, "colour"),
        ({"oppenent": "olof"}, "oppenent"),
    ],
)
def test_wrong_terms_are_named_by_field(maja, terms, field):
    answer = maja.post("challenges/", terms)
    assert code(answer) == (400, "validation_failed")
    assert field in answer.json()["errors"]
    assert not Challenge.objects.exists()


def test_a_retry_with_its_key_makes_one_challenge(maja):
    first, again = (maja.post("challenges/", {}, HTTP_IDEMPOTENCY_KEY="once") for _ in range(2))
    assert first.json() == again.json()
    assert Challenge.objects.count() == 1
    other = maja.post("challenges/", {"rated": False}, HTTP_IDEMPOTENCY_KEY="once")
    assert code(other) == (409, "idempotency_key_reused")


def test_a_challenge_made_by_a_worker_that_died_before_answering_is_not_made_twice(maja):
    maja.post("challenges/", {}, HTTP_IDEMPOTENCY_KEY="once")
    long_ago = timezone.now() - idempotency.ABANDONED
    IdempotencyRecord.objects.update(status=0, body={}, created_at=long_ago)
    Challenge.objects.update(created_at=long_ago)
    again = maja.post("challenges/", {}, HTTP_IDEMPOTENCY_KEY="once")
    assert again.status_code == 201
    assert again.json()["id"] == Challenge.objects.get().pk


def test_accepting_twice_with_one_key_is_one_game(maja, olof):
    offer = maja.post("challenges/", {}).json()
    path = f"challenges/{offer['id']}/accept/"
    first, again = (olof.post(path, HTTP_IDEMPOTENCY_KEY="go") for _ in range(2))
    assert first.json() == again.json()
    assert Game.objects.count() == 1
