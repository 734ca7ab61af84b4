"""Takes the pictures in docs/screenshots from a site with the demo: home, game, event, profile, leaderboard.

./bikupa run --port 8000
.venv/bin/python -m tests.browser.take_screenshots http://127.0.0.1:8000
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import django
from playwright.sync_api import Page, sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hive_site.settings.test")
django.setup()

from hive_site.demo.people import PASSWORD  # noqa: E402  (needs Django set up)
from tests.services import require  # noqa: E402

from .conftest import ARGS  # noqa: E402

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
PLAYER = "propolis"
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
PAGES = {
    "home": "/",
    "event": "/tournaments/2/crosstable/",
    "profile": "/players/skep/",
    "leaderboard": "/leaderboards/correspondence-expansions/",
}


def main(site: str) -> None:
    with sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=require("chromium"), args=ARGS + sandbox)
        for size, (width, height) in SIZES.items():
            for theme in ("light", "dark"):
                context = browser.new_context(
                    base_url=site, viewport={"width": width, "height": height}, color_scheme=theme, locale="en-GB"
                )
                page = context.new_page()
                sign_in(page)
                for name, path in PAGES.items():
                    page.goto(path)
                    take(page, f"{name}-{size}-{theme}")
                open_a_game(page)
                take(page, f"game-{size}-{theme}")
                context.close()
        browser.close()


def sign_in(page: Page) -> None:
    page.goto("/accounts/login/")
    page.fill("[name=login]", PLAYER)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/login/" not in url)


def open_a_game(page: Page) -> None:
    """Open the first game that waits for the player and pick up a piece that can go somewhere."""
    page.goto("/")
    addresses = [link.get_attribute("href") or "" for link in page.locator("main a").all()]
    page.goto(next(address for address in addresses if re.fullmatch(r"/games/\d+/", address)))
    board = page.locator("svg.board").first
    board.wait_for()
    board.focus()
    page.keyboard.press("n")
    page.keyboard.press("Enter")


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(800)  # an open stream keeps the network busy, so there is no silence to wait for
    page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1])
