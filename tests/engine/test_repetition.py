"""Repetition keys against plain comparison, the threefold rule with and without the past, golden keys."""

from collections import Counter
from itertools import combinations
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import Board, Color, GameType, IllegalMove, Move, Outcome, RepetitionRule, Rules
from engine import history as module

from .cases import cases, rules_of
from .playing import games, step
from .symmetry import facts, replayed, same, symmetry

# Black's second ant has just come to stand beside White's pillbug.
BESIDE_A_PILLBUG = "Base+P;;;wP;bA1 wP-;wQ -wP;bQ bA1-;wA1 -wQ;bA2 bQ-;wA1 \\wQ;bA2 wP\\"


def shuffled(repetition: RepetitionRule) -> Board:
    """A game in which both queens can step to and fro for ever."""
    board = Board(Rules(GameType.parse("Base"), repetition=repetition))
    for text in ("wB1", "bB1 wB1-", "wQ -wB1", "bQ bB1-"):
        board.push_text(text)
    return board


def back_and_forth(board: Board, plies: int) -> None:
    """Move the queens between two cells each, ``plies`` plies."""
    for ply in range(plies):
        side = "w" if ply % 2 == 0 else "b"
        text = {
            ("w", 0): "wQ \\wB1",
            ("w", 1): "wQ -wB1",
            ("b", 0): "bQ bB1/",
            ("b", 1): "bQ bB1-",
        }[side, ply // 2 % 2]
        board.push_text(text)


@settings(max_examples=25, deadline=None)
@given(games(plies=16), st.lists(st.integers(0, 40), min_size=10, max_size=14))
def test_keys_are_equal_exactly_if_the_positions_are(board: Board, choices: list[int]) -> None:
    seen = []
    for choice in choices:
        step(board, 2 * choice + 1)
        seen.append((board.repetition_key(), facts(board)))
    for (key, one), (other_key, other) in combinations(seen, 2):
        assert (key == other_key) == same(one, other)


@settings(max_examples=30, deadline=None)
@given(games(plies=24), st.integers(1, 11))
def test_comparison_and_key_agree_on_turned_boards(board: Board, number: int) -> None:
    other = replayed(board, symmetry(number))
    assert same(facts(board), facts(other))
    assert board.repetition_key() == other.repetition_key()


def test_keys_agree_with_plain_comparison_in_games_that_repeat() -> None:
    compared = 0
    for record in cases("repetition.jsonl"):
        if len(record["moves"]) > 60:
            continue
        board = Board(rules_of(record))
        seen = []
        for text in record["moves"]:
            board.push_text(text)
            seen.append((board.repetition_key(), facts(board)))
        for (key, one), (other_key, other) in combinations(seen[-16:], 2):
            compared += key == other_key
            assert (key == other_key) == same(one, other), record["id"]
    assert compared > 20


def test_copies_of_a_bug_are_interchangeable() -> None:
    board = Board.from_game_string("Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wA2 \\wQ;bA2 bQ-")
    text = board.snapshot()
    swapped = text.replace("wA1", "wX").replace("wA2", "wA1").replace("wX", "wA2")
    assert swapped != text
    assert Board.from_snapshot(board.rules, swapped).repetition_key() == board.repetition_key()
    other_kind = text.replace("wA2", "wG1")
    assert Board.from_snapshot(board.rules, other_kind).repetition_key() != board.repetition_key()


def test_a_rest_that_takes_no_move_away_makes_no_difference() -> None:
    board = Board.from_game_string("Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wA2 -wQ;bA2 bQ-")
    rested = board.snapshot()
    assert ";bA2;" in rested
    assert Board.from_snapshot(board.rules, rested.replace(";bA2;", ";-;")).repetition_key() == (board.repetition_key())


def test_a_rest_that_keeps_a_pillbug_from_throwing_it_makes_a_difference() -> None:
    board = Board.from_game_string(BESIDE_A_PILLBUG)
    rested = board.snapshot()
    assert ";bA2;" in rested
    free = Board.from_snapshot(board.rules, rested.replace(";bA2;", ";-;"))
    assert len(free.legal_moves()) > len(board.legal_moves())
    assert free.layout_key() == board.layout_key()
    assert free.repetition_key() != board.repetition_key()


def test_rests_that_mirror_each_other_on_a_mirrored_hive_are_the_same() -> None:
    # The hive is its own mirror image along the row of the queens; either ant may be the one that rests.
    hive = "-1,0=wQ 0,0=wP 1,0=bQ 0,1=bA1 1,-1=bA2"
    rules = Rules(GameType.parse("Base+P"))
    keys = {rest: Board.from_snapshot(rules, f"1;8;{rest};-;{hive}").repetition_key() for rest in ("bA1", "bA2", "-")}
    assert keys["bA1"] == keys["bA2"] != keys["-"]


def test_third_occurrence_draws_under_the_threefold_rule() -> None:
    board = shuffled(RepetitionRule.THREEFOLD)
    back_and_forth(board, 3)
    assert board.outcome() is None
    board.push_text("bQ bB1-")  # the second time both queens are home
    assert (board.repetition_count(), board.outcome()) == (2, None)
    back_and_forth(board, 4)
    assert board.outcome() == Outcome(None, "repetition")
    assert (board.state_string(), board.legal_moves(), board.must_pass()) == ("Draw", [], False)
    with pytest.raises(IllegalMove, match="the game is over"):
        board.push_text("wQ \\wB1")
    board.pop()
    assert board.outcome() is None
    assert board.legal_moves()


def test_without_the_rule_a_third_occurrence_is_only_counted() -> None:
    board = shuffled(RepetitionRule.NONE)
    back_and_forth(board, 8)
    assert (board.repetition_count(), board.outcome()) == (3, None)
    board.pop()
    assert board.repetition_count() == 2


def test_a_snapshot_with_the_counts_of_earlier_keys_sees_the_third_occurrence() -> None:
    board = shuffled(RepetitionRule.THREEFOLD)
    seen: Counter[str] = Counter()
    seen[board.repetition_key()] += 1
    for text in ("wQ \\wB1", "bQ bB1/", "wQ -wB1", "bQ bB1-", "wQ \\wB1", "bQ bB1/", "wQ -wB1"):
        board.push_text(text)
        seen[board.repetition_key()] += 1
    knowing = Board.from_snapshot(board.rules, board.snapshot(), seen=seen)
    assert knowing.repetition_count() == board.repetition_count()
    knowing.push_text("bQ bB1-")
    assert knowing.outcome() == Outcome(None, "repetition")
    forgetful = Board.from_snapshot(board.rules, board.snapshot())
    forgetful.push_text("bQ bB1-")
    assert (forgetful.repetition_count(), forgetful.outcome()) == (1, None)
    finished = Board.from_snapshot(knowing.rules, knowing.snapshot())
    assert finished.outcome() == Outcome(None, "repetition")


def test_the_position_of_a_snapshot_counts_itself_without_the_past() -> None:
    board = shuffled(RepetitionRule.THREEFOLD)
    forgetful = Board.from_snapshot(board.rules, board.snapshot())
    assert forgetful.repetition_count() == 1
    back_and_forth(forgetful, 4)
    assert (forgetful.repetition_count(), forgetful.outcome()) == (2, None)
    back_and_forth(forgetful, 4)
    assert forgetful.outcome() == Outcome(None, "repetition")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(["push", "push", "push", "pop", "count", "key"]), max_size=40))
