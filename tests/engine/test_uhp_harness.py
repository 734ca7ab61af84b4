"""The engine as a viewer or a match program drives it: one process, UHP on its standard input and output.

Every shared position, game, refused move and repetition goes through the protocol; a fresh clone has the bundled ones.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from .cases import cases

pytestmark = pytest.mark.slow


class Engine:
    """A UHP engine in a process of its own."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.answer()  # what it says of itself at the start

    def ask(self, command: str) -> list[str]:
        """Send a command and return the lines before its ok."""
        assert self.process.stdin is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.answer()

    def answer(self) -> list[str]:
        assert self.process.stdout is not None
        lines = []
        while (line := self.process.stdout.readline().rstrip("\n")) != "ok":
            assert line or self.process.poll() is None, "the engine has gone"
            lines.append(line)
        return lines


@pytest.fixture
def uhp() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.process.communicate("exit\n", timeout=10)
    assert engine.process.returncode == 0


def set_opening(uhp: Engine, rule: str) -> None:
    uhp.ask(f"options set OpeningRule {'no_queen_first' if rule == 'tournament' else 'queen_may_open'}")


def test_every_position_has_its_legal_moves(uhp: Engine) -> None:
    for case in cases("positions.jsonl"):
        told = uhp.ask(f"newgame {case['gamestring']}")
        assert told == [case["gamestring"]]
        moves = uhp.ask("validmoves")
        if not case["valid"]:  # the game is over
            assert moves[0].startswith("err"), case["id"]
            continue
        assert sorted(moves[0].split(";")) == sorted(case["valid"]), case["id"]


def test_every_game_is_played_move_by_move_to_its_end(uhp: Engine) -> None:
    for case in cases("games.jsonl"):
        set_opening(uhp, case["opening_rule"])
        uhp.ask(f"newgame {case['gametype']}")
        told = [""]
        for move in case["moves"]:
            told = uhp.ask("pass" if move == "pass" else f"play {move}")
            assert not told[0].startswith(("err", "invalidmove")), (case["id"], move, told)
        assert told[0].split(";")[1] == case["final_state"], case["id"]
        assert told[0].split(";")[3:] == case["moves"], case["id"]


def test_every_illegal_move_is_refused_with_a_reason(uhp: Engine) -> None:
    for case in cases("illegal_moves.jsonl"):
        uhp.ask(f"newgame {case['gamestring']}")
        told = uhp.ask(f"play {case['illegal_move']}")
        assert told[0].startswith(("invalidmove ", "err ")), (case["id"], told)


def test_the_third_repetition_draws_where_the_option_says_so(uhp: Engine) -> None:
    uhp.ask("options set RepetitionRule threefold")
    for case in cases("repetition.jsonl"):
        expected = (case["first_threefold"]["sym_legal"] or [0, 0, None])[2]
        set_opening(uhp, case["opening_rule"])
        uhp.ask(f"newgame {case['gametype']}")
        drawn = None
        for ply, move in enumerate(case["moves"], start=1):
            told = uhp.ask("pass" if move == "pass" else f"play {move}")
            if told[0].split(";")[1] == "Draw":
                drawn = ply
                break
        assert drawn == expected, case["id"]
