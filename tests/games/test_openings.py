"""With which opening each side began: written with the move that completes both, and said in words."""

from __future__ import annotations

import pytest
from django.utils import translation

from engine import Bug, Opening, Shape
from games.models import Game
from games.opening_words import opening_code, opening_words
from games.services.endings import resign
from hive_site.web import record
from hive_site.web.record import Tally, repertoires_of
from tests.api_client import Api
from tests.factories import DAY, OPENING, T0, make_game, make_user, play

LATE_QUEEN = ("wS1", "bS1 wS1-", "wA1 -wS1", "bQ bS1-", "wA2 -wA1", "bA1 bQ-", "wQ -wA2", "bA2 bA1-")


@pytest.mark.parametrize(
    ("opening", "code"),
    [
        (Opening((Bug.SPIDER, Bug.QUEEN, Bug.ANT), Shape.V, 2), "SQA-V"),
        (Opening((Bug.QUEEN, Bug.SPIDER, Bug.SPIDER), Shape.TRIANGLE, 1), "QSS-triangle"),
        (Opening((Bug.SPIDER, Bug.ANT, Bug.ANT), Shape.LINE, 4), "SAA-line-4"),
        (Opening((Bug.PILLBUG, Bug.QUEEN), None, 2), "PQ"),
        (Opening((), None, None), ""),
    ],
)
def test_an_opening_and_its_code_say_the_same(opening: Opening, code: str) -> None:
    assert opening_code(opening) == code
    assert opening_words(code) == opening.name


def test_the_words_are_those_of_every_bug_and_shape() -> None:
    with translation.override("en"):
        for bug in Bug:
            for shape in Shape:
                opening = Opening((bug, Bug.ANT, Bug.QUEEN), shape, 3)
                assert opening_words(opening_code(opening)) == opening.name


@pytest.mark.parametrize("text", ["SQA-V-V", "XQA-V", "SQA-W", "SQAA-V", "SQA-V-9", "sqa-v", "<b>"])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no opening"):
        opening_words(text)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("moves", "white", "black"),
    [(OPENING, "LQA-line", "LQA-line"), (LATE_QUEEN, "SAA-line-4", "SQA-line")],
)
def test_the_openings_are_known_once_both_sides_have_had_four_turns(moves, white: str, black: str) -> None:
    game = play(make_game(), *moves[:7])
    assert (game.white_opening, game.black_opening) == ("", "")
    game = play(game, moves[7])
    assert (game.white_opening, game.black_opening) == (white, black)


@pytest.mark.django_db
def test_later_moves_leave_the_openings_and_do_not_ask_for_them_again() -> None:
    game = play(make_game(), *OPENING)
    Game.objects.filter(pk=game.pk).update(white_opening="SQA-V")
    assert play(game, "wA2 -wG1").white_opening == "SQA-V", "read once, not with every move"


@pytest.mark.django_db
def test_a_game_that_ends_before_has_none() -> None:
    game = play(make_game(), *OPENING[:7])
    resign(game_id=game.pk, player_id=game.white_id, now=T0 + DAY)
    game.refresh_from_db()
    assert (game.status, game.white_opening, game.black_opening) == ("finished", "", "")


@pytest.fixture
def four_games():
    """maja as White: LQA-line won, SAA-line-4 lost; as Black: LQA-line lost; and one that ended too early to count."""
    maja, olof = make_user("maja"), make_user("olof")
    for white, black, moves, loser in (
        (maja, olof, OPENING, olof),
        (maja, olof, LATE_QUEEN, maja),
        (olof, maja, OPENING, maja),
        (maja, olof, OPENING[:6], olof),
    ):
        game = play(make_game(white, black), *moves)
        resign(game_id=game.pk, player_id=loser.pk, now=T0 + DAY)
    return maja


@pytest.mark.django_db
def test_a_profile_counts_the_openings_of_each_colour_in_one_query(four_games, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        white, black = repertoires_of(four_games)
    assert (white.side, black.side) == ("white", "black")
    assert [(o.name, o.bugs, o.tally) for o in white.favourites] == [
        ("ladybug-queen-ant line", "LQA", Tally(won=1)),
        ("spider-ant-ant line, queen on turn 4", "SAA", Tally(lost=1)),
    ]
    assert [(o.code, o.tally) for o in black.favourites] == [("LQA-line", Tally(lost=1))]


@pytest.mark.django_db
def test_rare_openings_are_told_together(four_games, monkeypatch) -> None:
    monkeypatch.setattr(record, "FAVOURITES", 1)
    white, black = repertoires_of(four_games)
    assert ([o.code for o in white.favourites], white.more, white.others) == (["LQA-line"], 1, Tally(lost=1))
    assert (black.more, black.others) == (0, Tally())


@pytest.mark.django_db
def test_the_profile_leads_to_the_games_of_that_player_with_that_opening(four_games, client) -> None:
    text = client.get("/players/maja/").content.decode()
    address = "/games/?player=maja&amp;status=finished&amp;opening=white-LQA-line"
    assert f'<a href="{address}"><b>Ladybug-queen-ant line</b></a>' in text
    found = client.get(address.replace("&amp;", "&"))
    assert [card.game.white.name for card in found.context["cards"]] == ["maja"], "not the one olof opened so"
    assert "White: ladybug-queen-ant line" in found.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("opening", ["white-", "white-XX", "red-SQA-V", "white-SQA-V-V", "id__in-SQA-V"])
def test_an_opening_that_cannot_be_read_narrows_nothing(four_games, client, opening: str) -> None:
    assert len(client.get("/games/", {"opening": opening}).context["cards"]) == 4


@pytest.mark.django_db
def test_the_api_tells_and_finds_openings(four_games) -> None:
    api = Api()
    query = {"white": "maja", "white_opening": "SAA-line-4"}
    (game,) = api.get("games/", query).json()["results"]
    assert game["openings"] == {
        "white": {"code": "SAA-line-4", "name": "spider-ant-ant line, queen on turn 4"},
        "black": {"code": "SQA-line", "name": "spider-queen-ant line"},
    }
    assert api.get(f"games/{game['id']}/").json()["openings"] == game["openings"]
    early = api.get("games/", {"ordering": "-id"}).json()["results"][0]
    assert early["openings"] == {"white": None, "black": None}
    assert api.get("games/", {"black": "maja"}).json()["count"] == 1
    refused = api.get("games/", {"black_opening": "queen first"})
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["black_opening"])
