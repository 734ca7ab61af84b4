"""Who stands on the leaderboard, and where."""

from datetime import timedelta

import pytest

from games.models import Rating
from games.ratings import glicko
from games.ratings.listing import listed_until
from games.selectors.leaderboard import leaderboard, place_of
from tests.factories import DAY, T0, make_user

pytestmark = pytest.mark.django_db
POOL = "correspondence-expansions"


def listed(name, value, *, games=10, deviation=60.0, pool=POOL, rated_at=T0, **fields):
    user = make_user(name, **fields)
    until = listed_until(glicko.Rating(value, deviation, 0.06), games=games, last_rated_at=rated_at)
    Rating.objects.create(
        user=user, pool=pool, value=value, deviation=deviation, volatility=0.06, wins=games,
        last_rated_at=rated_at, listed_until=until,
    )  # fmt: skip
    return user


def rows(board):
    return [(place.rank, place.user.name, place.rating.shown) for place in board.places]


def test_equal_ratings_share_a_rank_and_the_next_is_left_out():
    listed("ada", 1900.2)
    listed("bea", 2000.4)
    listed("cai", 1899.8)
    listed("dan", 1700)
    assert rows(leaderboard(POOL, T0)) == [(1, "bea", 2000), (2, "ada", 1900), (2, "cai", 1900), (4, "dan", 1700)]


def test_who_is_not_listed():
    listed("newcomer", 2500, games=9)
    listed("uncertain", 2500, deviation=111)
    listed("program", 2500, is_bot=True)
    listed("closed", 2500, is_active=False)
    listed("elsewhere", 2500, pool="correspondence-base")
    listed("idle", 2500, rated_at=T0 - 184 * DAY)
    listed("player", 1500)
    assert [row[1] for row in rows(leaderboard(POOL, T0))] == ["player"]


def test_a_listed_player_leaves_by_idling_alone():
    listed("ada", 1900, deviation=100.0)  # passes 110 after 90.2 days
    assert leaderboard(POOL, T0 + 90 * DAY).total == 1
    board = leaderboard(POOL, T0 + 91 * DAY)
    assert (board.total, board.places, board.pages) == (0, [], 1)
    listed("bea", 1900, deviation=50.0)
    assert leaderboard(POOL, T0 + 183 * DAY).total == 1
    assert leaderboard(POOL, T0 + 183 * DAY + timedelta(seconds=1)).total == 0


def test_pages_and_ones_own_place():
    users = [listed(f"p{n:02}", 2000 - 10 * n) for n in range(7)]
    last = leaderboard(POOL, T0, page=3, page_size=3)
    assert (rows(last), last.page, last.pages, last.total) == ([(7, "p06", 1940)], 3, 3, 7)
    assert rows(leaderboard(POOL, T0, page=99, page_size=3)) == rows(last)
    for n, user in enumerate(users):
        place, page = place_of(user, POOL, T0, page_size=3)
        assert (place.rank, page) == (n + 1, n // 3 + 1)
    assert place_of(make_user(), POOL, T0) is None


def test_players_of_equal_rating_are_found_on_their_own_page():
    users = [listed(f"p{n}", 1800) for n in range(4)]
    for n, user in enumerate(users):
        place, page = place_of(user, POOL, T0, page_size=2)
        assert place.rank == 1
        assert user in [row.user for row in leaderboard(POOL, T0, page=page, page_size=2).places]
        assert page == n // 2 + 1


def test_the_deviation_shown_has_grown():
    listed("ada", 1900, deviation=60.0)
    assert round(leaderboard(POOL, T0 + 90 * DAY).places[0].rating.deviation, 1) == 75.5


def test_two_queries_whatever_the_length(django_assert_num_queries):
    for n in range(6):
        listed(f"p{n}", 1800 + n)
    with django_assert_num_queries(2):
        assert len(leaderboard(POOL, T0).places) == 6
