"""A whole game on the game page, to a surrounded queen: by mouse, by touch, by keyboard alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.boards import board_of
from games.models import Game
from tests.factories import make_game, play

from .conftest import DESKTOP, PHONE, Open, real_game, state_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GUARD = 450  # ms; the page takes no input for 400 ms after a move was placed by key or sent
GAME = "boardspace-0047"  # 26 plies; Black surrounds the white queen, with a throw on the way


def place_of(page: Page, move: str) -> dict[str, Any]:
    """The legal place that a move of the record means: the record may name another neighbour."""
    state = state_of(page)
    board = board_of(Game.objects.get(pk=state["id"]))
    wanted = board.move_string(board.parse_move(move))
    return next(place for place in state["places"] if place["move"] == wanted)


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).last.bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_pointer(page: Page, place: dict[str, Any], touch: bool) -> None:
    press = page.touchscreen.tap if touch else page.mouse.click
    target = f"[data-place='{place['to'][0]},{place['to'][1]}']"
    tile = f"#board .tiles [data-piece='{place['piece']}'] .slab:last-of-type .face"
    press(*middle(page, tile if place["from"] else f".strip.you .tray [data-piece='{place['piece']}']"))
    expect(page.locator(target).last).to_be_visible()
    press(*middle(page, target))
    press(*middle(page, "#confirm-play"))


def focused(page: Page, attribute: str) -> str | None:
    return page.evaluate("name => document.activeElement.dataset[name] ?? null", attribute)


def press_until(page: Page, key: str, attribute: str, value: str) -> None:
    for _ in range(150):
        if focused(page, attribute) == value:
            return
        page.keyboard.press(key)
    pytest.fail(f"{key} never came to {value}")


def by_keyboard(page: Page, place: dict[str, Any]) -> None:
    if page.evaluate("!document.activeElement.closest('#board')"):
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("Boolean(document.activeElement.closest('#board'))"):
                break
        else:
            pytest.fail("Tab never came to the board")
    if place["from"]:
        press_until(page, "n", "piece", place["piece"])
    else:
        page.keyboard.press("r")
        press_until(page, "Tab", "piece", place["piece"])
    page.keyboard.press("Enter")
    press_until(page, "t", "place", f"{place['to'][0]},{place['to'][1]}")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-play")).to_be_focused()
    page.wait_for_timeout(GUARD)  # the bar does not take an Enter that came with the one that placed
    page.keyboard.press("Enter")


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
def test_a_whole_game_is_played_on_the_page(way: str, open_page: Open, maja: User, tomas: User) -> None:
    game = make_game(maja, tomas, now=timezone.now())
    page = open_page(f"/games/{game.pk}/", maja, PHONE if way == "touch" else DESKTOP)
    for number, move in enumerate(real_game(GAME)):
        if number % 2 == 0:
            place = place_of(page, move)
            if way == "keyboard":
                by_keyboard(page, place)
            else:
                by_pointer(page, place, touch=way == "touch")
            expect(page.locator("#ml a[data-ply]")).to_have_count(number + 1)
        else:
            play(game, move, step=timedelta(0), start=timezone.now())
            page.wait_for_timeout(GUARD)
            # The stream is not there in tests: coming back to the page makes it ask.
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            expect(page.locator("#ml a[data-ply]")).to_have_count(number + 1)
    expect(page.locator(".bar.result")).to_contain_text("Black won: the white queen is surrounded")
    expect(page.locator("#board .mark.check")).to_have_count(1)
    game.refresh_from_db()
    assert (game.result, game.ending, game.ply) == ("black", "surrounded", 26)
