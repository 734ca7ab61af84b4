"""What is told after the commit, and only then."""

import asyncio

import pytest

from games import live
from games.errors import IllegalMove
from games.events import game_event_committed
from games.services.endings import resign
from games.services.offers import decline_draw, offer_draw
from games.services.play import play_move
from tests.factories import DAY, OPENING, T0, make_game, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard():
    """The (game id, kind) of every event told."""
    told = []

    def listen(game_id, kind, **kwargs):
        told.append((game_id, kind))

    game_event_committed.connect(listen)
    yield told
    game_event_committed.disconnect(listen)


def test_each_change_is_told_once_after_the_commit(heard, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        game = play(make_game(), *OPENING[:2])
    assert heard == [], "nothing before the commit"
    for callback in callbacks:
        callback()
    assert heard == [(game.pk, "started"), (game.pk, "moved"), (game.pk, "moved")]
    heard.clear()
    with django_capture_on_commit_callbacks(execute=True):
        offer_draw(game_id=game.pk, player_id=game.white_id, now=T0 + DAY)
        decline_draw(game_id=game.pk, player_id=game.black_id, now=T0 + DAY)
        resign(game_id=game.pk, player_id=game.white_id, now=T0 + DAY)
    assert [kind for _, kind in heard] == ["draw_offered", "draw_declined", "ended"]


def test_a_refused_move_tells_nothing(heard, django_capture_on_commit_callbacks):
    game = make_game()
    with django_capture_on_commit_callbacks(execute=True) as callbacks, pytest.raises(IllegalMove):
        play_move(game_id=game.pk, player_id=game.white_id, text="wQ", ply=0, received_at=T0)
    assert (callbacks, heard) == ([], [])


def test_every_change_makes_the_version_grow():
    game = make_game()
    versions = [game.version]
    for text in OPENING[:4]:
        game = play(game, text)
        versions.append(game.version)
    for service in (offer_draw, resign):
        game = service(game_id=game.pk, player_id=game.white_id, now=T0 + DAY)
        versions.append(game.version)
    assert versions == sorted(set(versions))
    assert versions[0] == 1


def test_open_pages_hear_the_version_and_both_players_that_something_changed(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        game = make_game()

    async def hear(topic):
        async with live.hub.listen(topic) as stream:
            for callback in callbacks:
                callback()
            return await stream.next(timeout=5)

    assert asyncio.run(hear(live.game_topic(game.pk))) == {"game": game.pk, "version": 1}
    for user in (game.white, game.black):
        assert asyncio.run(hear(live.user_topic(user.pk))) == {"user": user.pk}


def test_a_failing_listener_disturbs_nobody(heard, django_capture_on_commit_callbacks):
    def fail(**kwargs):
        raise RuntimeError("listener")

    game_event_committed.connect(fail)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            game = make_game()
    finally:
        game_event_committed.disconnect(fail)
    assert heard == [(game.pk, "started")]
