"""The pages of challenges: offering a game, finding it, answering it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from accounts.models import User
from games.models import Challenge, Game
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)

TERMS = {
    "visibility": "open", "game_type": "Base+MLP", "time_control": "3d", "colour": "white", "rated": "on",
    "opening_rule": "no_queen_first", "repetition_rule": "threefold",
}  # fmt: skip


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


def sentences(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def test_an_open_challenge_is_offered_seen_and_accepted(maja: User, oskar: User) -> None:
    response = as_player(maja).post("/games/new/", TERMS)
    challenge = Challenge.objects.get()
    assert response.headers["Location"] == f"/challenges/{challenge.token}/"
    text = as_player(oskar).get("/challenges/").content.decode()
    assert f"/challenges/{challenge.token}/accept/" in text
    assert "you are Black" in text, "the challenger took White"
    response = as_player(oskar).post(f"/challenges/{challenge.token}/accept/")
    game = Game.objects.get()
    assert response.headers["Location"] == f"/games/{game.pk}/"
    assert (game.white, game.black, game.rated) == (maja, oskar, True)


def test_a_direct_challenge_is_shown_to_the_one_it_names_and_can_be_declined(maja: User, oskar: User) -> None:
    as_player(maja).post("/games/new/", TERMS | {"visibility": "direct", "opponent": "@Oskar"})
    challenge = Challenge.objects.get()
    assert challenge.opponent == oskar
    path = f"/challenges/{challenge.token}/"
    assert path not in as_player(make_user()).get("/challenges/").content.decode()
    assert "for another player" in as_player(make_user()).get(path).content.decode()
    assert f"{path}decline/" in as_player(oskar).get(path).content.decode()
    as_player(oskar).post(f"{path}decline/")
    challenge.refresh_from_db()
    assert challenge.status == "declined"


def test_a_private_challenge_is_in_no_list_and_its_link_is_enough(maja: User, oskar: User) -> None:
    response = as_player(maja).post("/games/new/", TERMS | {"visibility": "private"}, follow=True)
    challenge = Challenge.objects.get()
    link = f"http://testserver/challenges/{challenge.token}/"
    assert link in response.content.decode()
    assert str(challenge.token) not in as_player(oskar).get("/challenges/").content.decode()
    assert "Sign in to accept" in Client().get(link).content.decode()
    as_player(oskar).post(f"/challenges/{challenge.token}/accept/")
    assert Game.objects.get().white == maja


def test_a_challenge_is_withdrawn_by_its_challenger_only(maja: User, oskar: User) -> None:
    as_player(maja).post("/games/new/", TERMS)
    challenge = Challenge.objects.get()
    assert sentences(as_player(oskar).post(f"/challenges/{challenge.token}/withdraw/"))
    challenge.refresh_from_db()
    assert challenge.status == "open"
    as_player(maja).post(f"/challenges/{challenge.token}/withdraw/")
    challenge.refresh_from_db()
    assert challenge.status == "withdrawn"
    assert "closed" in Client().get(f"/challenges/{challenge.token}/").content.decode()


def test_whose_rating_does_not_fit_is_told_so_before_and_refused_after(maja: User, oskar: User) -> None:
    as_player(maja).post("/games/new/", TERMS | {"min_rating": "1800"})
    challenge = Challenge.objects.get()
    client = as_player(oskar)  # without a rated game one counts as 1500
    assert "outside the band" in client.get(f"/challenges/{challenge.token}/").content.decode()
    assert sentences(client.post(f"/challenges/{challenge.token}/accept/"))
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"time_control": "custom"}, "custom_time"),
        ({"time_control": "custom", "custom_time": "soon"}, "custom_time"),
        ({"time_control": "custom", "custom_time": "5d+12h"}, "custom_time"),
        ({"visibility": "direct"}, "opponent"),
        ({"visibility": "direct", "opponent": "nobody"}, "opponent"),
        ({"visibility": "direct", "opponent": "maja"}, "opponent"),
        ({"visibility": "open", "opponent": "oskar"}, "opponent"),  # as it comes without scripts
        ({"visibility": "private", "opponent": "nobody"}, "opponent"),
        ({"min_rating": "1800", "max_rating": "1700"}, "max_rating"),
        ({"min_rating": "12"}, "min_rating"),
        ({"game_type": "Base+X"}, "game_type"),
        ({"opening_rule": "anything"}, "opening_rule"),
    ],
)
def test_terms_that_cannot_be_are_named_by_their_field_and_kept_in_the_form(
    maja: User, changes: dict[str, str], field: str
) -> None:
    response = as_player(maja).post("/games/new/", TERMS | changes)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert response.context["form"].data["colour"] == "white"
    assert not Challenge.objects.exists()


def test_a_custom_time_is_stored_in_its_one_form(maja: User) -> None:
    as_player(maja).post("/games/new/", TERMS | {"time_control": "custom", "custom_time": "36H"})
    assert Challenge.objects.get().time_control == "1d12h"


def test_a_challenge_from_a_profile_names_the_opponent(maja: User, oskar: User) -> None:
    form = as_player(maja).get("/games/new/?opponent=Oskar").context["form"]
    assert (form.initial["visibility"], form.initial["opponent"]) == ("direct", "oskar")
    assert as_player(maja).get("/games/new/?opponent=maja").context["form"].initial == {}


def test_offering_needs_an_account(client: Client) -> None:
    assert client.get("/games/new/").headers["Location"] == "/accounts/login/?next=/games/new/"
    assert client.post("/games/new/", TERMS).status_code == 302
    assert not Challenge.objects.exists()
