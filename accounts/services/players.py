"""Players made without the sign-up page: the demo, programs, commands."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User


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
