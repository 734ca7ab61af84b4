"""Who may do what by default: everybody reads, players with a confirmed e-mail write."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.models import User
from accounts.selectors import has_verified_email


def require_player(request: Request) -> None:
    """Check that a player with a confirmed e-mail is asking.

    :raises NotAuthenticated: 401, nobody is signed in.
    :raises PermissionDenied: 403 ``email_unverified``.
    """
    if not isinstance(request.user, User):
        raise NotAuthenticated
    if not has_verified_email(request.user):
        raise PermissionDenied(
            _("Confirm your e-mail address first: the code is in the mail we sent you."), code="email_unverified"
        )


class PlayersWrite(BasePermission):
    """Reading is free; writing needs a signed-in player with a confirmed e-mail."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method not in SAFE_METHODS:
            require_player(request)
        return True


class SignedIn(BasePermission):
    """Reading needs somebody signed in; writing needs a confirmed e-mail besides."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if request.method not in SAFE_METHODS:
            require_player(request)
        return True
