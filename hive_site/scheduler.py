"""Celery beat's work for the one-process site: run each entry of ``CELERY_BEAT_SCHEDULE`` when it is due."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import Future
from datetime import timedelta
from typing import Any

from celery import Celery

from . import local_pool

logger = logging.getLogger(__name__)

TICK = 0.2  # seconds


class Entry:
    """One line of the schedule. It never runs beside itself: a slow run delays the next one."""

    def __init__(self, name: str, task: str, every: float, due: float) -> None:
        self.name = name
        self.task = task
        self.every = every
        self.due = due
        self.running: Future[None] | None = None

    def run_if_due(self, app: Celery, now: float) -> bool:
        """Start the task if its time has come. Times missed while it ran or the machine slept are skipped."""
        if now < self.due or (self.running is not None and not self.running.done()):
            return False
        self.due += self.every
        if self.due <= now:
            self.due = now + self.every
        task = app.tasks.get(self.task)
        if task is None:
            logger.error("the schedule names %s, which does not exist", self.task)
            self.due = float("inf")
            return False
        self.running = local_pool.submit(task, (), {})
        return True


class Scheduler(threading.Thread):
    """Runs the schedule until :meth:`stop`."""

    def __init__(self, app: Celery, schedule: dict[str, dict[str, Any]]) -> None:
        super().__init__(name="scheduler", daemon=True)
        self.app = app
        self.stopped = threading.Event()
        now = time.monotonic()
        self.entries = [Entry(name, line["task"], seconds(line["schedule"]), now) for name, line in schedule.items()]
        # Here, in the caller's thread: a task module that cannot be imported must stop the start, not a thread.
        app.loader.import_default_modules()

    def run(self) -> None:
        while not self.stopped.wait(TICK):
            for entry in self.entries:
                entry.run_if_due(self.app, time.monotonic())

    def stop(self) -> None:
        self.stopped.set()


def seconds(interval: float | timedelta) -> float:
    """Return an interval of the schedule in seconds.

    :raises TypeError: for a calendar schedule, which only Celery beat can keep.
    """
    if isinstance(interval, timedelta):
        return interval.total_seconds()
    if isinstance(interval, int | float):
        return float(interval)
    raise TypeError(f"the schedule holds {interval!r}; the one-process site keeps plain intervals only")
