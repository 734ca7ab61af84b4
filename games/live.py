"""Telling open pages that something changed: who publishes, who listens.

A message says no more than "game 12 is at version 35"; the page then reads the state as it always does. So a lost
message costs seconds, never correctness. Messages travel in memory while the site is one process (``REDIS_URL`` is
empty), else by Redis publish/subscribe with one subscription per process.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import AsyncIterator
from functools import cache
from typing import Any

import redis
import redis.asyncio
from django.conf import settings

logger = logging.getLogger(__name__)

CHANNEL = "bikupa:live"
# A page that waits for Redis would hold up the move that was just played.
PUBLISH_TIMEOUT = 1.0  # seconds


class TooManyStreams(Exception):
    """This process serves as many streams as it may (``LIVE_MAX_STREAMS``)."""


def publish_game(game_id: int, version: int) -> None:
    """Tell the pages of a game that it is at ``version``. Call it after the commit; it never raises."""
    _publish(game_topic(game_id), {"game": game_id, "version": version})


def publish_user(user_id: int) -> None:
    """Tell a player's pages that what waits for them has changed. Call it after the commit; it never raises."""
    _publish(user_topic(user_id), {"user": user_id})


def game_topic(game_id: int) -> str:
    return f"game:{game_id}"


def user_topic(user_id: int) -> str:
    return f"user:{user_id}"


def _publish(topic: str, message: dict[str, Any]) -> None:
    if not settings.REDIS_URL:
        hub.spread(topic, message)
        return
    try:
        _redis(settings.REDIS_URL).publish(CHANNEL, json.dumps({"topic": topic, "message": message}))
    except redis.RedisError as error:
        logger.warning("live update of %s not sent: %s", topic, error)


@cache
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=PUBLISH_TIMEOUT, socket_connect_timeout=PUBLISH_TIMEOUT)


class StreamClosed(Exception):
    """The stream has ended on our side; the page should connect again."""


class Stream:
    """What one open page listens to. Only the newest message is kept: an older one says nothing that it does not."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._news = asyncio.Event()
        self._message: dict[str, Any] | None = None
        self._closed = False

    async def next(self, timeout: float) -> dict[str, Any] | None:
        """Wait for the next message. None: ``timeout`` seconds went by without one.

        :raises StreamClosed: there will be no more.
        """
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), timeout)
        if self._closed:
            raise StreamClosed
        self._news.clear()
        message, self._message = self._message, None
        return message

    def offer(self, message: dict[str, Any]) -> None:
        """Hand a message over, from any thread."""
        self._call(self._take, message)

    def close(self) -> None:
        """End the stream, from any thread."""
        self._call(self._end)

    def _call(self, function: Any, *args: Any) -> None:
        # RuntimeError: the loop has ended, and the page with it.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *args)

    def _take(self, message: dict[str, Any]) -> None:
        self._message = message
        self._news.set()

    def _end(self) -> None:
        self._closed = True
        self._news.set()


class Hub:
    """The open streams of this process, by topic."""

    def __init__(self) -> None:
        self._topics: dict[str, set[Stream]] = {}
        self._lock = threading.Lock()
        self._listener: asyncio.Task[None] | None = None
        self._subscribed = asyncio.Event()
        self._closing = False
        self.open_streams = 0

    @contextlib.asynccontextmanager
    async def listen(self, topic: str) -> AsyncIterator[Stream]:
        """Open a stream of the messages about ``topic``.

        :raises TooManyStreams: the process is full.
        """
        stream = Stream(asyncio.get_running_loop())
        with self._lock:
            if self.open_streams >= settings.LIVE_MAX_STREAMS:
                raise TooManyStreams
            self.open_streams += 1
            self._topics.setdefault(topic, set()).add(stream)
            if settings.REDIS_URL and (self._listener is None or self._listener.done()):
                self._subscribed = asyncio.Event()
                self._listener = asyncio.create_task(self._listen_to_redis(settings.REDIS_URL))
        if self._closing:
            stream.close()
        try:
            if settings.REDIS_URL:
                # What is read from now on may be old, unless we hear what changes it.
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._subscribed.wait(), PUBLISH_TIMEOUT)
            yield stream
        finally:
            with self._lock:
                self.open_streams -= 1
                streams = self._topics[topic]
                streams.discard(stream)
                if not streams:
                    del self._topics[topic]

    def spread(self, topic: str, message: dict[str, Any]) -> None:
        """Give a message to every stream of the topic in this process."""
        with self._lock:
            streams = list(self._topics.get(topic, ()))
        for stream in streams:
            stream.offer(message)

    def close_streams(self) -> None:
        """End every stream; each page connects again and reads what it missed."""
        with self._lock:
            streams = [stream for topic in self._topics.values() for stream in topic]
        for stream in streams:
            stream.close()

    def shut(self) -> None:
        """End every stream and every later one at once: the process is about to stop."""
        self._closing = True
        self.close_streams()

    async def _listen_to_redis(self, url: str) -> None:
        pause = 0.5
        while True:
            try:
                client = redis.asyncio.Redis.from_url(url, health_check_interval=15)
                async with client, client.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    async for item in subscription.listen():
                        if item["type"] == "subscribe":
                            pause = 0.5
                            self._subscribed.set()
                        elif item["type"] == "message":
                            news = json.loads(item["data"])
                            self.spread(news["topic"], news["message"])
            except (redis.RedisError, OSError) as error:
                logger.warning("live updates lost Redis, next attempt in %.1f s: %s", pause, error)
            # Messages may have gone by unheard: let every page connect again and look.
            self._subscribed.clear()
            self.close_streams()
            await asyncio.sleep(pause)
            pause = min(pause * 2, 10.0)


hub = Hub()
