"""Moves that have been received and wait for their turn, so that no flag falls over them.

A request is stamped when it arrives and may then wait: for the row of its game, on SQLite for the whole database. A
sweep that runs meanwhile must not decide against a move that came in time. So `play_move` leaves a note in the cache
that all processes share before it asks for the lock, and takes it away when it is done; a process that dies leaves it
to expire. The note only ever delays a loss on time, which is dated at the deadline all the same. Without a cache the
guard of ``games.services.flags`` is all there is.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import redis
from django.core.cache import cache

logger = logging.getLogger(__name__)

# Longer than any request waits for a lock.
KEEP = timedelta(seconds=60)


@contextmanager
def on_its_way(*, game_id: int, player_id: int, received_at: datetime) -> Iterator[None]:
    """Let others know of this player's move while it waits. Of two at once the one that came first is known."""
    key = _key(game_id, player_id)
    ours = False
    try:
        ours = cache.add(key, received_at, KEEP.total_seconds())
    except redis.RedisError as error:
        logger.warning("no note of the move that arrived in game %s: %s", game_id, error)
    try:
        yield
    finally:
        if ours:
            try:
                cache.delete(key)
            except redis.RedisError as error:
                logger.warning("the note of a move in game %s stays until it expires: %s", game_id, error)


def came_in_time(*, game_id: int, player_id: int, deadline: datetime) -> bool:
    """Say whether a move of this player that was received before ``deadline`` still waits."""
    try:
        received_at = cache.get(_key(game_id, player_id))
    except redis.RedisError as error:
        logger.warning("cannot see which moves wait in game %s: %s", game_id, error)
        return False
    return isinstance(received_at, datetime) and received_at < deadline


def _key(game_id: int, player_id: int) -> str:
    return f"move-on-its-way:{game_id}:{player_id}"
