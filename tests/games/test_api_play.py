"""Playing through the API: moves, retries, stale and late moves, offers and ends."""

from __future__ import annotations

import threading
import uuid
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from games.api import idempotency
from games.models import Game, IdempotencyRecord, Move
from tests.api_client import Api, code, schema, verified
from tests.factories import OPENING, make_game, play
from tests.games.sequences import BLACK_MUST_PASS, SURROUNDED

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_counters():
    cache.clear()


def new_game(**terms):
    """A game that began a minute ago, and a client for each player."""
    white, black = verified(), verified()
    began = timezone.now().replace(microsecond=0) - timedelta(minutes=1)
    game = make_game(white, black, now=began, **terms)
    return game, Api(white), Api(black)


def move(client, game, text, ply, key=None):
    headers = {} if key is None else {"HTTP_IDEMPOTENCY_KEY": key}
    return client.post(f"games/{game.pk}/moves/", {"move": text, "ply": ply}, **headers)


def test_a_game_is_played_move_by_move_to_a_surrounded_queen():
    game, white, black = new_game(game_type="Base")
    for ply, text in enumerate(SURROUNDED):
        answer = move((white, black)[ply % 2], game, text, ply)
        assert answer.status_code == 201, answer.content
        assert answer.json()["move"]["ply"] == ply + 1
    state = answer.json()
    assert (state["status"], state["ending"], state["to_move"]) == ("finished", "surrounded", None)
    assert state["legal_moves"] == []
    assert state["rating_changes"]["white"]["before"] == 1500
    assert white.get(f"games/{game.pk}/moves/").json()[-1]["move"] == state["moves"][-1]["move"]


def test_a_move_may_name_any_reference_and_the_canonical_one_comes_back():
    game, white, black = new_game()
    play(game, *OPENING[:3], step=timedelta(seconds=1))
    answer = move(black, game, "bQ bL/", 3)
    assert answer.status_code == 201
    assert answer.json()["move"]["move"] in white.get(f"games/{game.pk}/").json()["game_string"]


def test_the_move_after_a_forced_pass_is_the_same_players():
    game, white, _ = new_game()
    play(game, *BLACK_MUST_PASS[:-1], step=timedelta(seconds=1))
    state = move(white, game, BLACK_MUST_PASS[-1], len(BLACK_MUST_PASS) - 1).json()
    assert state["moves"][-1]["move"] == "pass"
    assert state["moves"][-1]["forced"]
    assert state["move"]["ply"] == len(BLACK_MUST_PASS)
    assert state["to_move"] == "white"


def test_a_stale_ply_is_a_conflict_that_shows_the_game_as_it_is():
    game, white, black = new_game()
    assert move(white, game, "wL", 0).status_code == 201
    answer = move(black, game, "bL wL-", 0)
    assert code(answer) == (409, "stale_ply")
    assert answer.json()["state"]["ply"] == 1
    assert answer.json()["state"]["you"] == "black"


def test_the_other_sides_turn_is_a_conflict():
    game, _, black = new_game()
    answer = move(black, game, "bL", 0)
    assert code(answer) == (409, "not_your_turn")
    assert answer.json()["state"]["to_move"] == "white"


@pytest.mark.parametrize(
    ("text", "reason", "word"),
    [
        ("wQ", "queen_first", "queen"),
        ("bL", "wrong_side", "opponent"),
        ("nonsense", "unknown_piece", "nonsense"),
        ("wA1 -bQ", "first_at_origin", "first"),
        ("pass", "pass_not_allowed", "pass"),
    ],
)
def test_an_illegal_move_says_which_rule_forbids_it(text, reason, word):
    game, white, _ = new_game()
    answer = move(white, game, text, 0)
    assert code(answer) == (422, "illegal_move")
    assert answer.json()["reason_code"] == reason
    assert word.lower() in answer.json()["detail"].lower()
    assert Game.objects.get(pk=game.pk).ply == 0


def test_the_openings_rule_of_the_game_is_kept_by_the_server():
    game, white, _ = new_game(opening_rule="queen_may_open")
    assert move(white, game, "wQ", 0).status_code == 201


def test_a_strangers_move_is_forbidden_and_a_finished_game_takes_none():
    game, white, black = new_game()
    stranger = Api(verified())
    assert code(move(stranger, game, "wL", 0)) == (403, "not_a_player")
    play(game, *OPENING[:2], step=timedelta(seconds=1))
    assert white.post(f"games/{game.pk}/resign/").status_code == 200
    answer = move(black, game, "bQ bL-", 2)
    assert code(answer) == (409, "game_over")
    assert answer.json()["state"]["ending"] == "resignation"


def test_a_late_move_loses_on_time_and_says_so():
    game, white, _ = new_game(time_control="30s")
    answer = move(white, game, "wL", 0)
    assert code(answer) == (409, "flag_fallen")
    assert (answer.json()["state"]["ending"], answer.json()["state"]["result"]) == ("flag", "black")
    assert not Move.objects.exists()


