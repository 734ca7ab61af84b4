"""Who plays here, and what we have to tell them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .names import name_key

NAME_PATTERN = r"^[A-Za-z][A-Za-z0-9_-]{1,29}$"


class UserManager(BaseUserManager["User"]):
    def create_user(self, name: str, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(name=name, email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(name, email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, name: str | None) -> User:
        return self.get(name_key=name_key(name or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """A player, organiser or bot. ``name`` never changes and stands in addresses; ``display_name`` is free."""

    name = models.CharField(
        _("name"),
        max_length=30,
        unique=True,
        validators=[
            RegexValidator(
                NAME_PATTERN,
                _("Use 2 to 30 letters, digits, “_” or “-”, and begin with a letter."),
            )
        ],
    )
    name_key = models.CharField(max_length=30, unique=True, editable=False)
    email = models.EmailField(_("e-mail"))
    display_name = models.CharField(_("display name"), max_length=50, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC")
    language = models.CharField(_("language"), max_length=8, default="en")
    bio = models.TextField(_("about you"), max_length=2000, blank=True)
    is_bot = models.BooleanField(_("program"), default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    mail_turn = models.BooleanField(_("when it is my move"), default=True)
    mail_offer = models.BooleanField(_("when I am offered a game or a draw"), default=True)
    mail_end = models.BooleanField(_("when a game ends"), default=True)
    mail_low_time = models.BooleanField(_("when my time runs low"), default=True)
    mail_event = models.BooleanField(_("when an event I entered starts or ends"), default=True)

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    objects = UserManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_unique",
                violation_error_message=_("This e-mail has an account already."),
            )
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = name_key(self.name)
        super().save(*args, **kwargs)

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        return self.display_name or self.name

    def get_absolute_url(self) -> str:
        return reverse("players:detail", args=[self.name])


def shown_name(user: User) -> str:
    """What a page or a mail calls this player; named in the settings."""
    return user.shown_name


class Notification(models.Model):
    """One thing to tell one player: shown under the bell and, if wanted, mailed once.

    Written in the transaction of what it tells of, so that none is lost. ``key`` names the happening
    ("turn:12:34"), so that none is doubled. ``mailed_at`` is set under a row lock by the task that sent it.
    """

    class Mail(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        UNWANTED = "unwanted"
        FAILED = "failed"

    user = models.ForeignKey(User, models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=30)
    key = models.CharField(max_length=80)
    url = models.CharField(max_length=200)
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    mail = models.CharField(max_length=10, choices=Mail, default=Mail.WAITING)
    mailed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="notification_once")]
        indexes = [
            models.Index(fields=["id"], name="notification_to_mail", condition=models.Q(mail="waiting")),
            models.Index(fields=["user", "-created_at"], name="notification_of_user"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"
