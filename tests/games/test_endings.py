"""Resigning, calling a game off, and draw offers."""

from datetime import timedelta

import pytest

from accounts.models import Notification
from games.actions import actions_of
from games.errors import Conflict, FlagPending, GameOver, NotAPlayer
from games.models import Game, GameEvent
from games.services.endings import abort, resign
from games.services.flags import GUARD
from games.services.offers import accept_draw, decline_draw, offer_draw
from games.side import Side
from tests.factories import DAY, HOUR, OPENING, T0, make_game, make_user, play

pytestmark = pytest.mark.django_db
LATER = T0 + DAY


def by(service, game, user, now=LATER):
    return service(game_id=game.pk, player_id=user.pk, now=now)


def test_the_resigning_side_loses_also_off_turn():
    game = play(make_game(), *OPENING)  # White to move
    by(resign, game, game.black)
    game.refresh_from_db()
    assert (game.status, game.result, game.ending, game.finished_at) == ("finished", "white", "resignation", LATER)
    assert (game.flag_at, game.warn_at, game.to_move) == (None, None, "")
    assert Notification.objects.get(kind="game_end").user == game.white
    with pytest.raises(GameOver):
        by(resign, game, game.white)


def test_the_clock_of_the_player_to_move_is_charged_when_the_game_ends():
    game = play(make_game(time_control="14d total"), *OPENING)
    by(resign, game, game.black, now=game.last_move_at + 5 * HOUR)
    game.refresh_from_db()
    assert game.white_remaining == 14 * DAY - 4 * HOUR - 5 * HOUR


def test_resigning_an_event_game_before_both_moved_is_an_unrated_forfeit():
    game = play(make_game(in_event=True), "wS1")
    by(resign, game, game.black)
    game.refresh_from_db()
    assert (game.result, game.ending) == ("white", "forfeit")
    assert not game.rating_changes.exists()


def test_resigning_a_rated_game_before_both_moved_is_an_unrated_forfeit_too():
    game = play(make_game(rated=True), "wS1")
    by(resign, game, game.black)
    game.refresh_from_db()
    assert (game.status, game.result, game.ending) == ("finished", "white", "forfeit")
    assert not game.rating_changes.exists()


def test_resigning_a_casual_game_before_both_moved_points_to_calling_it_off():
    game = play(make_game(rated=False), "wS1")
    with pytest.raises(Conflict) as refusal:
        by(resign, game, game.white)
    assert refusal.value.code == "abort_instead"


def test_a_casual_game_is_called_off_until_both_have_moved():
    game = play(make_game(rated=False), "wS1")
    by(abort, game, game.white)
    game.refresh_from_db()
    assert (game.status, game.result, game.ending, game.finished_at) == ("aborted", "", "aborted", LATER)
    assert not game.rating_changes.exists()
    other = play(make_game(rated=False), "wS1", "bS1 wS1-")
    with pytest.raises(Conflict) as refusal:
        by(abort, other, other.white)
    assert refusal.value.code == "too_late_to_abort"


def test_an_event_game_is_never_called_off():
    game = make_game(in_event=True)
    with pytest.raises(Conflict) as refusal:
        by(abort, game, game.white)
    assert refusal.value.code == "no_abort_in_event"


@pytest.mark.parametrize("moves", [(), ("wS1",), OPENING])
def test_a_rated_game_is_never_called_off(moves):
    game = play(make_game(rated=True), *moves)
    with pytest.raises(Conflict) as refusal:
        by(abort, game, game.white)
    assert refusal.value.code == "no_abort_in_rated"
    game.refresh_from_db()
    assert game.in_progress


def test_strangers_can_do_nothing():
    game, stranger = play(make_game(), *OPENING), make_user()
    for service in (resign, abort, offer_draw, accept_draw, decline_draw):
        with pytest.raises(NotAPlayer):
            by(service, game, stranger)


def test_a_draw_offered_and_accepted():
    game = play(make_game(), *OPENING)
    by(offer_draw, game, game.white)
    game.refresh_from_db()
    assert (game.white_draw_offer_ply, game.to_move) == (8, "white"), "the clock goes on"
    assert Notification.objects.get(kind="draw_offer").user == game.black
    assert "draw-accept" in actions_of(game, Side.BLACK)
    with pytest.raises(Conflict) as refusal:
        by(accept_draw, game, game.white)
    assert refusal.value.code == "no_offer", "one's own offer"
    by(accept_draw, game, game.black)
    game.refresh_from_db()
    assert (game.result, game.ending, game.white_draw_offer_ply) == ("draw", "agreement", None)
    with pytest.raises(GameOver):
        by(accept_draw, game, game.black)


