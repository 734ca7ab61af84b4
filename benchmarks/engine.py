"""How fast the engine is, as plain Python and compiled, as ratios against OpenSpiel's C++ Hive in the same run.

    python -m venv /tmp/spiel && /tmp/spiel/bin/pip install open_spiel mypy setuptools
    /tmp/spiel/bin/python -m engine.build
    /tmp/spiel/bin/python benchmarks/engine.py

Without ``pyspiel`` the absolute figures are printed alone; without a compiled build its column is empty. Each
build is measured in a process of its own. Times are CPU time, best of a few rounds, so that
other work on the machine disturbs them little. Positions: 300 of Base+MLP at plies 16 to 50, from
``../shared/cases`` where it is there and otherwise the smaller set in ``tests/data``.
"""

import json
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import engine.core.generate as generate  # noqa: E402
import engine.repetition  # noqa: E402
from engine import Board, EngineError, GameType, Rules  # noqa: E402
from engine.core.judge import refusal  # noqa: E402
from engine.core.perft import perft  # noqa: E402
from engine.core.position import Position  # noqa: E402
from engine.core.search import Search  # noqa: E402
from engine.hexes import cell_of  # noqa: E402
from engine.pieces import NUMBER_OF  # noqa: E402

try:
    import pyspiel
except ImportError:
    pyspiel = None

ROUNDS = 5
INNER = 20
MICRO = 1e6


def cases(name: str) -> list[dict[str, Any]]:
    """Return the records of a case file, from the full set if it is there."""
    full = ROOT.parent / "shared" / "cases" / "engine" / name
    path = full if full.exists() else ROOT / "tests" / "data" / "engine" / name
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def chosen_positions() -> list[str]:
    """Return 300 game strings of Base+MLP at plies 16 to 50 in which there is a choice.

    All of the positions file that fit, then moments of the recorded games until there are enough.
    """
    found = [case["gamestring"] for case in cases("positions.jsonl") if len(case["valid"]) > 1]
    found = [game for game in found if game.startswith("Base+MLP;") and 16 <= game.count(";") - 2 <= 50]
    records = [case for case in cases("games.jsonl") if case["gametype"] == "Base+MLP"]
    for ply in (*range(16, 51, 5), *range(17, 51, 5), *range(18, 51, 5)):
        for record in records:
            if len(found) < 300 and record["plies"] > ply:
                game = "Base+MLP;;;" + ";".join(record["moves"][:ply])
                if not Board.from_game_string(game).must_pass():
                    found.append(game)
    return found[:300]


def best(run: Callable[[], object], times: int = INNER) -> float:
    """Return the least CPU seconds of one ``run``, over a few rounds of ``times`` runs each."""
    least = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        for _ in range(times):
            run()
        least = min(least, (process_time() - start) / times)
    return least


def summary(times: Iterable[float]) -> tuple[float, float]:
    """Return mean and 95th percentile in microseconds."""
    ordered = sorted(times)
    return statistics.fmean(ordered) * MICRO, ordered[int(len(ordered) * 0.95)] * MICRO


def legal_moves_ours(boards: list[Board]) -> list[float]:
    """Seconds for all legal moves of each position, as the ints search and the site's checks use."""
    return [best(lambda pos=board.position: generate.legal_moves(pos)) for board in boards]  # type: ignore[misc]


def legal_moves_theirs(games: list[str]) -> list[float]:
    """Seconds of pyspiel for the same."""
    game = pyspiel.load_game("hive(board_size=14,uses_mosquito=true,uses_ladybug=true,uses_pillbug=true)")
    states = [game.deserialize_state(text) for text in games]
    return [best(state.legal_actions) for state in states]


def questions(board: Board, chance: random.Random) -> tuple[list[tuple[int, int]], list[str]]:
    """Return moves of a position as ints and as text: every legal one, and as many that mostly are not."""
    legal = [move for move in board.legal_moves() if move.piece is not None and move.destination is not None]
    pieces = [piece for stack in board.stacks().values() for piece in stack]
    places = sorted({move.destination for move in legal if move.destination is not None})
    ints, texts = [], []
    for move in legal:
        assert move.piece is not None
        assert move.destination is not None
        ints.append((NUMBER_OF[move.piece], cell_of(move.destination)))
        texts.append(board.move_string(move))
        piece = chance.choice(pieces)
        ints.append((NUMBER_OF[piece], cell_of(chance.choice(places))))
        texts.append(f"{piece} {chance.choice(pieces)}{chance.choice('-/')}")
    return ints, texts


