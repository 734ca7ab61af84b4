"""``/live/``: server-sent events, as a small ASGI application of its own.

It stands beside Django's request handling, because a stream that passes through middleware holds a thread and a
database connection for as long as the page is open.

    /live/games/12/   {"game": 12, "version": 35}   at once, and whenever the game changed
    /live/me/         {"to_move": 3}                at once, and whenever it may have changed
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.db import connections
from django.http import HttpRequest, parse_cookie

from games.live import Stream, StreamClosed, TooManyStreams, game_topic, hub, user_topic
from games.selectors.live import game_version, games_to_move

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Message = dict[str, Any]
# What a message becomes for the page; None asks for the state at the start.
News = Callable[[Message | None], Awaitable[Message]]
T = TypeVar("T")

HEARTBEAT = 20.0  # seconds; proxies close what stays silent for a minute
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
GAME = re.compile(r"^/live/games/([0-9]{1,18})/$")
ME = "/live/me/"


async def live_streams(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request below ``/live/``."""
    path = scope["path"]
    game = GAME.match(path)
    if game is None and path != ME:
        await refuse(send, 404, "There is no such stream.")
    elif scope["method"] != "GET":
        await refuse(send, 405, "A stream is read with GET.", (b"allow", b"GET"))
    elif game is not None:
        game_id = int(game[1])
        if await query(game_version, game_id) is None:
            await refuse(send, 404, "There is no such game.")
        else:
            await stream(send, receive, game_topic(game_id), partial(game_news, game_id))
    else:
        user_id = await query(signed_in_user, scope)
        if user_id is None:
            await refuse(send, 403, "Sign in to follow your games.")
        else:
            await stream(send, receive, user_topic(user_id), partial(user_news, user_id))


async def stream(send: Send, receive: Receive, topic: str, news: News) -> None:
    """Send what ``news`` makes of every message about the topic, until the page goes away or the hub ends it."""
    try:
        async with hub.listen(topic) as messages:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            gone = asyncio.create_task(disconnect(receive))
            sending = asyncio.create_task(send_news(send, messages, news))
            try:
                await asyncio.wait({gone, sending}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                gone.cancel()
                sending.cancel()
                await asyncio.gather(gone, sending, return_exceptions=True)
    except TooManyStreams:
        await refuse(send, 503, "Too many pages are open; this one asks every few seconds.", (b"retry-after", b"60"))
        return
    if not sending.cancelled() and (error := sending.exception()) is not None:
        raise error


async def send_news(send: Send, messages: Stream, news: News) -> None:
    async def push(text: bytes, more: bool = True) -> None:
        await send({"type": "http.response.body", "body": text, "more_body": more})

    await push(b"retry: 3000\n\n")
    # The page was written before the stream opened, so what changed between the two is told first.
    await push(data(await news(None)))
    while True:
        try:
            message = await messages.next(HEARTBEAT)
        except StreamClosed:
            await push(b"", more=False)
            return
        await push(b": still here\n\n" if message is None else data(await news(message)))


async def disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def game_news(game_id: int, message: Message | None) -> Message:
    return message or {"game": game_id, "version": await query(game_version, game_id)}


async def user_news(user_id: int, message: Message | None) -> Message:
    return {"to_move": await query(games_to_move, user_id)}


def data(message: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(message).encode() + b"\n\n"


async def query(function: Callable[[Any], T], argument: Any) -> T:
    """Read the database in a thread that keeps no connection afterwards."""

    def read() -> T:
        try:
            return function(argument)
        finally:
            connections.close_all()

    return await sync_to_async(read, thread_sensitive=False)()


def signed_in_user(scope: Scope) -> int | None:
    """Return the id of the user whose session the request carries. Reads the database."""
    cookie = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    key = parse_cookie(cookie.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    if key is None:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return get_user(request).pk


async def refuse(send: Send, status: int, sentence: str, *headers: tuple[bytes, bytes]) -> None:
    body = sentence.encode()
    start = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(body)), *headers]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})
