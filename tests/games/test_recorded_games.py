"""Whole recorded games through the service, where the shared cases are at hand: same passes, same end."""

import json
from pathlib import Path

import pytest

from tests.factories import make_game, play

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "engine" / "games.jsonl"
OPENING_RULES = {"tournament": "no_queen_first", "queen_first:white": "queen_may_open"}
PER_KIND = 2

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not CASES.exists(), reason="the shared cases are not beside this checkout"),
]


def _chosen():
    """The first few games of each kind: with passes, drawn by repetition, won, unfinished."""
    kinds: dict[tuple[object, ...], list[dict[str, object]]] = {}
    if not CASES.exists():
        return []
    with CASES.open() as lines:
        for line in lines:
            case = json.loads(line)
            if len(case["moves"]) > 60 or case["opening_rule"] not in OPENING_RULES:
                continue
            kind = (case["opening_rule"], "pass" in case["moves"], bool(case.get("threefold")), case["final_state"])
            if len(kinds.setdefault(kind, [])) < PER_KIND:
                kinds[kind].append(case)
    return [pytest.param(case, id=case["id"]) for cases in kinds.values() for case in cases]


@pytest.mark.parametrize("case", _chosen())
def test_a_recorded_game_ends_as_it_did(case):
    triple = (case.get("threefold") or {}).get("sym_legal") or []
    moves = case["moves"][: triple[2]] if triple else case["moves"]
    game = make_game(game_type=case["gametype"], opening_rule=OPENING_RULES[case["opening_rule"]])
    game = play(game, *(text for text in moves if text != "pass"))
    stored = list(game.moves.values_list("text", "forced"))
    played = [text for text, _ in stored]
    assert played[: len(moves)] == moves
    assert {forced for text, forced in stored if text == "pass"} <= {True}
    if triple:
        assert (game.result, game.ending) == ("draw", "repetition")
    else:
        results = {"WhiteWins": "white", "BlackWins": "black", "Draw": "draw", "InProgress": ""}
        assert game.result == results[case["final_state"]]
