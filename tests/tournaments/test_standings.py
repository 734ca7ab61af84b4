"""Standings, with a round robin worked out by hand."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils import translation

from tournaments.standings import ByeResult, EntrantLine, GameResult, Scoring, standings
from tournaments.tiebreaks import (
    TIEBREAKS,
    Tiebreak,
    TiebreakError,
    TiebreakValue,
    check_tiebreaks,
    tiebreaks_for,
)

from .hand_made import entrants, game

ALL = list(TIEBREAKS)


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


# Six players, everybody once. 1, 2 and 3 beat each other in a ring and share 3 1/2 points.
RING = {
    (1, 2): "1", (2, 3): "1", (3, 1): "1",
    (1, 4): "1", (1, 5): "=", (1, 6): "1",
    (2, 4): "=", (2, 5): "1", (2, 6): "1",
    (3, 4): "1", (3, 5): "1", (3, 6): "=",
    (4, 5): "1", (5, 6): "1", (4, 6): "=",
}  # fmt: skip
RING_GAMES = [game(white, black, score) for (white, black), score in RING.items()]


def test_a_ring_of_three_is_untied_by_sonneborn_berger():
    rows = standings(entrants(6), RING_GAMES, None, ["PTS", "DE", "WIN", "SB"])
    assert [row.entrant.id for row in rows] == [3, 1, 2, 4, 5, 6]
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [row.points for row in rows] == [7, 7, 7, 4, 3, 2]
    assert [row.value("DE").value for row in rows[:3]] == [1, 1, 1]
    assert [row.value("WIN").value for row in rows[:3]] == [3, 3, 3]
    assert [row.value("SB").value for row in rows[:3]] == [Fraction("7.5"), Fraction("7.25"), Fraction("7")]


def test_without_another_tie_break_the_ring_shares_the_first_rank():
    rows = standings(entrants(6), RING_GAMES, None, ["PTS", "DE", "WIN"])
    assert [(row.entrant.id, row.rank, row.shared) for row in rows] == [
        (1, 1, True), (2, 1, True), (3, 1, True), (4, 4, False), (5, 5, False), (6, 6, False),
    ]  # fmt: skip


def test_a_value_shows_the_sum_it_is():
    row = standings(entrants(6), RING_GAMES, None, ["PTS", "SB"])[1]
    assert row.entrant.id == 1
    lines = [(term.opponent, term.opponent_score, term.result, term.contribution) for term in row.value("SB").terms]
    half = Fraction(1, 2)
    assert sorted(lines) == [
        (2, 7 * half, 1, 7 * half),
        (3, 7 * half, 0, 0),
        (4, 2, 1, 2),
        (5, 3 * half, half, 3 * half * half),
        (6, 1, 1, 1),
    ]


def test_everybody_drawing_is_one_shared_rank_in_seed_order():
    games = [game(a, b, "=") for a in range(1, 5) for b in range(a + 1, 5)]
    rows = standings(entrants(4)[::-1], games, None, ["PTS", "DE", "WIN", "SB", "BWG"])
    assert [(row.rank, row.shared, row.entrant.seed) for row in rows] == [(1, True, no) for no in (1, 2, 3, 4)]


def test_a_running_event_shows_games_played_and_the_most_still_possible():
    games = [game(1, 2, "1"), game(1, 2, None, number=2), game(3, 1, None), game(3, 2, "=")]
    rows = standings(entrants(3), games, None, ["PTS"], games_to_come={3: 4})
    assert [(row.entrant.id, row.points, row.played, row.to_play, row.max_points) for row in rows] == [
        (1, 2, 1, 2, 6),
        (2, 1, 2, 1, 3),
        (3, 1, 1, 5, 11),
    ]


def test_unfinished_games_give_nothing_to_any_tie_break():
    finished = [game(1, 2, "1"), game(3, 4, "=")]
    running = [game(1, 3, None, round_no=2), game(2, 4, None, round_no=2)]
    with_running = standings(entrants(4), finished + running, None, ALL, "swiss")
    assert _numbers(with_running, without="DE") == _numbers(
        standings(entrants(4), finished, None, ALL, "swiss"), without="DE"
    )


def test_another_scoring_changes_what_counts_as_a_win():
    games = [game(1, 2, "1"), game(1, 3, "="), game(2, 3, "1")]
    worth = {2: 6, 1: 2, 0: 0}
    three_one = [replace(g, white_points=worth[g.white_points], black_points=worth[g.black_points]) for g in games]
    rows = standings(entrants(3), three_one, Scoring(win=6, draw=2, loss=0, bye=6), ["PTS", "WIN"])
    assert [(row.entrant.id, row.points, row.value("WIN").value) for row in rows] == [(1, 8, 1), (2, 6, 1), (3, 2, 0)]


def test_a_free_day_of_a_round_robin_is_neither_a_win_nor_an_opponent():
    byes = [ByeResult(round_no, round_no, 0) for round_no in (1, 2, 3)]
    games = [game(2, 3, "1", round_no=1), game(3, 1, "=", round_no=2), game(1, 2, "1", round_no=3)]
    rows = standings(entrants(3), games, None, ["PTS", "WIN", "SB"], byes=byes)
    assert [len(row.value("SB").terms) for row in rows] == [2, 2, 2]
    assert [row.played for row in rows] == [2, 2, 2]
    with_points = [ByeResult(round_no, round_no, 2) for round_no in (1, 2, 3)]
    more = standings(entrants(3), games, None, ["PTS", "WIN", "SB"], byes=with_points)
    assert [row.points for row in more] == [row.points + 2 for row in rows]
    assert [row.value("WIN").value for row in more] == [row.value("WIN").value for row in rows]


def test_a_match_of_two_games_counts_twice_in_buchholz_and_a_bye_as_much():
    games = [game(1, 2, "1"), game(2, 1, "=", number=2)]
    byes = [ByeResult(1, 3, 3, games=2)]  # a match won by win and draw
    rows = {row.entrant.id: row for row in standings(entrants(3), games, None, ALL, "swiss", byes=byes)}
    assert [term.opponent_score for term in rows[1].value("BH").terms] == [Fraction(1, 2)] * 2
    assert rows[3].points == 3
    assert rows[3].value("WIN").value == 1
    # The dummy has the bye holder's own 1 1/2 points, but no more than draws in both games: 1.
    assert [term.opponent_score for term in rows[3].value("BH").terms] == [1, 1]


def test_who_leaves_a_swiss_of_two_game_matches_counts_two_draws_a_round_for_the_opponents():
    games = [game(1, 2, "1"), game(2, 1, "=", number=2)]
    later = [game(1, 3, "0", round_no=2), game(3, 1, "0", round_no=2, number=2)]
    rows = {row.entrant.id: row for row in standings(entrants(3), games + later, None, ["PTS", "BH"], "swiss")}
    # 2 has half a point and was away in round 2: 1/2 + two draws.
    assert [term.opponent_score for term in rows[1].value("BH").terms[:2]] == [Fraction("1.5")] * 2
    assert [rows[no].value("BH").terms[0].kind for no in (2, 3)] == ["game", "requested_bye"]
    assert [len(rows[no].value("BH").terms) for no in (1, 2, 3)] == [4, 4, 4]


@pytest.mark.parametrize(
    ("last_round", "adjusted"), [("-", Fraction("0.5")), ("+", Fraction(1)), ("=", Fraction("0.5"))]
)
def test_a_missed_round_counts_as_a_draw_for_opponents_only_if_nothing_was_available_after_it(last_round, adjusted):
    # 2 loses round 1, is away in round 2, and in round 3 forfeits, wins by forfeit, or draws.
    games = [game(1, 2, "1"), game(1, 3, "1", round_no=2), game(2, 3, last_round, round_no=3)]
    rows = {row.entrant.id: row for row in standings(entrants(3), games, None, ["PTS", "BH"], "swiss")}
    assert rows[1].value("BH").terms[0].opponent_score == adjusted


def test_one_forfeited_game_of_a_played_match_counts_as_played_in_a_swiss():
    games = [game(1, 2, "0"), game(2, 1, "-", number=2), game(3, 4, "+"), game(4, 3, "-", number=2)]
    rows = {row.entrant.id: row for row in standings(entrants(4), games, None, ALL, "swiss")}
    assert rows[1].value("WON").value == 1  # the match was played
    assert rows[3].value("WON").value == 0  # both games forfeited: not played
    assert rows[3].value("WIN").value == 2


def test_a_forfeit_loss_is_no_game_with_black_but_the_win_is_one_in_a_round_robin():
    games = [game(1, 2, "+"), game(2, 1, "-", number=2)]
    rows = {row.entrant.id: row for row in standings(entrants(2), games, None, ["PTS", "BPG", "BWG"])}
    assert [rows[2].value(code).value for code in ("BPG", "BWG")] == [0, 0]
    assert [rows[1].value(code).value for code in ("BPG", "BWG")] == [1, 1]


@pytest.mark.parametrize(
    ("value", "shown"),
    [("0", "0"), ("7", "7"), ("100", "100"), ("13/2", "6.5"), ("39/4", "9.75"), ("1/3", "0.33"), ("1/8", "0.13")],
)
def test_values_are_shown_as_decimals(value, shown):
    decimal = TiebreakValue("SB", Fraction(value)).decimal
    assert (decimal, str(decimal)) == (Decimal(shown), shown)


def test_every_tie_break_has_a_code_a_name_and_an_explanation():
    for code, tiebreak in TIEBREAKS.items():
        assert isinstance(tiebreak, Tiebreak)
        assert tiebreak.code == code
        assert str(tiebreak.name)
        assert str(tiebreak.explanation).endswith(".")
    assert {"BH", "BH/C1"} <= {tiebreak.code for tiebreak in tiebreaks_for("swiss")}
    assert not {"BH", "BH/C1"} & {tiebreak.code for tiebreak in tiebreaks_for("round_robin")}


@pytest.mark.parametrize(
    ("codes", "hint"),
    [
        (["PTS", "XX"], "no tie-break “XX”: choose from PTS"),
        (["PTS", "SB", "SB"], "only once"),
        (["SB", "PTS"], "first"),
    ],
)
def test_a_list_of_tie_breaks_that_cannot_be_used_is_refused(codes, hint):
    with pytest.raises(TiebreakError, match=hint):
        check_tiebreaks(codes)


def test_points_come_first_even_when_not_listed():
    assert [tiebreak.code for tiebreak in check_tiebreaks(["SB", "WIN"])] == ["PTS", "SB", "WIN"]


def test_impossible_input_is_refused():
    with pytest.raises(ValueError, match="not an entrant"):
        standings(entrants(2), [game(1, 3, "1")])
    with pytest.raises(ValueError, match="same id"):
        standings([EntrantLine(1, 1), EntrantLine(1, 2)], [])
    with pytest.raises(ValueError, match="itself"):
        GameResult(1, 1, 4, 4)
    with pytest.raises(ValueError, match="neither"):
        GameResult(1, 1, 4, 5, 2, None)
    with pytest.raises(ValueError, match="at least a draw"):
        Scoring(win=1, draw=2)


def test_an_event_without_games_or_entrants_has_standings_too():
    assert standings([], []) == []
    from_games = [code for code in ALL if code not in ("TPN", "RTNG")]
    assert [(row.rank, row.points) for row in standings(entrants(3), [], None, from_games)] == [(1, 0)] * 3
    assert [row.rank for row in standings(entrants(3), [], None, ["PTS", "TPN"])] == [1, 2, 3]


def _numbers(rows, *, without: str) -> list[tuple[int, str, Fraction | None]]:
    return sorted(
        (row.entrant.id, value.code, value.value) for row in rows for value in row.values if value.code != without
    )
