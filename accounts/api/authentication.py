"""Who is asking: a token for programs, the session for the site's own pages."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

_TOKEN = re.compile(rb"[0-9A-Za-z]{1,200}")


class ProgramToken(TokenAuthentication):  # type: ignore[misc]
    """``Authorization: Token <token>``."""

    def authenticate_credentials(self, token: bytes) -> tuple[object, object]:
        # The library decodes and looks up whatever is sent; what cannot be a token must not reach the database.
        if not _TOKEN.fullmatch(token):
            raise AuthenticationFailed(_("This token is not valid: sign in again."), code="token_invalid")
        try:
            found: tuple[object, object] = super().authenticate_credentials(token)
        except AuthenticationFailed:
            raise AuthenticationFailed(
                _("This token is not valid or has expired: sign in again."), code="token_invalid"
            ) from None
        return found


class PageSession(SessionAuthentication):
    """The session cookie, with the CSRF token that comes with it."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            raise PermissionDenied(
                _("The page's security token is missing or old: reload the page and try again."), code="csrf_failed"
            ) from error


class ProgramTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema speaks of tokens."""

    target_class = ProgramToken
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token ` and the token that auth/login/ gave you.",
        }


class PageSessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema speaks of the session cookie."""

    target_class = PageSession
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
