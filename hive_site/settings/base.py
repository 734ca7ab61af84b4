"""Settings that hold everywhere. The module that imports this chooses where data lives and what carries tasks."""

from pathlib import Path

import environ
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from .api import *
from .api import REST_FRAMEWORK
from .logs import logging_config
from .schedule import beat_schedule
from .sign_in import *

BASE_DIR = Path(__file__).resolve().parent.parent.parent
env = environ.Env()
# What a running site writes that is not in its database.
VAR = Path(env.str("BIKUPA_VAR", default=str(BASE_DIR / "var")))

INSTALLED_APPS = [
    "accounts",
    "games",
    "tournaments",
    "hive_site",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
]

MIDDLEWARE = [
    "hive_site.arrival.arrival",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.ReaderMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "hive_site.urls"
WSGI_APPLICATION = "hive_site.wsgi.application"
ASGI_APPLICATION = "hive_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "csp.context_processors.nonce",
                "hive_site.context.frame",
            ],
        },
    },
]

# Accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.NameOrEmailBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_REDIRECT_URL = "home"
LOGIN_URL = "account_login"
DEFAULT_FROM_EMAIL = env.str("BIKUPA_MAIL_FROM", default="Bikupa <bikupa@localhost>")

# Language and time. Players see their own zone; the database and the code speak UTC.
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("sv", _("Swedish")),
    ("da", _("Danish")),
    ("es", _("Spanish")),
    ("it", _("Italian")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["hive_site.formats"]
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR / "staticfiles"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# Every deadline is a row in the database; the schedule only says how often to look.
FLAG_SWEEP_SECONDS = env.float("FLAG_SWEEP_SECONDS", default=2.0)
CELERY_BEAT_SCHEDULE = beat_schedule(FLAG_SWEEP_SECONDS)
CELERY_TASK_IGNORE_RESULT = True
# A worker that dies gives its task back: every task may run twice.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# The computer's thinking has a queue of its own. Workers take from both in turn: no sweep waits behind many games.
CELERY_TASK_QUEUES = {name: {"exchange": name, "routing_key": name} for name in ("celery", "thinking")}
CELERY_TASK_ROUTES = {"games.tasks.play_bot": {"queue": "thinking"}}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# After so many seconds Redis gives the task of a dead worker to another one; no task takes nearly as long.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    "socket_keepalive": True,
}
# A web request does not wait long for a broker that is away.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2}
CELERY_TIMEZONE = "UTC"
CELERY_TASK_SERIALIZER = "json"

# How many proxies of our own stand in front; so many addresses at the end of X-Forwarded-For are believed.
ALLAUTH_TRUSTED_PROXY_COUNT = REST_FRAMEWORK["NUM_PROXIES"]

# Open pages one process may serve by /live/; beyond it a page falls back to asking.
LIVE_MAX_STREAMS = env.int("LIVE_MAX_STREAMS", default=5000)

LOGGING = logging_config(env.str("LOG_LEVEL", default="INFO"))

# Whether webhooks may lead into the network of the site itself, and over plain http: for tests only.
WEBHOOKS_MAY_BE_PRIVATE = False
