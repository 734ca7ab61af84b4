"""A whole round robin of six, played by round through the services, against sums made by hand.

Points: a 3, b 3½, c 3, d 3, e 1½, f 1. Three are tied with 3.
DE: a beat d, d beat c, c beat a: one point each, nothing decided.
WIN: a 3 (f, d, e), c 2, d 2: a is before them.
SB: c ½·1½ + 1·3 + ½·3½ + 1·1 = 6½, d 1·3 + 1·1 + ½·1½ + ½·3½ = 6½: nothing decided.
BWG: d 2 (against c and f), c 0: d is before c.
"""

from fractions import Fraction

import pytest

from accounts.models import Notification
from tests.tournaments.events import HOUR, T0, decide, players, started
from tournaments.selectors import crosstable_of, rounds_of, standings_of
from tournaments.templatetags.events import exact

pytestmark = pytest.mark.django_db

A, B, C, D, E, F = NAMES = ("anna", "bertil", "cesar", "david", "erik", "filip")
# Berger table of six, FIDE Handbook C.05 Annex 1: 1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1.
ROUNDS = [
    {(A, F): "white", (B, E): "draw", (C, D): "black"},
    {(F, D): "black", (E, C): "draw", (A, B): "black"},
    {(B, F): "white", (C, A): "white", (D, E): "draw"},
    {(F, E): "white", (A, D): "white", (B, C): "draw"},
    {(C, F): "white", (D, B): "draw", (E, A): "black"},
]
#            points  WIN  SB      BWG
EXPECTED = {
    B: ("3½", "2", "7¾", "1"),
    A: ("3", "3", "5½", "1"),
    D: ("3", "2", "6½", "2"),
    C: ("3", "2", "6½", "0"),
    E: ("1½", "0", "4¾", "0"),
    F: ("1", "1", "1½", "0"),
}


@pytest.fixture
def played():
    event = started(players(6), games_per_pairing=1, pacing="by_round")
    for number, results in enumerate(ROUNDS, start=1):
        stored = rounds_of(event)[number - 1]
        assert {(g.white.user.name, g.black.user.name) for m in stored.matches for g in m.games} == set(results)
        decide(event, results, now=T0 + number * 24 * HOUR)
    event.refresh_from_db()
    return event


def test_points_ties_and_ranks(played):
    table = standings_of(played)
    assert [line.entrant.user.name for line in table] == list(EXPECTED)
    assert [line.rank for line in table] == [1, 2, 3, 4, 5, 6]
    for line in table:
        codes = ("PTS", "WIN", "SB", "BWG")
        shown = tuple(exact(line.row.value(code).value) for code in codes)
        assert shown == EXPECTED[line.entrant.user.name]


def test_direct_encounter_goes_round_in_a_circle_and_decides_nothing(played):
    tied = [line for line in standings_of(played) if line.points == 6]
    assert [(line.row.value("DE").value, line.row.value("DE").place) for line in tied] == [(Fraction(1), 1)] * 3


def test_what_separated_equals_is_marked(played):
    marked = {line.entrant.user.name: set(line.decisive) for line in standings_of(played)}
    assert marked == {B: set(), A: {"WIN"}, D: {"WIN", "BWG"}, C: {"BWG"}, E: set(), F: set()}


def test_players_equal_in_the_whole_list_share_the_place(played):
    played.tiebreaks = ["PTS", "DE", "SB"]
    assert [(line.entrant.user.name, line.rank) for line in standings_of(played)] == [
        (B, 1), (C, 2), (D, 2), (A, 4), (E, 5), (F, 6),
    ]  # fmt: skip


def test_the_event_ended_by_itself_with_its_ranks(played):
    assert (played.status, played.finished_at) == ("finished", T0 + 5 * 24 * HOUR)
    ranks = dict(played.entrants.values_list("user__name", "final_rank"))
    assert ranks == {B: 1, A: 2, D: 3, C: 4, E: 5, F: 6}
    told = Notification.objects.filter(kind="event_finished").values_list("user__name", "data__rank")
    assert dict(told) == ranks


def test_crosstable_mirrors_itself(played):
    lines = crosstable_of(played)
    order = [line.standing.entrant.pk for line in lines]
    grid = {(row.standing.entrant.pk, cell.opponent): cell for row in lines for cell in row.cells}
    for one in order:
        assert grid[one, one].diagonal
        for other in order:
            if one != other:
                assert grid[one, other].points + grid[other, one].points == 2
    anna = lines[1]
    assert [exact(Fraction(cell.points, 2)) if not cell.diagonal else "*" for cell in anna.cells] == [
        "0", "*", "1", "0", "1", "1",
    ]  # fmt: skip
