"""The Swiss systems with everything an organiser can set: scoring, byes, late entries, groups, relaxations."""

import pytest

from tournaments.pairing.absences import absences
from tournaments.pairing.formats import ByeKind, FormatError, FormatSettings, PastMatch, Relaxation, ScoreBy, format_for
from tournaments.pairing.scoring import bye_worth, match_points
from tournaments.pairing.swiss_event import swiss_event

from .states import byes, pairs, plan, state

DOUBLE = {"games_per_pairing": 2, "rounds": 5}
# Winners by 4:0 are 2 and 3, by 3:1 (half points) 1 and 4.
FIRST = (
    PastMatch(1, 1, 5, 3, 1),
    PastMatch(1, 2, 6, 4, 0),
    PastMatch(1, 3, 7, 4, 0),
    PastMatch(1, 4, 8, 3, 1),
)


def test_scored_by_games_the_score_groups_are_of_game_points():
    assert pairs(plan("double_swiss", state(8, *FIRST, settings=DOUBLE), 2)) == [(2, 3), (1, 4), (5, 8), (6, 7)]


def test_scored_by_matches_all_winners_are_one_group_and_game_points_order_it():
    event = state(8, *FIRST, settings=DOUBLE | {"score_by": ScoreBy.MATCHES})
    found = plan("double_swiss", event, 2)
    # 2, 3, 1, 4 by game points: the upper half meets the lower. By number it would be 1-3 and 2-4.
    assert pairs(found)[:2] == [(1, 2), (3, 4)]
    assert [(bracket["score"], bracket["residents"]) for bracket in found.reasons["brackets"]] == [
        (2, [2, 3, 1, 4]),
        (0, [5, 8, 6, 7]),
    ]


def test_match_points_follow_from_game_points_unless_they_are_given():
    settings = FormatSettings(match_win=3, match_draw=1)
    assert match_points(PastMatch(1, 1, 2, 3, 1), settings) == (3, 0)
    assert match_points(PastMatch(1, 1, 2, 2, 2), settings) == (1, 1)
    assert match_points(PastMatch(1, 1, 2, 0, 0, forfeited_by=frozenset({1, 2})), settings) == (0, 0)
    assert match_points(PastMatch(1, 1, 2, 2, 2, white_match=3, black_match=0), settings) == (3, 0)
    assert match_points(PastMatch(1, 1, None, 2, kind=ByeKind.HALF), settings) == (1, 0)


@pytest.mark.parametrize(
    ("games", "worth"),
    [
        (1, {"U": (2, 2), "F": (2, 2), "H": (1, 1), "Z": (0, 0)}),
        (2, {"U": (3, 2), "F": (4, 2), "H": (2, 1), "Z": (0, 0)}),
    ],
)
def test_what_byes_are_worth(games, worth):
    assert {kind.value: bye_worth(kind, FormatSettings(games)) for kind in ByeKind} == worth
    assert bye_worth(ByeKind.PAIRING, FormatSettings(games, bye_points=1)) == (1, 2)


def test_a_requested_bye_is_half_a_match_once_and_then_nothing():
    asked = {4: frozenset({1, 2})}
    first = plan("dutch", state(5, settings={"rounds": 4}, requested_byes=asked), 1)
    assert (pairs(first), byes(first)) == ([(1, 3), (2, 5)], [(4, "H")])
    history = (PastMatch(1, 4, None, 1, kind=ByeKind.HALF),)
    assert [bye.kind for bye in absences(state(5, *history, requested_byes=asked), 2)] == [ByeKind.ZERO]
    twice = state(5, *history, settings={"half_byes": 2}, requested_byes=asked)
    assert [bye.kind for bye in absences(twice, 2)] == [ByeKind.HALF]
    late = {"requested_byes": {4: frozenset({2, 3})}, "late_from": {4: 2}}
    assert [bye.kind for bye in absences(state(5, settings={"late_bye": ByeKind.HALF}, **late), 2)] == [ByeKind.ZERO]
    assert [bye.kind for bye in absences(state(5, **late), 2)] == [ByeKind.HALF]


def test_full_and_zero_byes_stand_beside_the_one_of_the_pairing():
    event = state(7, settings={"rounds": 4}, full_byes={1: frozenset({1})}, zero_byes={2: frozenset({1})})
    assert byes(plan("dutch", event, 1)) == [(7, "U"), (1, "F"), (2, "Z")]


def test_who_had_a_full_bye_does_not_get_the_one_of_the_pairing():
    event = state(3, PastMatch(1, 3, None, 2, kind=ByeKind.FULL), PastMatch(1, 1, 2, 2, 0), settings={"rounds": 3})
    assert byes(plan("dutch", event, 2)) == [(2, "U")]


