"""At most k games at a time: earliest first, nothing idle, nobody starved."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.at_most_k import startable
from tournaments.pairing.round_robin import schedule


def test_the_earliest_pairing_whose_two_sides_are_free_starts():
    matches = [(1, 4, 1), (2, 3, 1), (1, 2, 1), (3, 4, 1)]
    assert startable(matches, {}, 1) == [0, 1]
    assert startable(matches, {}, 2) == [0, 1, 2, 3]
    assert startable(matches[2:], {1: 1}, 1) == [1]
    assert startable(matches, dict.fromkeys((1, 2, 3, 4), 1), 1) == []


def test_games_of_a_match_count_each():
    assert startable([(1, 2, 2), (1, 3, 2)], {}, 3) == [0]
    assert startable([(1, 2, 2), (1, 3, 2)], {}, 4) == [0, 1]


def test_a_match_of_more_games_than_allowed_starts_alone():
    assert startable([(1, 2, 4)], {}, 2) == [0]
    assert startable([(1, 2, 4)], {2: 1}, 2) == []


def test_at_most_nothing_is_refused():
    with pytest.raises(ValueError, match="at most 0"):
        startable([], {}, 0)


@given(st.integers(2, 9), st.sampled_from([1, 2]), st.integers(1, 5), st.integers(0, 10**6))
def test_whatever_finishes_first_everything_is_played_and_nobody_has_too_much(players, games, limit, seed):
    rng = random.Random(seed)
    waiting = [(one.white_no, one.black_no, games) for row in schedule(players, games) for one in row.matches]
    total, running, played = len(waiting), [], 0
    while waiting or running:
        busy = dict.fromkeys(range(1, players + 1), 0)
        for one, other, count in running:
            busy[one] += count
            busy[other] += count
        chosen = startable(waiting, busy, limit)
        assert chosen == sorted(set(chosen))
        assert startable(waiting, busy, limit) == chosen
        started = [waiting[index] for index in chosen]
        assert running or started, "nothing is being played and nothing starts"
        waiting = [match for index, match in enumerate(waiting) if index not in chosen]
        running += started
        for no in busy:
            busy[no] = sum(count for one, other, count in running if no in (one, other))
            assert busy[no] <= max(limit, games)
        # The schedule's first match waiting has a side without room.
        for one, other, count in waiting[:1]:
            assert busy[one] + count > limit or busy[other] + count > limit
        running.pop(rng.randrange(len(running)))
        played += 1
    assert played == total
