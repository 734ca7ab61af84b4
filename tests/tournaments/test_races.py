"""What happens when two do the same at once. PostgreSQL only: there the row lock is what keeps order."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection

from accounts.errors import DomainError
from accounts.models import Notification
from games.models import Game
from tests.tournaments.events import HOUR, T0, end_game, event, open_games, player, players, started
from tournaments.models import Entrant, MatchGame, Round
from tournaments.services.entries import enter, withdraw
from tournaments.services.organise import cancel
from tournaments.services.running import record_result, repair_results, start, start_due_tournaments

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 8  # repetitions of each race


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls in threads that begin together; return each result or refusal, and raise any other fault."""
    barrier = threading.Barrier(len(calls))
    answers: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            barrier.wait()
            answers[place] = call()
        except BaseException as fault:
            answers[place] = fault
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, call)) for place, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, DomainError):
            raise answer
    return answers


def test_two_starts_make_one_schedule():
    users = players(4)
    for turn in range(ROUNDS):
        open_event = event(users[0], name=f"Event {turn}", starts_at=T0 + HOUR)
        for user in users:
            enter(tournament_id=open_event.pk, user=user, now=T0)
        at_once(
            partial(start, tournament_id=open_event.pk, actor=users[0], now=T0 + HOUR),
            partial(start, tournament_id=open_event.pk, actor=users[0], now=T0 + HOUR),
            partial(start_due_tournaments, now=T0 + HOUR),
        )
        assert Round.objects.filter(tournament=open_event).count() == 3
        slots = MatchGame.objects.filter(match__round__tournament=open_event)
        assert (slots.count(), slots.filter(game=None).count()) == (12, 0)
        assert Game.objects.count() == 12 * (turn + 1)
    assert Notification.objects.filter(kind="event_started").count() == 4 * ROUNDS


def test_ten_players_enter_for_the_last_three_seats():
    nils = player("nils")
    users = [player(f"player{letter}") for letter in "abcdefghjk"]
    for turn in range(ROUNDS):
        open_event = event(nils, name=f"Event {turn}", seats=3, waiting_list=False)
        answers = at_once(*(partial(enter, tournament_id=open_event.pk, user=user, now=T0) for user in users))
        assert Entrant.objects.filter(tournament=open_event, status="entered").count() == 3
        refused = [answer.code for answer in answers if isinstance(answer, DomainError)]
        assert refused == ["event_full"] * 7


def test_one_player_entering_from_two_windows_has_one_seat():
    nils, maja = player("nils"), player("maja")
    for turn in range(ROUNDS):
        open_event = event(nils, name=f"Event {turn}")
        at_once(*[partial(enter, tournament_id=open_event.pk, user=maja, now=T0)] * 3)
        assert Entrant.objects.filter(tournament=open_event).count() == 1


def test_a_withdrawal_at_the_moment_of_the_start_gives_the_seat_back_or_leaves_the_games():
    users = players(4)
    for turn in range(ROUNDS):
        open_event = event(users[0], name=f"Event {turn}")
        for user in users:
            enter(tournament_id=open_event.pk, user=user, now=T0)
        withdrawn, _ = at_once(
            partial(withdraw, tournament_id=open_event.pk, user=users[3], now=T0),
            partial(start, tournament_id=open_event.pk, actor=users[0], now=T0),
        )
        withdrawn.refresh_from_db()
        seeded = Entrant.objects.filter(tournament=open_event, seed__isnull=False)
        in_time = withdrawn.seed is None
        assert (withdrawn.status, withdrawn.leaving) == ("withdrawn", "" if in_time else "announced")
        assert seeded.count() == (3 if in_time else 4)


def test_one_result_reported_by_three_workers_counts_once_and_starts_one_round():
    users = players(4)
    for turn in range(ROUNDS):
        running = started(users, name=f"Event {turn}", games_per_pairing=1, pacing="by_round")
        first, last = (game.pk for game in open_games(running))
        end_game(first, "white")
        record_result(game_id=first, now=T0 + 2 * HOUR)
        end_game(last, "white")
        answers = at_once(
            partial(record_result, game_id=last, now=T0 + 3 * HOUR),
            partial(record_result, game_id=last, now=T0 + 3 * HOUR),
            partial(repair_results, now=T0 + 3 * HOUR),
        )
        assert sum(answers) == 1
        assert list(running.round_set.values_list("status", flat=True)) == ["finished", "running", "pending"]
        assert len(open_games(running)) == 2
        assert MatchGame.objects.filter(match__round__tournament=running, game__isnull=False).count() == 4
        key = f"event_round:{running.round_set.get(number=2).pk}"
        assert Notification.objects.filter(key=key).count() == 4


def test_the_last_two_games_of_a_round_end_together_and_one_next_round_starts():
    users = players(4)
    for turn in range(ROUNDS):
        running = started(users, name=f"Event {turn}", games_per_pairing=1, pacing="by_round")
        games = [game.pk for game in open_games(running)]
        for game_id in games:
            end_game(game_id, "draw")
        at_once(*(partial(record_result, game_id=game_id, now=T0 + 3 * HOUR) for game_id in games))
        assert list(running.round_set.values_list("status", flat=True)) == ["finished", "running", "pending"]
        assert len(open_games(running)) == 2


def test_the_last_games_of_an_event_end_together_and_it_finishes_once():
    users = players(3)
    for turn in range(ROUNDS):
        running = started(users, name=f"Event {turn}", games_per_pairing=2)
        games = [game.pk for game in open_games(running)]
        for game_id in games:
            end_game(game_id, "white")
        at_once(*(partial(record_result, game_id=game_id, now=T0 + 3 * HOUR) for game_id in games))
        running.refresh_from_db()
        assert (running.status, running.entrants.filter(final_rank__isnull=False).count()) == ("finished", 3)
        assert Notification.objects.filter(key=f"event_finished:{running.pk}").count() == 3


def test_a_cancel_beside_the_last_result_leaves_no_half_started_round():
    users = players(4)
    for turn in range(ROUNDS):
        running = started(users, name=f"Event {turn}", games_per_pairing=1, pacing="by_round")
        first, last = (game.pk for game in open_games(running))
        for game_id in (first, last):
            end_game(game_id, "white")
        record_result(game_id=first, now=T0 + 2 * HOUR)
        at_once(
            partial(record_result, game_id=last, now=T0 + 3 * HOUR),
            partial(cancel, tournament_id=running.pk, actor=users[0], now=T0 + 3 * HOUR),
        )
        running.refresh_from_db()
        second = running.round_set.get(number=2)
        started_games = MatchGame.objects.filter(match__round=second, game__isnull=False).count()
        assert running.status == "cancelled"
        assert (second.status, started_games) in {("pending", 0), ("running", 2)}
