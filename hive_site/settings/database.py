"""How PostgreSQL is reached."""

from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured


def postgres(env: environ.Env) -> dict[str, Any]:
    """Return the database settings from DATABASE_URL.

    DATABASE_POOL=1 gives a process a pool of up to POOL_SIZE connections: right for a web process with threads.
    Celery's workers do one thing at a time and keep one plain connection each.
    """
    settings: dict[str, Any] = env.db_url("DATABASE_URL")
    if settings["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database: postgres://user:password@host/name")
    if env.bool("DATABASE_POOL", default=False):
        size = env.int("POOL_SIZE", default=8)
        settings.setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": size, "timeout": 10}
    else:
        settings["CONN_MAX_AGE"] = 60
        settings["CONN_HEALTH_CHECKS"] = True
    return settings
