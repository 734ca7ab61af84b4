"""Tie-breaks that no published event at hand has: standard points, match points, keys of the entrants."""

from fractions import Fraction

from tournaments.standings import ByeKind, ByeResult, EntrantLine, GameResult, Scoring, standings

from .hand_made import entrants, game


def test_a_round_counts_one_for_outscoring_the_opponent_and_a_half_for_equal_scores():
    # C.07 7.7 is made for scores such as 3-1-0: the points say nothing about how often one was better.
    games = [
        GameResult(1, 1, 1, 2, 6, 0),
        GameResult(1, 2, 3, 4, 2, 2),
        GameResult(2, 1, 1, 3, 0, 6),
        GameResult(2, 2, 2, 4, 2, 2),
    ]
    rows = standings(entrants(4), games, Scoring(win=6, draw=2, bye=6), ["PTS", "STD"], "swiss")
    assert {row.entrant.id: row.value("STD").value for row in rows} == {
        1: 1,
        2: Fraction(1, 2),
        3: Fraction(3, 2),
        4: 1,
    }


def test_an_unplayed_round_is_compared_with_a_draw():
    games = [game(1, 2, "+"), game(3, 4, "1")]
    byes = [ByeResult(2, 1, 1, ByeKind.REQUESTED), ByeResult(2, 2, 2), ByeResult(2, 3, 0, ByeKind.REQUESTED)]
    rows = standings(entrants(4), games, None, ["PTS", "STD"], "swiss", byes=byes)
    found = {row.entrant.id: row.value("STD").value for row in rows}
    assert found == {1: Fraction(3, 2), 2: 1, 3: 1, 4: 0}  # 4 is absent in round 2


def test_match_points_count_a_match_of_two_games_once():
    games = [
        game(1, 2, "1", number=1),
        game(2, 1, "=", number=2),  # 1½-½
        game(3, 4, "1", number=1),
        game(4, 3, "1", number=2),  # 1-1
    ]
    rows = standings(entrants(4), games, None, ["PTS", "MP", "GP"], "swiss")
    assert {row.entrant.id: (row.value("MP").value, row.value("GP").value) for row in rows} == {
        1: (2, Fraction(3, 2)),
        2: (0, Fraction(1, 2)),
        3: (1, 1),
        4: (1, 1),
    }


def test_the_number_and_the_rating_of_the_entrants_decide_what_is_left():
    players = [EntrantLine(1, 1, 1500), EntrantLine(2, 2, 1700.4), EntrantLine(3, 3, 1600)]
    assert [row.entrant.id for row in standings(players, [], None, ["PTS", "TPN"])] == [1, 2, 3]
    rows = standings(players, [], None, ["PTS", "RTNG"])
    assert [(row.entrant.id, row.value("RTNG").value) for row in rows] == [(2, 1700), (3, 1600), (1, 1500)]


def test_rating_tie_breaks_say_nothing_without_games_over_the_board():
    games = [game(1, 2, "+")]
    rows = standings([EntrantLine(1, 1, 1500), EntrantLine(2, 2, 1400)], games, None, ["PTS", "ARO", "TPR"], "swiss")
    assert [row.value("ARO").value for row in rows] == [None, None]
    assert [row.value("TPR").value for row in rows] == [None, None]


def test_unrated_opponents_are_left_out_of_rating_tie_breaks():
    players = [EntrantLine(1, 1, 1500), EntrantLine(2, 2, 0), EntrantLine(3, 3, 1401)]
    games = [game(1, 2, "0"), game(1, 3, "1", round_no=2)]
    rows = standings(players, games, None, ["PTS", "ARO", "TPR"], "swiss")
    first = next(row for row in rows if row.entrant.id == 1)
    assert (first.value("ARO").value, first.value("TPR").value) == (1401, 1401 + 800)
