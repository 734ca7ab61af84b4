"""Two workers and one game against the computer, on PostgreSQL."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from games.errors import Conflict
from games.models import Game, GameEvent
from games.services.endings import abort, resign
from games.services.offers import offer_draw
from games.services.practice import MOST_IN_PLAY, bot_move, start_practice
from tests.factories import HOUR, OPENING, T0, make_user, play
from tests.games.test_races import Balance, kinds, race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ROUNDS = 20


def start(player: User, colour: str = "black") -> Game:
    terms: dict[str, Any] = {"level": "easy", "game_type": "Base+MLP", "now": T0, "rng": random.Random(1)}
    return start_practice(player=player, colour=colour, **terms)


def test_two_workers_play_one_move():
    maja = make_user()
    for _ in range(ROUNDS):
        game = start(maja)
        move = partial(bot_move, game_id=game.pk, now=T0 + HOUR)
        assert sorted(race(move, move)) == [False, True]
        game.refresh_from_db()
        assert (game.ply, game.moves.count(), game.to_move) == (1, 1, "black")
        assert game.events.filter(kind=GameEvent.Kind.MOVED).count() == 1
        abort(game_id=game.pk, player_id=maja.pk, now=T0 + HOUR)


def test_two_workers_answer_an_offer_once():
    maja = make_user()
    for _ in range(ROUNDS):
        game = play(start(maja, "white"), *OPENING[:4])
        offer_draw(game_id=game.pk, player_id=maja.pk, now=T0 + 5 * HOUR)
        answer = partial(bot_move, game_id=game.pk, now=T0 + 5 * HOUR)
        assert sorted(race(answer, answer)) == [False, True]
        assert game.events.filter(kind=GameEvent.Kind.DRAW_DECLINED).count() == 1
        resign(game_id=game.pk, player_id=maja.pk, now=T0 + 5 * HOUR)


def test_a_move_of_the_computer_racing_a_resignation_leaves_one_outcome():
    maja, played, balance = make_user(), 0, Balance()
    for _ in range(ROUNDS):
        game = play(start(maja, "white"), *OPENING[:3])
        moved, ended = race(
            partial(bot_move, game_id=game.pk, now=T0 + 4 * HOUR),
            partial(resign, game_id=game.pk, player_id=maja.pk, now=T0 + 4 * HOUR),
            waits=balance.waits(),
        )
        game.refresh_from_db()
        assert isinstance(ended, Game)
        assert (game.status, game.result, game.ply) == ("finished", "black", 4 if moved else 3)
        balance.won(first=moved)
        played += moved
    assert 0 < played < ROUNDS, "both orders came up"


def test_the_limit_holds_for_two_forms_at_once():
    for _ in range(ROUNDS // 2):
        maja = make_user()
        for _ in range(MOST_IN_PLAY - 1):
            start(maja)
        results = race(partial(start, maja), partial(start, maja))
        assert kinds(results) == {"Game": 1, Conflict.__name__: 1}


def test_two_first_players_at_once_meet_one_computer():
    for _ in range(ROUNDS // 2):
        Game.objects.all().delete()
        User.objects.filter(is_bot=True).delete()
        games = race(partial(start, make_user()), partial(start, make_user()))
        assert kinds(games) == {"Game": 2}
        assert {game.white_id for game in games} == {User.objects.get(is_bot=True).pk}
