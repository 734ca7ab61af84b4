"""A retry with the same key gets the same answer and plays nothing."""

from datetime import timedelta

import pytest

from games.errors import IllegalMove, KeyReused, StalePly
from games.idempotency import KEEP, Answer, Idempotency, hash_request, purge_answers
from games.models import IdempotencyRecord
from games.services.play import play_move
from tests.factories import HOUR, T0, make_game, make_user, play

pytestmark = pytest.mark.django_db


def request(game, text, ply, *, key="k1", at=T0 + HOUR):
    def build(outcome):
        return Answer(201, {"ply": outcome.game.ply, "flagged": outcome.flagged})

    idempotency = Idempotency(key, hash_request("POST", f"/games/{game.pk}/", {"move": text, "ply": ply}), build)
    return play_move(
        game_id=game.pk, player_id=game.white_id, text=text, ply=ply, received_at=at, idempotency=idempotency
    )


def test_a_retry_gets_the_first_answer_also_when_the_game_has_moved_on():
    game = make_game()
    first = request(game, "wS1", 0)
    assert first.answer == Answer(201, {"ply": 1, "flagged": False})
    play(game, "bS1 wS1-")
    again = request(game, "wS1", 0, at=T0 + 3 * HOUR)
    assert (again.answer, again.move) == (first.answer, None)
    assert game.moves.count() == 2


def test_a_retry_gets_the_first_answer_also_after_the_end():
    game = make_game()
    late = request(game, "wS1", 0, at=game.flag_at)
    assert late.answer == Answer(201, {"ply": 0, "flagged": True})
    assert request(game, "wS1", 0, at=game.flag_at + HOUR).answer == late.answer


def test_another_key_is_another_request():
    game = make_game()
    request(game, "wS1", 0)
    with pytest.raises(StalePly):
        request(game, "wS1", 0, key="k2")


def test_a_key_belongs_to_one_request():
    game = make_game()
    request(game, "wS1", 0)
    with pytest.raises(KeyReused) as refusal:
        request(game, "wB1", 0)
    assert refusal.value.status == 409


def test_a_refused_move_leaves_its_key_free():
    game = make_game()
    with pytest.raises(IllegalMove):
        request(game, "wQ", 0)
    assert request(game, "wS1", 0).answer is not None


def test_keys_of_different_players_do_not_meet():
    game = make_game()
    request(game, "wS1", 0)
    other = make_game(make_user(), game.black)
    assert request(other, "wS1", 0).answer == Answer(201, {"ply": 1, "flagged": False})


def test_the_hash_names_method_path_and_body_but_not_the_order_of_keys():
    assert hash_request("post", "/a/", {"x": 1, "y": 2}) == hash_request("POST", "/a/", {"y": 2, "x": 1})
    others = {
        hash_request("POST", "/a/", {"x": 1}),
        hash_request("PUT", "/a/", {"x": 1}),
        hash_request("POST", "/b/", {"x": 1}),
        hash_request("POST", "/a/", {"x": "1"}),
    }
    assert len(others) == 4


def test_old_answers_are_forgotten():
    game = make_game()
    request(game, "wS1", 0)
    assert purge_answers(now=T0 + HOUR + KEEP) == 0
    assert purge_answers(now=T0 + HOUR + KEEP + timedelta(seconds=1)) == 1
    assert not IdempotencyRecord.objects.exists()
