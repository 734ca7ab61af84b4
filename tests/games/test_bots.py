"""How the computer chooses: bounded, repeatable, each level stronger than the one before."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from engine import Board, Color, GameType, IllegalMove, RepetitionRule, Rules
from games.bots import BY_NAME, EASY, HARD, LEVELS, MEDIUM, Level, choose_move, takes_draw
from tests.games.sequences import SURROUNDED

RULES = Rules(GameType.parse("Base+MLP"), repetition=RepetitionRule.THREEFOLD)


def still() -> float:
    """A clock that stands still: only depth and positions bound the search."""
    return 0.0


def board_after(*moves: str, game_type: str = "Base") -> Board:
    board = Board(Rules(GameType.parse(game_type)))
    for text in moves:
        board.push_text(text)
    return board


def middle_game() -> Board:
    """A position in which much can move, played by lot."""
    board, rng = Board(RULES), random.Random(3)
    while board.ply < 30:
        board.push(rng.choice(board.legal_moves()))
    return board


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_every_level_plays_a_legal_move_and_gives_the_board_back(level: Level) -> None:
    board = middle_game()
    before = board.snapshot()
    move = choose_move(board, replace(level, positions=2_000), rng=random.Random(1), seconds=still)
    assert move in board.legal_moves()
    assert board.snapshot() == before


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_the_same_chance_gives_the_same_move(level: Level) -> None:
    moves = [
        choose_move(middle_game(), replace(level, positions=2_000), rng=random.Random(7), seconds=still)
        for _ in range(2)
    ]
    assert moves[0] == moves[1]


def test_the_first_moves_differ_from_game_to_game() -> None:
    board = Board(RULES)
    first = {str(choose_move(board, HARD, rng=random.Random(seed), seconds=still).piece) for seed in range(60)}
    assert first == {"wS1", "wB1", "wG1", "wA1", "wM", "wL", "wP"}


def test_easy_draws_two_moves_in_five_by_lot_and_the_others_none() -> None:
    board = middle_game()
    best = board.best_move(depth=1)

    def others(level: Level) -> int:
        quick = replace(level, depth=1)
        chosen = [choose_move(board, quick, rng=random.Random(seed), seconds=still) for seed in range(200)]
        return sum(move != best for move in chosen)

    assert 60 <= others(EASY) <= 100
    assert others(MEDIUM) == others(HARD) == 0


def test_the_search_ends_at_its_positions_and_at_its_time() -> None:
    board = middle_game()
    asked = 0

    def counting(step: float) -> float:
        nonlocal asked
        asked += 1
        return asked * step

    choose_move(board, replace(HARD, positions=500), rng=random.Random(1), seconds=lambda: counting(0.0))
    assert asked <= 502
    asked = 0
    endless = replace(HARD, depth=9, positions=10**9, think=timedelta(seconds=2))
    choose_move(board, endless, rng=random.Random(1), seconds=lambda: counting(0.01))
    assert asked <= 210, "two seconds of a hundredth each"


def test_no_level_may_think_longer_than_two_seconds() -> None:
    assert max(level.think for level in LEVELS.values()) <= timedelta(seconds=2)


def test_a_finished_game_has_no_move() -> None:
    with pytest.raises(IllegalMove):
        choose_move(board_after(*SURROUNDED), EASY, rng=random.Random(1), seconds=still)


def winner_of(white: Level, black: Level, seed: int) -> Color | None:
    board, rng = Board(RULES), random.Random(seed)
    while board.outcome() is None and board.ply < 200:
        board.push(choose_move(board, (white, black)[board.ply % 2], rng=rng, seconds=still))
    outcome = board.outcome()
    return outcome.winner if outcome is not None else None


def test_medium_beats_easy() -> None:
    as_white = [winner_of(MEDIUM, EASY, seed) for seed in range(4)]
    as_black = [winner_of(EASY, MEDIUM, seed) for seed in range(4, 8)]
    assert as_white.count(Color.WHITE) + as_black.count(Color.BLACK) >= 5
    assert as_white.count(Color.BLACK) + as_black.count(Color.WHITE) <= 1


def test_easy_loses_more_than_it_wins_against_a_player_who_looks_one_move_ahead() -> None:
    careful = replace(EASY, slips=0.0)
    winners = [winner_of(careful, EASY, seed) for seed in range(8)]
    assert winners.count(Color.WHITE) > winners.count(Color.BLACK)


def test_a_draw_is_taken_only_when_clearly_worse() -> None:
    # After 11 plies Black's queen has one free neighbour, White's one neighbour.
    pressed = board_after(*SURROUNDED[:11])
    assert (pressed.queen_neighbours(Color.BLACK), pressed.queen_neighbours(Color.WHITE)) == (5, 1)
    assert takes_draw(pressed, Color.BLACK)
    assert not takes_draw(pressed, Color.WHITE)
    assert not takes_draw(board_after(*SURROUNDED[:4]), Color.BLACK), "nothing has happened yet"
    assert not takes_draw(Board(RULES), Color.WHITE), "no queen is placed"


def test_names_and_codes_are_one_to_one() -> None:
    assert {level.code for level in BY_NAME.values()} == set(LEVELS) == {"easy", "medium", "hard"}
