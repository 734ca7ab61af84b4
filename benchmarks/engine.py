"""How fast the engine is, as ratios against OpenSpiel's C++ Hive in the same run.

    python -m venv /tmp/spiel && /tmp/spiel/bin/pip install open_spiel
    /tmp/spiel/bin/python benchmarks/engine.py

Without ``pyspiel`` the absolute figures are printed alone. Times are CPU time, best of a few rounds, so that
other work on the machine disturbs them little. Positions: 300 of Base+MLP at plies 16 to 50, from
``../shared/cases`` where it is there and otherwise the smaller set in ``tests/data``.
"""

import json
import random
import statistics
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import engine.core.generate as generate  # noqa: E402
from engine import Board, EngineError, GameType, Rules  # noqa: E402
from engine.core.judge import refusal  # noqa: E402
from engine.core.perft import perft  # noqa: E402
from engine.core.position import Position  # noqa: E402
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


def row(what: str, value: str, budget: str, met: bool | None) -> None:
    """Print one line of the table."""
    verdict = {True: "met", False: "MISSED", None: "-"}[met]
    print(f"{what:<58} {value:>22}   {budget:<18} {verdict}")


def main() -> None:
    """Measure and print the table."""
    games = chosen_positions()
    boards = [Board.from_game_string(game) for game in games]
    count = statistics.fmean(len(generate.legal_moves(board.position)) for board in boards)
    build = "pure Python" if generate.__file__.endswith(".py") else "compiled"
    print(f"{build} {sys.version.split()[0]}; {len(games)} positions, {count:.0f} legal moves on average\n")
    budget = 1.0 if build == "pure Python" else 0.25
    mean, p95 = summary(legal_moves_ours(boards))
    if pyspiel is None:
        print("pyspiel is not installed: pip install open_spiel (in an environment of its own) for the ratio")
        row("all legal moves, mean", f"{mean:.1f} us", f"<= {budget} x pyspiel", None)
    else:
        theirs, theirs95 = summary(legal_moves_theirs(games))
        row("pyspiel legal_actions(), mean (p95)", f"{theirs:.1f} ({theirs95:.1f}) us", "", None)
        ratio = mean / theirs
        row("all legal moves, mean", f"{mean:.1f} us = {ratio:.2f} x", f"<= {budget} x pyspiel", ratio <= budget)
    row("the same, p95 / mean", f"{p95:.1f} us = {p95 / mean:.2f}", "<= 2", p95 / mean <= 2)

    chance = random.Random(1)
    one_int, one_text = [], []
    for board in boards:
        ints, texts = questions(board, chance)
        one_int.append(best(lambda b=board, q=ints: ask_ints(b, q), 2) / len(ints))  # type: ignore[misc]
        one_text.append(best(lambda b=board, q=texts: ask_texts(b, q), 2) / len(texts))  # type: ignore[misc]
    asked, asked_text = summary(one_int)[0], summary(one_text)[0]
    share = asked / mean
    row(
        "one move asked (half legal): legal, or why not",
        f"{asked:.1f} us = {share:.2f} x all",
        "<= 0.25",
        share <= 0.25,
    )
    share = asked_text / mean
    row("the same from text, with the sentence", f"{asked_text:.1f} us = {share:.2f} x all", "<= 0.25", share <= 0.25)

    text = sixty_plies()
    limit = 4.0 if build == "pure Python" else 1.0
    replayed = best(lambda: Board.from_game_string(text), 3) * 1e3
    row("60 plies from text, every move checked", f"{replayed:.2f} ms", f"<= {limit:g} ms", replayed <= limit)
    listed = summary(best(board.legal_moves, 2) for board in boards)[0]
    row("Board.legal_moves(), as value objects", f"{listed:.0f} us", "", None)
    keyed = summary(best(board.layout_key, 2) for board in boards)[0]
    row("Board.layout_key()", f"{keyed:.0f} us", "", None)
    rules = Rules(GameType.parse("Base+MLP"))
    shots = [board.snapshot() for board in boards]
    loaded = best(lambda: [Board.from_snapshot(rules, shot) for shot in shots], 1) / len(shots) * MICRO
    row("Board.from_snapshot()", f"{loaded:.0f} us", "", None)

    speed, least = perft_speed(), 1e6 if build == "pure Python" else 8e6
    row("perft Base+MLP depth 5", f"{speed / 1e6:.2f} M leaves/s", f">= {least / 1e6:g} M", speed >= least)


if __name__ == "__main__":
    main()
