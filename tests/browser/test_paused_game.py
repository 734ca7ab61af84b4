"""An open page hears of a pause: the clocks stand, a piece in hand goes back, and the game then goes on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.services import arbiter
from tests.factories import OPENING, make_game, play

from .conftest import PHONE, Open, axe

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(maja: User, tomas: User) -> Game:
    """White (Maja) is to move, with nine minutes on the clock, so that its seconds are seen to run."""
    now = timezone.now()
    started = make_game(maja, tomas, now=now, time_control="9m total")
    return play(started, *OPENING[:6], start=now, step=timedelta(0))


def act(service: Any, game: Game, by: User, page: Page, **words: Any) -> None:
    with transaction.atomic():
        service(game_id=game.pk, by_id=by.pk, now=timezone.now(), **words)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_pause_stops_the_clock_of_an_open_page_and_its_end_sets_it_going(
    open_page: Open, maja: User, tomas: User, game: Game
) -> None:
    page = open_page(f"/games/{game.pk}/", maja, PHONE)
    clock = page.locator("#strip-white .clock")
    page.locator("#board .tiles [data-piece='wA1']").click()
    act(arbiter.pause, game, tomas, page, reason="Power cut.")
    expect(page.locator("#paused")).to_contain_text("arbiter: Power cut.")
    expect(clock.locator(".word")).to_have_text("paused")
    assert "on" not in (clock.get_attribute("class") or "").split()
    stands = clock.locator(".t").inner_text()
    page.wait_for_timeout(2200)
    assert clock.locator(".t").inner_text() == stands
    page.locator("#board .tiles [data-piece='wA1']").click()
    expect(page.locator("#hint")).to_contain_text("The game is paused.")
    expect(page.locator("#board .under [data-place]")).to_have_count(0)
    assert axe(page) == []
    act(arbiter.resume, game, tomas, page)
    expect(page.locator("#paused")).to_have_count(0)
    expect(clock.locator(".word")).to_have_text("Your move")
    expect(clock.locator(".t")).not_to_have_text(stands)


def test_a_ruling_shows_on_an_open_page_with_its_reason(open_page: Open, maja: User, tomas: User, game: Game) -> None:
    page = open_page(f"/games/{game.pk}/", maja)
    act(arbiter.adjudicate, game, tomas, page, result="draw", rated=True, reason="Claim 7.")
    expect(page.locator(".bar.result")).to_contain_text("Drawn by the arbiter's decision")
    expect(page.locator(".bar.result")).to_contain_text("arbiter: Claim 7.")
    assert axe(page) == []
