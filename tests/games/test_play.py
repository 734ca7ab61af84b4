"""Playing moves: who may, which are legal, what is stored, who hears of it."""

from datetime import timedelta

import pytest

from accounts.models import Notification
from games.errors import GameOver, IllegalMove, NotAPlayer, NotFound, NotYourTurn, StalePly
from games.models import Game
from games.services.play import play_move
from tests.factories import DAY, HOUR, T0, make_game, make_user, play
from tests.games.sequences import BLACK_MUST_PASS, BOTH_SURROUNDED, REPETITION, SURROUNDED

pytestmark = pytest.mark.django_db
MS = timedelta(milliseconds=1)


def move(game, user, text, *, ply, at=T0 + HOUR):
    return play_move(game_id=game.pk, player_id=user.pk, text=text, ply=ply, received_at=at)


def test_a_move_is_stored_with_times_clock_and_position():
    game = make_game(time_control="5d+12h/10d")
    outcome = move(game, game.white, "wS1", ply=0)
    game.refresh_from_db()
    stored = game.moves.get()
    assert outcome.move == stored
    assert (stored.ply, stored.text, stored.piece, stored.origin, stored.destination) == (1, "wS1", "wS1", "", "0,0")
    assert (stored.played_at, stored.spent, stored.forced) == (T0 + HOUR, HOUR, False)
    assert stored.clock_after == 5 * DAY - HOUR + 12 * HOUR == game.white_remaining
    assert (game.ply, game.to_move, game.turn_started_at) == (1, "black", T0 + HOUR)
    assert game.flag_at == T0 + HOUR + 5 * DAY
    assert stored.position_key == game.position_key != ""


def test_any_reference_is_understood_and_the_canonical_one_stored():
    game = play(make_game(), "wL", "bL wL-")
    move(game, game.white, "wQ /wL", ply=2, at=T0 + 3 * HOUR)
    game = play(game, "bQ bL/")
    outcome = move(game, game.white, "wA1 \\wQ", ply=4, at=T0 + 6 * HOUR)
    assert outcome.move.text == "wA1 -wL", "west of the ladybug is north-west of the queen"


def test_the_opponent_is_told_whose_turn_it_is_and_until_when():
    game = play(make_game(), "wS1")
    told = Notification.objects.get(user=game.black, kind="turn")
    assert told.key == f"turn:{game.pk}:1"
    assert told.url == game.get_absolute_url()
    assert told.data["move"] == "wS1"
    assert told.data["deadline_at"] == (T0 + HOUR + 3 * DAY).isoformat()


def test_a_form_sent_twice_plays_once():
    game = make_game()
    move(game, game.white, "wS1", ply=0)
    with pytest.raises(StalePly) as refusal:
        move(game, game.white, "wS1", ply=0, at=T0 + 2 * HOUR)
    assert refusal.value.status == 409
    assert refusal.value.extra["state"]["ply"] == 1
    assert game.moves.count() == 1


def test_only_the_player_to_move_plays():
    game = make_game()
    with pytest.raises(NotYourTurn) as refusal:
        move(game, game.black, "bS1", ply=0)
    assert refusal.value.extra["state"]["you"] == "black"
    with pytest.raises(NotAPlayer):
        move(game, make_user(), "wS1", ply=0)
    with pytest.raises(NotFound):
        play_move(game_id=game.pk + 1, player_id=game.white_id, text="wS1", ply=0, received_at=T0)
    assert game.moves.count() == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("wQ", "queen_first"),
        ("bS1", "wrong_side"),
        ("pass", "pass_not_allowed"),
        ("wS2", "not_next_copy"),
        ("xx", "unknown_piece"),
    ],
)
def test_an_illegal_move_changes_nothing_and_says_why(text, reason):
    game = make_game()
    before = Game.objects.values().get(pk=game.pk)
    with pytest.raises(IllegalMove) as refusal:
        move(game, game.white, text, ply=0)
    assert (refusal.value.status, refusal.value.code) == (422, "illegal_move")
    assert refusal.value.extra["reason_code"] == reason
    assert str(refusal.value.message)
    assert Game.objects.values().get(pk=game.pk) == before
    assert game.moves.count() == 0


def test_the_queen_may_open_where_the_rules_of_the_game_say_so():
    game = play(make_game(opening_rule="queen_may_open"), "wQ")
    assert game.ply == 1


