"""An open page hears of a move: the real server, real streams, a real browser."""

from __future__ import annotations

import json
import signal
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.served import WAIT, Served
from tests.services import free_port

pytestmark = pytest.mark.browser

PREPARE = """
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils import timezone
from accounts.models import User
from games.services.games import start_game
players = [User.objects.create_user(name, name + "@example.org", "a long password") for name in ("maja", "tomas")]
for player in players:
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
with transaction.atomic():
    start_game(
        white=players[0], black=players[1], game_type="Base", opening_rule="no_queen_first",
        repetition_rule="threefold", time_control="1d", rated=False, in_event=False, now=timezone.now(),
    )
client = Client()
client.force_login(players[1], backend=settings.AUTHENTICATION_BACKENDS[0])
print(client.cookies[settings.SESSION_COOKIE_NAME].value)
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path, free_port(), "--no-demo")
    try:
        served.wait()
        yield served
    finally:
        served.process.kill()


def post(site: Served, path: str, body: dict[str, object], token: str = "") -> dict[str, object]:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Token {token}"
    request = urllib.request.Request(f"{site.address}/api/v1/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=WAIT) as answer:
        return dict(json.load(answer))


def test_a_move_appears_on_the_opponents_open_page_and_the_server_stops_under_it(
    site: Served, browser: Browser
) -> None:
    session = site.run(PREPARE)
    context = browser.new_context(base_url=site.address)
    # The page must hear of the move by its stream: without intervals it cannot ask.
    context.add_init_script("window.setInterval = () => 0")
    context.add_cookies([{"name": "sessionid", "value": session, "url": site.address}])
    page = context.new_page()
    with page.expect_response("**/live/games/1/"), page.expect_response("**/live/me/"):
        page.goto("/games/1/")
    expect(page.locator("#ply-1")).to_have_count(0)
    token = post(site, "auth/login/", {"login": "maja", "password": "a long password"})["token"]
    post(site, "games/1/moves/", {"move": "wA1", "ply": 0}, str(token))
    expect(page.locator("#ply-1")).to_be_visible(timeout=30_000)
    expect(page.locator("#to-move [data-count]")).to_have_text("1", timeout=30_000)
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(WAIT) == 0
    context.close()
