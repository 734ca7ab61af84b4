"""The same races as in test_races, between processes that share nothing but PostgreSQL, as two workers do."""

from __future__ import annotations

import multiprocessing
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections

from games.errors import DomainError
from games.models import Game, GameEvent
from games.services.flags import GUARD, claim_flag
from games.services.play import play_move
from tests.factories import DAY, HOUR, T0, make_game, make_user, play

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ROUNDS = 200
MS = timedelta(milliseconds=1)
PROCESSES = multiprocessing.get_context("fork")


def race(acts: Sequence[Callable[[int], Any]], games: Sequence[int]) -> list[list[str]]:
    """Run each act in a process of its own over all games, side by side game by game.

    Returns for each game what each act came to: what it returned as text, or the code of its refusal.
    """
    connections.close_all()  # a connection must not be shared with a child
    barrier = PROCESSES.Barrier(len(acts))
    answers: Any = PROCESSES.Queue()

    def run(number: int) -> None:
        try:
            said = []
            for game_id in games:
                barrier.wait(timeout=60)
                try:
                    said.append(str(acts[number](game_id)))
                except DomainError as refusal:
                    said.append(refusal.code)
            answers.put((number, said, ""))
        except Exception:
            barrier.abort()
            answers.put((number, [], traceback.format_exc()))
        finally:
            connections.close_all()

    children = [PROCESSES.Process(target=run, args=(number,), daemon=True) for number in range(len(acts))]
    for child in children:
        child.start()
    got = {number: (said, failure) for number, said, failure in (answers.get(timeout=120) for _ in children)}
    for child in children:
        child.join(timeout=30)
    assert [failure for _, failure in got.values() if failure] == []
    return [list(row) for row in zip(*(got[number][0] for number in range(len(acts))), strict=True)]


def test_two_processes_submit_the_same_move_and_it_is_played_once():
    white, black = make_user(), make_user()
    games = [make_game(white, black).pk for _ in range(ROUNDS)]

    def submit(game_id: int) -> str:
        outcome = play_move(game_id=game_id, player_id=white.pk, text="wS1", ply=0, received_at=T0 + HOUR)
        return "played" if outcome.move else "not played"

    results = race([submit, submit], games)
    assert all(sorted(row) == ["played", "stale_ply"] for row in results)
    for game in Game.objects.filter(pk__in=games):
        assert (game.ply, game.moves.count(), game.to_move) == (1, 1, "black")
        assert game.flag_at == T0 + HOUR + 3 * DAY == game.clock.flag_at()
        assert game.events.filter(kind=GameEvent.Kind.MOVED).count() == 1


def test_a_move_in_one_process_races_the_flag_in_another_and_there_is_one_outcome():
    white, black = make_user(), make_user()
    games = [play(make_game(white, black), "wS1", "bS1 wS1-").pk for _ in range(ROUNDS)]
    deadlines = dict(Game.objects.filter(pk__in=games).values_list("pk", "flag_at"))

    def move(game_id: int) -> str:
        at = deadlines[game_id] - MS
        outcome = play_move(game_id=game_id, player_id=white.pk, text="wQ -wS1", ply=2, received_at=at)
        return "played" if outcome.move else "not played"

    def flag(game_id: int) -> str:
        return claim_flag(game_id=game_id, now=deadlines[game_id] + GUARD).status

    seen = Counter(tuple(row) for row in race([move, flag], games))
    # Whoever claims either comes first and ends the game, or comes second and finds it going on.
    assert set(seen) <= {("played", "in_progress"), ("game_over", "finished")}
    for game in Game.objects.filter(pk__in=games):
        deadline = deadlines[game.pk]
        if game.in_progress:
            assert (game.ply, game.moves.count(), game.to_move) == (3, 3, "black")
            assert game.flag_at == deadline - MS + 3 * DAY == game.clock.flag_at()
            assert not game.rating_changes.exists()
        else:
            assert (game.result, game.ending, game.finished_at) == ("black", "flag", deadline)
            assert (game.ply, game.moves.count(), game.rating_changes.count()) == (2, 2, 2)
            assert game.events.filter(kind=GameEvent.Kind.ENDED).count() == 1
