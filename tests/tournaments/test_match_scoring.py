"""Standings where matches are scored: what a match gives, when it counts, and what still counts games."""

from fractions import Fraction

import pytest

from tournaments.standings import ByeKind, ByeResult, GameResult, ScoreBy, Scoring, StandingRow, standings
from tournaments.tiebreaks import TIEBREAKS, EventRecord

from .hand_made import entrants, match

ALL = list(TIEBREAKS)
HALF = Fraction(1, 2)


def by_match(n: int, games: list[GameResult], codes=ALL, system="swiss", **more) -> dict[int, StandingRow]:
    rows = standings(entrants(n), games, None, codes, system, score_by="matches", **more)
    return {row.entrant.id: row for row in rows}


def numbers(rows: dict[int, StandingRow], code: str) -> list[Fraction | None]:
    return [rows[no].value(code).value for no in sorted(rows)]


def test_the_winner_of_a_match_has_more_points_from_its_games():
    rows = by_match(4, [*match(1, 2, "1", "="), *match(3, 4, "1", "0")])
    assert [rows[no].points for no in (1, 2, 3, 4)] == [2, 0, 1, 1]
    assert [rows[no].game_points for no in (1, 2, 3, 4)] == [3, 1, 2, 2]
    assert numbers(rows, "MP") == numbers(rows, "PTS") == [1, 0, HALF, HALF]
    assert numbers(rows, "GP") == [Fraction(3, 2), HALF, 1, 1]


def test_scored_by_games_the_points_are_game_points_and_match_points_are_a_tie_break():
    rows = standings(entrants(2), match(1, 2, "1", "="), None, ["PTS", "MP", "GP"], match_scoring=Scoring(6, 2, 0, 6))
    assert [(row.points, row.value("GP").value, row.value("MP").value) for row in rows] == [
        (3, Fraction(3, 2), 3),
        (1, HALF, 0),
    ]


def test_every_tie_break_from_results_counts_matches_but_those_of_black_count_games():
    games = [
        *match(1, 2, "1", "1"), *match(3, 4, "1", "0"),
        *match(1, 3, "1", "=", round_no=2), *match(2, 4, "1", "1", round_no=2),
        *match(1, 4, "0", "0", round_no=3), *match(2, 3, "=", "=", round_no=3),
    ]  # fmt: skip
    rows = by_match(4, games)
    assert numbers(rows, "PTS") == [2, Fraction(3, 2), 1, Fraction(3, 2)]
    assert numbers(rows, "GP") == [Fraction(7, 2), 3, Fraction(5, 2), 3]
    assert numbers(rows, "BH") == [4, Fraction(9, 2), 5, Fraction(9, 2)]
    assert numbers(rows, "SB") == [Fraction(5, 2), 2, Fraction(3, 2), Fraction(5, 2)]  # 1: 1½·1 + 1·1 + 1½·0
    assert numbers(rows, "WIN") == numbers(rows, "WON") == [2, 1, 0, 1]
    assert numbers(rows, "PS") == [1 + 2 + 2, 0 + 1 + Fraction(3, 2), HALF + HALF + 1, HALF + HALF + Fraction(3, 2)]
    assert numbers(rows, "STD") == [2, Fraction(3, 2), 1, Fraction(3, 2)]
    assert numbers(rows, "KS") == [1, 1, 1, 1]  # all but 3 have half of 3 or more
    assert numbers(rows, "FB") == [Fraction(7, 2), Fraction(9, 2), 5, 5]  # round 3 drawn: 2½, 1½, 1, 1
    assert numbers(rows, "AOB") == [Fraction(14, 3), Fraction(27, 6), Fraction(13, 3), Fraction(27, 6)]
    assert numbers(rows, "BPG") == [3, 3, 3, 3]
    assert numbers(rows, "BWG") == [1, 1, 0, 1]
    between = {no: (rows[no].value("DE").value, rows[no].value("DE").place) for no in (2, 4)}
    assert between == {2: (1, 1), 4: (0, 2)}  # 2 beat 4 in their match


def test_a_match_counts_once_all_its_games_are_recorded():
    running = match(1, 2, "1", "1", None)  # decided, and still not counted
    rows = by_match(2, running, ["PTS", "GP", "MP", "BH", "WIN", "DE"])
    assert [rows[no].points for no in (1, 2)] == [0, 0]
    assert numbers(rows, "GP") == [2, 0]
    assert [rows[1].played, rows[1].to_play, rows[1].matches_played, rows[1].matches_to_play] == [2, 1, 0, 1]
    assert rows[1].value("DE").place == rows[2].value("DE").place == 1
    done = by_match(2, match(1, 2, "1", "1", "0"), ["PTS", "DE"])
    assert [done[no].points for no in (1, 2)] == [2, 0]
    assert [done[1].matches_played, done[1].matches_to_play] == [1, 0]


def test_the_scoring_of_matches_is_its_own():
    games = [*match(1, 2, "1", "="), *match(3, 4, "1", "0")]
    rows = by_match(4, games, ["PTS", "WIN", "STD"], match_scoring=Scoring(win=6, draw=2, loss=0, bye=6))
    assert [rows[no].points for no in (1, 2, 3, 4)] == [6, 0, 2, 2]
    assert numbers(rows, "WIN") == [1, 0, 0, 0]  # a drawn match, worth a game won, is none


