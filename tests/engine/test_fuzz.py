"""Whatever is read from outside raises only what is documented: seeds, damaged seeds, long and endless input.

``tests/engine/fuzz/run.py`` goes on with atheris where this stops.
"""

import random
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import BadGame, Board, InvalidNotation
from engine.console import Console

from .fuzz.targets import TARGETS, seeds


@pytest.mark.parametrize("target", TARGETS)
def test_true_inputs_are_no_trouble(target: str) -> None:
    for seed in seeds(target):
        TARGETS[target](seed)


@pytest.mark.parametrize("target", TARGETS)
def test_damaged_inputs_are_no_trouble(target: str) -> None:
    chance = random.Random(target)
    true = list(seeds(target))
    for _ in range(150):
        text = bytearray(chance.choice(true))
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text) + 1)
            piece = chance.choice(true)
            start = chance.randrange(len(piece))
            text[at : at + chance.randrange(12)] = chance.choice(
                [
                    bytes([chance.randrange(256)]),
                    piece[start : start + chance.randrange(40)],
                    b"",
                    b";",
                    b"\\",
                    b"9" * 30,
                ]
            )
        TARGETS[target](bytes(text))


@pytest.mark.parametrize("target", TARGETS)
@settings(max_examples=30, deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_no_trouble(target: str, data: bytes) -> None:
    TARGETS[target](data)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("unit", [b"wA1 ", b";", b"\n", b"[", b"(;", b"{", b"9", b"\\", b"wS1;bS1 wS1-;", b"\xff"])
def test_endless_repetition_of_one_thing_is_no_trouble(target: str, unit: bytes) -> None:
    TARGETS[target](unit * 20_000)


def test_a_session_that_goes_on_for_ever_does_not_grow() -> None:
    console = Console(clock=lambda: 0.0)
    commands = ["newgame Base+MLP", "play wS1", "play bS1 wS1-", "bestmove depth 1", "validmoves", "play x", "undo 2"]
    grown = []
    for _ in range(3):
        tracemalloc.start()
        for _ in range(40):
            for command in commands:
                console.answer(command)
        grown.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    assert grown[-1] < 500_000


def test_a_game_of_many_thousand_plies_is_read_and_taken_back() -> None:
    turn = ["wQ \\wB1", "bQ bB1/", "wQ -wB1", "bQ bB1-"]
    moves = ["wB1", "bB1 wB1-", "wQ -wB1", "bQ bB1-", *turn * 1000]
    board = Board.from_game_string("Base;;;" + ";".join(moves))
    assert board.ply == len(moves)
    while board.ply:
        board.pop()
    with pytest.raises((InvalidNotation, BadGame)):
        Board.from_game_string("Base;;;" + ";".join([*moves, "wQ wQ"]))
