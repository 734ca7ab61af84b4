"""What pages ask about players and what they have been told."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from .models import Notification, User
from .names import name_key


def has_verified_email(user: User) -> bool:
    """Whether the player has confirmed an e-mail; nobody signs in before that, by page or by program."""
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())


def player_named(name: str) -> User | None:
    """The active player of this name; case and look-alikes do not matter."""
    return User.objects.filter(name_key=name_key(name), is_active=True).first()


def find_players(text: str) -> QuerySet[User]:
    """Active players whose name or shown name holds ``text``: exact names first, then beginnings, then the rest."""
    text = text.strip()
    if not text:
        return User.objects.none()
    key = name_key(text)
    closeness = Case(
        When(name_key=key, then=Value(0)),
        When(Q(name_key__startswith=key) | Q(display_name__istartswith=text), then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    found = User.objects.filter(Q(name_key__contains=key) | Q(display_name__icontains=text), is_active=True)
    return found.annotate(closeness=closeness).order_by("closeness", "name_key")


def notifications_of(user: User) -> QuerySet[Notification]:
    """Everything the player was told, newest first."""
    return Notification.objects.filter(user=user).order_by("-created_at", "-id")


def unread_count(user: User) -> int:
    return Notification.objects.filter(user=user, read_at=None).count()