def test_each_move_starts_the_opponents_three_days():
    """T1 and T3 of the clock vectors, through the database."""
    game = make_game()
    last_moment = T0 + 3 * DAY - MS
    move(game, game.white, "wS1", ply=0, at=last_moment)
    game.refresh_from_db()
    assert game.flag_at == last_moment + 3 * DAY
    move(game, game.black, "bS1 wS1-", ply=1, at=last_moment + HOUR)
    game.refresh_from_db()
    assert game.flag_at == last_moment + HOUR + 3 * DAY


def test_a_late_move_loses_at_the_deadline_and_is_not_played():
    """T2 and T31: the deadline itself is late, and the loss is dated then, whenever it is noticed."""
    for late in (timedelta(0), timedelta(seconds=20)):
        game = play(make_game(), "wS1", "bS1 wS1-")
        deadline = game.flag_at
        outcome = move(game, game.white, "wQ -wS1", ply=2, at=deadline + late)
        assert (outcome.flagged, outcome.move) == (True, None)
        game.refresh_from_db()
        assert (game.status, game.result, game.ending) == ("finished", "black", "flag")
        assert (game.finished_at, game.ply, game.flag_at, game.to_move) == (deadline, 2, None, "")
        assert game.white_remaining == timedelta(0)


def test_a_move_received_in_time_counts_however_late_it_is_processed():
    game = make_game()
    outcome = move(game, game.white, "wS1", ply=0, at=game.flag_at - MS)  # now is years later
    assert outcome.move is not None
    assert not outcome.flagged


def test_surrounding_the_queen_ends_the_game():
    game = play(make_game(game_type="Base"), *SURROUNDED)
    assert (game.status, game.result, game.ending, game.ply) == ("finished", "white", "surrounded", 12)
    assert game.finished_at == game.last_move_at == T0 + 12 * HOUR
    told = Notification.objects.get(kind="game_end")
    assert told.user == game.white, "Black made the last move and sees it"
    assert told.data["outcome"] == "won"
    with pytest.raises(GameOver) as refusal:
        move(game, game.white, "wA2 wA1-", ply=12, at=T0 + 13 * HOUR)
    assert refusal.value.extra["state"]["ending"] == "surrounded"


def test_surrounding_both_queens_is_a_draw():
    game = play(make_game(game_type="Base"), *BOTH_SURROUNDED)
    assert (game.result, game.ending) == ("draw", "both_surrounded")


def test_the_third_repetition_draws_at_once_if_the_rules_of_the_game_say_so():
    game = play(make_game(game_type="Base"), *REPETITION)
    assert (game.status, game.result, game.ending, game.ply) == ("finished", "draw", "repetition", 12)
    keys = list(game.moves.values_list("position_key", flat=True))
    assert keys[3] == keys[7] == keys[11]
    other = play(make_game(game_type="Base", repetition_rule="none"), *REPETITION)
    assert (other.status, other.ply) == ("in_progress", 12)


def test_a_forced_pass_is_played_by_the_server_and_costs_nothing():
    """T33: nothing charged, both get the increment, one transaction."""
    control = "5d+12h/10d"
    game = play(make_game(time_control=control), *BLACK_MUST_PASS[:-1])
    white, black = game.white_remaining, game.black_remaining
    game = play(game, BLACK_MUST_PASS[-1])
    last, forced = game.moves.order_by("ply")[8:]
    assert (last.text, last.forced) == ("wL -bL", False)
    assert (forced.ply, forced.text, forced.forced, forced.spent) == (10, "pass", True, timedelta(0))
    assert (forced.piece, forced.origin, forced.destination) == ("", "", "")
    assert (game.ply, game.to_move) == (10, "white")
    assert game.white_remaining == min(10 * DAY, white - HOUR + 12 * HOUR)
    assert game.black_remaining == min(10 * DAY, black + 12 * HOUR)
    assert game.turn_started_at == last.played_at
    told = Notification.objects.get(key=f"turn:{game.pk}:10")
    assert (told.user, told.data["move"]) == (game.white, "pass")
    assert not Notification.objects.filter(key=f"turn:{game.pk}:9").exists(), "Black has nothing to do"


def test_clock_and_deadline_move_together_on_every_ply():
    game = make_game(game_type="Base", time_control="14d total")
    for text in SURROUNDED[:-1]:
        game = play(game, text)
        assert game.flag_at == game.clock.flag_at()
        assert game.warn_at is not None
        assert game.warn_at < game.flag_at
    assert game.black_remaining == 14 * DAY - 5 * HOUR
