"""The site as a whole: settings, addresses, processes, and the pages that gather from several apps."""

from .celery import app as celery_app

__all__ = ["celery_app"]
