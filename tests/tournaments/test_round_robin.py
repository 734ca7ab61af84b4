"""Berger tables, matches with balanced colours, and the round robin as an event format."""

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from django.utils import translation

from tournaments.pairing.formats import (
    FORMATS,
    Entry,
    EventState,
    FormatError,
    FormatSettings,
    PastMatch,
    RoundRobin,
    format_for,
)
from tournaments.pairing.plan import plan_match
from tournaments.pairing.round_robin import berger, rounds_needed, schedule

# FIDE Handbook C.05 Annex 1, "9 or 10 players", as printed.
PRINTED_10 = """
1-10 2-9 3-8 4-7 5-6
10-6 7-5 8-4 9-3 1-2
2-10 3-1 4-9 5-8 6-7
10-7 8-6 9-5 1-4 2-3
3-10 4-2 5-1 6-9 7-8
10-8 9-7 1-6 2-5 3-4
4-10 5-3 6-2 7-1 8-9
10-9 1-8 2-7 3-6 4-5
5-10 6-4 7-3 8-2 9-1
"""


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def read(table: str) -> list[list[tuple[int, int]]]:
    return [[tuple(map(int, pair.split("-"))) for pair in line.split()] for line in table.strip().splitlines()]


def test_the_printed_table_of_ten():
    assert berger(10) == read(PRINTED_10)


def test_nine_players_use_the_table_of_ten_and_its_last_number_is_the_bye():
    assert berger(9) == [[pair for pair in pairs if 10 not in pair] for pairs in read(PRINTED_10)]
    assert [[bye.no for bye in plan.byes] for plan in schedule(9, 1)] == [[1], [6], [2], [7], [3], [8], [4], [9], [5]]


SIZES = range(2, 41)


@pytest.mark.parametrize("n", SIZES)
def test_everybody_meets_everybody_once_and_plays_once_a_round(n):
    table = berger(n)
    assert len(table) == rounds_needed(n) == (n - 1 if n % 2 == 0 else n)
    assert Counter(frozenset(pair) for pairs in table for pair in pairs) == Counter(
        frozenset(pair) for pair in combinations(range(1, n + 1), 2)
    )
    for plan in schedule(n, 1):
        busy = [no for match in plan.matches for no in (match.white_no, match.black_no)] + [bye.no for bye in plan.byes]
        assert sorted(busy) == list(range(1, n + 1))
        assert len(plan.byes) == n % 2


@pytest.mark.parametrize("n", SIZES)
def test_colours_follow_the_parity_rule_and_are_balanced(n):
    whites = Counter(white for pairs in berger(n) for white, _ in pairs)
    for no in range(1, n + 1):
        games = n - 1
        assert abs(2 * whites[no] - games) <= (0 if n % 2 else 1)
    for round_no, pairs in enumerate(berger(n), start=1):
        for white, black in pairs:
            last = n + n % 2
            if last in (white, black):
                assert (black if round_no % 2 else white) == last
            else:
                low_has_white = (white + black) % 2 == 1
                assert (white < black) is low_has_white


@pytest.mark.parametrize("n", [4, 6, 8, 10, 16])
def test_nobody_has_the_same_colour_three_times_running(n):
    for no in range(1, n + 1):
        colours = [white == no for pairs in berger(n) for white, black in pairs if no in (white, black)]
        assert all(len(set(colours[i : i + 3])) > 1 for i in range(len(colours) - 2))
        assert sum(a == b for a, b in pairwise(colours)) <= 1


@pytest.mark.parametrize(("games", "colours_of_the_first"), [(1, "W"), (2, "WB"), (4, "WBBW"), (6, "WBBWWB")])
def test_a_match_alternates_colours_in_the_order_of_hive_events(games, colours_of_the_first):
    match = plan_match(7, 3, games)
    assert (match.white_no, match.black_no) == (7, 3)
    assert "".join("W" if white == 7 else "B" for white, _ in match.games) == colours_of_the_first
    assert all({white, black} == {7, 3} for white, black in match.games)


@pytest.mark.parametrize("games", [2, 4, 6])
@pytest.mark.parametrize("n", [2, 5, 6, 11])
def test_more_games_per_pairing_balance_every_colour(n, games):
    colours = Counter()
    for plan in schedule(n, games):
        for match in plan.matches:
            assert len(match.games) == games
            for white, black in match.games:
                colours[white, black] += 1
    assert set(colours.values()) == {games // 2}
    assert len(colours) == n * (n - 1)


@pytest.mark.parametrize("games", [0, 3, 5, 8, -2])
def test_other_numbers_of_games_are_refused(games):
    with pytest.raises(ValueError, match="1, 2, 4 or 6"):
        schedule(4, games)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 8, 9, 14])
