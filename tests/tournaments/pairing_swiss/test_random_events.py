"""Whole chance events of both Swiss systems: no crash, and every round passes the checker."""

import random
from functools import partial

import pytest

from tournaments.pairing.swiss.double_swiss import pair_double_swiss
from tournaments.pairing.swiss.dutch import pair_dutch

from .checker import check_double, check_dutch, check_impossible
from .playing import Plan, play_event


def plan_for(seed: int, largest: int, match: bool) -> Plan:
    """Sizes from 4 to ``largest``, small ones more often, with everything that disturbs an event."""
    rng = random.Random(seed)
    players = min(largest, 4 + int(rng.expovariate(4 / largest)) if seed % 4 else rng.randint(4, largest))
    return Plan(
        players=players,
        rounds=rng.randint(3, 11) if players > 12 else rng.randint(2, max(2, players - 2)),
        draws=rng.choice((0.05, 0.3, 0.6)),
        forfeits=rng.choice((0, 0.03, 0.15)),
        requested=rng.choice((0, 0.03, 0.1)),
        withdrawals=rng.choice((0, 0.02, 0.05)),
        late=rng.choice((0, 0.1, 0.2)),
        forbidden=rng.choice((0, 0, 0.1)),
        win=4 if match else rng.choice((2, 2, 6)),
        match=match,
        bye_points=rng.choice((None, 1)) if not match else 3,
    )


def play_all(seeds: range, largest: int) -> int:
    rounds = 0
    for seed in seeds:
        match = seed % 2 == 1
        pair, check = (pair_double_swiss, check_double) if match else (pair_dutch, check_dutch)
        impossible = partial(check_impossible, colours=not match)
        rounds += play_event(plan_for(seed, largest, match), seed, pair, check, impossible)
    return rounds


def test_chance_events_of_both_systems_keep_the_rules():
    assert play_all(range(120), largest=40) > 400


@pytest.mark.slow
def test_a_thousand_chance_events_of_up_to_300_players_keep_the_rules():
    assert play_all(range(1000, 2000), largest=300) > 4000
