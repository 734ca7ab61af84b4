"""The command lines of production, in one place: the rehearsal and the tests start just these."""

from __future__ import annotations

import sys
from pathlib import Path

PYTHON = sys.executable
CELERY = [PYTHON, "-m", "celery", "--quiet", "-A", "hive_site"]


def web(bind: str) -> list[str]:
    """Pages and API: gunicorn with threads. ``bind``: ``unix:PATH`` or ``HOST:PORT``."""
    options = ["--workers", "2", "--worker-class", "gthread", "--threads", "4", "--bind", bind]
    return [
        *[PYTHON, "-m", "gunicorn", "hive_site.wsgi:application", *options],
        *["--forwarded-allow-ips", "*", "--graceful-timeout", "5", "--log-level", "warning", "--no-control-socket"],
    ]


def live(*bind: str) -> list[str]:
    """Live streams: uvicorn. ``bind``: ``--uds PATH`` or ``--port PORT``. It can serve the pages as well."""
    options = ["--lifespan", "off", "--timeout-graceful-shutdown", "1", "--log-level", "warning", "--no-access-log"]
    return [PYTHON, "-m", "uvicorn", "hive_site.asgi:application", *bind, *options, "--forwarded-allow-ips", "*"]


def worker(processes: int = 2) -> list[str]:
    """Tasks: a Celery worker."""
    options = ["--pool", "prefork", "--concurrency", str(processes), "--loglevel", "WARNING"]
    return [*CELERY, "worker", *options, "--without-gossip", "--without-mingle"]


def beat(folder: Path) -> list[str]:
    """The schedule: Celery beat, which keeps its memory in ``folder``. A second one would do no harm."""
    schedule = folder / "celerybeat-schedule"
    return [*CELERY, "beat", "--loglevel", "WARNING", "--schedule", str(schedule), "--pidfile", ""]