def test_a_move_is_judged_by_when_it_arrived_not_by_when_it_is_processed(monkeypatch):
    """The request waits two minutes for a thread after it came in; the clock allows one."""
    white, black = verified(), verified()
    arrived = timezone.now()
    game = make_game(white, black, now=arrived, time_control="1m")
    from games.api import play as doors

    real = doors.play_move

    def late(**arguments):
        with time_machine.travel(arrived + timedelta(minutes=2), tick=False):
            return real(**arguments)

    monkeypatch.setattr(doors, "play_move", late)
    assert move(Api(white), game, "wL", 0).status_code == 201


def test_a_retry_with_its_key_gets_the_same_answer_and_plays_once():
    game, white, black = new_game()
    key = str(uuid.uuid4())
    first = move(white, game, "wL", 0, key)
    assert move(black, game, "bL wL-", 1).status_code == 201
    again = move(white, game, "wL", 0, key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first
    assert Move.objects.count() == 2


def test_a_late_moves_answer_is_repeated_too():
    game, white, _ = new_game(time_control="30s")
    first, again = move(white, game, "wL", 0, "late"), move(white, game, "wL", 0, "late")
    assert code(first) == code(again) == (409, "flag_fallen")
    assert first.json() == again.json()


@pytest.mark.parametrize(("text", "ply"), [("wA1", 0), ("wL", 2)])
def test_a_key_belongs_to_one_request(text, ply):
    game, white, _ = new_game()
    assert move(white, game, "wL", 0, "key").status_code == 201
    assert code(move(white, game, text, ply, "key")) == (409, "idempotency_key_reused")


def test_a_key_belongs_to_one_game_and_to_one_player():
    game, white, black = new_game()
    other = make_game(white.user, black.user, now=timezone.now())
    assert move(white, game, "wL", 0, "key").status_code == 201
    assert code(move(white, other, "wL", 0, "key")) == (409, "idempotency_key_reused")
    assert move(black, game, "bL wL-", 1, "key").status_code == 201


def test_a_refused_move_does_not_use_up_its_key():
    game, white, _ = new_game()
    assert code(move(white, game, "wQ", 0, "key")) == (422, "illegal_move")
    assert move(white, game, "wL", 0, "key").status_code == 201


@pytest.mark.parametrize("key", ["", " ", "two words", "x" * 101, "é"])
def test_a_malformed_key_is_refused_before_anything_is_played(key):
    game, white, _ = new_game()
    answer = move(white, game, "wL", 0, key.encode().decode("latin-1"))
    assert code(answer) == (400, "validation_failed")
    assert list(answer.json()["errors"]) == ["Idempotency-Key"]
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"move", "ply"}),
        ({"move": "wL"}, {"ply"}),
        ({"move": "wL", "ply": -1}, {"ply"}),
        ({"move": "wL", "ply": "soon"}, {"ply"}),
        ({"move": "wL", "ply": None}, {"ply"}),
        ({"move": ["wL"], "ply": 0}, {"move"}),
        ({"move": "w\x00L", "ply": 0}, {"move"}),
        ({"move": "wL" * 100, "ply": 0}, {"move"}),
        ({"move": "wL", "ply": 0, "plyy": 1}, {"plyy"}),
        ([], {"request"}),
        ("wL", {"request"}),
    ],
)
def test_a_malformed_body_names_its_fields(body, fields):
    game, white, _ = new_game()
    answer = white.post(f"games/{game.pk}/moves/", body)
    assert code(answer) == (400, "validation_failed")
    assert set(answer.json()["errors"]) == fields


def test_a_draw_is_offered_kept_over_ones_own_move_and_accepted():
    game, white, black = new_game()
    play(game, *OPENING, step=timedelta(seconds=1))
    state = white.post(f"games/{game.pk}/draw-offer/").json()
    assert state["draw_offers"] == [{"by": "white", "ply": 8}]
    state = move(white, game, state["legal_moves"][0], 8).json()
    assert state["draw_offers"] == [{"by": "white", "ply": 8}]
    assert "draw-accept" in black.get(f"games/{game.pk}/").json()["actions"]
    state = black.post(f"games/{game.pk}/draw-accept/").json()
    assert (state["result"], state["ending"], state["draw_offers"]) == ("draw", "agreement", [])


def test_an_offer_that_is_not_there_cannot_be_answered_and_the_state_is_told():
    game, _, black = new_game()
    for act in ("draw-accept", "draw-decline"):
        answer = black.post(f"games/{game.pk}/{act}/")
        assert code(answer) == (409, "no_offer")
        assert answer.json()["state"]["id"] == game.pk


def test_a_declined_offer_is_gone():
    game, white, black = new_game()
    play(game, *OPENING, step=timedelta(seconds=1))
    white.post(f"games/{game.pk}/draw-offer/")
    assert black.post(f"games/{game.pk}/draw-decline/").json()["draw_offers"] == []
    assert code(white.post(f"games/{game.pk}/draw-offer/")) == (409, "offer_too_soon")


