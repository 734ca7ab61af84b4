"""How often one may ask: a counter per window in the cache, the same for every process that shares the cache.

The framework's own throttle keeps the time of every request in one list, which at our rates is read and written
whole with each request.
"""

from __future__ import annotations

import hashlib
import re
import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_RATE = re.compile(r"([0-9]+)/([0-9]*)([smhd])[a-z]*")


def parse_rate(rate: str) -> tuple[int, int]:
    """Return how many requests in how many seconds.

    >>> parse_rate("600/min"), parse_rate("10/5m")
    ((600, 60), (10, 300))
    """
    match = _RATE.fullmatch(rate)
    if not match:
        raise ValueError(f"{rate!r} is not a rate: write 600/min")
    count, number, unit = match.groups()
    return int(count), int(number or 1) * _UNITS[unit]


class WindowThrottle(BaseThrottle):
    """So many requests per window and asker; the rate of each scope is in ``settings.API_RATES``."""

    scope = "reads"
    _left: float | None = None

    def counts(self, request: Request, view: Any) -> bool:
        """Whether this request is one that the scope counts."""
        return request.method in SAFE_METHODS

    def asker(self, request: Request) -> str:
        return f"u{request.user.pk}" if request.user.is_authenticated else f"a{self.get_ident(request)}"

    def allow_request(self, request: Request, view: Any) -> bool:
        if not self.counts(request, view):
            return True
        limit, window = parse_rate(settings.API_RATES[self.scope])
        now = time.time()
        number = int(now // window)
        who = hashlib.sha256(self.asker(request).encode()).hexdigest()[:32]
        key = f"api-rate:{self.scope}:{who}:{number}"
        cache.add(key, 0, timeout=window + 1)
        try:
            used = cache.incr(key)
        except ValueError:  # evicted between the two calls
            used = 1
        self._left = (number + 1) * window - now
        return used <= limit

    def wait(self) -> float | None:
        return self._left


class ReadThrottle(WindowThrottle):
    scope = "reads"


class WriteThrottle(WindowThrottle):
    """Everything that writes, except what a view counts under a scope of its own."""

    scope = "writes"

    def counts(self, request: Request, view: Any) -> bool:
        return request.method not in SAFE_METHODS and not getattr(view, "own_write_scope", False)


class MoveThrottle(WindowThrottle):
    scope = "moves"

    def counts(self, request: Request, view: Any) -> bool:
        return request.method not in SAFE_METHODS


class LoginThrottle(WindowThrottle):
    """Counts tries to sign in from one address; failed tries are limited further, together with the page's."""

    scope = "login"

    def counts(self, request: Request, view: Any) -> bool:
        return True

    def asker(self, request: Request) -> str:
        return self.get_ident(request)
