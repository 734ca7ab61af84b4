"""What holds for the standings of any event."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.round_robin import schedule
from tournaments.standings import ByeKind, ByeResult, EntrantLine, GameResult, ScoreBy, Scoring, standings
from tournaments.tiebreaks import TIEBREAKS

from .hand_made import entrants, game

ALL = list(TIEBREAKS)


@st.composite
def random_events(draw: st.DrawFn) -> tuple[list[EntrantLine], list[GameResult], list[ByeResult], str]:
    """A round robin schedule, whole or cut short, with wins, draws, forfeits and running games."""
    n = draw(st.integers(2, 7))
    system = draw(st.sampled_from(["round_robin", "swiss"]))
    rounds = schedule(n, draw(st.sampled_from([1, 2, 4])))
    rng = random.Random(draw(st.integers(0, 10**6)))
    scores = ["1", "0", "=", "1", "0", "=", "+", "-", "--", None]
    games, byes = [], []
    for plan in rounds[: draw(st.integers(0, len(rounds)))]:
        for match in plan.matches:
            if system == "swiss" and rng.random() < 0.15:
                continue  # both absent
            for number, (white, black) in enumerate(match.games, start=1):
                games.append(game(white, black, rng.choice(scores), round_no=plan.number, number=number))
        for no in (bye.no for bye in plan.byes):
            kind = rng.choice(list(ByeKind))
            byes.append(ByeResult(plan.number, no, rng.choice([0, 1, 2, 3]), kind, len(rounds[0].matches[0].games)))
    return entrants(n), games, byes, system


@given(random_events(), st.sampled_from(ScoreBy))
def test_every_value_is_the_sum_of_its_lines_and_every_game_is_counted_once(event, score_by):
    players, games, byes, system = event
    rows = standings(players, games, None, ALL, system, byes=byes, score_by=score_by)
    for row in rows:
        for value in row.values:
            lines = sum((term.contribution for term in value.terms if not term.cut), Fraction(0))
            if TIEBREAKS[value.code].is_sum or value.code == "DE":
                assert lines == (value.value or 0)
            assert not isinstance(value.value, float)
        own = [g for g in games if row.entrant.id in (g.white, g.black)]
        assert row.played == sum(g.finished for g in own)
        assert row.played + row.to_play == len(own)
        assert row.value("PTS").value == Fraction(row.points, 2)
        if score_by is ScoreBy.GAMES:
            assert row.max_points == row.points + 2 * row.to_play
        assert row.points <= row.max_points <= row.points + 2 * max(row.to_play, row.matches_to_play)
        assert row.value("GP").value == Fraction(row.game_points, 2)
        assert row.value("BH/C1").value <= row.value("BH").value
        assert row.value("SB/C1").value <= row.value("SB").value
    given_out = sum(g.white_points + g.black_points for g in games if g.finished) + sum(bye.points for bye in byes)
    assert sum(row.game_points for row in rows) == given_out


@given(random_events())
def test_with_one_game_a_match_it_is_the_same_to_count_games_or_matches(event):
    players, games, byes, system = event
    games = [game for game in games if game.number == 1]
    byes = [replace(bye, games=1, match_points=bye.points) for bye in byes]
    by_game, by_match = (
        standings(players, games, None, ALL, system, byes=byes, score_by=way, match_scoring=Scoring())
        for way in ScoreBy
    )
    assert by_game == by_match


@given(random_events(), st.permutations(ALL[1:]), st.randoms(use_true_random=False), st.sampled_from(ScoreBy))
def test_ranks_follow_the_list_and_not_the_order_of_the_input(event, order, rng, score_by):
    players, games, byes, system = event
    codes = ["PTS", *order]
    rows = standings(players, games, None, codes, system, byes=byes, score_by=score_by)
    shuffled = [rng.sample(items, len(items)) for items in (players, games, byes)]
    assert standings(shuffled[0], shuffled[1], None, codes, system, byes=shuffled[2], score_by=score_by) == rows
    for above, below in pairwise(rows):
        key_above, key_below = ([value.order for value in row.values] for row in (above, below))
        assert key_above >= key_below
        assert (above.rank == below.rank) is (key_above == key_below)
        if above.rank != below.rank:
            assert below.rank == rows.index(below) + 1


@given(st.integers(2, 8), st.sampled_from([1, 2]), st.integers(0, 10**6))
def test_in_a_full_round_robin_sonneborn_berger_is_symmetric_and_buchholz_says_nothing_new(n, games_each, seed):
    rng = random.Random(seed)
    games = [
        game(white, black, rng.choice(["1", "=", "0"]), round_no=plan.number, number=number)
        for plan in schedule(n, games_each)
        for match in plan.matches
        for number, (white, black) in enumerate(match.games, start=1)
    ]
    rows = standings(entrants(n), games, None, ["PTS", "BH", "SB"])
    total = sum(row.points for row in rows)
    for row in rows:
        assert row.value("BH").value == games_each * Fraction(total - row.points, 2)
    # Each game splits one point, so all sums together are every score times every result against it.
    scores = {row.entrant.id: Fraction(row.points, 2) for row in rows}
    everything = sum(scores[g.black] * g.white_points / 2 + scores[g.white] * g.black_points / 2 for g in games)
    assert sum(row.value("SB").value for row in rows) == everything
