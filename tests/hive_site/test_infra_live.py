"""Live streams: what a page hears, in memory and through Redis."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.models import User
from games.live import Hub, publish_game, publish_user
from games.models import Game
from games.web import live
from hive_site.asgi import application
from tests.factories import make_game
from tests.services import free_port, redis_server

pytestmark = pytest.mark.django_db(transaction=True)


class Page:
    """An open page: sends one request and reads what the server writes."""

    def __init__(self, path: str, cookie: str = "", method: str = "GET") -> None:
        headers = [(b"host", b"testserver"), (b"cookie", cookie.encode())]
        self.scope = {"type": "http", "method": method, "path": path, "headers": headers, "query_string": b""}
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.left = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def part(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.sent.get(), 10)

    async def status(self) -> int:
        return int((await self.part())["status"])

    async def event(self) -> dict[str, Any]:
        """Return the next event, whatever comment or retry line stands before it."""
        while not (body := (await self.part()).get("body", b"")).startswith(b"data: "):
            pass
        return dict(json.loads(body.removeprefix(b"data: ")))


@asynccontextmanager
async def opened(path: str, **request: str) -> AsyncIterator[Page]:
    page = Page(path, **request)
    answer = asyncio.create_task(application(page.scope, page.receive, page.sent.put))
    try:
        yield page
    finally:
        page.left.set()
        await asyncio.wait_for(answer, 10)


@pytest.fixture
def game() -> Game:
    game = make_game(now=timezone.now())
    Game.objects.filter(pk=game.pk).update(version=34)
    return game


def cookie_of(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "accounts.backends.NameOrEmailBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return f"other=1; sessionid={session.session_key}"


def from_a_thread(publish: Callable[[], None]) -> None:
    """Publish as a view or a task does: from another thread than the streams'."""
    thread = threading.Thread(target=publish)
    thread.start()
    thread.join()


def run(scenario: Any) -> None:
    asyncio.run(asyncio.wait_for(scenario, 60))


def test_a_page_hears_where_the_game_stands_and_every_change_of_it(game: Game) -> None:
    async def scenario() -> None:
        async with opened(f"/live/games/{game.pk}/") as page, opened(f"/live/games/{game.pk}/") as other:
            for each in (page, other):
                start = await each.part()
                assert start["status"] == 200
                assert (b"x-accel-buffering", b"no") in start["headers"]
                assert await each.event() == {"game": game.pk, "version": 34}
            await asyncio.to_thread(from_a_thread, lambda: publish_game(game.pk + 1, 99))
            await asyncio.to_thread(from_a_thread, lambda: publish_game(game.pk, 35))
            for each in (page, other):
                assert await each.event() == {"game": game.pk, "version": 35}

    run(scenario())


def test_a_player_hears_in_how_many_games_it_is_their_turn(game: Game) -> None:
    cookie = cookie_of(game.white)

    def change_turn() -> None:
        Game.objects.update(to_move="black")
        publish_user(game.white_id)

    async def scenario() -> None:
        async with opened("/live/me/", cookie=cookie) as page:
            assert await page.event() == {"to_move": 1}
            await asyncio.to_thread(change_turn)
            assert await page.event() == {"to_move": 0}

    run(scenario())


def test_a_stranger_and_an_ended_session_hear_nothing(game: Game) -> None:
    cookie = cookie_of(game.white)
    game.white.set_password("another password")
    game.white.save()

    async def scenario() -> None:
        for stale in ("", cookie, "sessionid=made-up"):
            async with opened("/live/me/", cookie=stale) as page:
                assert await page.status() == 403

    run(scenario())


def test_what_is_no_stream_is_refused(game: Game) -> None:
    async def scenario() -> None:
        for path, method, status in [
            (f"/live/games/{game.pk + 1}/", "GET", 404),
            ("/live/games/x/", "GET", 404),
            ("/live/", "GET", 404),
            (f"/live/games/{game.pk}/", "POST", 405),
        ]:
            async with opened(path, method=method) as page:
                assert await page.status() == status, path

    run(scenario())


def test_a_full_process_sends_the_page_away(game: Game, settings: Any) -> None:
    settings.LIVE_MAX_STREAMS = 1

    async def scenario() -> None:
        async with opened(f"/live/games/{game.pk}/") as first:
            assert await first.status() == 200
            async with opened(f"/live/games/{game.pk}/") as second:
                assert await second.status() == 503
        async with opened(f"/live/games/{game.pk}/") as third:
            assert await third.status() == 200

    run(scenario())


def test_quiet_streams_send_a_sign_of_life(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.05)

    async def scenario() -> None:
        async with opened(f"/live/games/{game.pk}/") as page:
            await page.event()
            assert (await page.part())["body"] == b": still here\n\n"

    run(scenario())


def test_a_stopping_process_ends_its_streams(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = Hub()
    monkeypatch.setattr(live, "hub", hub)

    async def scenario() -> None:
        async with opened(f"/live/games/{game.pk}/") as page:
            await page.event()
            hub.shut()
            last = await page.part()
            assert last["more_body"] is False
        async with opened(f"/live/games/{game.pk}/") as late:
            await late.event()
            assert (await late.part())["more_body"] is False
        assert hub.open_streams == 0

    run(scenario())


def test_of_many_changes_a_slow_page_hears_the_last(game: Game) -> None:
    async def scenario() -> None:
        async with opened(f"/live/games/{game.pk}/") as page:
            await page.event()
            for version in range(35, 60):
                publish_game(game.pk, version)
            versions = [34]
            while versions[-1] != 59:
                versions.append((await page.event())["version"])
            assert versions == sorted(versions)

    run(scenario())


@pytest.mark.redis
def test_through_redis_a_page_hears_and_survives_a_restart_of_it(game: Game, tmp_path: Path, settings: Any) -> None:
    port = free_port()

    async def scenario() -> None:
        with redis_server(tmp_path, port) as settings.REDIS_URL:
            async with opened(f"/live/games/{game.pk}/") as page:
                assert await page.event() == {"game": game.pk, "version": 34}
                await asyncio.to_thread(publish_game, game.pk, 35)
                assert await page.event() == {"game": game.pk, "version": 35}
                await asyncio.to_thread(redis_gone)
                assert (await page.part())["more_body"] is False

    def redis_gone() -> None:
        import redis

        redis.Redis.from_url(settings.REDIS_URL).shutdown(nosave=True)
        # Playing goes on without it.
        publish_game(game.pk, 36)

    async def again() -> None:
        with redis_server(tmp_path, port):
            async with opened(f"/live/games/{game.pk}/") as page:
                await page.event()
                await asyncio.to_thread(publish_game, game.pk, 37)
                assert await page.event() == {"game": game.pk, "version": 37}

    run(scenario())
    run(again())
