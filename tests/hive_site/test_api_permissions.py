"""Who may do what: every endpoint of the API for every role, as one table; but for events, see
tests/tournaments/test_permissions.py.

Each cell is what a single request gets on fresh data; a row that misses an endpoint of the schema fails.
"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Challenge
from games.services.challenges import create_challenge
from games.services.offers import offer_draw
from tests.api_client import V1, Api, schema, verified
from tests.factories import OPENING, make_game, play
from tests.tournaments.test_permissions import doors
from tournaments.api.urls import urlpatterns as of_events

pytestmark = pytest.mark.django_db

# anonymous; signed in without a confirmed e-mail; White, whose turn it is; Black; somebody else; staff
ROLES = ("anonymous", "unverified", "player", "opponent", "stranger", "staff")
READ = "200 200 200 200 200 200"
OWN = "401 200 200 200 200 200"  # what concerns oneself

# The game: eight plies played, White (player) to move, and Black (opponent) has offered a draw.
# direct: a challenge of the player to the opponent; offer: an open one of the player; private: one with a link.
TABLE = {
    "POST auth/login/": "400 400 400 400 400 400",  # nothing sent; with credentials see the tests of accounts
    "POST auth/logout/": "401 204 204 204 204 204",
    "GET me/": OWN,
    "PATCH me/": "401 403 200 200 200 200",
    "GET me/notifications/": OWN,
    "POST me/notifications/read/": "401 403 200 200 200 200",
    "GET players/": READ,
    "GET players/{name}/": READ,
    "GET players/{name}/games/": READ,
    "GET players/{name}/rating-history/": READ,
    "GET leaderboards/": READ,
    "GET leaderboards/{pool}/": READ,
    "GET challenges/": READ,
    "POST challenges/": "401 403 201 201 201 201",
    "GET challenges/{offer}/": READ,
    "GET challenges/{direct}/": "404 404 200 200 404 404",
    "GET challenges/{private}/": "404 404 200 404 404 404",
    "POST challenges/{offer}/accept/": "401 403 403 200 200 200",
    "POST challenges/{direct}/accept/": "401 403 403 200 404 404",
    "POST challenges/{private}/accept/": "401 403 403 404 404 404",
    "POST challenges/{direct}/decline/": "401 403 403 200 404 404",
    "POST challenges/{offer}/withdraw/": "401 403 200 403 403 403",
    "POST practice/": "401 403 201 201 201 201",
    "GET games/": READ,
    "GET games/{game}/": READ,
    "GET games/{game}/moves/": READ,
    "GET games/{game}/game-string/": READ,
    "POST games/{game}/moves/": "401 403 201 409 403 403",
    "POST games/{game}/draw-offer/": "401 403 409 409 403 403",
    "POST games/{game}/draw-accept/": "401 403 200 409 403 403",
    "POST games/{game}/draw-decline/": "401 403 200 409 403 403",
    "POST games/{game}/resign/": "401 403 200 200 403 403",
    "POST games/{game}/abort/": "401 403 409 409 403 403",
}
QUERIES = {"GET players/{name}/rating-history/": "?pool=correspondence-base"}
BODIES = {
    "PATCH me/": {"bio": "Hello."},
    "POST challenges/": {"game_type": "Base"},
    "POST practice/": {"level": "easy"},
}


@pytest.fixture
def world():
    """People and things, and the ids to put into the paths."""
    cache.clear()
    now = timezone.now() - timedelta(hours=1)
    people: dict[str, User | None] = {role: verified(role, is_staff=role == "staff") for role in ROLES[2:]}
    people["unverified"] = verified("unverified", confirmed=False)
    people["anonymous"] = None
    player, opponent = people["player"], people["opponent"]
    game = play(make_game(player, opponent, now=now), *OPENING, step=timedelta(seconds=10))
    offer_draw(game_id=game.pk, player_id=opponent.pk, now=now + timedelta(minutes=5))
    terms = {
        "game_type": "Base", "opening_rule": "no_queen_first", "repetition_rule": "threefold",
        "time_control": "3d", "rated": True, "colour": "random", "now": now,
    }  # fmt: skip
    ids = {
        "name": "player",
        "pool": "correspondence-base",
        "game": game.pk,
        "offer": create_challenge(challenger=player, visibility="open", **terms).pk,
        "direct": create_challenge(challenger=player, visibility="direct", opponent=opponent, **terms).pk,
        "private": create_challenge(challenger=player, visibility=Challenge.Visibility.PRIVATE, **terms).pk,
    }
    return people, ids, game


def request(row, role, world):
    people, ids, game = world
    method, path = row.split()
    body = BODIES.get(row)
    if row == "POST games/{game}/moves/":
        legal = Api().get(f"games/{game.pk}/").json()["legal_moves"]
        body = {"move": legal[0], "ply": 8}
    client = Api(people[role])
    send = getattr(client, method.lower())
    full = V1 + path.format(**ids) + QUERIES.get(row, "")
    return send(full) if method == "GET" else send(full, body)


@pytest.mark.parametrize("row", TABLE)
def test_permissions(row, world):
    expected = dict(zip(ROLES, map(int, TABLE[row].split()), strict=True))
    found = {role: _status_of(row, role, world) for role in ROLES}
    assert found == expected


def _status_of(row, role, world):
    """Ask on the fresh data, and put it back as it was."""
    block = transaction.atomic()
    block._from_testcase = True  # the services insist on being the outermost transaction but one of a test case
    with block:
        status = request(row, role, world).status_code
        transaction.set_rollback(True)
    return status


def test_the_table_has_a_row_for_every_endpoint():
    slots = dict.fromkeys(("game", "offer", "direct", "private"), "{id}") | {"name": "{name}", "pool": "{pool}"}
    rows = {(row.split()[0], V1 + row.split()[1].format(**slots)) for row in TABLE}
    endpoints = {(method.upper(), path) for path, methods in schema()["paths"].items() for method in methods}
    elsewhere = {(method, _as_in_schema(route)) for method, route in doors(of_events)}
    assert not rows & elsewhere
    assert rows | elsewhere == endpoints


def _as_in_schema(route: str) -> str:
    """``api/v1/games/<int:pk>/`` as the schema writes it."""
    return "/" + re.sub(r"<int:(\w+)>", r"{\1}", route).replace("{pk}", "{id}")