def test_a_running_match_is_one_missing_match_for_the_direct_encounter():
    # 1 has won two of three matches against 2, and is first whatever the third brings.
    games = [*match(1, 2, "1", "1"), *match(1, 2, "1", "1", round_no=2), *match(1, 2, None, None, round_no=3)]
    found = TIEBREAKS["DE"].values([1, 2], EventRecord(entrants(2), games, score_by=ScoreBy.MATCHES))
    assert [found[no].place for no in (1, 2)] == [1, 2]


@pytest.mark.parametrize(
    ("scores", "most_of_1", "most_of_2"),
    [
        ((None, None), 2, 2),
        (("1", None), 2, 1),  # 2 can still draw the match
        (("1", "=", None), 2, 1),
        (("1", "1", None), 2, 0),
        (("1", "0", None), 2, 2),
    ],
)
def test_the_most_still_possible_knows_which_running_matches_can_be_won(scores, most_of_1, most_of_2):
    rows = by_match(2, match(1, 2, *scores), ["PTS"], matches_to_come={2: 3})
    assert [rows[1].max_points, rows[2].max_points] == [most_of_1, most_of_2 + 3 * 2]
    assert rows[2].matches_to_play == 4


def test_a_match_with_one_game_forfeited_was_played_and_only_one_with_all_of_them_is_forfeited():
    rows = by_match(4, [*match(1, 2, "+", "0"), *match(3, 4, "+", "+")])
    kinds = {no: rows[no].value("PTS").terms[0].kind for no in (1, 2, 3, 4)}
    assert kinds == {1: "game", 2: "game", 3: "forfeit_win", 4: "forfeit_loss"}
    assert [rows[no].points for no in (1, 2, 3, 4)] == [1, 1, 2, 0]
    assert numbers(rows, "WON") == [0, 0, 0, 0]
    assert numbers(rows, "WIN") == [0, 0, 1, 0]


def test_a_forfeited_game_is_no_performance_even_in_a_match_that_was_played():
    rows = by_match(2, match(1, 2, "+", "0"), ["PTS", "ARO", "TPR"])
    assert [len(rows[no].value("ARO").terms) for no in (1, 2)] == [1, 1]
    assert rows[1].value("TPR").value == 1998 - 800  # the game played was lost


def test_both_forfeiting_all_games_lose_the_match_both_and_one_game_each_is_a_drawn_match():
    rows = by_match(4, [*match(1, 2, "--", "--"), *match(3, 4, "+", "-")])
    assert [rows[no].points for no in (1, 2, 3, 4)] == [0, 0, 1, 1]
    assert {rows[no].value("PTS").terms[0].kind for no in (1, 2)} == {"forfeit_loss"}
    assert {rows[no].value("PTS").terms[0].kind for no in (3, 4)} == {"game"}


@pytest.mark.parametrize(
    ("bye", "match_points"),
    [
        (ByeResult(1, 3, 3, games=2), 2),  # win and draw, as a Double Swiss gives: a match won
        (ByeResult(1, 3, 2, ByeKind.REQUESTED, games=2), 1),  # two draws
        (ByeResult(1, 3, 0, games=2), 0),  # the free day of a round robin
        (ByeResult(1, 3, 0, games=2, match_points=2), 2),
        (ByeResult(1, 3, 3, games=2, match_points=0), 0),
    ],
)
def test_a_bye_gives_match_points_and_the_game_points_it_says(bye, match_points):
    rows = by_match(3, match(1, 2, "1", "1"), ["PTS", "GP", "BH", "WIN"], byes=[bye])
    assert rows[3].points == match_points
    assert rows[3].game_points == bye.points
    assert rows[3].value("BH").terms[0].opponent_score == min(Fraction(match_points, 2), HALF)  # a dummy: one draw


def test_who_leaves_counts_as_a_drawn_match_a_round_for_the_opponents():
    games = [*match(1, 2, "1", "="), *match(1, 3, "0", "0", round_no=2)]
    rows = by_match(3, games, ["PTS", "BH"])
    assert rows[1].value("BH").terms[0].opponent_score == HALF  # 2: lost, then away
    assert [len(rows[no].value("BH").terms) for no in (1, 2, 3)] == [2, 2, 2]


def test_deciders_count_for_the_winner_of_the_match_and_for_nothing_else():
    decider = GameResult(1, 102, 1, 2, 2, 0, number=3, decider=True)
    games = [*match(1, 2, "1", "0"), decider]
    rows = by_match(2, games, ["PTS", "GP", "BPG", "WIN"])
    assert [rows[no].points for no in (1, 2)] == [2, 0]
    assert numbers(rows, "GP") == [1, 1]
    assert numbers(rows, "BPG") == [1, 1]
    assert [rows[1].played, rows[1].to_play] == [2, 0]
    by_game = standings(entrants(2), games, None, ["PTS", "MP"])
    assert [(row.points, row.value("MP").value) for row in by_game] == [(2, 2), (2, 0)]
    waiting = by_match(2, [*games[:2], GameResult(1, 102, 1, 2, number=3, decider=True)], ["PTS"])
    assert [waiting[1].points, waiting[1].matches_to_play, waiting[1].max_points] == [0, 1, 2]
