"""When a request came in: the moment by which a move is judged, however long it then waits for a thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.decorators import sync_and_async_middleware

Handler = Callable[[HttpRequest], Any]


@sync_and_async_middleware
def arrival(get_response: Handler) -> Handler:
    """Middleware: write ``request.received_at``. Stands first; under ASGI it runs before a thread is needed."""
    if iscoroutinefunction(get_response):

        async def stamp_async(request: HttpRequest) -> HttpResponseBase:
            request.received_at = timezone.now()  # type: ignore[attr-defined]
            answer: Awaitable[HttpResponseBase] = get_response(request)
            return await answer

        return stamp_async

    def stamp(request: HttpRequest) -> HttpResponseBase:
        request.received_at = timezone.now()  # type: ignore[attr-defined]
        response: HttpResponseBase = get_response(request)
        return response

    return stamp
