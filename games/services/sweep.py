"""Looking through an index for games that something is due in, and doing it to each in a transaction of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from games.models import Game

logger = logging.getLogger(__name__)


def sweep(column: str, until: datetime, limit: int, act: Callable[[int], bool]) -> int:
    """Call ``act`` with the key of every running game whose ``column`` is not after ``until``; return how many it did.

    Batches of ``limit``, the most overdue first, until a batch is short. A game that fails is logged and left.
    """
    done = 0
    left: set[int] = set()  # failed, or held by another process: not to be met again in this sweep
    while True:
        due = Game.objects.filter(status=Game.Status.IN_PROGRESS, **{f"{column}__lte": until}).exclude(pk__in=left)
        batch = list(due.order_by(column, "pk").values_list("pk", flat=True)[:limit])
        for pk in batch:
            try:
                acted = act(pk)
            except Exception:
                logger.exception("sweep of %s: game %s failed and is left for the next sweep", column, pk)
                acted = False
            done += acted
            if not acted:
                left.add(pk)
        if len(batch) < limit:
            return done
