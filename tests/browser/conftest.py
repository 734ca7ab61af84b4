"""A real Chromium that looks at a live server. The games in it are made by the services players use."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from accounts.models import User
from tests.factories import make_user
from tests.services import require

# Playwright's loop runs in this thread, and Django takes any loop for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

ARGS = [
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
GAMES = Path(__file__).parents[2] / "hive_site" / "demo" / "games.json"
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


# Not for the whole session: while Playwright runs, its event loop holds the thread and no asynchronous test can run.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; each test has its own context."""
    path = require("chromium")
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, headless=True, args=ARGS + sandbox)
        yield chromium
        chromium.close()


Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, live_server: Any) -> Iterator[Open]:
    """Return a function that opens a page for a player; it fails the test if the page wrote an error to its console.

    ``expected`` names texts of console errors the test brings about itself.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []
    # The test server has no streams: its answer to them is 404, and the page then asks in intervals.
    expected: list[str] = ["/live/"]

    def open_it(
        path: str,
        user: User | None = None,
        size: dict[str, int] = DESKTOP,
        allow: list[str] | None = None,
        **options: Any,
    ) -> Page:
        expected.extend(allow or [])
        context = browser.new_context(base_url=live_server.url, viewport=size, has_touch=size["width"] < 860, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda message: (
                errors.append(f"{message.text} {message.location.get('url', '')}")
                if message.type in ("error", "warning")
                else None
            ),
        )
        page.goto(path)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert [error for error in errors if not any(text in error for text in expected)] == []


@pytest.fixture
def maja(transactional_db: None) -> User:
    return confirmed(make_user("maja", display_name="Maja Lindqvist"))


@pytest.fixture
def tomas(transactional_db: None) -> User:
    return confirmed(make_user("tomas", display_name="Tomás Ibáñez"))


def confirmed(user: User) -> User:
    """A player may move only with a confirmed address."""
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def real_game(name: str) -> list[str]:
    """The moves of one of the demo games."""
    return next(game["moves"] for game in json.loads(GAMES.read_text()) if game["id"] == name)


def axe(page: Page) -> list[str]:
    """What axe-core finds wrong with the page as it stands."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("tags => axe.run({runOnly: {type: 'tag', values: tags}})", AXE_TAGS)
    return [f"{item['id']}: {node['html'][:160]}" for item in found["violations"] for node in item["nodes"]]


def state_of(page: Page) -> dict[str, Any]:
    """The state block of the page as the server last rendered it."""
    answer = page.request.get(page.url.split("?")[0] + "state/")
    return answer.json()


__all__ = ["DESKTOP", "PHONE", "Open", "axe", "real_game", "state_of"]
