"""Glicko-2: Glickman's published example, the numbers of our correspondence study (section 4), and bounds."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings.glicko import (
    DRAW,
    LOSS,
    START,
    WIN,
    Rating,
    grown,
    update,
    update_pair,
    update_period,
)


def test_glickmans_example_of_one_period_with_three_games():
    results = [(Rating(1400, 30, 0.06), 1.0), (Rating(1550, 100, 0.06), 0.0), (Rating(1700, 300, 0.06), 0.0)]
    new = update_period(Rating(1500, 200, 0.06), results, tau=0.5)
    assert round(new.value, 4) == 1464.0507
    assert round(new.deviation, 4) == 151.5165
    assert round(new.volatility, 7) == 0.0599960


@pytest.mark.parametrize(("deviation", "after"), [(200, 200.27), (50, 51.07)])
def test_a_period_without_games_only_adds_uncertainty(deviation, after):
    new = update_period(Rating(1500, deviation, 0.06), [])
    assert (new.value, round(new.deviation, 2), new.volatility) == (1500, after, 0.06)


def test_the_defaults_of_the_paper_for_one_period_with_one_win():
    newcomer = Rating(1500, 350, 0.06)
    new = update_period(newcomer, [(newcomer, WIN)], tau=0.5)
    assert (round(new.value, 2), round(new.deviation, 2)) == (1662.31, 290.32)


@pytest.mark.parametrize(
    ("player", "opponent", "score", "value", "deviation"),
    [
        (START, START, WIN, 1741.48, 396.69),
        (START, START, DRAW, 1500.00, 396.69),
        (START, START, LOSS, 1258.52, 396.69),
        (Rating(1800, 60, 0.06), Rating(1600, 80, 0.06), WIN, 1804.86, 59.38),
        (Rating(1800, 60, 0.06), Rating(1600, 80, 0.06), DRAW, 1795.02, 59.38),
        (Rating(1800, 60, 0.06), Rating(1600, 80, 0.06), LOSS, 1785.18, 59.38),
    ],
)
def test_one_game_without_idle_time(player, opponent, score, value, deviation):
    new = update(player, opponent, score)
    assert (round(new.value, 2), round(new.deviation, 2)) == (value, deviation)


@pytest.mark.parametrize(
    ("deviation", "days", "after"),
    [
        (60, 30, 65.6),
        (60, 90, 75.5),
        (60, 180, 88.3),
        (60, 365, 110.0),
        (45, 94.5, 65.0),
        (45, 154.6, 75.0),
        (45, 432.6, 110.0),
        (60, 100 * 365, 500.0),
        (60, -30, 60.0),
    ],
)
def test_the_deviation_grows_with_idle_days_up_to_its_ceiling(deviation, days, after):
    rating = grown(Rating(1800, deviation, 0.06), timedelta(days=days))
    assert round(rating.deviation, 1) == after
    assert (rating.value, rating.volatility) == (1800, 0.06)


@pytest.mark.parametrize(("deviation", "provisional"), [(109.99, False), (110.0, True), (500.0, True)])
def test_a_rating_is_provisional_from_deviation_110(deviation, provisional):
    assert Rating(1500, deviation, 0.06).is_provisional is provisional


def test_idle_time_makes_a_game_move_the_rating_further():
    player, opponent = Rating(1800, 60, 0.06), Rating(1800, 60, 0.06)
    rested = update(player, opponent, WIN, idle=timedelta(days=365))
    assert rested.value > update(player, opponent, WIN).value + 10
    assert 60 < rested.deviation < 110


def test_a_long_idle_opponent_tells_us_less():
    player, opponent = Rating(1800, 60, 0.06), Rating(1800, 60, 0.06)
    assert update(player, opponent, WIN, opponent_idle=timedelta(days=3650)).value > 1800
    assert update(player, opponent, WIN, opponent_idle=timedelta(days=3650)).value < update(player, opponent, WIN).value


def test_one_game_moves_the_value_by_700_at_most():
    assert update(Rating(1000, 500, 0.1), Rating(3000, 45, 0.06), WIN).value == 1700


def test_a_score_that_is_no_result_is_refused():
    with pytest.raises(ValueError, match=r"0\.25"):
        update(START, START, 0.25)


ratings = st.builds(Rating, st.floats(400, 4000), st.floats(45, 500), st.floats(0.01, 0.1))
scores = st.sampled_from([WIN, DRAW, LOSS])
idle_times = st.integers(0, 5000).map(lambda days: timedelta(days=days))


@given(ratings, ratings, idle_times, idle_times)
def test_a_winner_never_loses_rating_and_a_loser_never_gains(player, opponent, idle, opponent_idle):
    times = {"idle": idle, "opponent_idle": opponent_idle}
    won, drew, lost = (update(player, opponent, score, **times).value for score in (WIN, DRAW, LOSS))
    assert lost <= player.value <= won
    assert lost <= drew <= won


@given(ratings, ratings, scores, idle_times, idle_times)
def test_every_number_stays_in_its_bounds(player, opponent, score, idle, opponent_idle):
    new = update(player, opponent, score, idle=idle, opponent_idle=opponent_idle)
    assert 400 <= new.value <= 4000
    assert abs(new.value - player.value) <= 700
    assert 45 <= new.deviation <= 500
    assert 0 < new.volatility <= 0.1


@given(ratings, ratings, scores, idle_times, idle_times)
def test_it_does_not_matter_who_is_named_first(white, black, score, idle, other_idle):
    one, two = update_pair(white, black, score, white_idle=idle, black_idle=other_idle)
    assert (two, one) == update_pair(black, white, 1 - score, white_idle=other_idle, black_idle=idle)
    assert one == update(white, black, score, idle=idle, opponent_idle=other_idle)


@given(ratings, scores, idle_times)
def test_equals_gain_and_lose_alike(player, score, idle):
    one, two = update_pair(player, player, score, white_idle=idle, black_idle=idle)
    assert one.deviation == pytest.approx(two.deviation, abs=1e-4)
    if 1100 <= player.value <= 3300:  # away from the floor and the ceiling
        assert one.value + two.value == pytest.approx(2 * player.value, abs=1e-3)


@given(ratings, st.integers(0, 3000), st.integers(0, 3000))
def test_growing_twice_is_growing_once_for_longer(rating, days, more_days):
    twice = grown(grown(rating, timedelta(days=days)), timedelta(days=more_days))
    assert twice.deviation == pytest.approx(grown(rating, timedelta(days=days + more_days)).deviation)
