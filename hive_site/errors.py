"""One table from refusals to HTTP: a problem object for programs, an error page for people."""

from __future__ import annotations

import math
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response

from accounts.api.problems import MEDIA_TYPE, problem, problem_response
from accounts.errors import DomainError

API_PREFIX = "/api/"

# The framework's exceptions and what they are called here. More special classes come first.
_CODES: tuple[tuple[type[exceptions.APIException], str], ...] = (
    (exceptions.ParseError, "malformed_request"),
    (exceptions.NotAuthenticated, "not_authenticated"),
    (exceptions.AuthenticationFailed, "authentication_failed"),
    (exceptions.PermissionDenied, "forbidden"),
    (exceptions.NotFound, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.Throttled, "throttled"),
)
# What goes wrong before or beside a view.
_OUTSIDE_VIEWS = {
    400: ("malformed_request", _("The request cannot be read.")),
    403: ("forbidden", _("You may not do this.")),
    404: ("not_found", _("There is nothing at this address.")),
    500: ("server_error", _("Something went wrong on our side. It has been noted; try again in a while.")),
}


def api_exception(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Turn what an API view raised into a problem object; None lets an unforeseen fault rise to ``server_error``."""
    if isinstance(exc, DomainError):
        response = problem_response(exc.status, exc.code, exc.message, **exc.extra)
        if "retry_after" in exc.extra:
            response["Retry-After"] = str(exc.extra["retry_after"])
        return response
    if isinstance(exc, exceptions.ValidationError):
        return problem_response(
            400, "validation_failed", _("One or more fields are wrong: see `errors`."), errors=_by_field(exc.detail)
        )
    if isinstance(exc, Http404):
        exc = exceptions.NotFound(_OUTSIDE_VIEWS[404][1])
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied()
    elif isinstance(exc, RequestDataTooBig):
        return problem_response(413, "too_large", _("The request is too large."))
    if not isinstance(exc, exceptions.APIException):
        return None
    return _framework_refusal(exc)


def _framework_refusal(exc: exceptions.APIException) -> Response:
    code = exc.default_code
    for kind, name in _CODES:
        if isinstance(exc, kind):
            code = name
            break
    given = exc.get_codes()
    if isinstance(given, str) and given != exc.default_code:
        code = given
    extra: dict[str, Any] = {}
    headers: dict[str, str] = {}
    detail: Any = exc.detail
    if isinstance(exc, exceptions.Throttled):
        extra["retry_after"] = math.ceil(getattr(exc, "wait", None) or 1)
        headers["Retry-After"] = str(extra["retry_after"])
        detail = _("Too many requests: wait the given number of seconds.")
    response = problem_response(exc.status_code, code, detail, **extra)
    challenge = getattr(exc, "auth_header", None)
    if challenge:
        headers["WWW-Authenticate"] = challenge
    for name, value in headers.items():
        response[name] = value
    return response


def _by_field(detail: Any) -> dict[str, list[Any]]:
    """Return every sentence under the field it is about; what concerns no field stands under ``request``."""
    if not isinstance(detail, dict):
        return {"request": list(detail) if isinstance(detail, list) else [detail]}
    fields: dict[str, list[Any]] = {}
    for field, sentences in detail.items():
        name = "request" if field == "non_field_errors" else _sendable(field)
        fields[name] = _flat(sentences)
    return fields


def _flat(sentences: Any) -> list[Any]:
    if isinstance(sentences, dict):
        return [sentence for value in sentences.values() for sentence in _flat(value)]
    if isinstance(sentences, list):
        return [sentence for value in sentences for sentence in _flat(value)]
    return [_sendable(sentences)]


def _sendable(text: Any) -> str:
    """A text that may repeat what was sent, half a surrogate pair included, as UTF-8 can carry it."""
    return str(text).encode(errors="replace").decode()


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler400``."""
    return _problem(400) if _is_api(request) else defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler403``."""
    return _problem(403) if _is_api(request) else defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler404``."""
    return _problem(404) if _is_api(request) else defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """``handler500``: says nothing of what went wrong; the log has it."""
    return _problem(500) if _is_api(request) else defaults.server_error(request)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith(API_PREFIX)


def _problem(status: int) -> HttpResponse:
    code, sentence = _OUTSIDE_VIEWS[status]
    return JsonResponse(problem(status, code, str(sentence)), status=status, content_type=MEDIA_TYPE)
