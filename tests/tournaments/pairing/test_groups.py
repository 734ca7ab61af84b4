"""Groups by snake seeding, sections by rating, and promotion to a knock-out."""

from collections import Counter
from fractions import Fraction

import pytest

from tournaments.pairing.groups import GroupResult, promote, promotion, rating_bands, snake_groups
from tournaments.pairing.knock_out_tree import seed_order


def test_the_snake_runs_back_and_forth_and_sizes_differ_by_one_at_most():
    assert snake_groups([""] * 10, 4) == [[0, 7, 8], [1, 6, 9], [2, 5], [3, 4]]
    for count in range(2, 40):
        for groups in range(1, min(count, 9) + 1):
            sizes = [len(group) for group in snake_groups([""] * count, groups)]
            assert (sum(sizes), max(sizes) - min(sizes) <= 1) == (count, True)


def test_members_of_a_club_are_spread_within_their_row_and_nobody_else_moves_far():
    clubs = ["A", "B", "", "", "", "", "B", "A"]  # by the snake 0 and 7, and 1 and 6, would be together
    assert snake_groups(clubs, 4) == [[0, 6], [1, 7], [2, 5], [3, 4]]
    six_of_one = ["A"] * 6 + [""] * 6
    assert [sum(six_of_one[index] == "A" for index in group) for group in snake_groups(six_of_one, 3)] == [2, 2, 2]


def test_every_row_still_goes_to_different_groups_with_clubs():
    clubs = ["ABC"[(no * no + no // 3) % 3] for no in range(30)]
    groups = snake_groups(clubs, 6)
    assert sorted(index for group in groups for index in group) == list(range(30))
    for group in groups:
        assert [index // 6 for index in group] == list(range(5))


@pytest.mark.parametrize("groups", [0, 4])
def test_a_number_of_groups_that_is_impossible_is_refused(groups):
    with pytest.raises(ValueError, match="groups"):
        snake_groups(["", "", ""], groups)


def test_sections_by_rating_bands():
    assert rating_bands([2100, 1800, 1799, 900], [1800, 1500]) == [[0, 1], [2], [3]]
    with pytest.raises(ValueError, match="must fall"):
        rating_bands([1500], [1500, 1500])


def result(id_: int, group: int, rank: int, points: int, matches: int = 3, **more) -> GroupResult:
    return GroupResult(id_, group, rank, points, matches, seed=id_, **more)


def test_group_winners_come_first_compared_by_points_per_match():
    # Group 2 is smaller: 4 points in two matches are more than 5 in three.
    results = [result(1, 1, 1, 5), result(2, 1, 2, 4), result(3, 2, 1, 4, 2), result(4, 2, 2, 2, 2)]
    found = promotion(results, per_group=2)
    assert [(one.id, one.seed, one.per_match) for one in found[:2]] == [(3, 1, Fraction(2)), (1, 2, Fraction(5, 3))]


def test_two_of_one_group_do_not_meet_in_the_first_round_where_it_can_be_avoided():
    # By results seeds 1 to 4 are 1 (A), 3 (B), 4 (B), 2 (A): 1 would meet 2 and 3 would meet 4.
    results = [result(1, 1, 1, 6), result(2, 1, 2, 2), result(3, 2, 1, 5), result(4, 2, 2, 3)]
    found = promotion(results, per_group=2)
    assert [one.id for one in found] == [1, 3, 2, 4]
    assert [(one.id, one.moved_from) for one in found if one.moved_from] == [(2, 4), (4, 3)]
    alone = [result(no, 1, no, 9 - no) for no in range(1, 5)]
    assert promote(alone, per_group=4) == [1, 2, 3, 4]


def test_in_eight_groups_of_four_no_first_round_match_is_a_rematch():
    results = [
        result(10 * group + rank, group, rank, (7 * group + 5 * rank) % 9)
        for group in range(1, 9)
        for rank in range(1, 5)
    ]
    found = promotion(results, per_group=2)
    assert [one.place for one in found] == [1] * 8 + [2] * 8
    group_of = {one.seed: one.group for one in found}
    order = seed_order(16)
    assert all(group_of[one] != group_of[other] for one, other in zip(order[::2], order[1::2], strict=True))


def test_the_best_of_the_next_go_on_and_who_is_not_there_is_passed_over():
    results = [
        result(1, 1, 1, 6, available=False),
        result(2, 1, 2, 4),
        result(3, 1, 3, 2),
        result(4, 2, 1, 5),
        result(5, 2, 2, 3),
        result(6, 2, 3, 3),
    ]
    found = promotion(results, per_group=1, next_best=1)
    assert [(one.id, one.place, one.direct) for one in found] == [(4, 1, True), (2, 1, True), (5, 2, False)]


def test_equals_are_ordered_by_their_earlier_seed():
    results = [result(2, 1, 1, 4), result(1, 2, 1, 4)]
    assert promote(results, per_group=1) == [1, 2]
    shared = [result(3, 1, 1, 4), result(2, 1, 1, 4), result(1, 1, 1, 3)]
    assert promote(shared, per_group=2) == [2, 3]


def test_promoting_nobody_is_refused():
    with pytest.raises(ValueError, match="say how many"):
        promotion([result(1, 1, 1, 2)], per_group=0)


def test_the_field_of_a_world_championship_goes_on_complete():
    groups = snake_groups([""] * 32, 8)
    results = [
        GroupResult(index, number, rank, 12 - 2 * rank, 3, index + 1)
        for number, group in enumerate(groups, start=1)
        for rank, index in enumerate(group, start=1)
    ]
    assert Counter(one.group for one in promotion(results, per_group=2)) == dict.fromkeys(range(1, 9), 2)
