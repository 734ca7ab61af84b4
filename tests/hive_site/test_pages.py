"""Home, leaderboards and players' pages: what they show to whom, at a cost that does not grow with the lists."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Rating, RatingChange
from games.services.challenges import create_challenge
from games.services.endings import resign
from hive_site.charts import rating_chart, sparkline
from tests.factories import DAY, HOUR, OPENING, T0, make_game, make_user, play
from tests.tournaments.events import event, player
from tournaments.services.entries import enter
from tournaments.services.organise import cancel, create_tournament

pytestmark = pytest.mark.django_db
POOL = "correspondence-expansions"


def now() -> Any:
    return timezone.now()


def finished(white: User, black: User, *, days_ago: int = 5, loser: str = "black") -> Any:
    """A rated game of eight plies that ended by resignation ``days_ago``."""
    began = now() - timedelta(days=days_ago, hours=12)
    game = play(make_game(white, black, now=began), *OPENING, step=HOUR)
    player = {"white": white, "black": black}[loser]
    return resign(game_id=game.pk, player_id=player.pk, now=began + 10 * HOUR)


def text_of(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        text_of(client, path)
    return len(captured)


def test_a_visitor_learns_what_this_is_and_sees_real_games(client: Client) -> None:
    finished(make_user("maja"), make_user("oskar"))
    text = text_of(client, "/")
    assert "/accounts/signup/" in text
    assert "maja" in text
    assert 'class="board"' in text, "a picture of the position"


@pytest.mark.parametrize("path", ["/", "/games/", "/challenges/", f"/leaderboards/{POOL}/", "/players/"])
def test_pages_of_an_empty_site_say_what_to_do(client: Client, path: str) -> None:
    assert "<h1" in text_of(client, path)


def test_your_move_comes_first_and_the_least_time_before_the_rest(client: Client) -> None:
    user = make_user("maja")
    make_game(user, make_user("plenty"), now=now(), time_control="7d")
    make_game(user, make_user("urgent"), now=now(), time_control="1d")
    make_game(make_user("thinking"), user, now=now())
    client.force_login(user)
    response = client.get("/")
    assert [card.opponent.user.name for card in response.context["yours"]] == ["urgent", "plenty"]
    assert [card.opponent.user.name for card in response.context["waiting"]] == ["thinking"]
    text = response.content.decode()
    assert text.index("urgent") < text.index("plenty") < text.index("thinking")
    assert "<span data-count>2</span>" in text


def test_home_lists_the_events_one_runs_beside_those_one_plays_in(client: Client) -> None:
    nils, maja = player("nils"), player("maja")
    draft = create_tournament(organiser=nils, now=now(), name="Only a draft")
    run, entered = event(nils, now=now(), name="Run by Nils"), event(maja, now=now(), name="Run by Maja")
    called_off = event(nils, now=now(), name="Called off")
    cancel(tournament_id=called_off.pk, actor=nils, now=now())
    for tournament in (run, entered):
        enter(tournament_id=tournament.pk, user=nils, now=now())
    event(maja, now=now(), name="None of his")
    client.force_login(nils)
    response = client.get("/")
    assert [listed for listed, _ in response.context["events"]] == [entered, run, draft], "each once, newest first"
    assert [listed.name for listed in response.context["entering"]] == ["None of his"]
    text = response.content.decode()
    assert text.count("you organise it") == 2
    client.force_login(maja)
    assert {listed.name for listed, _ in client.get("/").context["events"]} == {"Run by Maja", "None of his"}


def test_a_challenge_can_be_answered_from_home(client: Client) -> None:
    maja, oskar = make_user("maja"), make_user("oskar")
    challenge = offer(oskar, visibility="direct", opponent=maja)
    client.force_login(maja)
    text = text_of(client, "/")
    assert f"/challenges/{challenge.token}/accept/" in text
    assert f"/challenges/{challenge.token}/decline/" in text


def offer(challenger: User, **terms: Any) -> Any:
    defaults = {
        "visibility": "open", "game_type": "Base+MLP", "opening_rule": "no_queen_first", "repetition_rule": "threefold",
        "time_control": "3d", "rated": True, "colour": "random",
    }  # fmt: skip
    return create_challenge(challenger=challenger, now=now(), **(defaults | terms))


def test_home_costs_the_same_with_many_games_and_challenges(client: Client) -> None:
    user = make_user("maja")
    client.force_login(user)
    counts = []
    for n in (1, 6):
        for _ in range(n):
            other = make_user()
            play(make_game(user, other, now=now()), *OPENING[:2], start=now() - 3 * HOUR)
            play(make_game(other, user, now=now()), *OPENING[:2], start=now() - 3 * HOUR)
            offer(other)
            offer(other, visibility="direct", opponent=user, game_type="Base")
            finished(other, make_user())
        counts.append(queries(client, "/"))
    assert counts[0] == counts[1] <= 24


def test_a_visitors_home_costs_the_same_with_many_games(client: Client) -> None:
    counts = []
    for n in (1, 4):
        for _ in range(n):
            finished(make_user(), make_user())
            offer(make_user())
        counts.append(queries(client, "/"))
    assert counts[0] == counts[1] <= 14


def test_a_profile_shows_ratings_results_by_colour_and_head_to_head(client: Client) -> None:
    maja, oskar, third = make_user("maja"), make_user("oskar"), make_user("third")
    finished(maja, oskar, days_ago=9)
    finished(oskar, maja, days_ago=7)
    finished(maja, oskar, days_ago=5)
    finished(maja, third, days_ago=3)
    client.force_login(oskar)
    response = client.get("/players/maja/")
    record = response.context["record"]
    assert (record.white.won, record.white.lost, record.black.won, record.black.lost) == (3, 0, 0, 1)
    heads = response.context["heads"]
    assert [(head.opponent.name, head.tally.points, head.tally.points_against) for head in heads] == [
        ("oskar", "2", "1"),
        ("third", "1", "0"),
    ]
    text = response.content.decode()
    assert "provisional" in text
    assert '<polyline class="ln"' in text
    assert "/games/new/?opponent=maja" in text
    changes = RatingChange.objects.filter(user=maja)
    for change in changes:
        assert f'<td class="num">{change.value_after:.0f}</td>' in text, "the table beside the chart has the numbers"


def test_ones_own_profile_offers_settings_and_no_challenge(client: Client) -> None:
    client.force_login(make_user("maja"))
    text = text_of(client, "/players/maja/")
    assert "/accounts/profile/" in text
    assert "?opponent=maja" not in text


def test_a_profile_costs_the_same_however_much_was_played(client: Client) -> None:
    user, viewer = make_user("maja"), make_user("viewer")
    client.force_login(viewer)
    counts = []
    for n in (1, 4):
        for i in range(n):
            other = make_user()
            finished(user, other, days_ago=5 + i)
            finished(viewer, user, days_ago=20 + i)
            make_game(user, other, now=now())
        counts.append(queries(client, "/players/maja/"))
    assert counts[0] == counts[1] <= 22


def test_a_name_in_other_writing_leads_to_the_one_address(client: Client) -> None:
    make_user("Maja_L")
    assert client.get("/players/maja-1/").headers["Location"] == "/players/Maja_L/"
    assert client.get("/players/nobody/").status_code == 404


def test_a_bio_is_text_and_never_markup(client: Client) -> None:
    make_user("maja", bio="<script>alert(1)</script>\nsecond line")
    text = text_of(client, "/players/maja/")
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;<br>second line" in text


def rated(name: str, value: float, *, deviation: float = 60, games: int = 20, listed: bool = True) -> User:
    user = make_user(name)
    Rating.objects.create(
        user=user, pool=POOL, value=value, deviation=deviation, volatility=0.06, wins=games, losses=0, draws=0,
        last_rated_at=now() - DAY, listed_until=now() + 30 * DAY if listed else None,
    )  # fmt: skip
    return user


def test_the_leaderboard_ranks_the_listed_and_shows_the_others_below_without_a_rank(client: Client) -> None:
    rated("second", 1900)
    rated("first", 2000)
    rated("coming", 2400, deviation=180, games=4, listed=False)
    response = client.get(f"/leaderboards/{POOL}/")
    assert [(row["rank"], row["user"].name) for row in response.context["rows"]] == [(1, "first"), (2, "second")]
    assert [(row["rank"], row["user"].name) for row in response.context["coming"]] == [(None, "coming")]
    text = response.content.decode()
    assert text.index("second") < text.index("Not listed yet") < text.index("coming")
    assert "2400?" in text
    assert "10 rated games, deviation at most 110" in text


def test_jump_to_me_opens_the_page_with_ones_own_place(client: Client) -> None:
    users = [rated(f"p{i:03}", 2500 - i) for i in range(120)]
    client.force_login(users[110])
    response = client.get(f"/leaderboards/{POOL}/?me")
    assert response.context["board"].page == 3
    assert 'class="you" id="me"' in response.content.decode()
    assert response.context["own"].rank == 111


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999999", "٣", ""])
def test_any_page_number_gives_a_page(client: Client, page: str) -> None:
    rated("first", 2000)
    assert client.get(f"/leaderboards/{POOL}/", {"page": page}).status_code == 200


def test_an_unknown_pool_is_not_found(client: Client) -> None:
    assert client.get("/leaderboards/blitz/").status_code == 404


def test_a_leaderboard_costs_the_same_however_long(client: Client) -> None:
    client.force_login(make_user("viewer"))
    counts = []
    for n in (1, 5):
        for i in range(n):
            rated(f"listed{n}x{i}", 2000 - i)
            finished(make_user(), make_user())
        counts.append(queries(client, f"/leaderboards/{POOL}/"))
    assert counts[0] == counts[1] <= 14


def test_search_finds_by_name_and_shown_name(client: Client) -> None:
    make_user("tomasib", display_name="Tomás Ibáñez")
    make_user("oskar")
    text = text_of(client, "/players/?q=Ib%C3%A1")
    assert "/players/tomasib/" in text
    assert "/players/oskar/" not in text
    assert "Nobody is called" in text_of(client, "/players/?q=zzz")


def test_a_chart_lies_within_its_frame_and_ends_at_the_last_value() -> None:
    class Day:
        def __init__(self, day: int, value: float, deviation: float) -> None:
            self.at, self.value, self.deviation = T0 + day * DAY, value, deviation

    points = [Day(0, 1500, 400), Day(3, 1710, 120), Day(30, 1650, 80)]
    chart = rating_chart(points, until=T0 + 60 * DAY, deviation=95, marks=[T0 + 30 * DAY, T0 - DAY])
    assert chart is not None
    spots = [tuple(map(float, spot.split(","))) for spot in f"{chart.line} {chart.band}".split()]
    assert all(chart.left <= x <= chart.right and 0 <= y <= chart.height for x, y in spots)
    assert chart.last[0] == chart.right
    assert len(chart.marks) == 1, "the mark before the first rating is left out"
    assert [tick.value for tick in chart.ratings] == sorted(tick.value for tick in chart.ratings)
    assert rating_chart([], until=T0, deviation=95) is None
    assert sparkline([1500.0]) == ""
