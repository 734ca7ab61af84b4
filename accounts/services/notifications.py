"""Telling players: a row written with what it tells of, and later the mail for it."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from django.core.mail import get_connection
from django.db import connection, transaction
from django.db.models import Q, QuerySet

from accounts.events import notification_committed
from accounts.mail import message_for
from accounts.models import Notification, User

logger = logging.getLogger(__name__)

# Which preference decides over the mail of each kind.
PREFERENCES = {
    "turn": "mail_turn",
    "draw_offer": "mail_offer",
    "challenge": "mail_offer",
    "challenge_accepted": "mail_offer",
    "challenge_declined": "mail_offer",
    "game_end": "mail_end",
    "low_time": "mail_low_time",
    "arbiter": "mail_event",
    "event_stuck": "mail_event",
    "event_approval": "mail_event",
    "event_overdue": "mail_event",
    "event_deadline": "mail_event",
    "event_started": "mail_event",
    "event_round": "mail_event",
    "event_finished": "mail_event",
    "event_invited": "mail_event",
    "event_applied": "mail_event",
    "event_entry": "mail_event",
    "event_check_in": "mail_event",
    "event_role": "mail_event",
    "event_announcement": "mail_event",
    "event_claim": "mail_event",
    "event_claim_decided": "mail_event",
    "event_withdrawn": "mail_event",
}

# What asks for something on the page of a game: who has seen or answered it there needs no mail any more.
NO_MAIL_ONCE_READ = frozenset({"turn", "draw_offer", "low_time"})

# How old a notification must be before the next attempt, by attempts made. After the last one it has failed.
RETRY_AFTER = (
    timedelta(0),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=12),
)


def notify(*, user: User, kind: str, key: str, url: str, data: dict[str, Any], now: datetime) -> Notification | None:
    """Tell ``user`` something once: under the bell, and by mail if the player wants such mail.

    Runs inside the caller's transaction, so that it is told exactly if it happened. ``key`` names the happening:
    telling it again does nothing and returns None. ``data`` is for the texts; instants in it have keys ending in
    ``_at`` and are ISO strings. ``url`` is a path on the site.

    :raises KeyError: no such kind.
    """
    wanted = _wants_mail(user, kind)
    row, created = Notification.objects.get_or_create(
        user=user,
        key=key,
        defaults={
            "kind": kind,
            "url": url,
            "data": data,
            "created_at": now,
            "mail": Notification.Mail.WAITING if wanted else Notification.Mail.UNWANTED,
        },
    )
    if not created:
        return None
    if wanted:
        transaction.on_commit(partial(_tell, row.pk), robust=True)
    return row


def notify_many(*, users: Iterable[User], kind: str, key: str, url: str, data: dict[str, Any], now: datetime) -> None:
    """Tell many players the same, each once, in four queries; otherwise as `notify`.

    :raises KeyError: no such kind.
    """
    unique = {user.pk: user for user in users}.values()
    _store([_row(Notice(user, key, url, data), kind, now) for user in unique])


class Notice(NamedTuple):
    """Something to tell one player, see `notify`."""

    user: User
    key: str
    url: str
    data: dict[str, Any]


def notify_each(*, notices: Iterable[Notice], kind: str, now: datetime) -> None:
    """Tell each of these players something of their own, each once, in four queries; otherwise as `notify`.

    :raises KeyError: no such kind.
    """
    _store([_row(notice, kind, now) for notice in notices])


def _row(notice: Notice, kind: str, now: datetime) -> Notification:
    return Notification(
        user=notice.user,
        key=notice.key,
        kind=kind,
        url=notice.url,
        data=notice.data,
        created_at=now,
        mail=Notification.Mail.WAITING if _wants_mail(notice.user, kind) else Notification.Mail.UNWANTED,
    )


def _store(rows: list[Notification]) -> None:
    keys, users = {row.key for row in rows}, {row.user_id for row in rows}
    of_these = Notification.objects.filter(key__in=keys, user__in=users)
    there = {(user, key): pk for pk, user, key in of_these.values_list("pk", "user_id", "key")}
    rows = [row for row in rows if (row.user_id, row.key) not in there]
    Notification.objects.bulk_create(rows, batch_size=1000, ignore_conflicts=True)
    new = of_these.filter(mail=Notification.Mail.WAITING).exclude(pk__in=there.values())
    for pk in new.order_by("pk").values_list("pk", flat=True):
        transaction.on_commit(partial(_tell, pk), robust=True)


def _wants_mail(user: User, kind: str) -> bool:
    return bool(getattr(user, PREFERENCES[kind])) and user.is_active and bool(user.email)


def _tell(notification_id: int) -> None:
    notification_committed.send_robust(sender=Notification, notification_id=notification_id)


def send_waiting_mail(*, now: datetime, ids: Iterable[int] | None = None, limit: int = 500) -> int:
    """Send the mail of waiting notifications, oldest first, and return how many went out.

    One transaction for each: the row is locked, the mail handed over, the row marked. Two workers never take the
    same row. A worker that dies between handing over and marking leaves the row waiting; the second mail then has the
    same Message-ID, by which mail programs know it. A mail that fails is tried again later, see ``RETRY_AFTER``.
    Of the kinds in ``NO_MAIL_ONCE_READ`` what has been read meanwhile is not mailed.
    """
    sent = 0
    for pk in list(_due(now, ids).values_list("pk", flat=True)[:limit]):
        sent += _send_one(pk, now)
    return sent


def _due(now: datetime, ids: Iterable[int] | None = None) -> QuerySet[Notification]:
    old_enough = Q()
    for attempts, age in enumerate(RETRY_AFTER):
        old_enough |= Q(attempts=attempts, created_at__lte=now - age) if age else Q(attempts=attempts)
    rows = Notification.objects.filter(old_enough, mail=Notification.Mail.WAITING).order_by("pk")
    return rows if ids is None else rows.filter(pk__in=list(ids))


@transaction.atomic(durable=True)
def _send_one(pk: int, now: datetime) -> int:
    rows = Notification.objects.select_related("user").select_for_update(
        of=("self",), skip_locked=connection.features.has_select_for_update_skip_locked
    )
    row = rows.filter(pk=pk, mail=Notification.Mail.WAITING).first()
    if row is None:  # sent by another worker, or about to be
        return 0
    if row.read_at is not None and row.kind in NO_MAIL_ONCE_READ:
        row.mail = Notification.Mail.UNWANTED
        row.save(update_fields=["mail"])
        return 0
    row.attempts += 1
    try:
        with get_connection() as mailer:
            mailer.send_messages([message_for(row)])
    except Exception:
        # Whatever went wrong with one mail must not hold up the others.
        logger.exception("mail of notification %s failed at attempt %s", pk, row.attempts)
        if row.attempts >= len(RETRY_AFTER):
            row.mail = Notification.Mail.FAILED
        row.save(update_fields=["attempts", "mail"])
        return 0
    row.mail, row.mailed_at = Notification.Mail.SENT, now
    row.save(update_fields=["attempts", "mail", "mailed_at"])
    return 1