def ask_ints(board: Board, asked: list[tuple[int, int]]) -> None:
    """Ask each move of the core: is it legal, and if not, which rule refuses it."""
    for piece, end in asked:
        refusal(board.position, piece, end)


def ask_texts(board: Board, asked: list[str]) -> None:
    """Ask each move as text of the board: a move, or an error with its sentence."""
    for text in asked:
        try:
            board.parse_move(text)
        except EngineError as error:
            str(error)


def sixty_plies() -> str:
    """Return a game string of sixty plies or a little more of Base+MLP."""
    games = [case for case in cases("games.jsonl") if case["gametype"] == "Base+MLP" and case["plies"] >= 60]
    return "Base+MLP;;;" + ";".join(games[len(games) // 2]["moves"][:60])


def perft_speed() -> float:
    """Return leaves per second of perft depth 5 of Base+MLP."""
    start = process_time()
    leaves = perft(Position(True, True, True, False), 5)
    return leaves / (process_time() - start)


def measured() -> dict[str, float]:
    """Measure the build that this process has loaded; times in microseconds."""
    games = chosen_positions()
    boards = [Board.from_game_string(game) for game in games]
    found = {"positions": len(games)}
    found["moves"] = statistics.fmean(len(generate.legal_moves(board.position)) for board in boards)
    found["all"], found["all95"] = summary(legal_moves_ours(boards))
    if pyspiel is not None:
        found["spiel"], found["spiel95"] = summary(legal_moves_theirs(games))
    chance = random.Random(1)
    one_int, one_text = [], []
    for board in boards:
        ints, texts = questions(board, chance)
        one_int.append(best(lambda b=board, q=ints: ask_ints(b, q), 2) / len(ints))  # type: ignore[misc]
        one_text.append(best(lambda b=board, q=texts: ask_texts(b, q), 2) / len(texts))  # type: ignore[misc]
    found["one"], found["one_text"] = summary(one_int)[0], summary(one_text)[0]
    found["objects"] = summary(best(board.legal_moves, 2) for board in boards)[0]
    text = sixty_plies()
    found["replay"] = best(lambda: Board.from_game_string(text), 3) * MICRO
    found["layout_key"] = summary(best(board.layout_key, 2) for board in boards)[0]
    found["repetition_key"] = summary(best(lambda b=board: repetition_key(b), 2) for board in boards)[0]  # type: ignore[misc]
    rules = Rules(GameType.parse("Base+MLP"))
    shots = [board.snapshot() for board in boards]
    found["snapshot"] = best(lambda: [Board.from_snapshot(rules, shot) for shot in shots], 1) / len(shots) * MICRO
    found["perft"] = perft_speed()
    found["search"] = search_speed(boards[:30])
    return found


def repetition_key(board: Board) -> str:
    """Return the key anew; a board keeps what it has told once."""
    return engine.repetition.repetition_key(board.position, board._at)


def search_speed(boards: list[Board]) -> float:
    """Return positions per second of the player's search."""
    start = process_time()
    nodes = 0
    for board in boards:
        search = Search(board.position, lambda: False, 3000)
        moves = search.first_order(generate.legal_moves(board.position))
        for depth in range(1, 9):
            search.best(moves, depth, -1)
            if search.stopped:
                break
        nodes += search.nodes
    return nodes / (process_time() - start)


# What, the value as text, the number the budget is about, the budget of pure Python and of the compiled build, and
# whether the number may be at most (1) or must be at least (-1) that.
Row = tuple[str, Callable[[dict[str, float]], str], Callable[[dict[str, float]], float], float, float, int]

ROWS: list[Row] = [
    ("all legal moves, mean", lambda m: f"{m['all']:.1f} us = {ratio(m):.2f} x", lambda m: ratio(m), 1.0, 0.25, 1),
    ("the same, p95 / mean", lambda m: f"{m['all95'] / m['all']:.2f}", lambda m: m["all95"] / m["all"], 2, 2, 1),
    (
        "one move asked, of all: legal, or why not",
        lambda m: f"{m['one']:.2f} us = {m['one'] / m['all']:.2f} x",
        lambda m: m["one"] / m["all"],
        0.25,
        0.25,
        1,
    ),
    (
        "the same from text, of all as value objects",
        lambda m: f"{m['one_text']:.1f} us = {m['one_text'] / m['objects']:.2f} x",
        lambda m: m["one_text"] / m["objects"],
        0.25,
        0.25,
        1,
    ),
    (
        "60 plies from text, every move checked, ms",
        lambda m: f"{m['replay'] / 1000:.2f} ms",
        lambda m: m["replay"] / 1000,
        4,
        1,
        1,
    ),
    ("perft Base+MLP depth 5, M leaves/s", lambda m: f"{m['perft'] / 1e6:.1f} M", lambda m: m["perft"] / 1e6, 1, 8, -1),
]
WITHOUT_BUDGET: list[tuple[str, Callable[[dict[str, float]], str]]] = [
    ("pyspiel legal_actions(), mean (p95)", lambda m: f"{m['spiel']:.1f} ({m['spiel95']:.1f}) us"),
    ("Board.legal_moves(), as value objects", lambda m: f"{m['objects']:.0f} us"),
    ("Board.layout_key()", lambda m: f"{m['layout_key']:.0f} us"),
    ("Board.repetition_key()", lambda m: f"{m['repetition_key']:.0f} us"),
    ("Board.from_snapshot()", lambda m: f"{m['snapshot']:.0f} us"),
    ("search, positions per second", lambda m: f"{m['search'] / 1000:.0f} k"),
]


def ratio(found: dict[str, float]) -> float:
    """Return our time for all legal moves against pyspiel's; not a number without it."""
    return found["all"] / found.get("spiel", float("nan"))


def of_build(build: str) -> dict[str, float] | None:
    """Measure one build in a process of its own, None if there is none."""
    done = subprocess.run(
        [sys.executable, __file__, "--one"],
        env={**os.environ, "ENGINE_BUILD": build},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if build == "compiled" else None,
        text=True,
        check=build == "pure",
    )
    if done.returncode:
        print(done.stderr.strip().splitlines()[-1])
        return None
    result: dict[str, float] = json.loads(done.stdout)
    return result


def cell(found: dict[str, float] | None, text: Callable[[dict[str, float]], str], verdict: str) -> str:
    """Return one cell of the table."""
    return f"{'-' if found is None else text(found):>20} {verdict:<13}"


def judged(found: dict[str, float] | None, value: float, budget: float, sign: int) -> str:
    """Return the budget and whether it is met."""
    if found is None or value != value:  # not a number: without pyspiel
        return ""
    met = "met" if value * sign <= budget * sign else "MISSED"
    return f"{'<=' if sign > 0 else '>='} {budget:g} {met}"


def main() -> None:
    """Measure both builds and print the table."""
    pure, compiled = of_build("pure"), of_build("compiled")
    assert pure is not None
    print(f"Python {sys.version.split()[0]}; {pure['positions']:.0f} positions, {pure['moves']:.0f} legal moves each")
    if pyspiel is None:
        print("pyspiel is not installed: pip install open_spiel (in an environment of its own) for the ratio")
    print(f"\n{'':<46}{'pure Python':>20} {'':<13}{'compiled':>20}")
    for what, text, value, of_pure, of_compiled, sign in ROWS:
        columns = [
            cell(found, text, judged(found, value(found) if found else 0, budget, sign))
            for found, budget in ((pure, of_pure), (compiled, of_compiled))
        ]
        print(f"{what:<46}{''.join(columns)}".rstrip())
    print()
    for what, text in WITHOUT_BUDGET:
        if pyspiel is not None or "spiel" not in what:
            print(f"{what:<46}{cell(pure, text, '')}{cell(compiled, text, '')}".rstrip())


if __name__ == "__main__":
    if sys.argv[1:] == ["--one"]:
        json.dump(measured(), sys.stdout)
    else:
        main()
