"""A paused game: nobody's time runs, nothing falls, and it goes on with what both sides had."""

import random
from datetime import timedelta

import pytest
from django.db import transaction

from accounts.models import Notification
from games.errors import FlagPending, GameOver, GamePaused, ValidationFailed
from games.models import Game, GameEvent
from games.selectors.games import waiting, your_move
from games.selectors.live import games_to_move
from games.services import arbiter
from games.services.endings import resign
from games.services.flags import GUARD, claim_flag, sweep_flags, warn_low_clocks
from games.services.offers import accept_draw, offer_draw
from games.services.pauses import resume_due_games
from games.services.play import play_move
from games.side import Side
from tests.factories import DAY, HOUR, OPENING, T0, make_game, make_user, play

pytestmark = pytest.mark.django_db
MS = timedelta(milliseconds=1)
CONTROLS = ["3d", "5d+12h/10d", "14d total"]


def in_one(act, **words):
    with transaction.atomic():
        return act(**words)


def pause(game, at, *, until=None, reason="Power cut in Berlin."):
    return in_one(arbiter.pause, game_id=game.pk, by_id=game.white_id, reason=reason, now=at, until=until)


def resume(game, at):
    return in_one(arbiter.resume, game_id=game.pk, by_id=game.white_id, now=at)


def times(game, at):
    return [game.clock.remaining(side, now=at) for side in Side]


def move(game, text, at):
    side = game.side_to_move
    return play_move(game_id=game.pk, player_id=game.player_id(side), text=text, ply=game.ply, received_at=at)


@pytest.mark.parametrize("control", CONTROLS)
@pytest.mark.parametrize("seed", [1, 2])
def test_pauses_change_nobodys_time_however_many_there_are(control, seed):
    """The same moves after the same thinking: once without a pause, once with pauses at any moment of any turn."""
    rng = random.Random(f"{control}{seed}")
    plain, broken = (make_game(time_control=control) for _ in range(2))
    at = later = T0
    for text in OPENING:
        thinking = timedelta(milliseconds=rng.randrange(1, 90_000_000))
        parts = sorted(rng.choice([0, 0.2, 0.5, 1.0]) * thinking for _ in range(rng.randrange(4)))
        started = later
        for part in parts:
            moment = max(later, started + part)
            had = times(broken, moment)
            broken = pause(broken, moment)
            gone = timedelta(milliseconds=rng.randrange(1, 10**10))
            assert times(broken, moment + gone) == had
            broken = resume(broken, moment + gone)
            assert times(broken, moment + gone) == had
            started, later = started + gone, moment + gone
        at, later = at + thinking, started + thinking
        assert broken.flag_at - later == plain.flag_at - at
        assert None in (broken.warn_at, plain.warn_at) or broken.warn_at - later == plain.warn_at - at
        move(plain, text, at)
        move(broken, text, later)
        plain, broken = (Game.objects.select_related("white", "black").get(pk=game.pk) for game in (plain, broken))
        assert times(broken, later) == times(plain, at)
        assert broken.moves.last().spent == plain.moves.last().spent == thinking


def test_while_a_game_is_paused_no_flag_falls_no_warning_goes_out_and_no_move_is_taken():
    game = play(make_game(), *OPENING)
    due = game.flag_at
    game = pause(game, game.warn_at - HOUR)
    assert (game.in_progress, game.to_move, game.flag_at, game.warn_at) == (True, "white", None, None)
    assert (warn_low_clocks(now=due), sweep_flags(now=due + 9 * DAY)) == (0, 0)
    assert claim_flag(game_id=game.pk, now=due + 9 * DAY).in_progress
    with pytest.raises(GamePaused) as refusal:
        move(game, "wG2 -wG1", due + DAY)
    assert (refusal.value.code, refusal.value.status) == ("game_paused", 409)
    assert refusal.value.extra["state"]["id"] == game.pk
    assert not Game.objects.get(pk=game.pk).moves.filter(ply=9).exists()


def test_in_a_paused_game_players_can_resign_and_agree_a_draw():
    game = pause(play(make_game(), *OPENING), T0 + DAY)
    resign(game_id=game.pk, player_id=game.white_id, now=T0 + 9 * DAY)
    assert Game.objects.get(pk=game.pk).ending == "resignation"
    game = pause(play(make_game(), *OPENING), T0 + DAY)
    had = game.white_remaining
    offer_draw(game_id=game.pk, player_id=game.white_id, now=T0 + 9 * DAY)
    accept_draw(game_id=game.pk, player_id=game.black_id, now=T0 + 9 * DAY)
    game.refresh_from_db()
    assert (game.ending, game.white_remaining, game.paused_at) == ("agreement", had, None)