def test_a_late_entrant_is_not_there_before_and_may_get_half_for_the_last_round_missed():
    late = {2: 3}
    event = state(5, settings={"rounds": 4, "late_bye": ByeKind.HALF}, late_from=late)
    assert byes(plan("dutch", event, 1)) == [(2, "Z")]
    assert pairs(plan("dutch", event, 1)) == [(1, 4), (3, 5)]
    results = (PastMatch(1, 1, 4, 2, 0), PastMatch(1, 3, 5, 1, 1), PastMatch(2, 1, 3, 1, 1), PastMatch(2, 4, 5, 1, 1))
    third = plan("dutch", state(5, *results, settings={"rounds": 4, "late_bye": ByeKind.HALF}, late_from=late), 3)
    assert {bracket["score"]: bracket["residents"] for bracket in third.reasons["brackets"]} == {
        3: [1],
        2: [3, 5],
        1: [2, 4],
    }


def test_accelerated_first_rounds_let_the_upper_half_meet_each_other():
    event = state(8, settings={"rounds": 7, "accelerated": True})
    assert pairs(plan("dutch", event, 1)) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    # 3 to 8 entered in time, so 3 to 6 are the upper half; 1 and 2 will belong to it when they come.
    late = state(8, settings={"rounds": 7, "accelerated": True}, late_from={1: 2, 2: 2})
    assert pairs(plan("dutch", late, 1)) == [(3, 5), (4, 6), (7, 8)]
    double = state(8, settings=DOUBLE | {"accelerated": True, "score_by": ScoreBy.MATCHES})
    assert pairs(plan("double_swiss", double, 1)) == [(1, 3), (2, 4), (5, 7), (6, 8)]


@pytest.mark.parametrize("code", ["dutch", "double_swiss"])
def test_members_of_one_group_are_kept_apart_where_a_round_allows_it(code):
    settings = DOUBLE if code == "double_swiss" else {"rounds": 5}
    alone = plan(code, state(4, settings=settings, group={1: "A", 3: "A"}), 1)
    assert (pairs(alone), alone.reasons["set_aside"]) == ([(1, 4), (2, 3)], [])
    three = plan(code, state(4, settings=settings, group=dict.fromkeys((1, 3, 4), "A")), 1)
    assert len(three.reasons["set_aside"][0]["pairs"]) == 1
    everybody = plan(code, state(4, settings=settings, group=dict.fromkeys((1, 2, 3, 4), "A")), 1)
    assert pairs(everybody) == [(1, 3), (2, 4)]
    assert everybody.reasons["set_aside"] == [{"rule": "groups", "pairs": [[1, 3], [2, 4]]}]


def test_a_group_gives_way_before_a_forbidden_pair_and_a_forbidden_pair_stays():
    both = {"rounds": 3, "forbidden": frozenset({frozenset({1, 3}), frozenset({1, 4})})}
    found = plan("dutch", state(4, settings=both, group={1: "A", 2: "A"}), 1)
    assert (pairs(found), found.reasons["set_aside"]) == (
        [(1, 2), (3, 4)],
        [{"rule": "groups", "pairs": [[1, 2]]}],
    )
    allowed = state(4, settings=both, group={1: "A", 2: "A"})
    assert plan("dutch", allowed, 1, relax=[Relaxation.FORBIDDEN_PAIRS]) == found


def test_members_of_a_group_who_have_to_meet_are_of_one_score_where_that_is_possible():
    # After two rounds 1 to 4 have 3 half points and 5 to 8 have 1; all are of one club.
    wins = [PastMatch(1, no, no + 4, 2, 0) for no in (1, 2, 3, 4)]
    draws = [PastMatch(2, one, one + 2, 1, 1) for one in (1, 2, 5, 6)]
    event = state(8, *wins, *draws, settings={"rounds": 5}, group=dict.fromkeys(range(1, 9), "A"))
    found = plan("dutch", event, 3)
    assert all((one <= 4) == (other <= 4) for one, other in pairs(found))
    assert len(found.reasons["set_aside"][0]["pairs"]) == 4


def test_a_group_of_more_than_a_third_of_a_large_field_is_not_kept_apart_and_told():
    club = dict.fromkeys(range(1, 121, 2), "half") | dict.fromkeys(range(2, 42, 2), "sixth")
    event = state(120, settings=DOUBLE, group=club)
    found = plan("double_swiss", event, 1)
    assert (found.reasons["groups_let_go"], found.reasons["set_aside"]) == (["half"], [])
    assert (1, 61) in pairs(found)
    small = plan("double_swiss", state(12, settings=DOUBLE, group=dict.fromkeys(range(1, 9), "A")), 1)
    assert (small.reasons["groups_let_go"], len(small.reasons["set_aside"][0]["pairs"])) == ([], 2)


