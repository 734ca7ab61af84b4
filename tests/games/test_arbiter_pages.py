"""What pages and programs show of a pause, of a ruling, and of the links other apps put on the page of a game."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services.notifications import send_waiting_mail
from games import page_links
from games.models import Game
from games.page_links import PageLink
from games.selectors.cards import game_cards
from games.selectors.game_state import game_state
from games.services import arbiter
from tests.api_client import Api, code, verified
from tests.factories import DAY, HOUR, OPENING, T0, make_game, make_user, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def judge() -> User:
    return make_user("judge", display_name="Judge Dee")


def running(**terms: Any) -> Game:
    began = timezone.now() - 10 * HOUR
    return play(make_game(now=began, **terms), *OPENING, start=began)


def pause(game: Game, judge: User, *, now: Any = None, until: Any = None) -> Game:
    with transaction.atomic():
        return arbiter.pause(
            game_id=game.pk, by_id=judge.pk, reason="Power cut & <storm>.", now=now or timezone.now(), until=until
        )


def page(game: Game, viewer: User | None = None) -> Any:
    client = Client()
    if viewer is not None:
        client.force_login(viewer)
    return client.get(f"/games/{game.pk}/")


def test_the_page_of_a_paused_game_says_so_with_who_and_why_and_no_clock_runs(judge: User) -> None:
    game = pause(running(), judge)
    text = page(game, game.white).content.decode()
    assert "Paused by the arbiter" in text
    assert "Judge Dee, arbiter: Power cut &amp; &lt;storm&gt;." in text
    assert 'class="clock on"' not in text
    assert f"/games/{game.pk}/move/" not in text
    assert f"/games/{game.pk}/resign/" in text
    goes_on = pause(game, judge, until=timezone.now() + DAY)
    assert "Paused until" in page(goes_on).content.decode()


def test_the_state_of_a_paused_game(judge: User) -> None:
    game = play(make_game(), *OPENING)
    had = 72 * 3600 - 3600
    game = pause(game, judge, now=game.last_move_at + HOUR, until=T0 + 9 * DAY)
    state = game_state(game, game.white, T0 + 5 * DAY)
    assert (state["status"], state["to_move"], state["flag_at"]) == ("in_progress", "white", None)
    assert (state["paused_at"], state["paused_until"]) == (
        game.paused_at.isoformat(), (T0 + 9 * DAY).isoformat()
    )  # fmt: skip
    assert state["decision"] == {
        "kind": "paused", "by": "Judge Dee", "reason": "Power cut & <storm>.", "at": game.paused_at.isoformat(),
    }  # fmt: skip
    assert (state["clocks"]["running"], state["clocks"]["white"]["remaining_ms"]) == (None, had * 1000)
    assert state["actions"] == ["resign", "draw-offer"]
    assert Api().get("games/").json()["results"][0]["paused_at"] is not None
    assert Api().get(f"games/{game.pk}/").json()["decision"]["kind"] == "paused"
    assert Api().get(f"games/?to_move={game.white.name}").json()["results"] == []


def test_a_move_in_a_paused_game_is_refused_with_the_state_and_the_reason_on_the_page(judge: User) -> None:
    game = pause(running(white=verified()), judge)
    refusal = Api(game.white).post(f"games/{game.pk}/moves/", {"move": "wG2 -wG1", "ply": 8})
    assert code(refusal) == (409, "game_paused")
    assert refusal.json()["state"]["decision"]["by"] == "Judge Dee"
    client = Client()
    client.force_login(game.white)
    told = client.post(f"/games/{game.pk}/move/", {"move": "wG2 -wG1", "ply": 8}, follow=True).content.decode()
    assert "you can move when the game goes on" in told


@pytest.mark.parametrize(
    ("result", "forfeit", "sentence"),
    [
        ("white", False, "White won by the arbiter&#x27;s decision"),
        ("draw", False, "Drawn by the arbiter&#x27;s decision"),
        ("none", False, "No result, by the arbiter&#x27;s decision"),
        ("black", True, "Black won: White forfeited"),
        ("none", True, "Neither side played: both forfeit"),
    ],
)
def test_the_page_of_a_decided_game_says_how_and_why(judge: User, result: str, forfeit: bool, sentence: str) -> None:
    game = running()
    with transaction.atomic():
        arbiter.adjudicate(
            game_id=game.pk, result=result, rated=True, forfeit=forfeit, by_id=judge.pk, reason="Claim 7.",
            now=timezone.now(),
        )  # fmt: skip
    text = page(game).content.decode()
    assert sentence in text
    assert "Judge Dee, arbiter: Claim 7." in text


def test_only_a_decided_or_paused_game_costs_a_further_query(judge: User) -> None:
    plain, paused = running(), pause(running(), judge)
    counts = []
    for game in (plain, paused):
        with CaptureQueriesContext(connection) as queries:
            game_state(game, None, timezone.now())
        counts.append(len(queries))
    assert counts[1] - counts[0] == 1


def test_a_pause_keeps_the_share_of_time_that_a_card_shows(judge: User) -> None:
    game = play(make_game(), *OPENING)  # three days a move
    game = pause(game, judge, now=game.last_move_at + DAY)
    assert game_cards([game], viewer_id=None, now=T0 + 5 * DAY)[0].share is None
    with transaction.atomic():
        game = arbiter.resume(game_id=game.pk, by_id=judge.pk, now=T0 + 5 * DAY)
    card = game_cards([game], viewer_id=None, now=T0 + 5 * DAY + timedelta(hours=12))[0]
    assert (card.share, card.time_left_ms) == (50, 36 * 3600 * 1000)


def test_each_act_of_an_arbiter_is_told_by_mail_in_words(judge: User) -> None:
    game = running(in_event=True)
    now = timezone.now()
    send_waiting_mail(now=now)
    mail.outbox.clear()
    about = {"game_id": game.pk, "by_id": judge.pk}
    with transaction.atomic():
        arbiter.pause(**about, reason="Storm.", now=now, until=now + DAY)
        arbiter.resume(**about, now=now)
        arbiter.grant_time(**about, side="white", amount=90 * timedelta(minutes=1), reason="Ill.", now=now)
        ruling = arbiter.adjudicate(**about, result="black", rated=False, reason="Claim 7.", now=now)
        arbiter.reinstate(**about, ruling=ruling, reason="Appeal.", now=now)
    send_waiting_mail(now=now)
    mails = [message for message in mail.outbox if message.to == [game.white.email]]
    name = game.black.shown_name
    assert [message.subject for message in mails] == [
        f"Your game against {name} is paused",
        f"Your game against {name} goes on",
        f"More time for you against {name}",
        f"The arbiter has ruled on your game against {name}",
        f"The ruling on your game against {name} is taken back",
    ]
    for message, words in zip(
        mails,
        ("Reason given: Storm.", "your clock runs", "90 minutes more", "It changes no ratings.", "It is your move"),
        strict=True,
    ):
        assert words in message.body
    client = Client()
    client.force_login(game.white)
    assert "is taken back" in client.get("/accounts/notifications/").content.decode()


def test_other_apps_put_links_on_the_page_of_an_event_game_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_links, "_finders", [])
    page_links.register(lambda game, viewer: [PageLink("Raise a claim", f"/claims/{game.pk}/")] if viewer else [])
    event_game, casual = running(in_event=True), running()
    assert f'href="/claims/{event_game.pk}/"' in page(event_game, event_game.white).content.decode()
    assert "/claims/" not in page(event_game).content.decode()
    assert "/claims/" not in page(casual, casual.white).content.decode()
