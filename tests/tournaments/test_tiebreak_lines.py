"""Every number of the standings opens as the sum it is, with games and with matches."""

from fractions import Fraction

import pytest
from django.utils import translation

from tournaments.standings import ByeKind, ByeResult, EntrantLine, standings
from tournaments.templatetags.events import exact
from tournaments.tiebreak_lines import formula, lines_of
from tournaments.tiebreak_words import in_order, in_words, to_choose_from
from tournaments.tiebreaks import TIEBREAKS

from .hand_made import entrants, match

NAMES = {1: "Ann", 2: "Bob", 3: "Cid"}
GAMES = [*match(1, 2, "1", "="), *match(1, 3, "=", "=", round_no=2), *match(2, 3, "+", "+", round_no=3)]
BYES = [ByeResult(1, 3, 3, games=2), ByeResult(2, 2, 0, ByeKind.REQUESTED, games=2)]


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def values(score_by: str):
    rows = standings(entrants(3), GAMES, None, list(TIEBREAKS), "swiss", byes=BYES, score_by=score_by)
    return {(row.entrant.id, value.code): value for row in rows for value in row.values}


@pytest.mark.parametrize(
    ("score_by", "expected"),
    [
        ("games", {"PTS": "1 + ½ + ½ + ½ + 0 + 0", "GP": "1 + ½ + ½ + ½ + 0 + 0", "MP": "2 + 1 + 0",
                   "SB": "2½ + 2½·½ + 2½·½ + 2½·½ + 2½·0 + 2½·0", "REP": "1 + 1 + 0", "WIN": "1"}),
        ("matches", {"PTS": "1 + ½ + 0", "GP": "1 + ½ + ½ + ½ + 0 + 0", "MP": "1 + ½ + 0",
                     "BH": "1 + 1½ + 1½", "SB": "1 + 1½·½ + 1½·0", "REP": "1 + 1 + 0", "WIN": "1", "STD": "1 + ½ + 0"}),
    ],
)  # fmt: skip
def test_formulas_read_as_the_sum_they_are(score_by, expected):
    found = values(score_by)
    assert {code: formula(found[1, code], exact) for code in expected} == expected


@pytest.mark.parametrize("score_by", ["games", "matches"])
def test_every_sum_adds_up(score_by):
    for (_id, code), value in values(score_by).items():
        lines = lines_of(value, NAMES)
        if TIEBREAKS[code].is_sum or code == "DE":
            assert sum((line.number for line in lines if not line.cut), Fraction(0)) == (value.value or 0)


def test_lines_say_what_happened_in_each_round():
    found = values("matches")
    assert [(line.words, line.number) for line in lines_of(found[3, "PTS"], NAMES)] == [
        ("Round 1, bye", 1),
        ("Round 2, against Ann", Fraction(1, 2)),
        ("Round 3, lost by forfeit against Bob", 0),
    ]
    cut = lines_of(found[3, "BH/C1"], NAMES)
    assert cut[0].words == "Round 1, not played: a stand-in takes the opponent's place"
    assert [line.cut for line in cut].count(True) == 1


def test_means_are_divided_and_performances_are_no_sums():
    players = [EntrantLine(1, 1, 1500), EntrantLine(2, 2, 1888), EntrantLine(3, 3, 1750)]
    rows = standings(players, GAMES[:4:2], None, ["PTS", "ARO", "ARO/C1", "TPR", "TPN"], "swiss")
    first = next(row for row in rows if row.entrant.id == 1)
    shown = {value.code: formula(value, exact) for value in first.values[1:]}
    assert shown == {"ARO": "(1888 + 1750) : 2", "ARO/C1": "(1888) : 1", "TPR": "", "TPN": ""}


def test_words_fit_what_is_scored():
    assert in_words("WON", "matches").name == "Matches won over the board"
    assert in_words("WON").name == "Games won over the board"
    assert (in_words("BH/C1").rule, in_words("TOPDOWN").rule) == ("FIDE C.07, 8.1, 14.1", "")
    assert [tie.code for tie in in_order(["PTS", "WIN", "GONE", "SB"], "matches")] == ["WIN", "SB"]
    for code in TIEBREAKS:
        assert in_words(code, "matches").explanation.endswith(".")


def test_the_groups_list_is_offered_in_round_robins_and_buchholz_in_all_swiss_systems():
    said = dict(to_choose_from("round_robin"))
    assert "says little" in said["BH"]
    assert "says little" not in said["TOPDOWN"]
    for event_format in ("swiss", "dutch", "double_swiss"):
        assert "says little" not in dict(to_choose_from(event_format))["BH"]