def met(*results: tuple[int, int]) -> tuple[PastMatch, ...]:
    """A drawn match in each of rounds 1, 2 ... for these pairs."""
    return tuple(PastMatch(number, one, other, 1, 1) for number, (one, other) in enumerate(results, start=1))


def test_a_refused_round_names_its_ways_out_and_is_paired_by_the_one_chosen():
    event = state(4, *met((1, 2), (1, 3), (1, 4)), settings={"rounds": 5})
    with pytest.raises(FormatError) as refusal:
        plan("dutch", event, 4)
    assert refusal.value.ways_out == ((Relaxation.REMATCHES,),)
    found = plan("dutch", event, 4, relax=refusal.value.ways_out[0])
    # One of the two pairs has to be a rematch, the other must not be.
    (aside,) = found.reasons["set_aside"]
    assert (aside["rule"], len(aside["pairs"])) == ("rematches", 1)
    assert 1 in aside["pairs"][0]
    with pytest.raises(FormatError):
        plan("dutch", event, 4, relax=(Relaxation.COLOURS, Relaxation.FORBIDDEN_PAIRS))


def test_a_relaxation_changes_nothing_where_a_round_exists():
    event = state(6, *met((1, 2), (1, 3)), settings={"rounds": 5})
    assert plan("dutch", event, 3, relax=tuple(Relaxation)) == plan("dutch", event, 3)


def test_each_relaxation_does_what_it_says():
    forbidden = state(2, settings={"rounds": 1, "forbidden": frozenset({frozenset({1, 2})})})
    assert pairs(plan("dutch", forbidden, 1, relax=[Relaxation.FORBIDDEN_PAIRS])) == [(1, 2)]

    had_byes = [PastMatch(number, no, None, 2) for number, no in ((1, 1), (2, 2), (3, 3))]
    third = plan("dutch", state(3, *had_byes, settings={"rounds": 5}), 4, relax=[Relaxation.SECOND_BYE])
    assert third.reasons["set_aside"] == [{"rule": "second_bye", "pairs": [[third.byes[0].no]]}]

    white_twice = [
        PastMatch(1, 1, 3, 2, 0),
        PastMatch(1, 2, 4, 2, 0),
        PastMatch(2, 1, 4, 2, 0),
        PastMatch(2, 2, 3, 2, 0),
    ]
    due_black = state(4, *white_twice, settings={"rounds": 5}, active={3: False, 4: False})
    with pytest.raises(FormatError) as refusal:
        plan("dutch", due_black, 3)
    assert refusal.value.ways_out == ((Relaxation.COLOURS,),)
    found = plan("dutch", due_black, 3, relax=[Relaxation.COLOURS])
    assert (pairs(found), found.reasons["set_aside"]) == ([(1, 2)], [{"rule": "colours", "pairs": [[1, 2]]}])


def test_who_forfeited_a_match_is_told_from_who_got_it():
    event = state(4, PastMatch(1, 1, 2, 4, 0, forfeited_by=frozenset({2})), settings=DOUBLE)
    both = state(4, PastMatch(1, 1, 2, 0, 0, forfeited_by=frozenset({1, 2})), settings=DOUBLE)
    outcomes = [
        [one.rounds[0].outcome.value for one in swiss_event(found, 2, games=2).competitors] for found in (event, both)
    ]
    assert outcomes == [
        ["forfeit_win", "forfeit_loss", "absent", "absent"],
        ["forfeit_loss", "forfeit_loss", "absent", "absent"],
    ]


def test_a_forfeited_match_may_be_repeated_and_bars_the_winner_from_the_bye():
    event = state(3, PastMatch(1, 1, 2, 4, 0, forfeited_by=frozenset({2})), settings=DOUBLE)
    found = plan("double_swiss", event, 2)
    assert found.reasons["bye"]["no"] == 3
    assert pairs(found) == [(1, 2)]
    kept = state(3, PastMatch(1, 1, 2, 4, 0), PastMatch(1, 3, None, 3), settings=DOUBLE)
    assert pairs(plan("double_swiss", kept, 2)) == [(1, 3)]


def test_fewer_than_two_who_can_be_paired_are_no_round():
    with pytest.raises(FormatError, match="Fewer than two"):
        plan("dutch", state(3, settings={"rounds": 3}, active={1: False, 2: False}), 1)


def test_a_bye_worth_more_than_a_match_is_refused():
    with pytest.raises(FormatError, match="more than winning"):
        format_for("double_swiss").validate(8, FormatSettings(2, 5, bye_points=5))
