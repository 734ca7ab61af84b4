"""Entry points of the worker and the schedule: read the clock, call one service, return a count."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from .services import deadlines, opening, running, webhooks


@shared_task  # type: ignore[untyped-decorator]
def record_result(*, game_id: int) -> int:
    return int(running.record_result(game_id=game_id, now=timezone.now()))


@shared_task  # type: ignore[untyped-decorator]
def repair_results() -> int:
    return running.repair_results(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def open_due_events() -> int:
    return opening.open_due_events(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def start_due_tournaments() -> int:
    return running.start_due_tournaments(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def open_due_rounds() -> int:
    return running.open_due_rounds(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def look_at_rounds() -> int:
    return deadlines.look_at_rounds(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def collect_news() -> int:
    return webhooks.collect_news(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def deliver_webhooks() -> int:
    return webhooks.deliver_due(now=timezone.now())
