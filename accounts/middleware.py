"""The reader's own language and time zone, on every page."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin


class ReaderMiddleware(MiddlewareMixin):
    """Activate what a signed-in player chose; stands after the authentication middleware.

    Visitors keep what ``LocaleMiddleware`` read from their browser, and see times in UTC.
    """

    def process_request(self, request: HttpRequest) -> None:
        user = request.user
        if not user.is_authenticated:
            timezone.deactivate()
            return
        translation.activate(user.language)
        request.LANGUAGE_CODE = translation.get_language()
        try:
            timezone.activate(ZoneInfo(user.time_zone))
        except (ZoneInfoNotFoundError, ValueError):  # a zone that has been dropped from the tables since
            timezone.deactivate()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        timezone.deactivate()
        return response
