"""From the history of an event to what the pairing looks at: colours, floats, byes, numbers (C.04.3 Article 1)."""

import pytest

from games.side import Side
from tournaments.pairing.swiss.baku import upper_half, virtual_points
from tournaments.pairing.swiss.colours import preference, side_of
from tournaments.pairing.swiss.prepare import prepare
from tournaments.pairing.swiss.state import Competitor, Float, Outcome, PastRound, Player, Strength, SwissEvent

SIDES = {"W": Side.WHITE, "B": Side.BLACK}


def sides(text: str) -> tuple[Side, ...]:
    return tuple(SIDES[letter] for letter in text)


@pytest.mark.parametrize(
    ("history", "due", "strength"),
    [
        ("", None, Strength.NONE),
        ("W", Side.BLACK, Strength.STRONG),
        ("WB", Side.WHITE, Strength.MILD),
        ("BW", Side.BLACK, Strength.MILD),
        ("WW", Side.BLACK, Strength.ABSOLUTE),
        ("WBB", Side.WHITE, Strength.ABSOLUTE),
        ("WBW", Side.BLACK, Strength.STRONG),
        ("WWB", Side.BLACK, Strength.STRONG),
        ("BWBB", Side.WHITE, Strength.ABSOLUTE),
        ("BBWW", Side.BLACK, Strength.ABSOLUTE),
        ("WWBWBW", Side.BLACK, Strength.ABSOLUTE),
    ],
)
def test_what_colour_is_due(history, due, strength):
    # 1.7: absolute beyond a difference of one or after two of a kind; then strong, then mild.
    assert preference(sides(history)) == (due, strength)


def player(tpn: int, history: str = "", score: int = 0) -> Player:
    due, strength = preference(sides(history))
    difference = history.count("W") - history.count("B")
    return Player(
        tpn, tpn, score, score, frozenset(), sides(history), (Float.NONE, Float.NONE),
        due=due, strength=strength, difference=difference,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "expected", "article"),
    [
        (player(1, "W"), player(2, "B"), Side.BLACK, "5.2.1"),
        (player(1, "W"), player(2), Side.BLACK, "5.2.1"),
        (player(1), player(2, "W"), Side.WHITE, "5.2.1"),
        (player(1, "WB"), player(2, "BWB"), Side.BLACK, "5.2.2"),  # mild against strong
        (player(1, "BWW"), player(2, "WBWW"), Side.WHITE, "5.2.2"),  # topscorers: the wider difference
        (
            player(1, "WB"),
            player(2, "BWWB"),
            Side.WHITE,
            "5.2.4",
        ),  # of what both have played nothing differs
        (player(1, "WBWB"), player(2, "BWWB"), Side.WHITE, "5.2.3"),
        (player(1, "BWWB"), player(2, "WBWB"), Side.BLACK, "5.2.3"),
        (player(2, "WB"), player(1, "WB", score=2), Side.BLACK, "5.2.4"),
        (player(1), player(2), Side.WHITE, "5.2.5"),
        (player(2), player(3), Side.BLACK, "5.2.5"),
        (player(3, score=2), player(2), Side.WHITE, "5.2.5"),
    ],
)
def test_who_gets_which_colour(first, second, expected, article):
    assert side_of(first, second, Side.WHITE) == (expected, article)
    assert side_of(second, first, Side.WHITE) == (expected.other, article)


def game(opponent: int, points: int, side: str) -> PastRound:
    return PastRound(Outcome.GAME, points, opponent, SIDES[side])


def test_floats_come_from_games_of_unequal_scores_and_from_points_without_play():
    event = SwissEvent(
        (
            Competitor(1, (game(2, 2, "W"), game(3, 2, "B"))),
            Competitor(2, (game(1, 0, "B"), PastRound(Outcome.HALF_BYE, 1))),
            Competitor(3, (PastRound(Outcome.ABSENT), game(1, 0, "W"))),
            Competitor(4, (PastRound(Outcome.FORFEIT_WIN, 2, 5), PastRound(Outcome.PAIRING_BYE, 2))),
            Competitor(5, (PastRound(Outcome.FORFEIT_LOSS, 0, 4), PastRound(Outcome.FORFEIT_LOSS, 0, 1))),
        ),
        3,
        5,
    )
    floats = {one.no: one.floats for one in prepare(event)}
    assert floats == {
        1: (Float.DOWN, Float.NONE),
        2: (Float.DOWN, Float.NONE),
        3: (Float.UP, Float.NONE),  # a zero-point absence is no float (1.4.4)
        4: (Float.DOWN, Float.DOWN),
        5: (Float.NONE, Float.NONE),
    }


