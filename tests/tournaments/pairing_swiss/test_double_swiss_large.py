"""Double Swiss in larger fields: the short cuts give what a matching of everybody gives."""

import pytest

from tournaments.pairing.swiss import double_swiss, lexical, upfloaters
from tournaments.pairing.swiss.double_swiss import pair_double_swiss
from tournaments.pairing.swiss.raising import Raising, first_set

from .playing import Event, Plan


def matched_whole(top, lower, *, guard_floaters):
    """Upfloaters without any short cut."""
    if not lower:
        return []
    return first_set(Raising(top, lower, closed=True, guard_floaters=guard_floaters, graded=True))


def compare(seeds: range, players: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> int:
    rounds = 0
    for seed in seeds:
        plan = Plan(
            players=players[seed % len(players)],
            rounds=6,
            forfeits=0.05,
            requested=0.05,
            withdrawals=0.02,
            late=0.1,
            win=4,
            match=True,
            bye_points=3,
        )
        event = Event.new(plan, seed)
        for _round in range(plan.rounds):
            before = event.next_round()
            found = pair_double_swiss(before)
            with monkeypatch.context() as plain:
                plain.setattr(double_swiss, "choose_upfloaters", matched_whole)
                plain.setattr(lexical, "LARGE", 10**9)
                assert pair_double_swiss(before).plain() == found.plain(), (seed, before.round_no)
            with monkeypatch.context() as short:
                short.setattr(lexical, "LARGE", 4)
                short.setattr(lexical, "WINDOW", 1)
                short.setattr(upfloaters, "SHORT_LIST", 4)
                assert pair_double_swiss(before).plain() == found.plain(), (seed, before.round_no)
            event.play(before, found)
            rounds += 1
    return rounds


def test_short_cuts_change_nothing(monkeypatch):
    assert compare(range(12), (24, 31, 46, 60), monkeypatch) == 72


@pytest.mark.slow
def test_short_cuts_change_nothing_in_many_events(monkeypatch):
    assert compare(range(12, 140), (24, 31, 46, 60, 90, 151), monkeypatch) == 768
