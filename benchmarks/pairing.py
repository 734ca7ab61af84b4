"""How long it takes to pair round 5 of 9, and to rank 1,000 entrants after 11 rounds.

    .venv/bin/python benchmarks/pairing.py

Events are played out with chance results (one draw in ten, two of a hundred games forfeited, two of a hundred players
absent) from a fixed seed; only the pairing of round 5, or the standings, is timed. Times are CPU time of this process.
The growth exponent compares 1,000 with 5,000 players.
"""

import math
import os
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hive_site.settings.test")

from games.side import Side  # noqa: E402
from tournaments.pairing.swiss.double_swiss import pair_double_swiss  # noqa: E402
from tournaments.pairing.swiss.dutch import pair_dutch  # noqa: E402
from tournaments.pairing.swiss.result import SwissPairing  # noqa: E402
from tournaments.pairing.swiss.state import Competitor, Outcome, PastRound, SwissEvent  # noqa: E402
from tournaments.standings import EntrantLine, GameResult, ScoreBy, System, standings  # noqa: E402

SIZES = {200: 0.5, 1000: 5.0, 5000: 60.0}  # players, seconds allowed
ROUNDS = 9
TIEBREAKS = ("PTS", "DE", "BH/C1", "BH", "SB", "WIN")
RARE_TIEBREAKS = ("PTS", "FB", "AOB", "STD", "KS", "APRO")

Pair = Callable[[SwissEvent], SwissPairing]


def event_before(round_no: int, players: int, *, pair: Pair, rng: random.Random) -> SwissEvent:
    """An event of ``players`` with all rounds before ``round_no`` played."""
    history: dict[int, list[PastRound]] = {no: [] for no in range(1, players + 1)}
    for number in range(1, round_no):
        event = at_round(number, history, rng)
        play_round(pair(event), event, history, rng)
    return at_round(round_no, history, rng)


def at_round(number: int, history: dict[int, list[PastRound]], rng: random.Random) -> SwissEvent:
    competitors = tuple(
        Competitor(no, tuple(rounds), available=number == 1 or rng.random() > 0.02) for no, rounds in history.items()
    )
    return SwissEvent(competitors, number, ROUNDS)


def play_round(
    pairing: SwissPairing, event: SwissEvent, history: dict[int, list[PastRound]], rng: random.Random
) -> None:
    for board in pairing.boards:
        white, black = rng.choices(((2, 0), (0, 2), (1, 1)), (48, 42, 10))[0]
        outcomes = Outcome.GAME, Outcome.GAME
        if rng.random() < 0.02:
            white, black, outcomes = 2, 0, (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
        history[board.white].append(PastRound(outcomes[0], white, board.black, Side.WHITE))
        history[board.black].append(PastRound(outcomes[1], black, board.white, Side.BLACK))
    if pairing.bye:
        history[pairing.bye.no].append(PastRound(Outcome.PAIRING_BYE, 2))
    for rounds in history.values():
        if len(rounds) < event.round_no:
            rounds.append(PastRound(Outcome.ABSENT))


def seconds(job: Callable[[], object], repeat: int = 1) -> float:
    best = math.inf
    for _time in range(repeat):
        start = process_time()
        job()
        best = min(best, process_time() - start)
    return best


def time_pairing(name: str, pair: Pair) -> None:
    taken = {}
    for size, allowed in SIZES.items():
        event = event_before(5, size, pair=pair, rng=random.Random(size))
        taken[size] = seconds(lambda event=event: pair(event), repeat=2 if size < 5000 else 1)
        verdict = "ok" if taken[size] < allowed else "TOO SLOW"
        print(
            f"{name:13} {size:5} players, round 5 of {ROUNDS}: {taken[size]:7.3f} s  (allowed {allowed} s, {verdict})"
        )
    exponent = math.log(taken[5000] / taken[1000]) / math.log(5)
    print(f"{name:13} growth exponent {exponent:.2f}  (allowed 2.2)")


def time_standings(players: int = 1000, rounds: int = 11) -> None:
    rng = random.Random(1)
    entrants = [EntrantLine(no, no, 2400 - no) for no in range(1, players + 1)]
    games = []
    for number in range(1, rounds + 1):
        order = rng.sample(range(1, players + 1), players)
        for match, (white, black) in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
            points = rng.choice(((2, 0), (0, 2), (1, 1)))
            forfeited = rng.random() < 0.02 and points == (2, 0)
            games.append(GameResult(number, match, white, black, *points, black_forfeited=forfeited))
    for score_by in ScoreBy:
        for codes in (TIEBREAKS, RARE_TIEBREAKS):
            rank = partial(standings, entrants, games, None, codes, System.SWISS, score_by=score_by)
            taken = seconds(rank, repeat=5)
            verdict = "ok" if taken < 0.15 else "TOO SLOW"
            what = f"{players} entrants, {rounds} rounds by {score_by}, {', '.join(codes[1:])}"
            print(f"standings     {what}: {taken * 1000:.0f} ms  (allowed 150 ms, {verdict})")


if __name__ == "__main__":
    time_pairing("Dutch", pair_dutch)
    time_pairing("Double Swiss", pair_double_swiss)
    time_standings()
