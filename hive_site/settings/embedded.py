"""The default: one process, SQLite, no services. What ``./bikupa run`` uses.

Everything it writes lies in ``var/`` (or BIKUPA_VAR): the database, the secret key, sent mail.
"""

import secrets

from .base import *
from .base import VAR, env

VAR.mkdir(parents=True, exist_ok=True)


def _secret_key() -> str:
    """Return this copy's own key, made at the first start."""
    path = VAR / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = _secret_key()
DEBUG = False
ALLOWED_HOSTS = env.list("BIKUPA_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": VAR / "bikupa.sqlite3",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
BROKER = "local"
REDIS_URL = ""
CELERY_BROKER_URL = "memory://"
WHITENOISE_USE_FINDERS = True  # static files are served from where they lie
STATIC_ROOT = VAR / "staticfiles"
STATIC_ROOT.mkdir(exist_ok=True)
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = VAR / "mail"
SITE_URL = env.str("BIKUPA_URL", default="http://127.0.0.1:8000")
