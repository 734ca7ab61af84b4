"""Marking notifications as read: by the reader's hand, or because what they tell of has been seen or answered."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import connection, transaction

from accounts.models import Notification, User


@transaction.atomic(durable=True)
def mark_read(*, user: User, now: datetime, notification_id: int | None = None) -> int:
    """Mark one notification of ``user``, or all of them, as read at ``now``; return how many were not yet."""
    unread = Notification.objects.filter(user=user, read_at=None)
    if notification_id is not None:
        unread = unread.filter(pk=notification_id)
    return unread.update(read_at=now)


@transaction.atomic(durable=True)
def mark_seen(*, user: User, url: str, now: datetime) -> int:
    """Mark everything ``user`` was told about the page at ``url`` as read: it is being looked at."""
    return settle(user_ids=[user.pk], url=url, now=now)


def settle(*, user_ids: Collection[int], url: str, now: datetime, kinds: Collection[str] | None = None) -> int:
    """Mark what these players were told about ``url`` as read, of ``kinds`` or of any kind; return how many were not.

    Runs inside the caller's transaction, in one statement. A notification whose mail is going out at this moment is
    passed over, because a move does not wait for a mail server; the next call finds it.
    """
    unread = Notification.objects.filter(user__in=user_ids, read_at=None, url=url)
    if kinds is not None:
        unread = unread.filter(kind__in=kinds)
    free = unread.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)
    return Notification.objects.filter(pk__in=free.values("pk")).update(read_at=now)
