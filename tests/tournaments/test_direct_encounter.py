"""Direct encounter, FIDE C.07 Article 6: all met, not all met, repeated meetings, forfeits, running games."""

from fractions import Fraction

import pytest

from tournaments.standings import GameResult, standings
from tournaments.tiebreaks import TIEBREAKS, EventRecord, System

from .hand_made import entrants, game


def record(n: int, games: list[GameResult], system: str = "round_robin") -> EventRecord:
    return EventRecord(entrants(n), games, system=System(system))


def places(n: int, games: list[GameResult], system: str = "round_robin") -> list[int | None]:
    found = TIEBREAKS["DE"].values(range(1, n + 1), record(n, games, system))
    return [found[no].place for no in range(1, n + 1)]


def test_direct_encounter_is_applied_again_to_those_still_tied():
    # Table: 1 and 2 have 2, 3 and 4 have 1; within the pairs 1 beat 2 and 3 beat 4.
    games = [game(1, 2, "1"), game(1, 3, "1"), game(4, 1, "1"), game(2, 3, "1"), game(2, 4, "1"), game(3, 4, "1")]
    assert places(4, games) == [1, 2, 3, 4]


def test_direct_encounter_with_a_draw_decides_nothing_between_the_two():
    games = [game(1, 2, "="), game(1, 3, "1"), game(2, 3, "1")]
    assert places(3, games) == [1, 1, 3]


def test_direct_encounter_places_only_who_is_first_whatever_the_missing_results():
    # 2 and 3 have not met: 1 is first all the same, and between 2 and 3 nothing is known.
    assert places(3, [game(1, 2, "1"), game(1, 3, "1")], "swiss") == [1, 2, 2]
    # Here the winner of the missing game would overtake 1.
    assert places(3, [game(1, 2, "1"), game(1, 3, "=")], "swiss") == [1, 1, 1]


def test_direct_encounter_ranks_the_rest_again_once_somebody_is_placed():
    # 1 has beaten 2 and 4 and is first even if 3, whom 1 has not met, wins. Second place would
    # depend on that game, but among 2, 3 and 4 all have met: 1 1/2, 1/2 and 1 point.
    games = [game(1, 2, "1"), game(1, 4, "1"), game(2, 3, "1"), game(3, 4, "="), game(2, 4, "=")]
    assert places(4, games, "swiss") == [1, 2, 4, 3]


def test_direct_encounter_of_a_running_match_takes_the_missing_game_into_account():
    ahead = [game(1, 2, "1"), game(2, 1, None, number=2)]
    assert places(2, ahead) == [1, 1]  # 2 can still win the other game
    safe = [*ahead, game(1, 2, "1", number=3), game(2, 1, None, number=4), game(1, 2, "1", number=5)]
    assert places(2, safe) == [1, 2]


def test_direct_encounter_averages_repeated_meetings():
    games = [game(1, 2, "1"), game(2, 1, "=", number=2), game(1, 3, "="), game(2, 3, "=")]
    found = TIEBREAKS["DE"].values([1, 2, 3], record(3, games))
    assert [found[no].value for no in (1, 2, 3)] == [Fraction("1.25"), Fraction("0.75"), 1]


@pytest.mark.parametrize(("system", "expected"), [("round_robin", [1, 2]), ("swiss", [1, 1])])
def test_direct_encounter_counts_forfeits_in_a_round_robin_only(system, expected):
    assert places(2, [game(1, 2, "+")], system) == expected


def test_who_is_tied_with_nobody_has_no_direct_encounter():
    rows = standings(entrants(2), [game(1, 2, "1")], None, ["PTS", "DE"])
    assert [(row.value("DE").value, row.value("DE").decimal) for row in rows] == [(None, None)] * 2
