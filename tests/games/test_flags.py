"""Loss on time: sweeps, claims and warnings."""

import logging
from datetime import timedelta

import pytest

from accounts.models import Notification
from games.models import Game, GameEvent, Rating
from games.services.flags import GUARD, claim_flag, sweep_flags, warn_low_clocks
from tests.factories import DAY, HOUR, OPENING, T0, make_game, make_user, play

pytestmark = pytest.mark.django_db
MS = timedelta(milliseconds=1)


def test_the_sweep_ends_overdue_games_and_only_those():
    due = play(make_game(), *OPENING)
    running = make_game(now=due.flag_at)
    assert sweep_flags(now=due.flag_at + GUARD) == 1
    due.refresh_from_db()
    running.refresh_from_db()
    assert (due.status, due.result, due.ending) == ("finished", "black", "flag")
    assert running.in_progress
    assert {row.user for row in Notification.objects.filter(kind="game_end")} == {due.white, due.black}


def test_the_sweep_waits_for_moves_on_their_way():
    game = make_game()
    assert sweep_flags(now=game.flag_at + GUARD - MS) == 0
    assert Game.objects.get(pk=game.pk).in_progress


def test_a_late_sweep_dates_the_loss_and_the_rating_at_the_deadline():
    game = play(make_game(), *OPENING)
    deadline = game.flag_at
    sweep_flags(now=deadline + 40 * DAY)
    game.refresh_from_db()
    assert game.finished_at == deadline
    assert {change.rated_at for change in game.rating_changes.all()} == {deadline}
    assert {row.last_rated_at for row in Rating.objects.all()} == {deadline}


def test_a_second_sweep_does_nothing():
    game = play(make_game(), *OPENING)
    now = game.flag_at + DAY
    assert [sweep_flags(now=now), sweep_flags(now=now)] == [1, 0]
    assert game.events.filter(kind=GameEvent.Kind.ENDED).count() == 1
    assert game.rating_changes.count() == 2


def test_a_sweep_goes_on_until_a_batch_is_short():
    white, black = make_user(), make_user()
    games = [make_game(white, black) for _ in range(5)]
    assert sweep_flags(now=games[0].flag_at + DAY, limit=2) == 5


def test_a_game_that_fails_does_not_hold_up_the_others(caplog):
    first, broken, last = make_game(), make_game(), make_game()
    Game.objects.filter(pk=broken.pk).update(time_control="nonsense")
    with caplog.at_level(logging.ERROR, logger="games.services.flags"):
        assert sweep_flags(now=first.flag_at + DAY, limit=1) == 2
    assert f"game {broken.pk} failed" in caplog.text
    assert set(Game.objects.filter(status="finished")) == {first, last}


def test_a_loss_on_time_before_both_moved_is_not_rated():
    game = play(make_game(), "wS1")
    sweep_flags(now=game.flag_at + DAY)
    game.refresh_from_db()
    assert (game.result, game.ending) == ("white", "flag")
    assert not Rating.objects.exists()


def test_whoever_looks_at_an_overdue_game_sees_it_ended():
    game = play(make_game(), *OPENING)
    assert claim_flag(game_id=game.pk, now=game.flag_at + GUARD - MS).in_progress
    claimed = claim_flag(game_id=game.pk, now=game.flag_at + GUARD)
    assert (claimed.status, claimed.ending) == ("finished", "flag")
    assert claim_flag(game_id=game.pk, now=game.flag_at + DAY).version == claimed.version


def test_looking_at_a_game_in_time_only_reads(django_assert_num_queries):
    game = make_game()
    with django_assert_num_queries(1):
        claim_flag(game_id=game.pk, now=game.flag_at - MS)


@pytest.mark.parametrize(
    ("control", "notice"),
    [
        ("3d", 3 * DAY / 5),
        ("10d", DAY),  # at most a day before
        ("4h", HOUR),  # at least an hour before
        ("3h59m", None),  # too short
        ("1d+1h/2d", DAY / 5),
    ],
)
def test_when_the_warning_comes(control, notice):
    game = make_game(time_control=control)
    assert game.warn_at == (None if notice is None else game.flag_at - notice)


def test_the_player_to_move_is_warned_once_a_turn():
    game = make_game()
    assert warn_low_clocks(now=game.warn_at - MS) == 0
    assert [warn_low_clocks(now=game.warn_at), warn_low_clocks(now=game.warn_at + HOUR)] == [1, 0]
    told = Notification.objects.get(kind="low_time")
    assert (told.user, told.data["deadline_at"]) == (game.white, game.flag_at.isoformat())
    game.refresh_from_db()
    game = play(game, "wS1", start=T0 + 2.5 * DAY)
    assert warn_low_clocks(now=game.warn_at) == 1, "the next turn has its own"


def test_nobody_is_warned_of_a_flag_that_has_fallen():
    game = make_game()
    assert warn_low_clocks(now=game.flag_at) == 0
    assert not Notification.objects.filter(kind="low_time").exists()
