"""Which games are rated, and what is stored then."""

import pytest

from games.models import Game, Rating
from games.ratings import glicko
from games.ratings.listing import listed_until
from games.selectors.ratings import current_rating, rating_history, ratings_of
from games.services.endings import resign
from games.services.flags import sweep_flags
from games.services.offers import accept_draw, offer_draw
from tests.factories import DAY, HOUR, OPENING, T0, make_game, make_user, play

pytestmark = pytest.mark.django_db
POOL = "correspondence-expansions"


def lose(white, black, *, at, **terms):
    """White resigns a game at ``at``."""
    game = play(make_game(white, black, now=at - 9 * HOUR, **terms), *OPENING)
    resign(game_id=game.pk, player_id=white.pk, now=at)
    return Game.objects.get(pk=game.pk)


def test_both_ratings_and_the_ledger_change_with_the_end_of_the_game():
    white, black = make_user(), make_user()
    assert not Rating.objects.exists()
    game = lose(white, black, at=T0)
    loser, winner = Rating.objects.get(user=white), Rating.objects.get(user=black)
    assert (round(loser.value, 2), round(winner.value, 2)) == (1258.52, 1741.48)  # lichess vector, 1500/500 each
    assert round(loser.deviation, 2) == round(winner.deviation, 2) == 396.69
    assert (loser.pool, loser.wins, loser.losses, loser.draws) == (POOL, 0, 1, 0)
    assert (winner.wins, winner.losses, winner.draws) == (1, 0, 0)
    change = game.rating_changes.get(user=black)
    assert (change.value_before, change.deviation_before, change.volatility_before) == (1500, 500, 0.09)
    assert (change.value_after, change.deviation_after, change.volatility_after) == (
        winner.value,
        winner.deviation,
        winner.volatility,
    )
    assert change.rated_at == game.finished_at == T0


def test_a_draw_counts_for_both():
    game = play(make_game(), *OPENING)
    offer_draw(game_id=game.pk, player_id=game.white_id, now=T0 + DAY)
    accept_draw(game_id=game.pk, player_id=game.black_id, now=T0 + DAY)
    assert list(Rating.objects.values_list("draws", "wins", "losses")) == [(1, 0, 0), (1, 0, 0)]


def test_a_loss_on_time_after_both_moved_is_rated():
    game = play(make_game(), "wS1", "bS1 wS1-")
    sweep_flags(now=game.flag_at + DAY)
    assert game.rating_changes.count() == 2


def test_casual_games_change_no_rating():
    lose(make_user(), make_user(), at=T0, rated=False)
    assert not Rating.objects.exists()


def test_base_games_have_their_own_pool():
    white, black = make_user(), make_user()
    game = play(make_game(white, black, game_type="Base"), "wS1", "bS1 wS1-")
    resign(game_id=game.pk, player_id=white.pk, now=T0 + DAY)
    assert set(ratings_of(white, T0 + DAY)) == {"correspondence-base"}
    assert current_rating(white, POOL, T0 + DAY).games == 0


def test_idle_time_counts_from_the_last_rated_game():
    white, black = make_user(), make_user()
    lose(white, black, at=T0)
    before, opponent = Rating.objects.get(user=white), Rating.objects.get(user=black)
    game = lose(white, black, at=T0 + 100 * DAY)
    change = game.rating_changes.get(user=white)
    stored = glicko.Rating(before.value, before.deviation, before.volatility)
    assert change.deviation_before == glicko.grown(stored, 100 * DAY).deviation > before.deviation
    assert change.value_before == before.value
    rested = glicko.update_pair(
        stored, opponent.glicko, glicko.LOSS, white_idle=100 * DAY, black_idle=100 * DAY
    )  # fmt: skip
    assert change.value_after == rested[0].value
    assert game.rating_changes.get(user=black).value_after == rested[1].value
    now = current_rating(white, POOL, T0 + 130 * DAY)
    assert now.deviation > Rating.objects.get(user=white).deviation
    assert (now.games, now.losses, now.provisional) == (2, 2, True)


def test_a_loss_on_time_noticed_late_does_not_turn_time_back():
    white, black, other = make_user(), make_user(), make_user()
    overdue = play(make_game(white, black), *OPENING)
    later = overdue.flag_at + DAY
    lose(white, other, at=later)
    sweep_flags(now=later + HOUR)
    assert Rating.objects.get(user=white).last_rated_at == later
    assert overdue.rating_changes.get(user=white).rated_at == overdue.flag_at


def test_the_history_has_the_last_value_of_each_day():
    white, black = make_user(), make_user()
    games = [lose(white, black, at=T0 + offset) for offset in (HOUR, 3 * HOUR, 2 * DAY)]
    points = rating_history(white, POOL)
    assert [(point.at, point.game_id) for point in points] == [
        (T0 + 3 * HOUR, games[1].pk),
        (T0 + 2 * DAY, games[2].pk),
    ]
    assert points[1].value == Rating.objects.get(user=white).value
    assert rating_history(white, "correspondence-base") == []


@pytest.mark.parametrize(
    ("deviation", "games", "days"),
    [
        (60.0, 10, 183.0),  # half a year: 60 grows to 88 only
        (60.0, 9, None),
        (110.1, 50, None),
        (100.0, 10, 90.17),  # 100 grows to 110: (110^2 - 100^2) / (0.21436 * (0.06 * 173.7178)^2) days
    ],
)
def test_how_long_a_player_stays_listed(deviation, games, days):
    until = listed_until(glicko.Rating(1800, deviation, 0.06), games=games, last_rated_at=T0)
    assert until is None if days is None else round((until - T0) / DAY, 2) == days
