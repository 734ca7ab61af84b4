"""The pages of games: what they show, what their forms do without scripts, and to whom."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Game
from tests.factories import HOUR, OPENING, make_game, make_user, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def maja() -> User:
    return make_user("maja")


@pytest.fixture
def oskar() -> User:
    return make_user("oskar")


def as_player(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def running(white: User, black: User, *moves: str) -> Game:
    began = timezone.now() - 10 * HOUR
    return play(make_game(white, black, now=began), *moves, start=began, step=HOUR / 2)


def sentences(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


# One game


def test_the_page_of_a_game_has_its_state_for_the_script_and_a_form_without(maja: User, oskar: User) -> None:
    game = running(maja, oskar, *OPENING[:2])
    response = as_player(maja).get(f"/games/{game.pk}/")
    text = response.content.decode()
    assert 'id="game-state"' in text
    assert response.context["state"]["you"] == "white"
    assert f'action="/games/{game.pk}/move/"' in text
    assert f'action="/games/{game.pk}/move/"' not in Client().get(f"/games/{game.pk}/").content.decode()


def test_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/games/999/").status_code == 404
    assert client.get("/games/999/state/").status_code == 404


def test_a_move_is_played_by_the_form(maja: User, oskar: User) -> None:
    game = running(maja, oskar, *OPENING[:2])
    response = as_player(maja).post(f"/games/{game.pk}/move/", {"move": "wQ -wL", "ply": 2})
    assert response.headers["Location"] == f"/games/{game.pk}/"
    game.refresh_from_db()
    assert (game.ply, game.to_move) == (3, "black")


def test_the_same_form_sent_twice_plays_once_and_complains_of_nothing(maja: User, oskar: User) -> None:
    game = running(maja, oskar, *OPENING[:2])
    client = as_player(maja)
    for _ in range(2):
        response = client.post(f"/games/{game.pk}/move/", {"move": "wQ -wL", "ply": 2})
        assert sentences(response) == []
    game.refresh_from_db()
    assert game.ply == 3


@pytest.mark.parametrize(
    ("sent", "part"),
    [
        ({"move": "wA1 -bL", "ply": 2}, ""),  # a new piece may not touch the enemy
        ({"move": "nonsense", "ply": 2}, ""),
        ({"move": "wG1 -wL", "ply": 0}, "moved on"),
        ({"move": "", "ply": 2}, "Choose a move first"),
        ({"move": "wQ -wL", "ply": "x"}, "Choose a move first"),
    ],
)
def test_a_refused_move_changes_nothing_and_says_why(maja: User, oskar: User, sent: dict[str, Any], part: str) -> None:
    game = running(maja, oskar, *OPENING[:2])
    response = as_player(maja).post(f"/games/{game.pk}/move/", sent)
    (sentence,) = sentences(response)
    assert sentence
    assert part in sentence
    game.refresh_from_db()
    assert game.ply == 2


def test_only_a_player_of_the_game_moves_and_only_signed_in(maja: User, oskar: User) -> None:
    game = running(maja, oskar, *OPENING[:2])
    assert sentences(as_player(make_user()).post(f"/games/{game.pk}/move/", {"move": "wQ -wL", "ply": 2}))
    response = Client().post(f"/games/{game.pk}/move/", {"move": "wQ -wL", "ply": 2})
    assert response.headers["Location"].startswith("/accounts/login/")
    game.refresh_from_db()
    assert game.ply == 2


@pytest.mark.parametrize("fields", [{}, {"move": "wL", "ply": 0}, {"move": "wL", "ply": "soon"}])
def test_a_move_in_a_game_that_does_not_exist(maja: User, fields: dict[str, Any]) -> None:
    assert as_player(maja).post("/games/999999/move/", fields).status_code == 404


@pytest.mark.parametrize("action", ["move", "resign", "abort", "draw-offer", "draw-accept", "draw-decline"])
def test_nothing_changes_by_a_link_or_without_the_token_of_the_form(maja: User, oskar: User, action: str) -> None:
    game = running(maja, oskar, *OPENING[:2])
    assert as_player(maja).get(f"/games/{game.pk}/{action}/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(maja)
    assert strict.post(f"/games/{game.pk}/{action}/").status_code == 403
    game.refresh_from_db()
    assert game.status == Game.Status.IN_PROGRESS


def test_offer_decline_offer_accept(maja: User, oskar: User) -> None:
    game = running(maja, oskar, *OPENING[:4])
    white, black = as_player(maja), as_player(oskar)
    assert sentences(white.post(f"/games/{game.pk}/draw-offer/")) == ["Your offer of a draw is on the table."]
    black.post(f"/games/{game.pk}/draw-decline/")
    black.post(f"/games/{game.pk}/draw-offer/")
    white.post(f"/games/{game.pk}/draw-accept/")
    game.refresh_from_db()
    assert (game.status, game.result, game.ending) == ("finished", "draw", "agreement")


def test_resigning_loses(maja: User, oskar: User) -> None:
    game = running(maja, oskar, *OPENING[:4])
    as_player(maja).post(f"/games/{game.pk}/resign/")
    game.refresh_from_db()
    assert (game.result, game.ending) == ("black", "resignation")


def test_looking_at_an_overdue_game_ends_it(maja: User, oskar: User, client: Client) -> None:
    for path in ("", "state/"):
        game = make_game(maja, oskar, now=timezone.now() - timedelta(days=4), time_control="3d")
        assert client.get(f"/games/{game.pk}/{path}").status_code == 200
        game.refresh_from_db()
        assert (game.ending, game.result) == ("flag", "black")


# The state for the script


def test_an_unchanged_state_is_not_sent_again(maja: User, oskar: User) -> None:
    game = running(maja, oskar, *OPENING[:2])
    client = as_player(maja)
    first = client.get(f"/games/{game.pk}/state/")
    assert first.json()["ply"] == 2
    assert first.headers["Cache-Control"] == "private, no-cache"
    tag = first.headers["ETag"]
    with CaptureQueriesContext(connection) as queries:
        again = client.get(f"/games/{game.pk}/state/", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert len(queries) <= 3, "session, player, version"
    play(game, OPENING[2], start=timezone.now() - HOUR)
    changed = client.get(f"/games/{game.pk}/state/", headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.json()["ply"] == 3


def test_a_star_and_a_list_of_tags_are_understood(maja: User, oskar: User) -> None:
    address = f"/games/{running(maja, oskar).pk}/state/"
    tag = Client().get(address).headers["ETag"]
    for known in ("*", f'"older", {tag}', f"W/{tag}"):
        assert Client().get(address, headers={"If-None-Match": known}).status_code == 304, known
    assert Client().get(address, headers={"If-None-Match": '"older"'}).status_code == 200
    assert Client().get("/games/999999/state/", headers={"If-None-Match": "*"}).status_code == 404


def test_the_tag_is_not_shared_between_readers_or_languages(maja: User, oskar: User) -> None:
    game = running(maja, oskar, *OPENING[:2])
    tags = {as_player(user).get(f"/games/{game.pk}/state/").headers["ETag"] for user in (maja, oskar)}
    for language in ("en", "sv"):
        tags.add(Client().get(f"/games/{game.pk}/state/", headers={"Accept-Language": language}).headers["ETag"])
    assert len(tags) == 4


# The list


def test_the_list_is_narrowed_by_state_player_pieces_and_rated(maja: User, oskar: User, client: Client) -> None:
    third = make_user("third")
    now = timezone.now()
    one = make_game(maja, oskar, now=now)
    two = make_game(oskar, third, now=now, game_type="Base", rated=False)
    three = running(maja, third, *OPENING[:4])
    as_player(maja).post(f"/games/{three.pk}/resign/")

    def found(**query: str) -> set[int]:
        return {card.game.pk for card in client.get("/games/", query).context["cards"]}

    assert found() == {one.pk, two.pk, three.pk}
    assert found(player="MAJA") == {one.pk, three.pk}
    assert found(status="finished") == {three.pk}
    assert found(game_type="Base") == {two.pk}
    assert found(rated="no") == {two.pk}
    assert found(player="maja", status="in_progress") == {one.pk}
    assert found(player="nobody") == set()
    assert found(status="rubbish", game_type="Base+X", page="x") == {one.pk, two.pk, three.pk}


def test_the_list_costs_the_same_however_long(client: Client) -> None:
    counts = []
    for n in (2, 8):
        for _ in range(n):
            running(make_user(), make_user(), *OPENING[:4])
        with CaptureQueriesContext(connection) as queries:
            client.get("/games/")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 6
