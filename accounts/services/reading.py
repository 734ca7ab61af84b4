"""Marking notifications as read."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Notification, User


@transaction.atomic(durable=True)
def mark_read(*, user: User, now: datetime, notification_id: int | None = None) -> int:
    """Mark one notification of ``user``, or all of them, as read at ``now``; return how many were not yet."""
    unread = Notification.objects.filter(user=user, read_at=None)
    if notification_id is not None:
        unread = unread.filter(pk=notification_id)
    return unread.update(read_at=now)
