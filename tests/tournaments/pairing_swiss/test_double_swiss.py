"""Double Swiss (C.04.5) against a listing of everything, on small fields."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tournaments.pairing.swiss.double_swiss import pair_double_swiss
from tournaments.pairing.swiss.result import NoLegalRound
from tournaments.pairing.swiss.state import SwissEvent

from .double_by_hand import pair_by_hand
from .playing import Event, Plan


def agree(event: SwissEvent) -> bool:
    """Compare one round; False when there is none."""
    expected = pair_by_hand(event)
    if expected is None:
        with pytest.raises(NoLegalRound) as refusal:
            pair_double_swiss(event)
        assert refusal.value.relaxations or sum(one.available for one in event.competitors) < 2
        return False
    assert pair_double_swiss(event).plain() == expected
    return True


def by_matches(event: SwissEvent) -> SwissEvent:
    """The same event scored by matches, 2, 1 and 0, with the points of the games as second score."""
    field = tuple(
        replace(
            one,
            rounds=tuple(replace(past, points=(past.points > 2) + (past.points >= 2)) for past in one.rounds),
            second=sum(past.points for past in one.rounds),
        )
        for one in event.competitors
    )
    return replace(event, competitors=field, win=2, draw=1)


def compare(seeds: range, *, scored: Callable[[SwissEvent], SwissEvent] = lambda event: event) -> int:
    rounds = 0
    for seed in seeds:
        plan = Plan(
            players=4 + seed % 5,
            rounds=2 + seed % 4,
            forfeits=(0, 0.1, 0.3)[seed % 3],
            requested=(0, 0.1)[seed % 2],
            withdrawals=(0, 0.03)[seed // 2 % 2],
            late=(0, 0.2)[seed // 3 % 2],
            forbidden=(0, 0, 0.3)[seed // 5 % 3],
            win=4,
            match=True,
            bye_points=3,
        )
        event = Event.new(plan, seed)
        for _round in range(plan.rounds):
            before = event.next_round()
            if not agree(scored(before)):
                break
            event.play(before, pair_double_swiss(scored(before)))
            rounds += 1
    return rounds


def test_small_fields_are_paired_as_the_rules_say():
    assert compare(range(250)) > 500


def test_small_fields_scored_by_matches_are_paired_as_the_rules_say_with_game_points_before_the_number():
    assert compare(range(150), scored=by_matches) > 300


def test_the_following_group_and_floats_of_the_round_before_are_looked_at():
    """In these events C6 or C8 decides: with either left out, some round comes out differently."""
    rounds = 0
    for seed in (6, 26, 33, 39, 83, 118, 129, 131, 150, 172, 202, 215, 286):
        plan = Plan(players=4 + seed % 7, rounds=3 + seed % 4, win=4, match=True, bye_points=3)
        event = Event.new(plan, seed)
        for _round in range(plan.rounds):
            before = event.next_round()
            if not agree(before):
                break
            event.play(before, pair_double_swiss(before))
            rounds += 1
    assert rounds > 45


@pytest.mark.slow
def test_many_small_fields_are_paired_as_the_rules_say():
    assert compare(range(250, 4000)) > 9000
    assert compare(range(150, 2000), scored=by_matches) > 4000