@example(["push"] * 8 + ["count"] + ["pop"] * 6 + ["push"] * 6)
def test_counts_are_right_whenever_they_are_asked_for(doings: list[str]) -> None:
    board = shuffled(RepetitionRule.NONE)
    past = [Board.from_game_string(board.game_string()).repetition_key()]
    for doing in doings:
        if doing == "push":
            side, away = "wb"[len(past) % 2 == 0], (len(past) - 1) // 2 % 2 == 0
            board.push_text({"w": ("wQ -wB1", "wQ \\wB1"), "b": ("bQ bB1-", "bQ bB1/")}[side][away])
            past.append(Board.from_snapshot(board.rules, board.snapshot()).repetition_key())
        elif doing == "pop" and len(past) > 1:
            board.pop()
            past.pop()
        elif doing == "count":
            assert board.repetition_count() == past.count(past[-1])
        elif doing == "key":
            assert board.repetition_key() == past[-1]
    assert board.repetition_count() == past.count(past[-1])


def test_counting_costs_the_same_however_long_the_game_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "repetition_key", lambda pos, at: "x")
    board, past = Board(), module.History()
    start = process_time()
    for ply in range(1, 30_001):
        past.add(module.Step(Move.passing(), "pass", -1, (0, 0), False))
        board.position.make(-1)
        assert past.count(board.position, []) == ply
    assert process_time() - start < 3  # each ply counting all before it: half a minute


def test_a_surrounded_queen_wins_also_when_the_position_would_repeat() -> None:
    record = next(record for record in cases("games.jsonl") if record["final_state"] == "WhiteWins")
    rules = Rules(rules_of(record).game_type, rules_of(record).opening, RepetitionRule.THREEFOLD)
    board = Board(rules)
    for text in record["moves"]:
        board.push_text(text)
    assert board.outcome() == Outcome(Color.WHITE, "surrounded")


def test_keys_stay_the_same_between_versions() -> None:
    """Stored keys must go on naming the positions they were stored for."""
    board = Board.from_game_string(BESIDE_A_PILLBUG)
    assert board.repetition_key() == "69e12b58687211f3c018b6e320a8b5f0"
    assert board.layout_key() == "bf4a600823b4137e7d7e1bd0a1f87aa1"
