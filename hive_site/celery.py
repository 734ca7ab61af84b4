"""What carries tasks: a Celery broker, or a small pool of threads when the site runs in one process.

``BROKER`` in the settings decides: ``celery`` sends to the broker, ``local`` to the pool of this process,
``held`` keeps the task until a test runs it. ``.delay()`` and ``.delay_on_commit()`` read the same in all three.
"""

from __future__ import annotations

import logging
import os
from typing import Any

from celery import Celery
from celery.contrib.django.task import DjangoTask
from kombu.exceptions import OperationalError

from . import local_pool

logger = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hive_site.settings.embedded")


class DeadlineInTask(RuntimeError):
    """A task was asked to wait. A broker may repeat or lose such a task; a row in the database stays."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} was sent with eta or countdown. Store the time in the database and let a sweep find it."
        )


class SiteTask(DjangoTask):  # type: ignore[misc]  # Celery has no types
    """The base of every task.

    A task may be lost with its process and may run twice, so it takes only ids, and whatever it does can be found
    again in the database by a sweep.
    """

    def apply_async(self, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
        """Send the task on its way.

        :raises DeadlineInTask: with ``eta`` or ``countdown``, which no part of the site may use.
        """
        from django.conf import settings

        if options.get("eta") is not None or options.get("countdown") is not None:
            raise DeadlineInTask(self.name)
        if settings.BROKER == "local":
            return local_pool.submit(self, tuple(args or ()), dict(kwargs or {}))
        if settings.BROKER == "held":
            return local_pool.hold(self, tuple(args or ()), dict(kwargs or {}))
        try:
            return super().apply_async(args, kwargs, **options)
        except OperationalError as error:
            # What the task is about is committed already: whoever did it must not be told that it failed.
            logger.error("%s was not sent, a sweep will do its work: %s", self.name, error)
            return None


app = Celery("hive_site", task_cls=SiteTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
