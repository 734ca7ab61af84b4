"""Practice on the pages: from home in two clicks, marked as a computer wherever it is named."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.services.endings import resign
from games.services.practice import MOST_IN_PLAY, start_practice
from hive_site import local_pool
from tests.factories import OPENING, make_game, make_user, play
from tests.games.test_web_challenges import as_player

pytestmark = pytest.mark.django_db(transaction=True)
CHIP = re.compile(r'<span class="chip info bot">.*?<span>computer</span></span>')


@pytest.fixture
def maja() -> User:
    return make_user("maja")


def text_of(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def link_called(text: str, words: str) -> str:
    """The address of the link with these words: what a click on it opens."""
    found = re.findall(rf'<a [^>]*href="([^"]+)"[^>]*>(?:(?!</a>).)*?{words}</a>', text, re.S)
    assert found, words
    return str(found[0])


def button(text: str, words: str) -> tuple[str, dict[str, str]]:
    """What a click on a button sends: the address, and the fields of its form as they stand."""
    form = next(form for form in re.findall(r"<form .*?</form>", text, re.S) if f"<b>{words}</b>" in form)
    fields = dict(re.findall(r'<input type="radio" name="(\w+)" value="(\w+)"[^>]* checked', form))
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.S):
        fields[name] = re.findall(r'<option value="([^"]+)" selected', options)[0]
    pressed = re.findall(rf'<button [^>]*name="(\w+)" value="(\w+)">(?:(?!</button>).)*?<b>{words}</b>', form, re.S)
    return re.findall(r'action="([^"]+)"', form)[0], fields | dict(pressed)


@pytest.mark.parametrize("level", ["Easy", "Medium", "Hard"])
def test_from_home_to_the_board_in_two_clicks(maja: User, level: str) -> None:
    client = as_player(maja)
    page = text_of(client, link_called(text_of(client, "/"), "Play the computer"))
    address, fields = button(page, level)
    assert fields == {"colour": "random", "game_type": "Base+MLP", "level": level.lower()}
    response = client.post(address, fields)
    game = Game.objects.get()
    assert response.headers["Location"] == f"/games/{game.pk}/"
    assert {game.white.name, game.black.name} == {"maja", f"{level.lower()}-bot"}
    local_pool.run_held()
    text = text_of(client, f"/games/{game.pk}/")
    assert len(CHIP.findall(text)) == 1
    assert f"{level} Bot" in text
    assert "Casual" in text


def test_side_and_pieces_can_be_chosen(maja: User) -> None:
    as_player(maja).post("/games/practice/", {"level": "hard", "colour": "black", "game_type": "Base"})
    game = Game.objects.get()
    assert (game.black, game.white.name, game.game_type) == (maja, "hard-bot", "Base")


def test_a_visitor_is_led_to_sign_in_and_back(client: Client) -> None:
    path = link_called(text_of(client, "/"), "Play the computer")
    response = client.get(path)
    assert response.headers["Location"] == f"/accounts/login/?next={path}"
    assert "/accounts/signup/?next=%2Fgames%2Fpractice%2F" in text_of(client, response.headers["Location"])
    assert client.post(path, {"level": "easy", "colour": "random", "game_type": "Base"}).status_code == 302
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"level": "impossible", "colour": "white", "game_type": "Base"}, "Level"),
        ({"level": "easy", "colour": "green", "game_type": "Base"}, "Your side"),
        ({"level": "easy", "colour": "white", "game_type": "Chess"}, "Pieces"),
    ],
)
def test_a_form_that_was_tampered_with_comes_back(maja: User, sent: dict[str, str], sentence: str) -> None:
    response = as_player(maja).post("/games/practice/", sent)
    assert response.status_code == 422
    summary = re.findall(r'<div class="errsum".*?</div>', response.content.decode(), re.S)[0]
    assert sentence in summary
    assert not Game.objects.exists()


def test_the_limit_is_told_on_the_page(maja: User) -> None:
    client = as_player(maja)
    sent = {"level": "easy", "colour": "random", "game_type": "Base"}
    answers = [client.post("/games/practice/", sent) for _ in range(MOST_IN_PLAY + 1)]
    assert [answer.status_code for answer in answers] == [302] * MOST_IN_PLAY + [409]
    assert "finish or resign one first" in answers[-1].content.decode()


def practice(player: User, **terms: Any) -> Game:
    import random

    fixed = {"level": "easy", "colour": "white", "game_type": "Base+MLP", "rng": random.Random(1)}
    return start_practice(player=player, now=timezone.now() - timedelta(days=1), **(fixed | terms))


def test_the_computer_is_marked_wherever_it_is_named(maja: User) -> None:
    mine, waiting, over = practice(maja), practice(maja, level="medium"), practice(maja, level="hard")
    play(waiting, OPENING[0])
    play(over, *OPENING, step=timedelta(minutes=1))
    resign(game_id=over.pk, player_id=maja.pk, now=timezone.now())
    make_game(maja, make_user("person"), now=timezone.now())
    client = as_player(maja)
    for path, times in {
        "/": 2,  # one to move in, one that waits
        "/games/": 3,
        f"/games/{mine.pk}/": 1,
        "/players/": 3,
        "/players/maja/": 3,
        "/players/easy-bot/": 1,
    }.items():
        assert len(CHIP.findall(text_of(client, path))) == times, path


def test_the_page_of_the_computer_leads_to_practice_not_to_a_challenge(maja: User) -> None:
    practice(maja)
    text = text_of(as_player(maja), "/players/easy-bot/")
    assert link_called(text, "Play the computer") == "/games/practice/"
    assert "?opponent=easy-bot" not in text


def test_practice_is_neither_on_the_front_page_nor_in_a_players_results(maja: User, client: Client) -> None:
    for game in (practice(maja), make_game(maja, make_user("person"), now=timezone.now() - timedelta(days=1))):
        play(game, *OPENING, step=timedelta(minutes=1))
        resign(game_id=game.pk, player_id=maja.pk, now=timezone.now())
    front = client.get("/")
    assert [card.black.user.name for card in front.context["recent"]] == ["person"]
    record = client.get("/players/maja/").context["record"]
    assert (record.all.lost, record.all.games) == (1, 1)
    assert client.get("/players/easy-bot/").context["record"].all.won == 1
