"""The same answer for a request that is sent twice under one ``Idempotency-Key``.

A move stores its answer in its own transaction (``games.idempotency``); `answer_once` is for everything else.

The key is taken before the work begins and holds the answer after it. A refusal gives the key back: it changed
nothing, and the next try deserves today's answer. Whoever finds the key taken and not yet answered waits for the
answer. After `ABANDONED` the worker that took it counts as dead, and the work is done again as of the moment the first
request came in; ``Attempt.again`` tells the work to look first whether it was done already.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from accounts.api.arrival import received_at
from accounts.api.problems import MEDIA_TYPE
from accounts.errors import ValidationFailed
from accounts.models import User
from games.errors import Conflict, KeyReused
from games.idempotency import hash_request
from games.models import IdempotencyRecord

HEADER = "Idempotency-Key"
IDEMPOTENCY_KEY = OpenApiParameter(
    HEADER,
    str,
    OpenApiParameter.HEADER,
    description="Choose a new one for each request; a retry with the same key and body gets the first answer again.",
)
REPLAYED = {"Idempotency-Replayed": "true"}
ABANDONED = timedelta(seconds=30)
PATIENCE = 5.0  # seconds to wait for the worker that has the key
_KEY = re.compile(r"[\x21-\x7e]{1,100}")
_ANSWERED = 100  # lower values of IdempotencyRecord.status count how often the work was taken over


@dataclass(frozen=True, slots=True)
class Attempt:
    """One go at a request: when the request first came in, and whether an earlier go may have succeeded."""

    received_at: datetime
    again: bool = False


def key_of(request: Request) -> str | None:
    """Return the key that a request carries, if any.

    :raises ValidationFailed: 400, it is malformed.
    """
    key = request.headers.get(HEADER)
    if key is not None and not _KEY.fullmatch(key):
        sentence = _("Use 1 to 100 visible ASCII characters without spaces, such as a UUID.")
        raise ValidationFailed(_("The Idempotency-Key cannot be used."), errors={HEADER: [sentence]})
    return key


def hash_of(request: Request) -> str:
    """Return what names the request: method, path and body."""
    return hash_request(request.method or "", request.path, request.data)


def plain(data: Any) -> Any:
    """Return ``data`` as the JSON that is sent: times and translations become text."""
    return json.loads(json.dumps(data, cls=JSONEncoder))


def answer_once(request: Request, work: Callable[[Attempt], Response]) -> Response:
    """Return what ``work`` answers, or answered to an earlier request with this key.

    :raises ValidationFailed: 400, the key is malformed.
    :raises KeyReused: 409, the key belongs to another request.
    :raises Conflict: 409 ``request_in_progress``, the first request is still being worked on.
    """
    key = key_of(request)
    if key is None:
        return work(Attempt(received_at(request)))
    record, mine = _take(cast(User, request.user), key, hash_of(request), received_at(request))
    if not mine:
        content_type = MEDIA_TYPE if record.status >= 400 else None
        return Response(record.body, status=record.status, headers=REPLAYED, content_type=content_type)
    try:
        response = work(Attempt(record.created_at, again=record.status > 0))
    except BaseException:
        IdempotencyRecord.objects.filter(pk=record.pk, status=record.status).delete()
        raise
    record.status = response.status_code
    record.body = plain(response.data)
    record.save(update_fields=["status", "body"])
    return response


def _take(user: User, key: str, request_hash: str, at: datetime) -> tuple[IdempotencyRecord, bool]:
    """Return the record of the key, and whether it is ours to answer."""
    patience_ends = time.monotonic() + PATIENCE
    while True:
        found = IdempotencyRecord.objects.filter(user=user, key=key).first()
        if found is None:
            try:
                with transaction.atomic():
                    return _new(user, key, request_hash, at), True
            except IntegrityError:
                continue  # somebody was quicker: look again
        if found.request_hash != request_hash:
            raise KeyReused
        if found.status >= _ANSWERED:
            return found, False
        if _take_over(found):
            return found, True
        if time.monotonic() > patience_ends:
            raise Conflict(
                _("The first request with this Idempotency-Key is still being worked on: ask again in a few seconds."),
                code="request_in_progress",
            )
        time.sleep(0.05)


def _new(user: User, key: str, request_hash: str, at: datetime) -> IdempotencyRecord:
    empty: dict[str, Any] = {}
    return IdempotencyRecord.objects.create(
        user=user, key=key, request_hash=request_hash, status=0, body=empty, created_at=at
    )


def _take_over(found: IdempotencyRecord) -> bool:
    """Make the work of a dead worker ours; only one of those who try succeeds."""
    if timezone.now() - found.created_at < ABANDONED * (found.status + 1):
        return False
    if not IdempotencyRecord.objects.filter(pk=found.pk, status=found.status).update(status=found.status + 1):
        return False
    found.status += 1
    return True
