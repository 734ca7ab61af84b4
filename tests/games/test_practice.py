"""Practice against the computer: starting a game, and what the computer does in it."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from accounts.models import Notification, User
from accounts.services.notifications import PREFERENCES
from games.bots import BY_NAME, LEVELS
from games.errors import Conflict, ValidationFailed
from games.models import Game
from games.services import practice
from games.services.challenges import create_challenge
from games.services.endings import abort, resign
from games.services.offers import offer_draw
from games.services.practice import MOST_IN_PLAY, bot_move, start_practice
from tests.factories import HOUR, OPENING, T0, make_game, make_user, play
from tests.games.sequences import SURROUNDED

pytestmark = pytest.mark.django_db(transaction=True)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def maja() -> User:
    return make_user("maja")


def start(player: User, *, level: str = "easy", colour: str = "white", now: Any = T0, **more: Any) -> Game:
    terms = {"game_type": "Base+MLP", "rng": random.Random(1)} | more
    return start_practice(player=player, level=level, colour=colour, now=now, **terms)


def fresh(game: Game) -> Game:
    return Game.objects.select_related("white", "black").get(pk=game.pk)


# Starting ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_is_casual_with_days_for_the_player_and_the_levels_own_account(maja: User, level: str) -> None:
    game = start(maja, level=level, game_type="Base+M")
    assert (game.white, game.black.name) == (maja, f"{level}-bot")
    assert (game.rated, game.in_event, game.time_control, game.game_type) == (False, False, "3d", "Base+M")
    assert (game.opening_rule, game.repetition_rule) == ("no_queen_first", "threefold")
    assert game.black.is_bot
    assert game.black.display_name == LEVELS[level].display_name


def test_the_player_has_the_colour_asked_for_and_the_lot_draws_both(maja: User) -> None:
    for seed in range(12):
        game = start(maja, colour="random", rng=random.Random(seed))
        assert (game.white == maja) == (random.Random(seed).random() < 0.5)
        abort(game_id=game.pk, player_id=maja.pk, now=T0)
    assert start(maja, colour="black").black == maja
    assert start(maja, colour="white").white == maja
    assert Game.objects.filter(white=maja).count() in range(3, 12)


def test_the_account_of_a_level_is_made_once_and_nobody_can_use_it(maja: User, client: Client) -> None:
    cache.clear()
    bots = {start(player).black_id for player in (maja, make_user())}
    bot = User.objects.get(pk=bots.pop())
    assert not bots
    assert not bot.has_usable_password()
    assert not EmailAddress.objects.filter(user=bot).exists()
    assert not any(getattr(bot, field) for field in PREFERENCES.values())
    for password in ("!", bot.password):
        client.post("/accounts/login/", {"login": "easy-bot", "password": password})
        assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("name", [*BY_NAME, "Easy_Bot", "bot", "computer"])
def test_the_names_of_the_computer_are_kept_from_sign_up(client: Client, name: str) -> None:
    cache.clear()
    form = {"username": name, "email": "a@example.org", "password1": "seven bees on a wall"}
    response = client.post("/accounts/signup/", form)
    assert "username" in response.context["form"].errors
    assert not User.objects.filter(email="a@example.org").exists()


def test_five_games_may_be_in_play_and_one_that_ends_makes_room(maja: User) -> None:
    games = [start(maja, level=random.Random(n).choice(list(LEVELS))) for n in range(MOST_IN_PLAY)]
    make_game(maja, make_user(), rated=False)
    with pytest.raises(Conflict) as refused:
        start(maja)
    assert refused.value.code == "too_many_practice_games"
    assert str(MOST_IN_PLAY) in str(refused.value.message)
    assert start(make_user()), "others have room of their own"
    abort(game_id=games[0].pk, player_id=maja.pk, now=T0 + MINUTE)
    assert start(maja)


@pytest.mark.parametrize(
    ("field", "value"), [("level", "impossible"), ("colour", "green"), ("game_type", "Base+X"), ("level", "")]
)
def test_what_cannot_be_chosen_is_named_and_starts_nothing(maja: User, field: str, value: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        start(maja, **{field: value})
    assert set(refused.value.extra["errors"]) == {field}
    assert not Game.objects.exists()


def test_an_account_that_is_closed_or_a_persons_does_not_play(maja: User) -> None:
    start(maja, level="hard")
    User.objects.filter(name="hard-bot").update(is_active=False)
    make_user("easy-bot")
    for level in ("hard", "easy"):
        with pytest.raises(Conflict) as refused:
            start(maja, level=level)
        assert refused.value.code == "computer_unavailable"
    assert Game.objects.count() == 1


def test_the_computer_takes_no_challenges(maja: User) -> None:
    bot = start(maja).black
    with pytest.raises(ValidationFailed) as refused:
        create_challenge(
            challenger=maja, visibility="direct", opponent=bot, game_type="Base", opening_rule="no_queen_first",
            repetition_rule="threefold", time_control="3d", rated=True, colour="random", now=T0,
        )  # fmt: skip
    assert "opponent" in refused.value.extra["errors"]


# What the computer does -------------------------------------------------------------------------------------


def test_the_computer_moves_when_it_is_its_turn_and_only_then(maja: User) -> None:
    game = start(maja, colour="black")
    assert bot_move(game_id=game.pk, now=T0 + MINUTE)
    game = fresh(game)
    assert (game.ply, game.to_move, game.last_move_at) == (1, "black", T0 + MINUTE)
    version = game.version
    assert not bot_move(game_id=game.pk, now=T0 + 2 * MINUTE)
    assert fresh(game).version == version


def test_nothing_happens_in_a_game_of_two_people_or_of_somebody_elses_program(maja: User) -> None:
    program = make_user("zzz-engine", is_bot=True)
    for game in (make_game(maja, make_user()), make_game(program, maja)):
        assert not bot_move(game_id=game.pk, now=T0 + MINUTE)
        assert fresh(game).ply == 0


def test_an_aborted_or_resigned_game_is_left_alone(maja: User) -> None:
    aborted, resigned = start(maja, colour="black"), start(maja, colour="white")
    abort(game_id=aborted.pk, player_id=maja.pk, now=T0 + MINUTE)
    play(resigned, *OPENING[:3])
    resign(game_id=resigned.pk, player_id=maja.pk, now=T0 + 5 * HOUR)
    for game in (aborted, resigned):
        assert not bot_move(game_id=game.pk, now=T0 + 6 * HOUR)
    assert (fresh(aborted).status, fresh(resigned).result) == ("aborted", "black")


def test_the_search_holds_no_transaction_and_what_the_game_outran_is_dropped(
    maja: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the computer thinks the player resigns; the search runs as always."""
    game = play(start(maja), *OPENING[:3])
    choose, searched = practice.choose_move, []

    def slowly(*args: Any, **kwargs: Any) -> Any:
        searched.append(connection.in_atomic_block)
        move = choose(*args, **kwargs)
        resign(game_id=game.pk, player_id=maja.pk, now=T0 + 4 * HOUR)
        return move

    monkeypatch.setattr(practice, "choose_move", slowly)
    assert not bot_move(game_id=game.pk, now=T0 + 4 * HOUR)
    assert searched == [False]
    assert (fresh(game).ply, fresh(game).ending) == (3, "resignation")


