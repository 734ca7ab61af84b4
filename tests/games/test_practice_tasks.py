"""The task that goes out with a move in a game against the computer, the sweep behind it, and a whole game by both."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notification, User
from games.boards import board_of
from games.models import RatingChange
from games.selectors.practice import PATIENCE, games_left_to_bots
from games.services.endings import abort
from games.services.offers import offer_draw
from games.services.play import play_move
from games.tasks import play_bot, play_bots
from hive_site import local_pool
from hive_site.celery import app
from tests.factories import HOUR, OPENING, T0, make_game, make_user, play
from tests.games.test_practice import MINUTE, fresh, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def maja() -> User:
    return make_user("maja")


def test_the_task_goes_out_with_the_commit_and_only_when_the_computer_is_asked(maja: User) -> None:
    game = start(maja, colour="black", now=timezone.now())
    assert local_pool.held() == [("games.tasks.play_bot", {"game_id": game.pk})]
    assert local_pool.run_held() == 1
    assert fresh(game).ply == 1
    game = play(game, board_of(fresh(game)).move_string(board_of(fresh(game)).legal_moves()[0]))
    assert local_pool.run_held() == 1
    game = fresh(game)
    assert (game.ply, game.to_move) == (3, "black")
    offer_draw(game_id=game.pk, player_id=maja.pk, now=timezone.now())
    assert local_pool.held() == [("games.tasks.play_bot", {"game_id": game.pk})]
    assert local_pool.run_held() == 1
    assert fresh(game).white_draw_offer_ply is None


def test_a_game_of_two_people_sends_no_task(maja: User) -> None:
    play(make_game(maja, make_user()), *OPENING)
    assert [name for name, _ in local_pool.held() if "bot" in name] == []


def test_a_lost_task_is_made_good_by_the_sweep_after_its_patience(maja: User) -> None:
    now = timezone.now()
    late = [start(make_user(), colour="black", now=now - PATIENCE - n * MINUTE) for n in (0, 2, 1)]
    start(maja, colour="black", now=now)  # its task is on its way
    start(maja, colour="white", now=now - HOUR)
    local_pool.drop_held()
    found = games_left_to_bots(now)
    assert found == [late[1].pk, late[2].pk, late[0].pk], "the longest waiting first"
    assert games_left_to_bots(now, limit=2) == found[:2]
    assert play_bots() >= 3
    local_pool.run_held()
    assert [fresh(game).ply for game in late] == [1, 1, 1]
    assert set(games_left_to_bots(now)) & {game.pk for game in late} == set()


def test_the_sweep_finds_offers_without_an_answer(maja: User) -> None:
    game = play(start(maja), *OPENING[:4])
    assert games_left_to_bots(T0 + 5 * HOUR) == []
    offer_draw(game_id=game.pk, player_id=maja.pk, now=T0 + 5 * HOUR)
    assert games_left_to_bots(T0 + 5 * HOUR) == [game.pk]


def test_the_sweep_leaves_other_programs_and_finished_games_alone(maja: User) -> None:
    start(maja)
    make_game(make_user("zzz-engine", is_bot=True), maja)
    over = start(maja, colour="black")
    abort(game_id=over.pk, player_id=maja.pk, now=T0 + MINUTE)
    assert games_left_to_bots(T0 + HOUR) == []


def test_the_sweep_costs_three_questions_however_many_games(maja: User, django_assert_num_queries: Any) -> None:
    for _ in range(4):
        start(make_user(), colour="black")
        start(make_user(), colour="white")
        with django_assert_num_queries(3):
            games_left_to_bots(T0 + HOUR)


def test_a_task_that_comes_twice_plays_once(maja: User) -> None:
    game = start(maja, colour="black", now=timezone.now())
    assert [play_bot(game_id=game.pk) for _ in range(3)] == [1, 0, 0]
    assert fresh(game).ply == 1


@pytest.mark.parametrize(("level", "colour", "seed"), [("easy", "black", 2), ("medium", "white", 5)])
def test_a_whole_game_against_a_player_who_moves_at_random(maja: User, level: str, colour: str, seed: int) -> None:
    """Every ply through the services and tasks that the site uses, to the end on the board."""
    game, rng = start(maja, level=level, colour=colour, now=timezone.now()), random.Random(seed)
    for _ in range(150):
        local_pool.run_held()
        game = fresh(game)
        if not game.in_progress:
            break
        assert game.player(game.side_to_move) == maja, "the computer has answered"
        board = board_of(game)
        text = board.move_string(rng.choice(board.legal_moves()))
        play_move(game_id=game.pk, player_id=maja.pk, text=text, ply=game.ply, received_at=timezone.now())
    assert (game.status, game.ending) == ("finished", "surrounded")
    assert game.result != colour, "the computer won"
    assert game.moves.count() == game.ply
    assert not RatingChange.objects.exists()
    assert Notification.objects.filter(user__is_bot=True).count() == 0


def test_the_computers_thinking_waits_in_a_queue_of_its_own_that_every_worker_serves() -> None:
    """A sweep expires after seconds: it must not stand behind the games of many players."""
    queue = app.amqp.router.route({}, play_bot.name)["queue"]
    assert queue.name == "thinking"
    assert app.amqp.router.route({}, "games.tasks.sweep_flags")["queue"].name == "celery"
    served = {name: (queue.exchange.name, queue.routing_key) for name, queue in app.amqp.queues.consume_from.items()}
    assert served == {"celery": ("celery", "celery"), "thinking": ("thinking", "thinking")}
