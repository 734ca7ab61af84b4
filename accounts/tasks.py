"""Celery's way into accounts: each task reads the clock, calls one service and returns a count."""

from celery import shared_task
from django.utils import timezone

from accounts.services import notifications, players


@shared_task  # type: ignore[untyped-decorator]
def deliver_mail(notification_id: int | None = None) -> int:
    """Send the mail of one notification, or of all that wait; the schedule calls it without an id."""
    ids = None if notification_id is None else [notification_id]
    return notifications.send_waiting_mail(ids=ids, now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def remove_unconfirmed() -> int:
    """Remove accounts that were begun and never confirmed."""
    return players.remove_unconfirmed(now=timezone.now())
