"""A pairing run is stored as JSON and replays identically."""

import json

import pytest

from tournaments.pairing.formats import (
    ByeKind,
    DrawnMatch,
    Entry,
    EventState,
    FormatSettings,
    PastMatch,
    Relaxation,
    ScoreBy,
)
from tournaments.pairing.json_shapes import plan_from_json, plan_to_json, state_from_json, state_to_json
from tournaments.pairing.record import EDITION, ENGINE_VERSION, dump_input, record_run, replay, stored_plan

from .states import entries, plan, state

FULL = EventState(
    entries=(
        Entry(1, 2000, requested_byes=frozenset({3, 2}), group="Ljubljana"),
        Entry(2, 1900, active=False, full_byes=frozenset({1})),
        Entry(3, 1800, late_from=2, zero_byes=frozenset({4})),
    ),
    settings=FormatSettings(
        games_per_pairing=2,
        rounds=5,
        forbidden=frozenset({frozenset({1, 2}), frozenset({2, 3})}),
        score_by=ScoreBy.MATCHES,
        late_bye=ByeKind.HALF,
        accelerated=True,
        best_of=(2, 4),
        third_place=True,
        drawn_match=DrawnMatch.LOT,
        lot_seed=7,
    ),
    history=(
        PastMatch(1, 1, 3, 4, 0, forfeited_by=frozenset({3}), played=False, winner=1, white_match=2, black_match=0),
        PastMatch(1, 2, None, 2, kind=ByeKind.HALF),
    ),
)


def through_json(data):
    return json.loads(json.dumps(data))


def test_states_and_rounds_go_through_json_without_loss():
    assert state_from_json(through_json(state_to_json(FULL))) == FULL
    for code, settings in (("dutch", {"rounds": 3}), ("round_robin", {}), ("knock_out", {"third_place": True})):
        found = plan(code, state(5, settings=settings), 1)
        assert plan_from_json(through_json(plan_to_json(found))) == found


def test_defaults_are_not_written():
    assert state_to_json(EventState(entries(1))) == {
        "settings": {},
        "entries": [{"no": 1, "rating": 1999}],
        "history": [],
    }


def test_a_stored_run_tells_its_rules_and_replays_to_the_same_round():
    event = state(5, PastMatch(1, 1, 2, 2, 0), PastMatch(1, 3, 4, 1, 1), settings={"rounds": 5})
    found, stored = record_run("dutch", event, 2, seed=11, relax=[Relaxation.REMATCHES])
    assert (stored["engine"], stored["edition"], stored["seed"]) == (ENGINE_VERSION, EDITION, 11)
    assert stored["relax"] == ["rematches"]
    again = through_json(stored)
    assert replay(again) == found == stored_plan(again)
    # Not the stored output, but the pairing itself is repeated.
    assert replay({name: value for name, value in again.items() if name != "output"}) == found


@pytest.mark.parametrize("code", ["knock_out", "dutch", "round_robin"])
def test_a_round_is_paired_from_what_was_before_it_alone(code):
    settings = {"rounds": 3}
    later = [PastMatch(1, 1, 4, 0, 2), PastMatch(1, 2, 3, 2, 0), PastMatch(2, 4, 2, 2, 0)]
    for round_no, known in ((1, 0), (2, 2)):
        before = plan(code, state(4, *later[:known], settings=settings), round_no)
        assert plan(code, state(4, *later, settings=settings), round_no) == before


def test_rules_that_are_not_here_are_refused():
    stored = dump_input("dutch", state(4, settings={"rounds": 3}), 1, 0) | {"edition": "2017"}
    with pytest.raises(ValueError, match="edition 2017"):
        replay(stored)
