"""What ``benchmarks/engine.py`` measures, for the build of the engine that this process has loaded.

    ENGINE_BUILD=pure python benchmarks/engine_measured.py

prints one JSON object: times in microseconds, speeds per second.
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
import engine.legal  # noqa: E402
import engine.repetition  # noqa: E402
from engine import Board, EngineError, GameType, Move, Rules  # noqa: E402
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
    found |= public_legal_moves(boards)
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


def public_legal_moves(boards: list[Board]) -> dict[str, float]:
    """Measure what ``Board.legal_moves`` costs those who count, ask for one move, or look at all of them.

    Values of moves are kept once they are made: ``made_first`` is what a process pays that has met none of a position's
    moves before, ``made`` what it pays that has met them all. Play lies between the two, near the second.
    """
    last: dict[int, Move] = {number: board.legal_moves()[-1] for number, board in enumerate(boards)}

    def asked(number: int, board: Board) -> bool:
        return last[number] in board.legal_moves()

    def all_made_first(board: Board) -> list[Move]:
        engine.legal.forget()
        return list(board.legal_moves())

    times = {
        "counted": [best(lambda b=board: len(b.legal_moves())) for board in boards],  # type: ignore[misc]
        "asked": [best(lambda n=n, b=board: asked(n, b)) for n, board in enumerate(boards)],  # type: ignore[misc]
        "made": [best(lambda b=board: list(b.legal_moves())) for board in boards],  # type: ignore[misc]
        "made_first": [best(lambda b=board: all_made_first(b), 5) for board in boards],  # type: ignore[misc]
    }
    return {name: summary(found)[0] for name, found in times.items()}


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


if __name__ == "__main__":
    json.dump(measured(), sys.stdout)
