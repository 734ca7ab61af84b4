"""Lists of games."""

import pytest

from games.selectors.games import head_to_head, recent, running, waiting, your_move
from games.services.endings import abort, resign
from games.services.offers import accept_draw, offer_draw
from tests.factories import DAY, HOUR, OPENING, T0, make_game, make_user, play

pytestmark = pytest.mark.django_db


def test_your_move_has_the_most_urgent_first_and_leaves_out_what_is_lost():
    maja, bo = make_user(), make_user()
    slow = make_game(maja, bo, time_control="10d")
    urgent = make_game(maja, bo, time_control="2d")
    theirs = make_game(bo, maja)
    answered = play(make_game(bo, maja, time_control="5d"), "wS1")
    assert list(your_move(maja, T0)) == [urgent, answered, slow]
    assert list(your_move(maja, T0 + 2 * DAY)) == [answered, slow]
    assert list(waiting(maja)) == [theirs]


def test_lists_load_the_players_with_the_games(django_assert_num_queries):
    maja = make_user()
    for _ in range(3):
        make_game(maja, make_user())
    with django_assert_num_queries(1):
        assert len({game.black.shown_name for game in your_move(maja, T0)}) == 3


def test_running_and_recent():
    maja, bo, cleo = make_user(), make_user(), make_user()
    untouched = make_game(maja, bo)
    played = play(make_game(maja, cleo), *OPENING)
    early, late = (play(make_game(maja, cleo), *OPENING[:4]) for _ in range(2))
    off = play(make_game(maja, cleo, rated=False), *OPENING[:1])
    resign(game_id=late.pk, player_id=maja.pk, now=T0 + 2 * DAY)
    resign(game_id=early.pk, player_id=maja.pk, now=T0 + DAY)
    abort(game_id=off.pk, player_id=maja.pk, now=T0 + DAY)
    assert list(running(maja)) == [played, untouched]
    assert list(running(bo)) == [untouched]
    assert list(recent()) == list(recent(cleo)) == [late, early]
    assert list(recent(bo)) == []


def test_head_to_head_counts_both_colours():
    maja, bo = make_user(), make_user()
    for white, black in ((maja, bo), (bo, maja), (maja, bo), (maja, make_user())):
        game = play(make_game(white, black), *OPENING)
        resign(game_id=game.pk, player_id=white.pk, now=T0 + DAY)
    drawn = play(make_game(bo, maja), *OPENING)
    offer_draw(game_id=drawn.pk, player_id=bo.pk, now=T0 + 10 * HOUR)
    accept_draw(game_id=drawn.pk, player_id=maja.pk, now=T0 + 10 * HOUR)
    make_game(maja, bo)
    record = head_to_head(maja, bo)
    assert (record.wins, record.draws, record.losses, record.games) == (1, 1, 2, 4)
    assert (head_to_head(bo, maja).wins, head_to_head(bo, maja).losses) == (2, 1)