def test_a_player_whose_time_was_up_before_the_pause_has_lost():
    game = play(make_game(), *OPENING)
    with pytest.raises(FlagPending, match="A player's time is up"):
        pause(game, game.flag_at + GUARD - MS)
    game = pause(game, game.flag_at + GUARD)
    assert (game.status, game.ending, game.result) == ("finished", "flag", "black")
    for act in (pause, resume):
        with pytest.raises(GameOver):
            act(game, T0 + 9 * DAY)


def test_a_pause_with_an_end_ends_by_itself_at_the_instant_announced():
    until = T0 + 9 * DAY
    game = pause(play(make_game(), *OPENING), T0 + DAY, until=until)
    had = game.white_remaining
    assert resume_due_games(now=until - MS) == 0
    assert resume_due_games(now=until + HOUR) == 1, "the worker was down for an hour"
    game.refresh_from_db()
    assert (game.paused, game.flag_at) == (False, until + had)
    assert resume_due_games(now=until + HOUR) == 0
    assert game.events.get(kind=GameEvent.Kind.RESUMED).at == until


def test_a_move_after_the_end_of_the_pause_need_not_wait_for_the_sweep():
    until = T0 + 9 * DAY
    game = pause(play(make_game(), *OPENING), T0 + DAY, until=until)
    assert move(game, "wG2 -wG1", until + HOUR).move.spent == T0 + DAY - game.last_move_at + HOUR


def test_to_pause_twice_moves_the_end_and_charges_nothing():
    game = pause(play(make_game(), *OPENING), T0 + DAY)
    version, had = game.version, times(game, T0)
    game = pause(game, T0 + 2 * DAY)
    assert game.version == version, "a double click"
    game = pause(game, T0 + 2 * DAY, until=T0 + 5 * DAY)
    assert (game.paused_at, game.paused_until, times(game, T0)) == (T0 + DAY, T0 + 5 * DAY, had)
    game = resume(game, T0 + 3 * DAY)
    assert resume(game, T0 + 4 * DAY).flag_at == T0 + 3 * DAY + had[0], "a double click"


def test_a_pause_needs_a_reason_and_an_end_in_the_future():
    game = make_game()
    for field, words in (("reason", {"reason": ""}), ("until", {"until": T0 + HOUR})):
        with pytest.raises(ValidationFailed) as refusal:
            pause(game, T0 + HOUR, **words)
        assert list(refusal.value.extra["errors"]) == [field]


def test_all_games_of_an_event_are_paused_and_resumed_at_once_and_each_outcome_is_told():
    going, over, overdue, already = (make_game() for _ in range(4))
    resign(game_id=over.pk, player_id=over.white_id, now=T0 + HOUR)
    pause(already, T0 + HOUR)
    Game.objects.filter(pk=overdue.pk).update(turn_started_at=T0 - DAY, flag_at=T0 + 2 * DAY)
    ids = [game.pk for game in (going, over, overdue, already)]
    now = T0 + 2 * DAY + HOUR
    outcome = in_one(arbiter.pause_all, game_ids=ids, by_id=going.white_id, reason="Storm.", now=now)
    assert (outcome.paused, outcome.already) == ((going.pk,), (already.pk,))
    assert (outcome.over, outcome.overdue) == ((over.pk,), (overdue.pk,))
    assert Notification.objects.filter(kind="arbiter", data__game=going.pk).count() == 2
    resumed = in_one(arbiter.resume_all, game_ids=outcome.paused, by_id=going.white_id, now=now + DAY, tell=False)
    assert resumed == (going.pk,)
    assert Notification.objects.filter(kind="arbiter", data__game=going.pk).count() == 2, "told in another way"
    assert Game.objects.get(pk=already.pk).paused


def test_a_paused_game_waits_for_nobody_and_stands_among_those_that_wait():
    me = make_user()
    mine, theirs = make_game(white=me), make_game(black=me)
    assert (games_to_move(me.pk), len(your_move(me, T0))) == (1, 1)
    for game in (mine, theirs):
        pause(game, T0 + HOUR)
    assert (games_to_move(me.pk), len(your_move(me, T0))) == (0, 0)
    assert set(waiting(me)) == {mine, theirs}


def test_both_players_are_told_of_pause_and_resumption_and_the_deadline_is_named():
    game = pause(make_game(), T0 + HOUR, until=T0 + 5 * DAY)
    told = Notification.objects.filter(kind="arbiter")
    assert {(row.user_id, row.data["act"], row.data["until_at"]) for row in told} == {
        (user, "paused", (T0 + 5 * DAY).isoformat()) for user in (game.white_id, game.black_id)
    }
    game = resume(game, T0 + DAY)
    data = told.get(user=game.white, data__act="resumed").data
    assert (data["your_move"], data["deadline_at"]) == (True, game.flag_at.isoformat())
