"""Practice against the computer as a player meets it: two clicks from home, and it answers on the open page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from hive_site import local_pool

from .conftest import DESKTOP, PHONE, Open, axe, state_of
from .test_whole_game import GUARD, by_pointer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OWN_MOVES = 4


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_two_clicks_from_home_and_the_easy_computer_plays(size: dict[str, int], open_page: Open, maja: User) -> None:
    page = open_page("/", maja, size)
    page.get_by_role("link", name="Play the computer").click()
    page.get_by_role("button", name="Easy").click()
    expect(page.locator("#board")).to_be_visible()
    game = Game.objects.get()
    assert page.url.endswith(f"/games/{game.pk}/")
    bots_strip = page.locator(".strip.opp")
    expect(bots_strip).to_contain_text("Easy Bot")
    expect(bots_strip.locator(".chip.bot")).to_have_text("computer")

    ply = 0 if game.white == maja else 1
    for number in range(OWN_MOVES):
        local_pool.run_held()
        page.wait_for_timeout(GUARD)
        # The stream is not there in tests: coming back to the page makes it ask.
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator("#ml a[data-ply]")).to_have_count(ply)
        state = state_of(page)
        assert state["you"] == state["to_move"], "the computer has answered"
        by_pointer(page, state["places"][number % len(state["places"])], touch=size == PHONE)
        ply += 1
        expect(page.locator("#ml a[data-ply]")).to_have_count(ply)
        ply += 1
    game.refresh_from_db()
    assert game.ply == ply - 1
    page.goto("/")
    expect(page.locator("main .chip.bot")).to_have_text("computer")


@pytest.mark.parametrize("width", [360, 1440])
def test_the_page_of_levels_fits_and_is_accessible(width: int, open_page: Open, maja: User) -> None:
    page = open_page("/games/practice/", maja, {"width": width, "height": 800})
    page.locator("summary", has_text="Your side and the pieces").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # the bar at the foot of a phone covers the rest
    assert axe(page) == []
    page.get_by_label("Black").check()
    page.get_by_label("Pieces").select_option("Base")
    page.get_by_role("button", name="Medium").click()
    expect(page.locator("#board")).to_be_visible()
    game = Game.objects.get()
    assert (game.black, game.white.name, game.game_type) == (maja, "medium-bot", "Base")
