"""A token for a name and a password."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.models import Authenticator
from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from knox.models import AuthToken
from knox.settings import knox_settings

from accounts.errors import DomainError, Forbidden
from accounts.models import User
from accounts.selectors import has_verified_email


class SignInFailed(DomainError):
    status = 401
    code = "wrong_credentials"


class TooManyTries(DomainError):
    status = 429
    code = "too_many_tries"


def check_credentials(request: HttpRequest, *, login: str, password: str, code: str) -> User:
    """Return the player whose name or e-mail, password and, if switched on, second factor these are.

    Failed tries are counted together with those on the sign-in page.

    :raises SignInFailed: 401 ``wrong_credentials``, ``second_factor_required`` or ``second_factor_wrong``.
    :raises Forbidden: 403 ``email_unverified``.
    :raises TooManyTries: 429.
    """
    credentials = {"email" if "@" in login else "username": login, "password": password}
    key = get_adapter(request)._get_login_attempts_cache_key(request, **credentials)
    # The page counts every try and takes the good ones back. A program that signs in a whole field of players at once
    # would be refused for that: here a try is counted when it has failed, and only a burst at one instant gets by.
    if not ratelimit.consume(request, action="login_failed", key=key, dry_run=True):
        raise TooManyTries(
            _("Too many failed tries. Wait five minutes, or reset the password on the site."), retry_after=300
        )
    user = authenticate(request, **credentials)
    if not isinstance(user, User):
        ratelimit.consume(request, action="login_failed", key=key)
        raise SignInFailed(_("Name or password is wrong. Check both, or reset the password on the site."))
    if not has_verified_email(user):
        raise Forbidden(
            _("Confirm your e-mail address first: sign in on the site and enter the code from the mail."),
            code="email_unverified",
        )
    _check_second_factor(user, code)
    return user


def _check_second_factor(user: User, code: str) -> None:
    if not Authenticator.objects.filter(user=user).exists():
        return
    if not code:
        raise SignInFailed(
            _("This account has a second factor: send `code` too, from the app or a recovery code."),
            code="second_factor_required",
        )
    form = AuthenticateForm(data={"code": code}, user=user)
    if not form.is_valid():
        raise SignInFailed(form.errors["code"][0], code="second_factor_wrong")


def issue_token(user: User, *, now: datetime) -> tuple[Any, str]:
    """Return a new token (its row and its text, which is kept nowhere). The oldest ones make room for it."""
    ttl: timedelta = knox_settings.TOKEN_TTL
    limit = knox_settings.TOKEN_LIMIT_PER_USER
    AuthToken.objects.filter(user=user, expiry__lte=now).delete()
    if limit is not None:
        stay = AuthToken.objects.filter(user=user).order_by("-created").values_list("digest", flat=True)[: limit - 1]
        AuthToken.objects.filter(user=user).exclude(digest__in=list(stay)).delete()
    row, text = AuthToken.objects.create(user=user, expiry=ttl)
    return row, text