def test_an_offer_survives_the_own_move_and_lapses_with_the_opponents():
    game = play(make_game(), *OPENING)
    by(offer_draw, game, game.white, now=game.last_move_at)
    game = play(game, "wA2 -wG1")
    assert game.draw_offer_ply(Side.WHITE) == 8
    game = play(game, "bA2 bG1-")
    assert game.draw_offer_ply(Side.WHITE) is None
    with pytest.raises(Conflict) as refusal:
        by(accept_draw, game, game.black)
    assert refusal.value.code == "no_offer"


def test_blacks_offer_lapses_with_whites_move():
    game = play(make_game(), *OPENING)
    by(offer_draw, game, game.black, now=game.last_move_at)
    game = play(game, "wA2 -wG1")
    assert (game.draw_offer_ply(Side.BLACK), game.last_offer_ply(Side.BLACK)) == (None, 8)


def test_a_declined_offer_cannot_be_repeated_for_ten_plies():
    game = play(make_game(), *OPENING[:4])
    by(offer_draw, game, game.white, now=game.last_move_at)
    by(decline_draw, game, game.black, now=game.last_move_at)
    assert list(game.events.values_list("kind", flat=True))[-2:] == ["draw_offered", "draw_declined"]
    codes = []
    moves = ["wA1 -wQ", "bA1 bQ-", "wG1 -wA1", "bG1 bA1-", "wA2 -wG1", "bA2 bG1-", "wG2 -wA2", "bG2 bA2-", "wA3 -wG2"]
    for text in moves:
        game = play(game, text)
        with pytest.raises(Conflict) as refusal:
            by(offer_draw, game, game.white, now=game.last_move_at)
        codes.append(refusal.value.code)
    assert set(codes) == {"offer_too_soon"}
    assert game.ply == 13
    game = play(game, "bA3 bG2-")
    assert "draw-offer" in actions_of(game, Side.WHITE)
    by(offer_draw, game, game.white, now=game.last_move_at)


@pytest.mark.parametrize(
    ("moves", "offers", "code"),
    [
        (("wS1",), "", "offer_too_early"),
        (OPENING, "white", "offer_open"),
        (OPENING, "black", "offer_to_answer"),
    ],
)
def test_offers_out_of_place(moves, offers, code):
    game = play(make_game(), *moves)
    if offers:
        by(offer_draw, game, game.player(Side(offers)))
    with pytest.raises(Conflict) as refusal:
        by(offer_draw, game, game.white)
    assert refusal.value.code == code
    game.refresh_from_db()
    assert "draw-offer" not in actions_of(game, Side.WHITE)


def test_what_may_be_done_at_each_stage():
    game = make_game(rated=False)
    assert actions_of(game, Side.WHITE) == ["move", "abort"]
    assert actions_of(game, Side.BLACK) == ["abort"]
    assert actions_of(game, None) == []
    game.in_event = True
    assert actions_of(game, Side.BLACK) == ["resign"], "never in an event"
    game.in_event, game.rated = False, True
    assert actions_of(game, Side.BLACK) == ["resign"], "never when rated"
    game = play(make_game(), *OPENING)
    assert actions_of(game, Side.WHITE) == ["move", "resign", "draw-offer"]
    by(offer_draw, game, game.black)
    game.refresh_from_db()
    assert actions_of(game, Side.WHITE) == ["move", "resign", "draw-accept", "draw-decline"]


@pytest.mark.parametrize("service", [resign, offer_draw, accept_draw, decline_draw])
def test_acting_after_ones_own_deadline_loses_on_time(service):
    game = play(make_game(), *OPENING)
    by(offer_draw, game, game.black)
    deadline = game.flag_at
    by(service, game, game.white, now=deadline)
    game.refresh_from_db()
    assert (game.result, game.ending, game.finished_at) == ("black", "flag", deadline)


def test_the_opponents_act_waits_for_a_move_that_may_be_on_its_way():
    game = play(make_game(), *OPENING)
    with pytest.raises(FlagPending):
        by(resign, game, game.black, now=game.flag_at + GUARD - timedelta(milliseconds=1))
    assert Game.objects.get(pk=game.pk).in_progress
    by(resign, game, game.black, now=game.flag_at + GUARD)
    game = Game.objects.get(pk=game.pk)
    assert (game.result, game.ending) == ("black", "flag"), "not a resignation: White's flag had fallen before"
    assert game.events.filter(kind=GameEvent.Kind.ENDED).count() == 1