def test_an_offer_is_declined_unless_the_computer_is_clearly_worse(maja: User) -> None:
    even = play(start(maja), *OPENING[:4])
    offer_draw(game_id=even.pk, player_id=maja.pk, now=T0 + 5 * HOUR)
    assert bot_move(game_id=even.pk, now=T0 + 5 * HOUR)
    even = fresh(even)
    assert (even.status, even.white_draw_offer_ply, even.ply) == ("in_progress", None, 4)
    assert not bot_move(game_id=even.pk, now=T0 + 5 * HOUR), "answered once"

    worse = play(start(maja, game_type="Base"), *SURROUNDED[:11])
    offer_draw(game_id=worse.pk, player_id=maja.pk, now=T0 + 12 * HOUR)
    assert bot_move(game_id=worse.pk, now=T0 + 12 * HOUR)
    assert (fresh(worse).result, fresh(worse).ending, fresh(worse).ply) == ("draw", "agreement", 11)


def test_on_its_own_turn_the_computer_declines_by_moving(maja: User) -> None:
    game = play(start(maja), *OPENING[:3])
    offer_draw(game_id=game.pk, player_id=maja.pk, now=T0 + 4 * HOUR)
    assert bot_move(game_id=game.pk, now=T0 + 4 * HOUR)
    game = fresh(game)
    assert (game.ply, game.white_draw_offer_ply, game.status) == (4, None, "in_progress")


def test_the_computer_is_told_nothing_and_the_player_only_of_the_end(maja: User) -> None:
    game = start(maja, game_type="Base", now=T0)
    play(game, *SURROUNDED[:4])
    offer_draw(game_id=game.pk, player_id=maja.pk, now=T0 + 5 * HOUR)
    bot_move(game_id=game.pk, now=T0 + 5 * HOUR)
    play(game, *SURROUNDED[4:], start=T0 + 6 * HOUR)
    told = Notification.objects.values_list("user__name", "kind")
    assert list(told) == [("maja", "game_end")], "no mail for every answer that came in seconds"


def test_starting_inside_another_transaction_is_refused(maja: User) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError):
        start(maja)
