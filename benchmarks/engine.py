"""How fast the engine is, as plain Python and compiled, as ratios against OpenSpiel's C++ Hive in the same run.

    python -m venv /tmp/spiel && /tmp/spiel/bin/pip install open_spiel mypy setuptools
    /tmp/spiel/bin/python -m engine.build
    /tmp/spiel/bin/python benchmarks/engine.py

Without ``pyspiel`` the absolute figures are printed alone; without a compiled build its column is empty. Each
build is measured in a process of its own (``engine_measured``). Times are CPU time, best of a few rounds, so that
other work on the machine disturbs them little. Positions: 300 of Base+MLP at plies 16 to 50, from
``../shared/cases`` where it is there and otherwise the smaller set in ``tests/data``.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

MEASURED = Path(__file__).resolve().parent / "engine_measured.py"
NONE = "–"  # where there is nothing to compare with, or no build

Numbers = dict[str, float]


class Row(NamedTuple):
    """One line of the table: the number the budgets are about, None without pyspiel, and how it is told."""

    what: str
    value: Callable[[Numbers], float | None]
    text: Callable[[Numbers], str]
    pure: float
    compiled: float
    sign: int = 1  # 1: at most the budget; -1: at least


def against_spiel(name: str) -> tuple[Callable[[Numbers], float | None], Callable[[Numbers], str]]:
    """Return value and text of a time as a ratio to pyspiel's ``legal_actions()``."""

    def value(found: Numbers) -> float | None:
        return found[name] / found["spiel"] if "spiel" in found else None

    def text(found: Numbers) -> str:
        ratio = value(found)
        return f"{found[name]:.1f} us = {NONE if ratio is None else f'{ratio:.2f}'} x"

    return value, text


def part(name: str, whole: str) -> tuple[Callable[[Numbers], float | None], Callable[[Numbers], str]]:
    """Return value and text of a time as a part of another."""
    return (
        lambda found: found[name] / found[whole],
        lambda found: f"{found[name]:.2f} us = {found[name] / found[whole]:.2f} x",
    )


ROWS: list[Row] = [
    Row("all legal moves, core ints, of pyspiel", *against_spiel("all"), 1.0, 0.25),
    Row("the same, p95 / mean", lambda m: m["all95"] / m["all"], lambda m: f"{m['all95'] / m['all']:.2f}", 2, 2),
    Row("Board.legal_moves(): how many, of pyspiel", *against_spiel("counted"), 1, 0.25),
    Row("  is this one of them, of pyspiel", *against_spiel("asked"), 1, 0.4),
    Row("  all as values, met before, of pyspiel", *against_spiel("made"), 1, 0.4),
    Row("  all as values, never met, of pyspiel", *against_spiel("made_first"), 3, 2.5),
    Row("one move asked, of all core ints", *part("one", "all"), 0.25, 0.25),
    Row("the same from text, of pyspiel's all", *against_spiel("one_text"), 0.25, 0.2),
    Row(
        "60 plies from text, every move checked",
        lambda m: m["replay"] / 1000,
        lambda m: f"{m['replay'] / 1000:.2f} ms",
        4,
        1,
    ),
    Row(
        "perft Base+MLP depth 5, M leaves/s",
        lambda m: m["perft"] / 1e6,
        lambda m: f"{m['perft'] / 1e6:.1f} M",
        1,
        8,
        -1,
    ),
]
WITHOUT_BUDGET: list[tuple[str, Callable[[Numbers], str]]] = [
    (
        "pyspiel legal_actions(), mean (p95)",
        lambda m: f"{m['spiel']:.1f} ({m['spiel95']:.1f}) us" if "spiel" in m else NONE,
    ),
    ("Board.layout_key()", lambda m: f"{m['layout_key']:.0f} us"),
    ("Board.repetition_key()", lambda m: f"{m['repetition_key']:.0f} us"),
    ("Board.from_snapshot()", lambda m: f"{m['snapshot']:.0f} us"),
    ("search, positions per second", lambda m: f"{m['search'] / 1000:.0f} k"),
]


def of_build(build: str) -> Numbers | None:
    """Measure one build in a process of its own, None if there is none."""
    which = [sys.executable, "-c", "import engine"]
    environment = {**os.environ, "ENGINE_BUILD": build}
    root = MEASURED.parent.parent
    if subprocess.run(which, env=environment, cwd=root, stderr=subprocess.DEVNULL, check=False).returncode:
        return None
    done = subprocess.run(
        [sys.executable, str(MEASURED)], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    result: Numbers = json.loads(done.stdout)
    return result


def cells(found: Numbers | None, row: Row, budget: float) -> str:
    """Return what one build did in a row, its budget, and whether that is met."""
    if found is None:
        return f"{NONE:>20} {'':<15}"
    value = row.value(found)
    verdict = ""
    if value is not None:
        met = "met" if value * row.sign <= budget * row.sign else "MISSED"
        verdict = f"{'<=' if row.sign > 0 else '>='} {budget:g} {met}"
    return f"{row.text(found):>20} {verdict:<15}"


def main() -> None:
    """Measure both builds and print the table."""
    pure, compiled = of_build("pure"), of_build("compiled")
    assert pure is not None
    print(f"Python {sys.version.split()[0]}; {pure['positions']:.0f} positions, {pure['moves']:.0f} legal moves each")
    if "spiel" not in pure:
        print("No ratios to OpenSpiel: pip install open_spiel in the environment that runs this gives them.")
    if compiled is None:
        print("No compiled build: python -m engine.build makes one.")
    print(f"\n{'':<42}{'pure Python':>20} {'':<15}{'compiled':>20}")
    for row in ROWS:
        print(f"{row.what:<42}{cells(pure, row, row.pure)}{cells(compiled, row, row.compiled)}".rstrip())
    print()
    for what, text in WITHOUT_BUDGET:
        columns = [f"{NONE if found is None else text(found):>20}" for found in (pure, compiled)]
        print(f"{what:<42}{columns[0]} {'':<15}{columns[1]}".rstrip())


if __name__ == "__main__":
    main()
