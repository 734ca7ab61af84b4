"""Tests: SQLite unless DATABASE_URL names another database; tasks run when the test says so."""

from .base import *
from .base import env

SECRET_KEY = "only-for-tests"  # noqa: S105
DEBUG = False
ALLOWED_HOSTS = ["*"]
DATABASES = {"default": env.db_url("DATABASE_URL", default="sqlite:///:memory:")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {"transaction_mode": "IMMEDIATE", "timeout": 20}
    DATABASES["default"]["TEST"] = {"NAME": env.str("BIKUPA_TEST_DB", default=None)}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
BROKER = env.str("BIKUPA_BROKER", default="held")
REDIS_URL = env.str("REDIS_URL", default="")
CELERY_BROKER_URL = REDIS_URL or "memory://"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
WHITENOISE_USE_FINDERS = True
SITE_URL = "http://testserver"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
