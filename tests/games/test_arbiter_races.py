"""An arbiter and a player, or the sweep, at one game in one moment, on PostgreSQL: whatever the order, one outcome."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import transaction

from games.errors import GamePaused
from games.models import Game, GameEvent, Rating, RatingChange
from games.services import arbiter, endings
from games.services.flags import GUARD, sweep_flags
from games.services.pauses import resume_due_games
from games.services.play import play_move
from tests.factories import DAY, HOUR, T0, make_game, make_user, play
from tests.games.test_races import Balance, kinds, no_waiting_for_the_disk, race
from tests.games.test_rerating import from_scratch, over, stored

__all__ = ["no_waiting_for_the_disk"]  # a fixture
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ROUNDS = 12
FEW_ROUNDS = 6


def in_one(act, **words):
    with transaction.atomic():
        return act(**words)


def test_a_pause_racing_a_move_charges_only_what_was_thought():
    white, black, balance, won = make_user(), make_user(), Balance(), Counter()
    for _ in range(ROUNDS):
        game = play(make_game(white, black, time_control="14d total"), "wS1", "bS1 wS1-")
        at = game.last_move_at + HOUR
        outcome, _ = race(
            lambda pk=game.pk, at=at: play_move(game_id=pk, player_id=white.pk, text="wQ -wS1", ply=2, received_at=at),
            lambda pk=game.pk, at=at: in_one(
                arbiter.pause, game_id=pk, by_id=black.pk, reason="Storm.", now=at + HOUR
            ),
            waits=balance.waits(),
        )  # fmt: skip
        moved = not isinstance(outcome, GamePaused)
        balance.won(first=moved)
        won[moved] += 1
        game.refresh_from_db()
        assert (game.paused, game.flag_at, game.ply) == (True, None, 3 if moved else 2)
        assert game.to_move == ("black" if moved else "white")
        full = 14 * DAY - HOUR  # both moved once, an hour each
        assert (game.white_remaining, game.black_remaining) == (
            (full - HOUR, full - HOUR) if moved else (full - 2 * HOUR, full)
        )
    assert min(won[True], won[False]) > 0, "both orders came up"


def test_a_ruling_racing_the_flag_stands_and_can_be_taken_back_to_the_loss_on_time():
    white, black, balance, flagged = make_user(), make_user(), Balance(), Counter()
    for _ in range(ROUNDS):
        game = play(make_game(white, black), "wS1", "bS1 wS1-")
        deadline = game.flag_at
        ruling, _ = race(
            lambda pk=game.pk, at=deadline + GUARD: in_one(
                arbiter.adjudicate, game_id=pk, result="white", rated=True, by_id=black.pk, reason="So it is.", now=at
            ),
            lambda at=deadline + GUARD: sweep_flags(now=at),
            waits=balance.waits(),
        )  # fmt: skip
        game.refresh_from_db()
        assert (game.result, game.ending, game.finished_at) == ("white", "adjudication", deadline)
        assert (ruling.status, ruling.ending, ruling.was_rated) == ("finished", "flag", True)
        ends = list(game.events.filter(kind__in=("ended", "ruled")).values_list("kind", flat=True))
        assert ends == [GameEvent.Kind.ENDED, GameEvent.Kind.RULED]
        by_sweep = game.white.notifications.filter(key=f"end:{game.pk}").exists()
        balance.won(first=not by_sweep)
        flagged[by_sweep] += 1
        in_one(arbiter.reinstate, game_id=game.pk, ruling=ruling, by_id=black.pk, now=deadline + DAY)
        game.refresh_from_db()
        assert (game.result, game.ending, game.finished_at) == ("black", "flag", deadline)
    assert min(flagged[True], flagged[False]) > 0, "both orders came up"
    assert (Rating.objects.get(user=black).wins, Rating.objects.get(user=white).wins) == (ROUNDS, 0)


def test_a_correction_racing_the_end_of_other_games_leaves_the_ratings_of_a_replay():
    """The correction reaches four players; meanwhile two of their games end, with a player it had not reached."""
    judge = make_user()
    for number in range(FEW_ROUNDS):
        ann, ben, cid, dan, eve = (make_user() for _ in range(5))
        wrong = over(ann, ben, "white", T0)
        over(ben, cid, "draw", T0 + DAY)
        open_games = [play(make_game(*pair, now=T0 + DAY), "wS1", "bS1 wS1-") for pair in ((dan, cid), (eve, dan))]
        acts = [
            lambda pk=wrong.pk: in_one(
                arbiter.adjudicate, game_id=pk, result="black", rated=True, by_id=judge.pk, reason="Wrong.",
                now=T0 + 9 * DAY,
            ),
            *(
                lambda pk=game.pk, user=game.white_id: endings.resign(game_id=pk, player_id=user, now=T0 + 3 * DAY)
                for game in open_games
            ),
        ]  # fmt: skip
        race(*(acts if number % 2 else acts[::-1]))
    assert RatingChange.objects.count() == FEW_ROUNDS * 8
    assert stored() == from_scratch()


def test_two_sweeps_and_an_arbiter_resume_a_game_once():
    white, black = make_user(), make_user()
    until = T0 + DAY
    for _ in range(FEW_ROUNDS):
        game = make_game(white, black)
        in_one(arbiter.pause, game_id=game.pk, by_id=black.pk, reason="Storm.", now=T0 + HOUR, until=until)
        race(
            lambda: resume_due_games(now=until),
            lambda: resume_due_games(now=until),
            lambda pk=game.pk: in_one(arbiter.resume, game_id=pk, by_id=black.pk, now=until),
        )
        game = Game.objects.get(pk=game.pk)
        assert (game.paused, game.flag_at) == (False, until + 3 * DAY - HOUR)
        assert game.events.filter(kind=GameEvent.Kind.RESUMED).count() == 1


def test_a_ruling_taken_back_twice_at_once_is_taken_back_once():
    game = play(make_game(), "wS1", "bS1 wS1-")
    about = {"game_id": game.pk, "by_id": game.white_id}
    ruling = in_one(arbiter.adjudicate, **about, result="draw", rated=True, reason="So it is.", now=T0 + DAY)
    results = race(*[lambda: in_one(arbiter.reinstate, **about, ruling=ruling, now=T0 + DAY)] * 2)
    assert kinds(results) == {"Game": 2}
    assert game.events.filter(kind=GameEvent.Kind.REINSTATED).count() == 1