def test_matches_of_two_games_know_no_claims_and_no_floats_without_play():
    event = SwissEvent(
        (
            Competitor(1, (game(2, 4, "W"), game(3, 4, "W"))),
            Competitor(2, (game(1, 0, "B"), PastRound(Outcome.PAIRING_BYE, 3))),
            Competitor(3, (PastRound(Outcome.ABSENT), game(1, 0, "B"))),
        ),
        3,
        5,
        win=4,
        draw=2,
    )
    found = {one.no: one for one in prepare(event, matches=True)}
    assert {one.strength for one in found.values()} == {Strength.NONE}
    assert [found[no].floats[0] for no in (1, 2, 3)] == [Float.DOWN, Float.NONE, Float.UP]


def test_floats_are_judged_by_the_scores_the_round_was_paired_with_virtual_points_included():
    pair = (Competitor(1, (game(2, 2, "W"),), virtual=(2, 2)), Competitor(2, (game(1, 0, "B"),)))
    assert [one.floats[0] for one in prepare(SwissEvent(pair, 2, 5))] == [Float.DOWN, Float.UP]


def test_a_bye_or_a_win_without_play_bars_the_bye_but_a_half_point_bye_does_not():
    rounds = {
        1: PastRound(Outcome.PAIRING_BYE, 1),  # even one worth a draw
        2: PastRound(Outcome.FORFEIT_WIN, 2, 6),
        3: PastRound(Outcome.FULL_BYE, 2),
        4: PastRound(Outcome.HALF_BYE, 1),
        5: PastRound(Outcome.ABSENT, 0),
        6: PastRound(Outcome.FORFEIT_LOSS, 0, 2),
    }
    event = SwissEvent(tuple(Competitor(no, (past,)) for no, past in rounds.items()), 2, 5)
    assert {one.no: bool(one.bye_barred) for one in prepare(event)} == {
        1: True, 2: True, 3: True, 4: False, 5: False, 6: False,
    }  # fmt: skip


def test_pairing_numbers_leave_out_late_entrants_until_they_come():
    absent = PastRound(Outcome.ABSENT)
    event = SwissEvent(
        (
            Competitor(1, (game(3, 2, "W"),)),
            Competitor(2, (absent,), available=False),  # not yet there
            Competitor(3, (game(1, 0, "B"),), available=False),  # gone, but has played
            Competitor(4, (absent,)),  # comes now
        ),
        2,
        5,
    )
    assert {one.no: one.tpn for one in prepare(event)} == {1: 1, 4: 3}


def test_topscorers_exist_in_the_last_round_only():
    field = (
        Competitor(1, (game(2, 2, "W"), game(3, 2, "B"))),
        Competitor(2, (game(1, 0, "B"), game(4, 2, "W"))),
        Competitor(3, (game(4, 0, "W"), game(1, 0, "W"))),
        Competitor(4, (game(3, 2, "B"), game(2, 0, "B"))),
    )
    assert [one.no for one in prepare(SwissEvent(field, 3, 3)) if one.top] == [1]
    assert not any(one.top for one in prepare(SwissEvent(field, 3, 4)))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"round_no": 4}, "no round 4"),
        ({"round_no": 2}, "needs 1 earlier rounds"),
        ({"competitors": (Competitor(1), Competitor(1))}, "same start number"),
        ({"competitors": (Competitor(1, (game(9, 2, "W"),)),), "round_no": 2}, "met 9, who is no entrant"),
    ],
)
def test_an_event_that_cannot_be_is_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        SwissEvent(**{"competitors": (Competitor(1), Competitor(2)), "round_no": 1, "rounds_total": 3, **changes})


@pytest.mark.parametrize(("entrants", "half"), [(4, 2), (5, 4), (32, 16), (50, 26), (161, 82)])
def test_the_accelerated_group_is_the_first_half_rounded_up_to_even(entrants, half):
    assert upper_half(entrants) == half


def test_acceleration_ends_after_half_of_the_rounds():
    assert virtual_points(9, win=2, draw=1) == (2, 2, 2, 1, 1, 0, 0, 0, 0)
    assert virtual_points(11, win=2, draw=1) == (2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0)
