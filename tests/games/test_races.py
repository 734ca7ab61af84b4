"""Two processes at one row, on PostgreSQL: whatever the order, one outcome.

Each round starts two threads at a barrier, with a connection each. SQLite lets one writer in at a time and has no such
races; the last test shows that without the row lock these would be lost.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.models import Notification
from accounts.services.notifications import send_waiting_mail
from games.errors import ChallengeClosed, DomainError, GameOver, StalePly
from games.models import Game, GameEvent, Rating
from games.services import endings
from games.services.challenges import accept_challenge, create_challenge
from games.services.flags import GUARD, claim_flag, sweep_flags
from games.services.play import play_move
from tests.factories import DAY, HOUR, T0, make_game, make_user, play

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ROUNDS = 200
FEW_ROUNDS = 40
MS = timedelta(milliseconds=1)
STEP = 0.002  # seconds


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(transactional_db):
    """Locks are what is tested here, not that a commit survives a power cut: three times as fast."""
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    connection.close()


def race(*acts: Callable[[], Any], waits: tuple[float, ...] = ()) -> list[Any]:
    """Run the acts at the same moment and return what each gave, or the refusal it met. Other errors are raised."""
    barrier = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(index: int) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=30)
            time.sleep(waits[index] if waits else 0)
            results[index] = acts[index]()
        except Exception as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, DomainError):
            raise result
    return results


class Balance:
    """Head starts that keep two racers level on any machine: whoever wins a round waits a little longer in the next.

    A fixed head start is too short where threads start slowly, and then one order never comes up.
    """

    def __init__(self) -> None:
        self.lead = 0.0  # seconds the first waits; below zero the second does

    def waits(self) -> tuple[float, float]:
        return max(0.0, self.lead), max(0.0, -self.lead)

    def won(self, first: bool) -> None:
        self.lead += STEP if first else -STEP


def kinds(results: list[Any]) -> Counter[str]:
    return Counter(type(result).__name__ for result in results)


def test_the_same_move_submitted_twice_is_played_once():
    white, black = make_user(), make_user()
    for _ in range(ROUNDS):
        game = make_game(white, black)

        def submit(pk=game.pk):
            return play_move(game_id=pk, player_id=white.pk, text="wS1", ply=0, received_at=T0 + HOUR)

        results = race(submit, submit)
        assert kinds(results) == {"MoveOutcome": 1, StalePly.__name__: 1}
        game.refresh_from_db()
        assert (game.ply, game.moves.count(), game.to_move) == (1, 1, "black")
        assert game.flag_at == T0 + HOUR + 3 * DAY == game.clock.flag_at()
        assert game.events.filter(kind=GameEvent.Kind.MOVED).count() == 1
        assert Notification.objects.filter(key=f"turn:{game.pk}:1").count() == 1


def test_a_move_racing_the_sweep_has_one_outcome():
    """The move was received in time and is processed when the guard is over: the first at the row decides."""
    white, black, won, balance = make_user(), make_user(), Counter(), Balance()
    for _ in range(ROUNDS):
        game = play(make_game(white, black, time_control="5d+12h/10d"), "wS1", "bS1 wS1-")
        deadline, version = game.flag_at, game.version
        outcome, _ = race(
            lambda pk=game.pk, at=deadline - MS: play_move(
                game_id=pk, player_id=white.pk, text="wQ -wS1", ply=2, received_at=at
            ),
            lambda at=deadline + GUARD: sweep_flags(now=at),
            waits=balance.waits(),
        )
        balance.won(first=not isinstance(outcome, GameOver))
        game.refresh_from_db()
        assert game.version == version + 1
        ends = game.events.filter(kind=GameEvent.Kind.ENDED).count()
        if isinstance(outcome, GameOver):
            won["sweep"] += 1
            assert (game.status, game.result, game.ending) == ("finished", "black", "flag")
            assert (game.ply, game.moves.count(), ends, game.rating_changes.count()) == (2, 2, 1, 2)
            assert (game.finished_at, game.flag_at, game.to_move) == (deadline, None, "")
            assert game.white_remaining == timedelta(0)
        else:
            won["move"] += 1
            assert not outcome.flagged
            assert (game.status, game.ply, game.moves.count(), ends, game.to_move) == ("in_progress", 3, 3, 0, "black")
            assert game.white_remaining == MS + 12 * HOUR
            assert game.flag_at == deadline - MS + game.black_remaining == game.clock.flag_at()
            assert not game.rating_changes.exists()
            endings.resign(game_id=game.pk, player_id=white.pk, now=deadline)  # out of the next round's sweep
    assert won["sweep"] + won["move"] == ROUNDS
    assert min(won["sweep"], won["move"]) > 0, "both orders came up"


def test_resigning_in_time_racing_the_sweep_ends_the_game_once():
    white, black, balance, endings_seen = make_user(), make_user(), Balance(), set()
    for _ in range(FEW_ROUNDS):
        game = play(make_game(white, black), "wS1", "bS1 wS1-")
        deadline = game.flag_at
        race(
            lambda pk=game.pk, at=deadline - MS: endings.resign(game_id=pk, player_id=white.pk, now=at),
            lambda at=deadline + GUARD: sweep_flags(now=at),
            waits=balance.waits(),
        )
        game.refresh_from_db()
        assert (game.status, game.result) == ("finished", "black")
        assert (game.ending, game.finished_at) in {("resignation", deadline - MS), ("flag", deadline)}
        assert game.events.filter(kind=GameEvent.Kind.ENDED).count() == 1
        assert game.rating_changes.count() == 2
        balance.won(first=game.ending == "resignation")
        endings_seen.add(game.ending)
    assert endings_seen == {"resignation", "flag"}, "both orders came up"
    assert Rating.objects.get(user=white).losses == FEW_ROUNDS


def test_sweepers_and_visitors_flag_each_game_once():
    white, black = make_user(), make_user()
    games = [play(make_game(white, black), "wS1", "bS1 wS1-") for _ in range(30)]
    now = games[0].flag_at + DAY

    def visit():
        for game in reversed(games):
            claim_flag(game_id=game.pk, now=now)
        return 0

    swept = race(lambda: sweep_flags(now=now, limit=7), lambda: sweep_flags(now=now, limit=7), visit)
    assert sum(swept) <= len(games)
    assert GameEvent.objects.filter(kind=GameEvent.Kind.ENDED).count() == len(games)
    assert Rating.objects.get(user=black).wins == len(games)


def test_a_challenge_accepted_by_two_is_one_game():
    maja, bo, cleo = make_user(), make_user(), make_user()
    for number in range(FEW_ROUNDS):
        challenge = create_challenge(
            challenger=maja, visibility="open", game_type="Base", opening_rule="no_queen_first",
            repetition_rule="threefold", time_control="3d", rated=True, colour="random", now=T0,
        )  # fmt: skip
        second = bo if number % 2 else cleo

        def accept(player, pk=challenge.pk):
            return accept_challenge(challenge_id=pk, player=player, now=T0, rng=random.Random(pk))

        results = race(lambda go=accept: go(bo), lambda go=accept, player=second: go(player))
        game = Game.objects.get(challenge=challenge)
        if second == bo:
            assert results == [game, game], "two tabs of one player"
        else:
            assert kinds(results) == {"Game": 1, ChallengeClosed.__name__: 1}
    assert Game.objects.count() == FEW_ROUNDS


def test_two_games_of_the_same_players_ending_at_once_do_not_wait_for_each_other():
    for _ in range(FEW_ROUNDS):
        maja, bo = make_user(), make_user()  # new players: the rating rows are made in the race
        games = [play(make_game(*pair), "wS1", "bS1 wS1-") for pair in ((maja, bo), (bo, maja))]
        race(
            *(
                lambda pk=game.pk, user=game.white_id: endings.resign(game_id=pk, player_id=user, now=T0 + DAY)
                for game in games
            )
        )
        assert set(Rating.objects.filter(user__in=(maja, bo)).values_list("wins", "losses")) == {(1, 1)}


def test_two_mail_workers_send_each_mail_once():
    white, black = make_user(), make_user()
    for _ in range(40):
        make_game(white, black)
    sent = race(lambda: send_waiting_mail(now=T0), lambda: send_waiting_mail(now=T0))
    assert sum(sent) == 40
    ids = [message.extra_headers["Message-ID"] for message in mail.outbox]
    assert len(ids) == len(set(ids)) == 40


@pytest.mark.parametrize("locked", [True, False])
def test_control_without_the_row_lock_a_game_ends_twice(monkeypatch, locked):
    """Both players resign. Each waits after reading until the other has read, which the lock does not allow."""
    game = play(make_game(rated=False), "wS1", "bS1 wS1-")
    both_have_read = threading.Barrier(2)
    lock = endings.lock_for_player

    def read_and_wait(game_id, player_id):
        found = lock(game_id, player_id)
        try:
            both_have_read.wait(timeout=1 if locked else 30)
        except threading.BrokenBarrierError:
            assert locked, "the other is kept waiting by the lock"
        return found

    monkeypatch.setattr(endings, "lock_for_player", read_and_wait)
    if not locked:
        monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **options: self.all())
    results = race(
        *(
            lambda user=user: endings.resign(game_id=game.pk, player_id=user, now=T0 + DAY)
            for user in (game.white_id, game.black_id)
        )
    )
    ends = game.events.filter(kind=GameEvent.Kind.ENDED).count()
    if locked:
        assert (ends, kinds(results)) == (1, {"Game": 1, "GameOver": 1})
    else:
        assert (ends, kinds(results)) == (2, {"Game": 2})


def test_a_move_does_not_wait_for_the_mail_that_calls_to_it():
    """The mailer holds the row of the notification while it talks to the mail server."""
    game = make_game()
    call = Notification.objects.get(user=game.white)
    held, moved = threading.Event(), threading.Event()

    def send_slowly() -> None:
        with transaction.atomic():
            Notification.objects.select_for_update().get(pk=call.pk)
            held.set()
            moved.wait(timeout=30)
        connection.close()

    mailer = threading.Thread(target=send_slowly)
    mailer.start()
    assert held.wait(timeout=30)
    game = play(game, "wS1")
    call.refresh_from_db()
    moved.set()
    mailer.join()
    assert (game.ply, call.read_at) == (1, None), "left alone: the next move reads it"
    game = play(game, "bS1 wS1-", "wQ -wS1")
    call.refresh_from_db()
    assert call.read_at == game.last_move_at
