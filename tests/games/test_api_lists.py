"""Lists of games, players, leaderboards."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Rating
from games.services.endings import resign
from tests.api_client import Api, code, verified
from tests.factories import OPENING, T0, make_game, play
from tests.tournaments.events import event

pytestmark = pytest.mark.django_db
BASE, EXPANSIONS = "correspondence-base", "correspondence-expansions"


@pytest.fixture(autouse=True)
def _fresh_counters():
    cache.clear()


def ids(answer):
    assert answer.status_code == 200, answer.content
    return {game["id"] for game in answer.json()["results"]}


@pytest.fixture
def three_games():
    """maja-olof (Base, finished, White lost), olof-maja (MLP, Black to move), olof-ida (casual MLP, White to move)."""
    maja, olof, ida = (verified(name) for name in ("maja", "olof", "ida"))
    now = timezone.now() - timedelta(hours=1)
    first = make_game(maja, olof, game_type="Base", now=now)
    play(first, "wS1", "bS1 wS1-", step=timedelta(seconds=1))
    resign(game_id=first.pk, player_id=maja.pk, now=now + timedelta(minutes=1))
    second = play(make_game(olof, maja, now=now), "wL", step=timedelta(seconds=1))
    third = make_game(olof, ida, rated=False, now=now)
    return first.pk, second.pk, third.pk


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, {1, 2, 3}),
        ({"player": "maja"}, {1, 2}),
        ({"player": "MAJA"}, {1, 2}),
        ({"player": "ida", "opponent": "olof"}, {3}),
        ({"player": "ida", "opponent": "maja"}, set()),
        ({"player": "nobody"}, set()),
        ({"status": "finished"}, {1}),
        ({"status": "in_progress", "player": "maja"}, {2}),
        ({"result": "black"}, {1}),
        ({"ending": "resignation"}, {1}),
        ({"rated": "false"}, {3}),
        ({"game_type": "Base"}, {1}),
        ({"pool": EXPANSIONS}, {2, 3}),
        ({"to_move": "maja"}, {2}),
        ({"to_move": "olof"}, {3}),
        ({"event": 1}, set()),
    ],
)
def test_games_are_narrowed_by_each_filter(three_games, query, expected):
    assert ids(Api().get("games/", query)) == {three_games[n - 1] for n in expected}


def test_me_stands_for_whoever_asks(three_games):
    from accounts.models import User

    client = Api(User.objects.get(name="maja"))
    assert ids(client.get("games/", {"to_move": "me"})) == {three_games[1]}
    assert ids(client.get("games/", {"player": "me", "status": "finished"})) == {three_games[0]}
    assert code(Api().get("games/", {"player": "me"})) == (401, "not_authenticated")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"status": "over"}, "status"),
        ({"pool": "blitz"}, "pool"),
        ({"event": "first"}, "event"),
        ({"event": "9" * 30}, "event"),
        ({"player": "m\x00aja"}, "player"),
        ({"player": "m" * 31}, "player"),
        ({"ordering": "password"}, "ordering"),
    ],
)
def test_a_wrong_filter_is_named(query, field):
    answer = Api().get("games/", query)
    assert code(answer) == (400, "validation_failed")
    assert list(answer.json()["errors"]) == [field]


def test_games_are_ordered_and_come_in_pages(three_games):
    first, second, third = three_games
    page = Api().get("games/", {"page_size": 2}).json()
    assert [game["id"] for game in page["results"]] == [third, second]
    assert page["count"] == 3
    rest = Api().get(page["next"].removeprefix("http://testserver")).json()
    assert [game["id"] for game in rest["results"]] == [first]
    assert rest["next"] is None
    by_age = Api().get("games/", {"ordering": "id"}).json()
    assert [game["id"] for game in by_age["results"]] == [first, second, third]
    assert code(Api().get("games/", {"page": 3})) == (404, "not_found")


def queries_of(path):
    client = Api()
    client.get(path)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        client.get(path)
    return len(seen)


def test_a_long_list_costs_no_more_queries_than_a_short_one():
    maja, olof = verified("maja"), verified("olof")
    make_game(maja, olof, now=timezone.now())
    Api(maja).post("challenges/", {})
    paths = ("games/", "players/", "players/maja/games/", "challenges/")
    few = {path: queries_of(path) for path in paths}
    for _ in range(10):
        make_game(verified(), verified(), now=timezone.now())
        make_game(maja, verified(), now=timezone.now())
        Api(verified()).post("challenges/", {"game_type": "Base"})
    assert {path: queries_of(path) for path in paths} == few
    assert max(few.values()) <= 3


def test_players_are_found_by_part_of_a_name_and_the_closest_comes_first():
    for name, shown in (("lindamaja", ""), ("maja", ""), ("olof", "Olle Majasson"), ("ida", "")):
        verified(name, display_name=shown)
    verified("majagone", is_active=False)
    found = Api().get("players/", {"search": "maja"}).json()
    names = [player["name"] for player in found["results"]]
    assert (names[0], set(names)) == ("maja", {"maja", "lindamaja", "olof"})
    assert Api().get("players/").json()["count"] == 4


def test_a_players_page_tells_ratings_and_results():
    maja, olof = verified("maja", country="SE", bio="Ants first."), verified("olof")
    played = play(make_game(maja, olof, now=T0), *OPENING)
    resign(game_id=played.pk, player_id=olof.pk, now=T0 + timedelta(days=2))
    make_game(maja, olof, now=timezone.now())
    page = Api().get("players/Maja/").json()
    assert page["counts"] == {"in_progress": 1, "finished": 1, "won": 1, "lost": 0, "drawn": 0}
    (rating,) = page["ratings"]
    assert (rating["pool"], rating["games"], rating["wins"]) == (EXPANSIONS, 1, 1)
    assert rating["rating"] > 1500
    assert page["bio"] == "Ants first."
    history = Api().get("players/maja/rating-history/", {"pool": EXPANSIONS}).json()
    assert [(point["rating"], point["game"]) for point in history] == [(rating["rating"], played.pk)]
    assert Api().get("players/maja/rating-history/", {"pool": BASE}).json() == []
    assert "email" not in page


def test_a_players_e_mail_is_told_to_nobody_else():
    maja = verified("maja")
    make_game(maja, verified("olof"), now=timezone.now())
    Api(maja).post("challenges/", {})
    other = Api(verified("ida"))
    for path in ("players/", "players/maja/", "games/", "games/1/", "challenges/", "players/maja/games/"):
        path = path.replace("/1/", f"/{Api().get('games/').json()['results'][0]['id']}/")
        assert b"example.org" not in other.get(path).content


NOWHERE = [
    "players/nobody/",
    "players/nobody/games/",
    "players/%00/",
    "players/a%2Fb/",
    "players/%F0%9F%90%9D/",
    "leaderboards/blitz/",
    "leaderboards/%00/",
    "games/0/",
    "games/99999999999999999999/",
    "games/99999999999999999999/moves/",
    "challenges/4711/",
    "no-such-thing/",
]


@pytest.mark.parametrize("path", NOWHERE)
def test_nothing_there_is_a_problem_object_too(path):
    assert Api().get(path).status_code == 404


def test_a_gone_player_has_no_page_but_the_games_stay():
    maja, olof = verified("maja"), verified("olof")
    game = make_game(maja, olof, now=timezone.now())
    maja.is_active = False
    maja.save()
    assert code(Api().get("players/maja/")) == (404, "no_such_player")
    assert Api().get(f"games/{game.pk}/").json()["white"]["name"] == "maja"


def listed(name, value):
    user = verified(name)
    Rating.objects.create(
        user=user, pool=BASE, value=value, deviation=50, volatility=0.06, wins=20,
        last_rated_at=timezone.now(), listed_until=timezone.now() + timedelta(days=100),
    )  # fmt: skip
    return user


def test_a_leaderboard_in_pages_with_my_own_row():
    users = [listed(f"p{number:02}x", 2000 - 10 * number) for number in range(7)]
    board = Api(users[4]).get(f"leaderboards/{BASE}/", {"page_size": 3}).json()
    assert [(row["rank"], row["player"]["name"]) for row in board["results"]] == [(1, "p00x"), (2, "p01x"), (3, "p02x")]
    assert (board["page"], board["pages"], board["count"]) == (1, 3, 7)
    assert (board["me"]["rank"], board["me"]["page"], board["me"]["rating"]) == (5, 2, 1960)
    assert Api().get(f"leaderboards/{BASE}/").json()["me"] is None
    assert Api(verified("newcomer")).get(f"leaderboards/{BASE}/").json()["me"] is None
    assert code(Api().get(f"leaderboards/{BASE}/", {"page_size": 3, "page": 4})) == (404, "no_such_page")
    assert code(Api().get(f"leaderboards/{BASE}/", {"page": 0})) == (400, "validation_failed")
    assert {pool["pool"] for pool in Api().get("leaderboards/").json()} == {BASE, EXPANSIONS}


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("games/", "player"),
        ("players/", "search"),
        ("players/maja/games/", "to_move"),
        ("players/maja/rating-history/?pool=correspondence-base", "pool"),
        ("challenges/", "mine"),
        ("tournaments/", "status"),
        ("tournaments/{event}/games/", "ordering"),
        ("leaderboards/correspondence-base/", "page_size"),
        ("me/notifications/", "page"),
        ("games/{game}/moves/", "after"),
    ],
)
def test_a_parameter_that_a_list_does_not_know_is_named_with_those_it_knows(path, known):
    maja = verified("maja")
    path = path.format(game=make_game(maja, now=timezone.now()).pk, event=event(maja, now=timezone.now()).pk)
    assert Api(maja).get(path).status_code == 200
    answer = Api(maja).get(f"{path}{'&' if '?' in path else '?'}plaier=bo")
    assert code(answer) == (400, "validation_failed")
    ((name, (sentence,)),) = answer.json()["errors"].items()
    assert name == "plaier"
    assert known in sentence
