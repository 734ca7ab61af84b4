"""What a notification says on the page: the subject of its mail, in the reader's language."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.template.loader import render_to_string

from accounts.models import Notification

ICONS = {
    "turn": "hexagon",
    "draw_offer": "handshake",
    "challenge": "swords",
    "challenge_accepted": "play",
    "challenge_declined": "x",
    "game_end": "flag",
    "low_time": "alarm-clock",
    "arbiter": "scroll-text",
    "event_stuck": "scroll-text",
    "event_approval": "scroll-text",
    "event_overdue": "alarm-clock",
    "event_deadline": "alarm-clock",
    "event_started": "trophy",
    "event_round": "trophy",
    "event_finished": "medal",
    "event_invited": "trophy",
    "event_applied": "trophy",
    "event_entry": "trophy",
    "event_check_in": "trophy",
    "event_role": "scroll-text",
    "event_announcement": "info",
    "event_claim": "scroll-text",
    "event_claim_decided": "scroll-text",
    "event_withdrawn": "scroll-text",
}


def told(notification: Notification) -> dict[str, Any]:
    """Return what the list shows of a notification: ``sentence`` and ``icon`` beside the row itself."""
    data = {
        key: datetime.fromisoformat(value) if key.endswith("_at") and isinstance(value, str) else value
        for key, value in notification.data.items()
    }
    text = render_to_string(f"mail/{notification.kind}.txt", {"user": notification.user, "data": data, "link": ""})
    sentence = text.strip().partition("\n")[0].strip()
    return {"row": notification, "sentence": sentence, "icon": ICONS.get(notification.kind, "info")}
