"""Ranks of a knock-out: champion, runner-up, third, then shared by the round of leaving."""

import pytest

from tournaments.knock_out_ranks import KnockOutResult, knock_out_ranks

QUARTERS = [KnockOutResult(1, high, 9 - high, high) for high in (1, 2, 3, 4)]
SEMIS = [KnockOutResult(2, 1, 4, 1), KnockOutResult(2, 3, 2, 3)]
FINAL = KnockOutResult(3, 1, 3, 3)
THIRD = KnockOutResult(3, 2, 4, 4, third_place=True)


def ranks(results, rounds=3, **more):
    return {id_: (rank.rank, rank.shared) for id_, rank in knock_out_ranks(results, rounds, **more).items()}


def test_without_a_match_for_third_place_the_losers_of_the_semi_finals_share_it():
    found = ranks([*QUARTERS, *SEMIS, FINAL])
    assert list(found)[:2] == [3, 1]
    assert found == {3: (1, False), 1: (2, False), 4: (3, True), 2: (3, True)} | dict.fromkeys((5, 6, 7, 8), (5, True))


def test_the_match_for_third_place_decides_it():
    found = ranks([*QUARTERS, *SEMIS, THIRD, FINAL], third_place=True)
    assert {id_: found[id_] for id_ in (3, 1, 4, 2)} == {3: (1, False), 1: (2, False), 4: (3, False), 2: (4, False)}


def test_who_is_still_in_has_no_rank():
    assert ranks([*QUARTERS, SEMIS[0]]) == {4: (3, False)} | dict.fromkeys((5, 6, 7, 8), (5, True))
    assert set(ranks([*QUARTERS, *SEMIS], third_place=True)) == {5, 6, 7, 8}


def test_byes_in_the_first_round_change_no_later_rank():
    first = [KnockOutResult(1, 4, 5, 5)]  # five entrants: 1, 2 and 3 had byes
    found = ranks([*first, KnockOutResult(2, 1, 5, 1), KnockOutResult(2, 2, 3, 2), KnockOutResult(3, 1, 2, 1)])
    assert found == {1: (1, False), 2: (2, False), 5: (3, True), 3: (3, True), 4: (5, False)}


def test_two_who_forfeit_both_leave_in_that_round():
    assert ranks([*SEMIS, KnockOutResult(3, 1, 3, None)]) == {
        1: (2, True),
        3: (2, True),
        4: (3, True),
        2: (3, True),
    }
    nobody_third = KnockOutResult(3, 2, 4, None, third_place=True)
    assert ranks([nobody_third, FINAL], third_place=True)[2] == (3, True)
    nobody_in_the_final = [KnockOutResult(2, 1, 4, None), KnockOutResult(2, 2, 3, None)]
    assert ranks(nobody_in_the_final) == dict.fromkeys((1, 4, 2, 3), (3, True))
    one_semi_final = [KnockOutResult(2, 1, 4, None), KnockOutResult(2, 2, 3, 2)]  # nobody to play 3 for third place
    assert ranks(one_semi_final, third_place=True) == dict.fromkeys((1, 4, 3), (3, True))


def test_results_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="did not play"):
        KnockOutResult(1, 1, 2, 3)
    with pytest.raises(ValueError, match="none of the 2 rounds"):
        knock_out_ranks([FINAL], 2)
    with pytest.raises(ValueError, match="left twice"):
        knock_out_ranks([KnockOutResult(1, 1, 2, 1), KnockOutResult(2, 2, 3, 3)], 3)
