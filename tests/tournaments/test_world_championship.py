"""The World Championship's group standings: match points, games among the tied, games from the top down, seed."""

from fractions import Fraction

from tournaments.standings import GameResult, StandingRow, standings
from tournaments.templatetags.events import tie_sum
from tournaments.tiebreaks import TIEBREAK_PRESETS, check_tiebreaks

from .hand_made import entrants, match

LIST = TIEBREAK_PRESETS["world_championship_group"]
HALF = Fraction(1, 2)


def group(n: int, games: list[GameResult], codes=LIST) -> list[StandingRow]:
    return standings(entrants(n), games, None, codes, score_by="matches")


def order(rows: list[StandingRow]) -> list[int]:
    return [row.entrant.id for row in rows]


# 1, 2 and 3 beat each other in a ring by 1½-½, all lost to 4 and all beat 5: two match points each.
RING = [
    *match(1, 2, "1", "="), *match(2, 3, "1", "="), *match(3, 1, "1", "="),
    *match(4, 1, "1", "1"), *match(4, 2, "1", "="), *match(4, 3, "1", "="),
    *match(1, 5, "1", "1"), *match(2, 5, "1", "="), *match(3, 5, "1", "1"),
    *match(4, 5, "1", "1"),
]  # fmt: skip


def test_a_ring_is_untied_by_the_games_against_the_first_of_the_table_then_against_the_next():
    rows = {row.entrant.id: row for row in group(5, RING)}
    assert [rows[no].points for no in (1, 2, 3, 4, 5)] == [4, 4, 4, 8, 0]
    assert [rows[no].value("DEG").value for no in (1, 2, 3)] == [2, 2, 2]
    # Against 4: nothing, ½ and ½, so 1 is last; against 5: 1½ and 2.
    assert order(group(5, RING)) == [4, 3, 2, 1, 5]
    top_down = {no: rows[no].value("TOPDOWN") for no in rows}
    assert [(top_down[no].place, top_down[no].value) for no in (3, 2, 1)] == [(1, HALF + 2), (2, 2), (3, 0)]
    assert [[(term.opponent, term.contribution) for term in top_down[no].terms] for no in (3, 2, 1)] == [
        [(4, HALF), (5, 2)],
        [(4, HALF), (5, 3 * HALF)],
        [(4, 0)],
    ]
    assert [tie_sum(top_down[no]) for no in (3, 2, 1)] == ["½ + 2", "½ + 1½", "0"]
    assert (top_down[4].value, top_down[4].place, rows[4].value("DEG").value) == (None, 1, None)


def test_the_game_score_among_the_tied_comes_before_the_others():
    clear = [*match(1, 2, "1", "="), *match(2, 3, "1", "1"), *match(3, 1, "1", "="), *RING[6:]]
    rows = group(5, clear)
    assert {row.entrant.id: row.value("DEG").value for row in rows if row.points == 4} == {
        1: 2,
        2: 5 * HALF,
        3: 3 * HALF,
    }
    assert order(rows) == [4, 2, 1, 3, 5]
    assert tie_sum(next(row for row in rows if row.entrant.id == 2).value("DEG")) == "0 + ½ + 1 + 1"


def test_others_who_share_a_place_are_taken_together():
    # 4 and 5 share the top. 1 took a game from 4, and 2 one from 5; both beat 3, 2 more clearly.
    # Taken one by one, 4 would put 1 first.
    games = [
        *match(1, 2, "=", "="), *match(4, 5, "1", "0"),
        *match(4, 1, "1", "="), *match(5, 1, "1", "1"), *match(4, 2, "1", "1"), *match(5, 2, "1", "="),
        *match(1, 3, "1", "="), *match(2, 3, "1", "1"), *match(4, 3, "1", "1"), *match(5, 3, "1", "1"),
    ]  # fmt: skip
    rows = group(5, games)
    assert order(rows) == [4, 5, 2, 1, 3]
    assert [tie_sum(row.value("TOPDOWN")) for row in rows[2:4]] == ["0 + ½ + 2", "½ + 0 + 1½"]


def test_an_other_is_passed_over_until_the_tied_have_finished_as_many_games_against_them():
    first = [*match(3, 1, "1", "="), *match(3, 2, "1", None), *match(1, 4, "1", "="), *match(2, 4, "1", "1")]
    tied = [*match(1, 2, "=", "="), *match(3, 4, "1", "1"), *first]
    rows = group(4, tied)
    assert order(rows) == [3, 2, 1, 4]  # by the games against 4 alone, though 1 has half a point against 3
    assert [tie_sum(row.value("TOPDOWN")) for row in rows[1:3]] == ["2", "1½"]
    settled = [*match(1, 2, "=", "="), *match(3, 4, "1", "1"), *match(3, 1, "1", "="), *match(3, 2, "1", "1")]
    assert order(group(4, settled + first[4:])) == [3, 1, 2, 4]


def test_equal_in_everything_the_higher_seed_is_first():
    games = [*match(2, 1, "1", "0"), *match(1, 3, "1", "1"), *match(3, 2, "0", "0")]
    assert order(group(3, games)) == [1, 2, 3]
    assert [row.rank for row in group(3, games, LIST[:-1])] == [1, 1, 3]


def test_games_of_a_forfeited_match_count_in_a_group():
    games = [*match(1, 2, "+", "+"), *match(2, 3, "1", "1"), *match(3, 1, "1", "1")]
    assert [row.value("DEG").value for row in group(3, games)] == [2, 2, 2]


def test_every_preset_is_a_list_that_can_be_used():
    assert {"world_championship_group", "double_swiss", "dutch_swiss", "round_robin", "knock_out"} == set(
        TIEBREAK_PRESETS
    )
    for codes in TIEBREAK_PRESETS.values():
        assert [tiebreak.code for tiebreak in check_tiebreaks(codes)] == list(codes)
