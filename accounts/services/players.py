"""Accounts made without the sign-up page, and those that were begun and never confirmed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User

UNCONFIRMED = timedelta(days=3)  # a code works for a quarter of an hour; signing in gives a new one


@transaction.atomic
def create_player(
    *, name: str, email: str, password: str | None, now: datetime, verified: bool = True, **profile: Any
) -> User:
    """Make an account whose e-mail counts as confirmed, so that it can sign in at once.

    ``profile`` holds further fields of `User`. Without a password nobody can sign in until it is reset.

    :raises django.core.exceptions.ValidationError: the name or e-mail is malformed or taken; nothing is saved.
    """
    user = User(name=name, email=email.lower(), joined_at=now, **profile)
    user.set_password(password)
    user.full_clean(exclude=["name_key"])
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=verified, primary=True)
    return user


@transaction.atomic(durable=True)
def remove_unconfirmed(*, now: datetime, limit: int = 500) -> int:
    """Remove accounts whose e-mail was not confirmed in three days, at most ``limit``; return how many.

    So a mistyped address, or somebody else's, does not keep a name and an address for ever. Nobody has ever signed in
    to such an account, so nothing hangs on it.
    """
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    begun = User.objects.filter(~Exists(confirmed), last_login=None, is_staff=False, joined_at__lte=now - UNCONFIRMED)
    begun = begun.filter(Exists(EmailAddress.objects.filter(user=OuterRef("pk"), verified=False)))
    ids = list(begun.order_by("pk").values_list("pk", flat=True)[:limit])
    User.objects.filter(~Exists(confirmed), pk__in=ids, last_login=None).delete()
    return len(ids)
