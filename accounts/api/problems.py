"""Problem objects: how a program is told that a request was refused (RFC 9457)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.response import Response

MEDIA_TYPE = "application/problem+json"

_MEANING = {
    400: _("The request cannot be read, or a field is wrong: see `errors`."),
    401: _("Sign in first: send `Authorization: Token ...`, or the token is no longer valid."),
    403: _("Signed in, but not allowed to do this."),
    404: _("There is nothing at this address."),
    409: _("Things have moved on since you looked, or the request was already used for something else."),
    413: _("The request is too large."),
    415: _("Send JSON with `Content-Type: application/json`."),
    422: _("Well-formed, but a rule forbids it: `code` names the rule."),
    429: _("Too many requests: wait `retry_after` seconds."),
}


class ProblemSerializer(serializers.Serializer[Any]):
    """A refusal. `code` is stable and meant for programs; `detail` is a sentence for people."""

    type = serializers.CharField(default="about:blank")
    title = serializers.CharField(help_text=_("The HTTP status in words."))
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(), required=False, help_text=_("On 400: the sentences for each wrong field.")
    )
    reason_code = serializers.CharField(
        required=False, help_text=_("On an illegal move: the rule of Hive that forbids it.")
    )
    state = serializers.DictField(required=False, help_text=_("On 409 in a game: the game as it is now."))
    retry_after = serializers.IntegerField(required=False, help_text=_("On 429: seconds to wait."))


def problem(status: int, code: str, detail: Any, **extra: Any) -> dict[str, Any]:
    """Return the problem object; ``extra`` members stand beside the standard ones."""
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **extra,
    }


def problem_response(status: int, code: str, detail: Any, **extra: Any) -> Response:
    """Return ``problem(...)`` as the answer of an API view."""
    return Response(problem(status, code, detail, **extra), status=status, content_type=MEDIA_TYPE)


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the ``responses`` of ``extend_schema`` for the refusals an endpoint can give."""
    return {(s, MEDIA_TYPE): OpenApiResponse(ProblemSerializer, str(_MEANING[s])) for s in statuses}
