"""Withdrawals: the half-schedule rule of a round robin, the other two rules, and silence taken for leaving."""

import pytest

from tournaments.pairing.round_robin import schedule
from tournaments.standings import ByeResult, GameResult, Scoring, standings
from tournaments.tiebreaks import System
from tournaments.withdrawal import (
    SilenceLimit,
    Treated,
    WithdrawalRule,
    after_withdrawals,
    games_done,
    silent_withdrawal,
    standings_both_ways,
)

from .hand_made import entrants, game

HALF = WithdrawalRule.HALF_SCHEDULE


def round_robin(n: int, rounds_done: int) -> list[GameResult]:
    """Everybody meets everybody once; in the rounds done, the lower number wins."""
    return [
        game(
            white,
            black,
            ("1" if white < black else "0") if plan.number <= rounds_done else None,
            round_no=plan.number,
        )
        for plan in schedule(n, 1)
        for match in plan.matches
        for white, black in match.games
    ]


def rank(event: Treated):
    return standings(event.entrants, event.results, tiebreaks=["PTS", "SB"], byes=event.byes)


@pytest.mark.parametrize(
    ("own_games", "done", "stands"),
    [(9, 4, False), (9, 5, True), (8, 4, True), (8, 3, False), (0, 0, True)],
)
def test_results_count_from_half_of_the_own_games_on(own_games, done, stands):
    games = [game(1, 1 + no, "1" if no <= done else None, round_no=no) for no in range(1, own_games + 1)]
    event = after_withdrawals(entrants(10), games, {1: HALF})
    assert games_done(1, games) == done
    assert (event.out == frozenset()) is stands
    assert len(event.annulled) == (0 if stands else own_games)
    assert (1 in {row.entrant.id for row in rank(event)}) is stands


def test_what_is_left_to_play_is_forfeited_and_what_was_played_stands():
    event = after_withdrawals(entrants(4), round_robin(4, 2), {1: WithdrawalRule.FORFEIT})
    (last,) = [g for g in event.results if not g.played]
    white_left = last.white == 1
    assert (last.white_forfeited, last.black_forfeited) == (white_left, not white_left)
    assert (last.white_points, last.black_points) == ((0, 2) if white_left else (2, 0))
    rows = {row.entrant.id: row for row in rank(event)}
    assert (rows[1].points, rows[1].to_play, rows[1].max_points) == (4, 0, 4)
    assert sum(row.to_play for row in rows.values()) == 2  # the other game of the last round is still played


def test_annulled_games_count_for_nobody():
    games = round_robin(4, 3)
    event = after_withdrawals(entrants(4), games, {1: WithdrawalRule.ANNUL}, byes=[ByeResult(4, 1, 2)])
    assert {frozenset((g.white, g.black)) for g in event.annulled} == {frozenset((1, no)) for no in (2, 3, 4)}
    assert event.byes == ()
    assert [(row.entrant.id, row.points, row.played) for row in rank(event)] == [(2, 4, 2), (3, 2, 2), (4, 0, 2)]


def test_forfeits_of_the_one_who_left_are_not_games_done_but_the_opponents_are():
    games = [game(1, 2, "-"), game(3, 1, "-"), game(1, 4, "1"), game(5, 1, None)]
    assert games_done(1, games) == 2


def test_games_of_rounds_not_paired_yet_belong_to_the_schedule():
    games = [game(1, 2, "1"), game(1, 3, "0")]
    assert after_withdrawals(entrants(3), games, {1: HALF}).out == frozenset()
    assert after_withdrawals(entrants(3), games, {1: HALF}, scheduled={1: 5}).out == {1}


def test_two_who_left_forfeit_their_game_both_unless_it_is_annulled():
    games = [game(1, 2, None), game(1, 3, "1"), game(2, 3, None)]
    forfeit = WithdrawalRule.FORFEIT
    both = after_withdrawals(entrants(3), games, {1: forfeit, 2: forfeit}, scoring=Scoring(6, 2, 0, 6))
    first, _, last = both.results
    assert (first.white_points, first.black_points, first.white_forfeited, first.black_forfeited) == (0, 0, True, True)
    assert (last.white_points, last.black_points) == (0, 6)
    one = after_withdrawals(entrants(3), games, {1: forfeit, 2: HALF})
    assert one.out == {2}
    assert [(g.white, g.black) for g in one.results] == [(1, 3)]


def test_standings_both_ways_show_what_each_rule_would_do():
    games = round_robin(5, 2)
    ways = standings_both_ways(entrants(5), games, 1, rank)
    annul, forfeit = ways[WithdrawalRule.ANNUL], ways[WithdrawalRule.FORFEIT]
    assert [row.entrant.id for row in annul if row.entrant.id == 1] == []
    assert [row.to_play for row in forfeit if row.entrant.id == 1] == [0]
    done = games_done(1, games)
    assert ways[HALF] == (forfeit if 2 * done >= 4 else annul)


def test_in_a_swiss_all_results_stay():
    games = [game(1, 2, "1"), game(3, 1, None, round_no=2)]
    event = after_withdrawals(entrants(3), games, {1: WithdrawalRule.FORFEIT})
    rows = standings(event.entrants, event.results, None, ["PTS"], System.SWISS)
    assert {row.entrant.id: row.points for row in rows} == {1: 2, 2: 0, 3: 2}


@pytest.mark.parametrize(
    ("timeouts", "games", "limit", "left"),
    [
        ("", 8, SilenceLimit(), False),
        ("TT", 8, SilenceLimit(), False),
        ("TTT", 8, SilenceLimit(), True),
        (".TT.TTT", 20, SilenceLimit(), True),
        ("TTTT.", 8, SilenceLimit(), False),  # has come back
        ("T.TT.T", 8, SilenceLimit(), True),  # half of eight
        ("T.T.T", 8, SilenceLimit(), False),
        ("T.TT.T", 8, SilenceLimit(half=False), False),
        ("TTTT", 9, SilenceLimit(in_a_row=None), False),
        ("TTTTT", 9, SilenceLimit(in_a_row=None), True),
        ("T", 2, SilenceLimit(in_a_row=None), True),
    ],
)
def test_silence_is_a_withdrawal_after_a_row_of_time_outs_or_half_of_the_games(timeouts, games, limit, left):
    assert silent_withdrawal([sign == "T" for sign in timeouts], games, limit) is left
