"""A move received in time counts, however long it then waits for its turn."""

from datetime import timedelta

import pytest

from games import arrivals
from games.errors import FlagPending
from games.models import Game
from games.services.endings import resign
from games.services.flags import GUARD, claim_flag, sweep_flags
from games.services.play import play_move
from tests.factories import OPENING, make_game, play

pytestmark = pytest.mark.django_db
MS = timedelta(milliseconds=1)
LONG_AFTER = timedelta(seconds=40)


@pytest.fixture
def game():
    return play(make_game(), *OPENING)  # White is to move


def waiting(game, received_at):
    return arrivals.on_its_way(game_id=game.pk, player_id=game.white_id, received_at=received_at)


def test_no_sweep_and_no_visitor_overtakes_a_move_that_came_in_time(game):
    deadline = game.flag_at
    with waiting(game, deadline - MS):
        assert sweep_flags(now=deadline + LONG_AFTER) == 0
        assert claim_flag(game_id=game.pk, now=deadline + LONG_AFTER).in_progress
        with pytest.raises(FlagPending):
            resign(game_id=game.pk, player_id=game.black_id, now=deadline + LONG_AFTER)
        outcome = play_move(
            game_id=game.pk, player_id=game.white_id, text="wG2 -wG1", ply=game.ply, received_at=deadline - MS
        )
    assert outcome.move is not None
    assert Game.objects.get(pk=game.pk).in_progress


def test_a_second_try_that_came_late_does_not_overtake_the_first(game):
    deadline = game.flag_at
    with waiting(game, deadline - MS), pytest.raises(FlagPending):
        play_move(game_id=game.pk, player_id=game.white_id, text="wG2 -wG1", ply=game.ply, received_at=deadline + MS)
    assert Game.objects.get(pk=game.pk).in_progress


def test_a_move_that_came_late_holds_nothing_up(game):
    with waiting(game, game.flag_at):
        assert sweep_flags(now=game.flag_at + GUARD) == 1


def test_once_the_move_has_been_judged_the_flag_falls_at_the_deadline(game):
    deadline = game.flag_at
    with waiting(game, deadline - MS):
        assert sweep_flags(now=deadline + LONG_AFTER) == 0
    assert sweep_flags(now=deadline + LONG_AFTER) == 1
    assert Game.objects.get(pk=game.pk).finished_at == deadline


def test_without_the_cache_the_guard_remains(game, settings):
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    }
    outcome = play_move(
        game_id=game.pk, player_id=game.white_id, text="wG2 -wG1", ply=game.ply, received_at=game.flag_at - MS
    )
    assert outcome.move is not None
    game.refresh_from_db()
    assert sweep_flags(now=game.flag_at + GUARD - MS) == 0
    assert sweep_flags(now=game.flag_at + GUARD) == 1
