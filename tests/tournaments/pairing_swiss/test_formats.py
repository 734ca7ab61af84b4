"""The Swiss systems as event formats."""

import random

import pytest

from tournaments.pairing.formats import (
    ALL_FORMATS,
    FORMATS,
    Bye,
    ByeKind,
    Entry,
    EventState,
    FormatError,
    FormatSettings,
    PastMatch,
    format_for,
)

RNG = random.Random(1)


def state(players: int, *history: PastMatch, gone: tuple[int, ...] = (), **settings: object) -> EventState:
    entries = tuple(Entry(no, 2000 - no, no not in gone) for no in range(1, players + 1))
    return EventState(entries, FormatSettings(**{"rounds": 3, **settings}), history)


def test_the_swiss_systems_are_there_but_not_offered_yet():
    assert {"dutch", "double_swiss"} <= set(ALL_FORMATS)
    assert not {"dutch", "double_swiss"} & set(FORMATS)
    assert [format_for(code).code for code in ("dutch", "double_swiss")] == ["dutch", "double_swiss"]
    assert not format_for("dutch").all_at_once


def test_a_dutch_round_follows_from_the_results_before_it():
    first = format_for("dutch").plan_round(state(5), 1, rng=RNG)
    assert [(match.white_no, match.black_no) for match in first.matches] == [(1, 3), (4, 2)]
    assert first.byes == (Bye(5),)
    history = (PastMatch(1, 1, 3, 2, 0), PastMatch(1, 4, 2, 0, 2), PastMatch(1, 5, None, 2))
    second = format_for("dutch").plan_round(state(5, *history), 2, rng=RNG)
    assert {no for match in second.matches for no in (match.white_no, match.black_no)} | {
        bye.no for bye in second.byes
    } == {
        1,
        2,
        3,
        4,
        5,
    }
    assert second.byes != (Bye(5),)
    assert format_for("dutch").rounds_total(state(5)) == 3


def test_a_double_swiss_match_has_two_games_with_both_colours():
    plan = format_for("double_swiss").plan_round(state(4, games_per_pairing=2, white_first=False), 1, rng=RNG)
    assert [match.games for match in plan.matches] == [((3, 1), (1, 3)), ((2, 4), (4, 2))]
    history = (PastMatch(1, 3, 1, 0, 4), PastMatch(1, 2, 4, 4, 0, played=False))
    after = format_for("double_swiss").plan_round(state(4, *history, games_per_pairing=2, gone=(3,)), 2, rng=RNG)
    assert after.byes == (Bye(4),)
    assert [{match.white_no, match.black_no} for match in after.matches] == [{1, 2}]


def test_a_requested_bye_does_not_bar_the_pairing_allocated_one():
    asked = (PastMatch(1, 3, None, 1, kind=ByeKind.HALF), PastMatch(1, 1, 2, 2, 0))
    assert format_for("dutch").plan_round(state(3, *asked), 2, rng=RNG).byes == (Bye(2),)
    given = (PastMatch(1, 3, None, 0), PastMatch(1, 1, 2, 2, 0))
    assert format_for("dutch").plan_round(state(3, *given), 2, rng=RNG).byes == (Bye(2),)
    both_barred = (PastMatch(1, 2, None, 0), PastMatch(1, 1, None, 2, kind=ByeKind.FULL))
    assert format_for("dutch").plan_round(state(3, *both_barred), 2, rng=RNG).byes == (Bye(3),)


def test_an_impossible_round_is_told_with_its_ways_out():
    history = (PastMatch(1, 1, 2, 2, 0),)
    with pytest.raises(FormatError, match="let two who have met meet again"):
        format_for("dutch").plan_round(state(2, *history), 2, rng=RNG)
    with pytest.raises(ValueError, match="no round 4"):
        format_for("dutch").plan_round(state(2), 4, rng=RNG)


@pytest.mark.parametrize(
    ("code", "players", "settings", "words"),
    [
        ("dutch", 1, FormatSettings(rounds=1), "at least two"),
        ("dutch", 10000, FormatSettings(rounds=9), "at most 9999"),
        ("dutch", 8, FormatSettings(), "how many rounds"),
        ("dutch", 8, FormatSettings(rounds=8), "fewer rounds"),
        ("dutch", 8, FormatSettings(games_per_pairing=2, rounds=5), "1 games per pairing"),
        ("double_swiss", 8, FormatSettings(games_per_pairing=1, rounds=5), "2 games per pairing"),
    ],
)
def test_settings_that_cannot_be_played_are_refused(code, players, settings, words):
    with pytest.raises(FormatError, match=words):
        format_for(code).validate(players, settings)


def test_settings_that_can_be_played_are_taken():
    format_for("dutch").validate(9, FormatSettings(rounds=9))
    format_for("double_swiss").validate(2, FormatSettings(games_per_pairing=2, rounds=1))
