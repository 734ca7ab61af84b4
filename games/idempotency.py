"""The answer to a request that carried an Idempotency-Key, kept so that a retry gets the same one.

The answer is stored in the transaction of what it answers: there is no moment in which a move is played and its
answer is not known. Only what was done is stored; a refused request changes nothing and may be asked again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from games.errors import KeyReused
from games.models import IdempotencyRecord

KEEP = timedelta(days=7)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program was told: HTTP status and JSON body."""

    status: int
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Idempotency(Generic[T]):
    """A request that may come again: its key, what it asked, and how to answer it.

    ``build`` makes the answer from what the service returns. It runs inside the transaction, so it must only read.
    """

    key: str
    request_hash: str
    build: Callable[[T], Answer]


def hash_request(method: str, path: str, body: Any) -> str:
    """Return 64 hex digits that name a request; the order of the keys in ``body`` does not matter."""
    text = json.dumps([method.upper(), path, body], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def stored_answer(*, user_id: int, key: str, request_hash: str) -> Answer | None:
    """Return the answer given to this key before, None if it is new.

    :raises KeyReused: the key belongs to another request of this user.
    """
    record = IdempotencyRecord.objects.filter(user_id=user_id, key=key).first()
    if record is None:
        return None
    if record.request_hash != request_hash:
        raise KeyReused
    return Answer(record.status, record.body)


def store_answer(*, user_id: int, key: str, request_hash: str, answer: Answer, now: datetime) -> None:
    """Keep an answer, in the caller's transaction.

    :raises KeyReused: another request took the same key at this moment.
    """
    _, created = IdempotencyRecord.objects.get_or_create(
        user_id=user_id,
        key=key,
        defaults={
            "request_hash": request_hash,
            "status": answer.status,
            "body": answer.body,
            "created_at": now,
        },
    )
    if not created:
        raise KeyReused


def purge_answers(*, now: datetime, limit: int = 5000) -> int:
    """Forget answers older than a week, at most ``limit`` of them, and return how many."""
    old = IdempotencyRecord.objects.filter(created_at__lt=now - KEEP).order_by("created_at")
    deleted, _ = IdempotencyRecord.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).delete()
    return deleted
