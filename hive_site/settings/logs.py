"""Where the site writes what happens: lines on stderr, for whoever runs it to collect."""

from typing import Any


def logging_config(level: str) -> dict[str, Any]:
    """Return the logging settings; ours at ``level``, libraries only when something is wrong."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            **{name: {"level": level} for name in ("accounts", "games", "tournaments", "hive_site")},
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            # Django writes a line for every 404 and every refused move; the access log of the server has them.
            "django.request": {"level": "ERROR"},
            # Whoever asks for another site's name gets a 400; it is no fault of ours.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "celery": {"level": "WARNING"},
        },
    }
