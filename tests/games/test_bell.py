"""The bell counts what waits for the player, not what has been answered or seen already."""

import random

import pytest
from django.core import mail
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Notification
from accounts.selectors import unread_count
from accounts.services.notifications import notify, send_waiting_mail
from games.services.challenges import accept_challenge, create_challenge, decline_challenge, withdraw_challenge
from games.services.endings import resign
from games.services.flags import sweep_flags
from games.services.offers import accept_draw, decline_draw, offer_draw
from games.side import Side
from tests.factories import DAY, HOUR, OPENING, T0, make_game, make_user, play

pytestmark = pytest.mark.django_db


def unread(user):
    rows = Notification.objects.filter(user=user, read_at=None)
    return sorted(rows.values_list("kind", flat=True))


def test_a_move_answers_the_call_to_it():
    game, other = make_game(), make_game()
    game = play(game, *OPENING[:5])  # Black to move
    assert (unread(game.white), unread(game.black)) == ([], ["turn"])
    game = play(game, OPENING[5])
    assert (unread(game.white), unread(game.black)) == (["turn"], [])
    assert unread(other.white) == ["turn"], "another game is untouched"
    row = Notification.objects.get(user=game.black, key=f"turn:{game.pk}:5")
    assert row.read_at == game.last_move_at


def test_a_move_answers_an_offer_and_leaves_the_movers_own_to_the_opponent():
    game = play(make_game(), *OPENING)
    offer_draw(game_id=game.pk, player_id=game.black_id, now=game.last_move_at)
    offer_draw(game_id=(twin := play(make_game(game.white, game.black), *OPENING)).pk, player_id=twin.black_id, now=T0)
    assert unread(game.white) == ["draw_offer", "draw_offer", "turn", "turn"]
    play(game, "wA2 -wG1")
    assert unread(game.white) == ["draw_offer", "turn"], "those of the other game"


def test_a_declined_offer_is_answered_and_the_turn_is_not():
    game = play(make_game(), *OPENING)
    offer_draw(game_id=game.pk, player_id=game.black_id, now=game.last_move_at)
    decline_draw(game_id=game.pk, player_id=game.white_id, now=game.last_move_at)
    assert unread(game.white) == ["turn"]


@pytest.mark.parametrize("act", [resign, accept_draw])
def test_nothing_asks_for_an_answer_once_the_game_is_over(act):
    game = play(make_game(), *OPENING)
    offer_draw(game_id=game.pk, player_id=game.black_id, now=game.last_move_at)
    act(game_id=game.pk, player_id=game.white_id, now=game.last_move_at)
    assert (unread(game.white), unread(game.black)) == ([], ["game_end"])


def test_a_loss_on_time_leaves_the_news_and_not_the_call():
    game = play(make_game(), *OPENING)
    sweep_flags(now=game.flag_at + HOUR)
    assert (unread(game.white), unread(game.black)) == (["game_end"], ["game_end"])


def test_opening_the_page_reads_what_it_shows(client):
    now = timezone.now()
    game = play(make_game(now=now - DAY), *OPENING)
    other = make_game(game.white, now=now - HOUR)
    client.force_login(make_user())
    client.get(game.get_absolute_url())
    client.force_login(game.white)
    client.head(game.get_absolute_url())
    assert unread(game.white) == ["turn", "turn"], "neither a visitor nor a HEAD reads"
    page = client.get(game.get_absolute_url())
    assert unread_count(game.white) == 1
    assert page.context["unread_count"] == 1, "the bell of that page already"
    assert Notification.objects.get(user=game.white, read_at=None).url == other.get_absolute_url()


def test_a_closed_challenge_no_longer_asks():
    terms = {
        "visibility": "direct",
        "game_type": "Base+MLP",
        "opening_rule": "no_queen_first",
        "repetition_rule": "threefold",
        "time_control": "3d",
        "rated": False,
        "colour": "white",
    }
    for close in ("accept", "decline", "withdraw"):
        maja, bo = make_user(), make_user()
        offer = create_challenge(challenger=maja, opponent=bo, now=T0, **terms)
        assert unread(bo) == ["challenge"]
        if close == "accept":
            accept_challenge(challenge_id=offer.pk, player=bo, now=T0, rng=random.Random(1))
        elif close == "decline":
            decline_challenge(challenge_id=offer.pk, player=bo, now=T0)
        else:
            withdraw_challenge(challenge_id=offer.pk, player=maja, now=T0)
        assert unread(bo) == [], close


def test_the_first_move_answers_the_news_that_the_challenge_was_accepted():
    game = make_game()
    with transaction.atomic():
        url = game.get_absolute_url()
        notify(user=game.white, kind="challenge_accepted", key="challenge_accepted:1", url=url, data={}, now=T0)
    play(game, OPENING[0])
    assert unread(game.white) == []


def test_a_move_reads_in_one_statement_however_much_waits():
    def updates(notices):
        game = play(make_game(), *OPENING)
        for number in range(notices):
            with transaction.atomic():
                url = game.get_absolute_url()
                notify(user=game.white, kind="low_time", key=f"low:{game.pk}:{number}", url=url, data={}, now=T0)
        with CaptureQueriesContext(connection) as queries:
            play(game, "wA2 -wG1")
        assert unread(game.white) == []
        return len(queries), sum('UPDATE "accounts_notification"' in query["sql"] for query in queries)

    one, many = updates(1), updates(7)
    assert one == many
    assert one[1] == 1


def test_no_mail_calls_to_a_move_that_was_made():
    game = play(make_game(), *OPENING)
    assert send_waiting_mail(now=T0 + DAY) == 1
    assert [message.to for message in mail.outbox] == [[game.white.email]], "the last call only"
    states = Notification.objects.filter(kind="turn").values_list("data__ply", "mail")
    assert dict(states) == dict.fromkeys(range(8), "unwanted") | {8: "sent"}
    assert game.side_to_move is Side.WHITE


def test_the_news_of_the_end_is_mailed_also_when_it_has_been_read(client):
    game = play(make_game(), *OPENING)
    resign(game_id=game.pk, player_id=game.white_id, now=game.last_move_at)
    client.force_login(game.black)
    client.get(game.get_absolute_url())
    assert unread(game.black) == []
    send_waiting_mail(now=T0 + DAY)
    assert [message.to for message in mail.outbox] == [[game.black.email]]
