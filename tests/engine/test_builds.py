"""Which build runs: the choice, builds that do not fit, and that both answer alike to the last letter."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import compiled

from .cases import PROJECT

WHICH = "import engine, engine.core.reach as r; print(engine.compiled.COMPILED, r.__file__.endswith('.py'))"
needs_compiled = pytest.mark.skipif(not compiled.COMPILED, reason="this run uses the plain source")

# Everything in the order it comes: lists of ints as they are, codes of refusals, texts, scores.
ANSWERS = """
import random, sys
from engine import Board, EngineError
from engine.core import generate, judge, paths
from engine.core.evaluate import evaluate
from tests.engine.cases import cases
positions = cases("positions.jsonl")
for record in positions[:: max(1, len(positions) // 70)]:
    board = Board.from_game_string(record["gamestring"])
    pos = board.position
    moves = generate.legal_moves(pos)
    print(moves, evaluate(pos), board.layout_key(), board.repetition_key())
    print([paths.path(pos, move >> 20, move & 1023) for move in moves if move >= 0 and pos.cell[move >> 20] >= 0])
    ends = sorted({move & 1023 for move in moves if move >= 0})
    print([judge.refusal(pos, piece, end) for piece in range(28) for end in ends])
    if moves:
        print(board.move_string(board.best_move(nodes=400)))
        print(board.move_string(board.best_move(depth=1, slack=20, chance=random.Random(4))))
for text in ("wA1 -wQ", "x", "wA1", "wA1 bQ", "", "pass", "wM wA1-"):
    try:
        board.parse_move(text)
    except EngineError as error:
        print(type(error).__name__, error.code, error.params, error)
for wrong in (5, None):
    try:
        board.parse_move(wrong)
    except Exception as error:
        print(type(error).__name__)
"""


def run(code: str, build: str, folder: Path = PROJECT) -> subprocess.CompletedProcess[str]:
    """Run ``code`` with the engine that lies in ``folder``."""
    environment = {**os.environ, "ENGINE_BUILD": build, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the engine, with its compiled build if this run uses it."""
    kept = () if compiled.COMPILED else ("__compiled__",)
    shutil.copytree(compiled.PACKAGE, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__", *kept))
    return tmp_path


@needs_compiled
def test_both_builds_answer_alike() -> None:
    pure, fast = run(ANSWERS, "pure"), run(ANSWERS, "compiled")
    assert (pure.returncode, pure.stderr) == (0, "")
    assert len(pure.stdout) > 50_000
    assert fast.stdout == pure.stdout


@needs_compiled
def test_a_build_is_used_where_it_fits_and_may_be_declined(copy: Path) -> None:
    assert run(WHICH, "auto", copy).stdout == "True False\n"
    assert run(WHICH, "compiled", copy).stdout == "True False\n"
    assert run(WHICH, "pure", copy).stdout == "False True\n"


@needs_compiled
def test_a_build_of_other_source_is_not_used(copy: Path) -> None:
    with (copy / "engine" / "core" / "reach.py").open("a") as source:
        source.write("# changed\n")
    assert run(WHICH, "auto", copy).stdout == "False True\n"
    refused = run(WHICH, "compiled", copy)
    assert refused.returncode == 1
    assert "python -m engine.build" in refused.stderr


def test_a_build_that_cannot_be_loaded_leaves_the_source(copy: Path) -> None:
    folder = copy / "engine" / "__compiled__" / compiled.key()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in (*compiled.MODULES, "broken__mypyc"):
        (folder / f"{name}{compiled.SUFFIX}").write_bytes(b"no machine code")
    assert run(WHICH, "auto", copy).stdout == "False True\n"
    assert run(WHICH, "compiled", copy).returncode == 1


def test_without_a_build_the_source_runs(copy: Path) -> None:
    shutil.rmtree(copy / "engine" / "__compiled__", ignore_errors=True)
    assert run(WHICH, "auto", copy).stdout == "False True\n"
    assert "there is none" in run(WHICH, "compiled", copy).stderr
    done = subprocess.run(
        [sys.executable, "-m", "engine", "--help"],
        cwd=copy,
        env={**os.environ, "ENGINE_BUILD": "compiled"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("python -m engine: no compiled build of this engine (there is none): run ")


def test_a_misspelt_choice_is_refused() -> None:
    refused = run(WHICH, "fast")
    assert refused.returncode == 1
    assert "write auto, pure or compiled" in refused.stderr


def test_where_nothing_can_compile_the_builder_says_so_and_leaves_nothing(copy: Path) -> None:
    shutil.rmtree(copy / "engine" / "__compiled__", ignore_errors=True)
    (copy / "mypyc.py").write_text("raise SystemExit('no compiler here')\n")
    done = subprocess.run(
        [sys.executable, "-m", "engine.build"],
        cwd=copy,
        env={**os.environ, "ENGINE_BUILD": "auto", "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "no compiler here" in done.stderr
    assert list((copy / "engine" / "__compiled__").iterdir()) == []