def test_a_fresh_casual_game_is_called_off_and_leaves_no_result():
    game, white, _ = new_game(rated=False)
    state = white.post(f"games/{game.pk}/abort/").json()
    assert (state["status"], state["result"], state["ending"]) == ("aborted", None, "aborted")


@pytest.mark.parametrize("act", ["draw-offer", "draw-accept", "draw-decline", "resign", "abort"])
def test_after_the_flag_fell_every_act_is_too_late(act):
    game, white, _ = new_game(time_control="30s")
    answer = white.post(f"games/{game.pk}/{act}/")
    assert code(answer) == (409, "flag_fallen")
    assert answer.json()["state"]["status"] == "finished"


def test_resigning_twice_with_one_key_is_answered_alike():
    game, white, _ = new_game()
    play(game, *OPENING[:2], step=timedelta(seconds=1))
    first, again = (white.post(f"games/{game.pk}/resign/", HTTP_IDEMPOTENCY_KEY="once") for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert code(white.post(f"games/{game.pk}/resign/", HTTP_IDEMPOTENCY_KEY="other")) == (409, "game_over")


def test_a_worker_that_died_with_the_key_is_waited_for_then_replaced(monkeypatch):
    game, white, _ = new_game()
    play(game, *OPENING[:2], step=timedelta(seconds=1))
    monkeypatch.setattr(idempotency, "PATIENCE", 0.1)
    path = f"/api/v1/games/{game.pk}/resign/"
    dead = IdempotencyRecord.objects.create(
        user=white.user, key="k", request_hash=idempotency.hash_request("POST", path, {}), status=0, body={},
        created_at=timezone.now(),
    )  # fmt: skip
    assert code(white.post(f"games/{game.pk}/resign/", HTTP_IDEMPOTENCY_KEY="k")) == (409, "request_in_progress")
    IdempotencyRecord.objects.filter(pk=dead.pk).update(created_at=timezone.now() - idempotency.ABANDONED)
    assert white.post(f"games/{game.pk}/resign/", HTTP_IDEMPOTENCY_KEY="k").status_code == 200


def test_the_state_is_not_sent_again_while_nothing_changed():
    game, white, black = new_game()
    first = white.get(f"games/{game.pk}/")
    tag = first["ETag"]
    assert f"{first.json()['version']}" in tag
    same = white.get(f"games/{game.pk}/", HTTP_IF_NONE_MATCH=tag)
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", tag)
    assert black.get(f"games/{game.pk}/", HTTP_IF_NONE_MATCH=tag).status_code == 200
    assert Api().get(f"games/{game.pk}/", HTTP_IF_NONE_MATCH=tag).status_code == 200
    for known in ("*", f'"older", {tag}', tag.removeprefix("W/")):
        assert white.get(f"games/{game.pk}/", HTTP_IF_NONE_MATCH=known).status_code == 304, known
    assert code(white.get("games/999999/", HTTP_IF_NONE_MATCH="*")) == (404, "no_such_game")
    move(white, game, "wL", 0)
    assert white.get(f"games/{game.pk}/", HTTP_IF_NONE_MATCH=tag).status_code == 200


@pytest.mark.parametrize("path", ["", "moves/", "game-string/"])
def test_whoever_looks_at_an_overdue_game_ends_it(path):
    game, _, _ = new_game(time_control="30s")
    assert Api().get(f"games/{game.pk}/{path}").status_code == 200
    game.refresh_from_db()
    assert (game.status, game.ending, game.result) == ("finished", "flag", "black")
    assert game.finished_at == game.created_at + timedelta(seconds=30)


def test_the_moves_after_a_ply_and_the_game_as_one_string():
    game, white, _ = new_game()
    play(game, *OPENING, step=timedelta(seconds=1))
    moves = white.get(f"games/{game.pk}/moves/", {"after": 6}).json()
    assert [entry["ply"] for entry in moves] == [7, 8]
    text = white.get(f"games/{game.pk}/game-string/")
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert text.content.decode().startswith("Base+MLP;InProgress;White[5];wL;bL wL-;")


def test_reading_a_game_costs_the_same_number_of_queries_however_long_it_is(django_assert_max_num_queries):
    game, white, _ = new_game()
    with django_assert_max_num_queries(9):
        white.get(f"games/{game.pk}/")
    play(game, *OPENING, step=timedelta(seconds=1))
    with django_assert_max_num_queries(9):
        white.get(f"games/{game.pk}/")


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
@pytest.mark.parametrize("same_key", [True, False])
def test_two_processes_with_the_same_move_play_it_once(same_key):
    """With one key both are told of success; with two keys the second is told that the game has moved on."""
    game, white, _ = new_game()
    schema()  # the client compares answers with it; two threads must not make it at once
    start = threading.Barrier(2)
    answers = []

    def submit(key):
        client = Api(white.user)
        start.wait()
        try:
            answers.append(move(client, game, "wL", 0, key).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=submit, args=("k" if same_key else f"k{n}",)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ([201, 201] if same_key else [201, 409])
    assert Move.objects.filter(game=game).count() == 1
