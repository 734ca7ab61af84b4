"""The clock of the API views: read once, when the request came in."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from rest_framework.request import Request


def received_at(request: Request) -> datetime:
    """Return when the request came in; the ``arrival`` middleware wrote it down."""
    return cast(datetime, request.received_at)  # type: ignore[attr-defined]
