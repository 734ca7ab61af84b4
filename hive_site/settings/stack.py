"""Rehearsal: the processes of production on one machine, with a local key, local names and mail in files.

DATABASE_URL names PostgreSQL; without it the SQLite file of the one-process site serves. REDIS_URL is set by
``manage.py stack`` for its children.
"""

from .database import postgres
from .embedded import *
from .embedded import VAR, env

BROKER = "celery"
REDIS_URL = env.str("REDIS_URL", default="")
CELERY_BROKER_URL = REDIS_URL
if env.str("DATABASE_URL", default=""):
    DATABASES = {"default": postgres(env)}
if REDIS_URL:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "celerybeat-schedule")