def test_two_cycles_are_the_table_twice_with_colours_reversed_and_no_colour_three_times_running(n):
    plans = schedule(n, 1, cycles=2)
    assert [plan.number for plan in plans] == list(range(1, 2 * rounds_needed(n) + 1))
    met = Counter((match.white_no, match.black_no) for plan in plans for match in plan.matches)
    assert met == Counter((one, other) for one in range(1, n + 1) for other in range(1, n + 1) if one != other)
    for no in range(1, n + 1):
        colours = [match.white_no == no for plan in plans for match in plan.matches if no in match.games[0]]
        assert all(len(set(colours[i : i + 3])) > 1 for i in range(len(colours) - 2))


def test_the_last_two_rounds_of_the_first_cycle_change_places():
    rounds = [[(match.white_no, match.black_no) for match in plan.matches] for plan in schedule(4, 1, cycles=2)]
    assert rounds[:3] == [[(1, 4), (2, 3)], [(2, 4), (3, 1)], [(4, 3), (1, 2)]]
    assert rounds[3:] == [[(4, 1), (3, 2)], [(3, 4), (2, 1)], [(4, 2), (1, 3)]]
    event = EventState(state(4).entries, FormatSettings(2, cycles=2))
    assert RoundRobin().rounds_total(event) == 6
    assert RoundRobin().plan_round(event, 6, rng=random.Random(1)) == schedule(4, 2, cycles=2)[5]


@pytest.mark.parametrize("cycles", [0, 3])
def test_other_numbers_of_cycles_are_refused(cycles):
    with pytest.raises(FormatError, match="once or twice"):
        RoundRobin().validate(4, FormatSettings(2, cycles=cycles))
    with pytest.raises(ValueError, match="one or two cycles"):
        schedule(4, 2, cycles)


def test_one_player_is_no_round_robin():
    with pytest.raises(ValueError, match="at least two"):
        berger(1)


def state(n: int, games: int = 2, **changes) -> EventState:
    return EventState(tuple(Entry(no, 2000 - no) for no in range(1, n + 1)), FormatSettings(games), **changes)


def test_the_format_is_found_by_its_code():
    assert isinstance(format_for("round_robin"), RoundRobin)
    assert all(FORMATS[code].code == code for code in FORMATS)
    assert str(format_for("round_robin").label) == "Round robin"
    with pytest.raises(FormatError, match="no event format “swis”: choose one of round_robin"):
        format_for("swis")


def test_the_format_plans_the_schedule_round_by_round():
    event = state(5)
    assert RoundRobin().rounds_total(event) == 5
    plans = [RoundRobin().plan_round(event, no, rng=random.Random(1)) for no in range(1, 6)]
    assert plans == schedule(5, 2)
    for round_no in (0, 6):
        with pytest.raises(ValueError, match="no round"):
            RoundRobin().plan_round(event, round_no, rng=random.Random(1))


def test_results_withdrawals_and_chance_do_not_change_the_table():
    left = tuple(Entry(no, 1500, active=no != 2) for no in range(1, 5))
    later = EventState(left, FormatSettings(2), history=(PastMatch(1, 1, 4, 4), PastMatch(1, 2, 3, 0, 4, played=False)))
    assert RoundRobin().plan_round(later, 2, rng=random.Random(5)) == schedule(4, 2)[1]


@pytest.mark.parametrize(
    ("entrants", "games", "hint"),
    [(0, 1, "at least two"), (1, 2, "at least two"), (101, 2, "at most 100 entrants"), (6, 3, "1, 2, 4 or 6")],
)
def test_an_event_that_cannot_be_played_is_refused_with_what_to_change(entrants, games, hint):
    with pytest.raises(FormatError, match=hint):
        RoundRobin().validate(entrants, FormatSettings(games))


@pytest.mark.parametrize("games", [1, 2, 4, 6])
def test_two_to_a_hundred_entrants_are_welcome(games):
    for entrants in (2, 3, 100):
        RoundRobin().validate(entrants, FormatSettings(games))
