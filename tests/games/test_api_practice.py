"""Practice against the computer through the API."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.api import idempotency
from games.models import Game, IdempotencyRecord
from games.services.practice import MOST_IN_PLAY
from hive_site import local_pool
from tests.api_client import Api, code, verified

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh_counters():
    cache.clear()


@pytest.fixture
def maja():
    return Api(verified("maja"))


def test_a_level_is_all_it_takes(maja):
    answer = maja.post("practice/", {"level": "medium", "colour": "white"})
    assert answer.status_code == 201
    state = answer.json()
    assert (state["white"]["name"], state["white"]["is_bot"]) == ("maja", False)
    assert (state["black"]["display_name"], state["black"]["is_bot"]) == ("Medium Bot", True)
    assert (state["you"], state["to_move"], state["rated"], state["game_type"]) == ("white", "white", False, "Base+MLP")
    assert state["time_control"]["code"] == "3d"
    assert {"move", "abort"} <= set(state["actions"])


def test_the_colour_is_drawn_if_nothing_is_said(maja):
    sides = set()
    for _ in range(40):
        state = maja.post("practice/", {"level": "easy"}).json()
        sides.add(state["you"])
        maja.post(f"games/{state['id']}/abort/")
    assert sides == {"white", "black"}


def test_the_computer_answers_a_move_in_the_background(maja):
    game = maja.post("practice/", {"level": "easy", "colour": "white", "game_type": "Base"}).json()
    maja.post(f"games/{game['id']}/moves/", {"move": "wS1", "ply": 0})
    assert maja.get(f"games/{game['id']}/").json()["ply"] == 1
    local_pool.run_held()
    state = maja.get(f"games/{game['id']}/").json()
    assert (state["ply"], state["to_move"]) == (2, "white")
    assert maja.post(f"games/{game['id']}/moves/", {"move": state["legal_moves"][0], "ply": 2}).status_code == 201


def test_too_many_games_are_refused_with_what_to_do(maja):
    for _ in range(MOST_IN_PLAY):
        maja.post("practice/", {"level": "easy"})
    refused = maja.post("practice/", {"level": "easy"})
    assert code(refused) == (409, "too_many_practice_games")
    assert "resign one first" in refused.json()["detail"]
    assert Game.objects.count() == MOST_IN_PLAY


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "level"),
        ({"level": "impossible"}, "level"),
        ({"level": None}, "level"),
        ({"level": "easy", "colour": "green"}, "colour"),
        ({"level": "easy", "game_type": "Base+X"}, "game_type"),
        ({"level": "easy", "rated": True}, "rated"),
    ],
)
def test_wrong_fields_are_named(maja, body, field):
    refused = maja.post("practice/", body)
    assert code(refused) == (400, "validation_failed")
    assert set(refused.json()["errors"]) == {field}
    assert not Game.objects.exists()


def test_a_retry_with_its_key_starts_one_game(maja):
    first, again = (maja.post("practice/", {"level": "easy"}, HTTP_IDEMPOTENCY_KEY="once") for _ in range(2))
    assert first.json() == again.json()
    assert Game.objects.count() == 1


def test_a_game_started_by_a_worker_that_died_before_answering_is_not_started_twice(maja):
    maja.post("practice/", {"level": "easy"}, HTTP_IDEMPOTENCY_KEY="once")
    long_ago = timezone.now() - idempotency.ABANDONED - timedelta(seconds=1)
    IdempotencyRecord.objects.update(status=0, body={}, created_at=long_ago)
    Game.objects.update(created_at=long_ago)
    again = maja.post("practice/", {"level": "easy"}, HTTP_IDEMPOTENCY_KEY="once")
    assert (again.status_code, again.json()["id"]) == (201, Game.objects.get().pk)


def test_a_challenge_to_the_computer_is_refused_by_field(maja):
    maja.post("practice/", {"level": "hard"})
    refused = maja.post("challenges/", {"opponent": "hard-bot"})
    assert code(refused) == (400, "validation_failed")
    assert "Play the computer" in str(refused.json()["errors"]["opponent"])


def test_nobody_signs_in_as_the_computer(maja):
    maja.post("practice/", {"level": "easy"})
    for password in ("!", "", "easy-bot"):
        answer = Api().post("auth/login/", {"login": "easy-bot", "password": password})
        assert answer.status_code in (400, 401)
    assert code(Api().post("auth/login/", {"login": "easy-bot@bots.invalid", "password": "x"}))[0] == 401
