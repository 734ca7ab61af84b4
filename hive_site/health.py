"""``/healthz``: can this process do its work, and are the deadlines being watched?"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game

logger = logging.getLogger(__name__)

# So long may a flag wait for the sweep before somebody should look at the workers.
LATE = timedelta(seconds=60)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when database and cache work, else 503.

    Late deadlines are told but do not make the answer 503: taking web processes out would not help them.
    """
    report: dict[str, str | float] = {"database": "ok", "cache": "ok"}
    try:
        overdue = longest_overdue(timezone.now())
        report["deadlines"] = "late" if overdue > LATE else "ok"
        report["overdue_seconds"] = round(overdue.total_seconds(), 1)
    except DatabaseError:
        logger.exception("health: the database does not answer")
        report["database"] = "failed"
    try:
        cache.set("healthz", "ok", 30)
        if settings.REDIS_URL and cache.get("healthz") != "ok":
            report["cache"] = "failed"
    except Exception:
        logger.exception("health: the cache does not answer")
        report["cache"] = "failed"
    healthy = "failed" not in report.values()
    return JsonResponse({"status": "ok" if healthy else "failed", **report}, status=200 if healthy else 503)


def longest_overdue(now: datetime) -> timedelta:
    """Return for how long the longest waiting flag has been down unseen; zero when none is."""
    first = (
        Game.objects.filter(status=Game.Status.IN_PROGRESS, flag_at__lt=now)
        .order_by("flag_at")
        .values_list("flag_at", flat=True)
        .first()
    )
    return now - first if first else timedelta(0)
