"""The mail for a notification: in the reader's language and time zone, with one link to where to act."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from urllib.parse import urljoin, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Notification


def message_for(notification: Notification) -> EmailMessage:
    """Return the mail for ``notification``. Sending it twice gives the same Message-ID, so that it shows once.

    The template is ``mail/<kind>.txt``; its first line is the subject.
    """
    user = notification.user
    with translation.override(user.language), timezone.override(_zone(user.time_zone)):
        context = {
            "user": user,
            "data": _for_text(notification.data),
            "link": urljoin(settings.SITE_URL, notification.url),
            "settings_link": urljoin(settings.SITE_URL, reverse("accounts_profile")),
            "time_zone": timezone.get_current_timezone_name(),
        }
        text = render_to_string(f"mail/{notification.kind}.txt", context)
    subject, _, body = text.strip().partition("\n")
    return EmailMessage(
        subject=" ".join(subject.split()),
        body=re.sub(r"\n{3,}", "\n\n", body.strip()) + "\n",
        to=[user.email],
        headers={"Message-ID": message_id(notification), "Auto-Submitted": "auto-generated"},
    )


def message_id(notification: Notification) -> str:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return f"<notification-{notification.pk}-{int(notification.created_at.timestamp())}@{host}>"


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def _for_text(data: dict[str, Any]) -> dict[str, Any]:
    """Return ``data`` as templates need it: ``_at`` values as instants, every other text on one line."""
    return {key: _value(key, value) for key, value in data.items()}


def _value(key: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return datetime.fromisoformat(value) if key.endswith("_at") else " ".join(value.split())
