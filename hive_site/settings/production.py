"""Production: everything from the environment, and a clear word about what is missing. See docs/operations.md.

SECRET_KEY, DATABASE_URL, REDIS_URL, SITE_URL and EMAIL_URL must be set; ALLOWED_HOSTS defaults to the host of SITE_URL.
"""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from .base import *
from .base import REST_FRAMEWORK, VAR, env
from .database import postgres

_missing = [
    name
    for name in ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "SITE_URL", "EMAIL_URL")
    if not env.str(name, default="")
]
if _missing:
    raise ImproperlyConfigured(f"Set {', '.join(_missing)} in the environment; docs/operations.md says how.")

SECRET_KEY = env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
DEBUG = False

SITE_URL = env.str("SITE_URL").rstrip("/")
_site = urlsplit(SITE_URL)
if _site.scheme != "https" or not _site.hostname:
    raise ImproperlyConfigured(f"SITE_URL must be an https address such as https://hive.example, not {SITE_URL!r}.")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[_site.hostname])
CSRF_TRUSTED_ORIGINS = [SITE_URL]

DATABASES = {"default": postgres(env)}

BROKER = "celery"
REDIS_URL = env.str("REDIS_URL")
CELERY_BROKER_URL = REDIS_URL
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "celerybeat-schedule")
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"

vars().update(env.email_url("EMAIL_URL"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"Bikupa <noreply@{_site.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# The usual place of production is behind one proxy; all limits by address depend on this number being right.
ALLAUTH_TRUSTED_PROXY_COUNT = REST_FRAMEWORK["NUM_PROXIES"] = env.int("BIKUPA_PROXIES", default=1)
# The reverse proxy ends TLS and must set this header itself; docs/operations.md shows it.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 24 * 3600)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=True)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=True)
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"
