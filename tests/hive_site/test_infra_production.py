"""Production settings come from the environment, and say what is missing; ``/healthz`` says what is broken."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from hive_site.checks.__main__ import PRODUCTION
from tests.factories import make_game
from tests.services import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
SHOW = """
import json
from django.conf import settings
names = ["ALLOWED_HOSTS", "DEFAULT_FROM_EMAIL", "EMAIL_HOST", "SECURE_HSTS_SECONDS", "SESSION_COOKIE_SECURE", "BROKER"]
print(json.dumps({name: getattr(settings, name) for name in names}))
"""


def with_environment(**changes: str | None) -> subprocess.CompletedProcess[str]:
    """Load the production settings with the environment of ``./bikupa check``, changed; None: not set."""
    environment: dict[str, Any] = {**os.environ, **PRODUCTION, **changes}
    environment = {key: value for key, value in environment.items() if value is not None}
    return subprocess.run([sys.executable, "-c", SHOW], cwd=ROOT, env=environment, capture_output=True, text=True)


def test_production_takes_everything_from_the_environment() -> None:
    shown = with_environment(EMAIL_URL="smtp+tls://u:p@mail.example:587").stdout
    assert '"ALLOWED_HOSTS": ["hive.example"]' in shown
    assert '"EMAIL_HOST": "mail.example"' in shown
    assert "noreply@hive.example" in shown
    assert '"SESSION_COOKIE_SECURE": true' in shown
    assert '"BROKER": "celery"' in shown


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"SECRET_KEY": None, "REDIS_URL": ""}, "Set SECRET_KEY, REDIS_URL in the environment"),
        ({"SITE_URL": "http://hive.example"}, "SITE_URL must be an https address"),
        ({"DATABASE_URL": "sqlite:////tmp/x"}, "DATABASE_URL must name a PostgreSQL database"),
    ],
)
def test_production_says_what_is_wrong(changes: dict[str, str | None], word: str) -> None:
    done = with_environment(**changes)
    assert done.returncode != 0
    assert word in done.stderr


@pytest.mark.django_db
def test_health_is_ok_and_tells_of_late_deadlines(client: Client) -> None:
    game = make_game(now=timezone.now())
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["deadlines"]) == (200, "ok")
    game.flag_at = timezone.now() - timedelta(seconds=90)
    game.save()
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"], answer.json()["deadlines"]) == (200, "ok", "late")
    assert 90 <= answer.json()["overdue_seconds"] < 600
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_health_fails_without_its_cache(client: Client, settings: Any) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": settings.REDIS_URL}
    }
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["cache"], answer.json()["database"]) == (503, "failed", "ok")
