"""How allauth speaks and decides on this site."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django import forms
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import name_key
from accounts.zones import is_zone

RESERVED = ("admin", "administrator", "anonymous", "arbiter", "bikupa", "bot", "computer", "easy-bot", "everyone",
            "hard-bot", "me", "medium-bot", "moderator", "new", "nobody", "official", "organiser", "root", "search",
            "staff", "support", "system")  # fmt: skip

# What the page one comes to says by itself.
PLAIN_TO_SEE = (
    "account/messages/logged_in.txt",
    "account/messages/logged_out.txt",
    "account/messages/email_confirmation_sent.txt",
)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Names are unique under `name_key`; a new account takes language and time zone from the browser."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": _("This name, or one that looks like it, belongs to another player. Please choose another."),
        "username_blacklisted": _("This name is kept for the site itself. Please choose another."),
        "username_password_mismatch": _("Name or password is wrong. Check both, or reset the password."),
        "email_password_mismatch": _("E-mail or password is wrong. Check both, or reset the password."),
        "too_many_login_attempts": _("Too many failed attempts. Wait five minutes, or reset the password."),
        "incorrect_code": _("This code is not right. Check the digits, or ask for a new one."),
        "rate_limited": _("That was a little fast. Wait a minute and try again."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        field = User._meta.get_field("name")
        field.run_validators(username)
        key = name_key(username)
        if key in {name_key(word) for word in RESERVED}:
            raise self.validation_error("username_blacklisted")
        if not shallow and User.objects.filter(name_key=key).exists():
            raise self.validation_error("username_taken")
        return username

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failed tries by the account meant: look-alike spellings of one name share one counter."""
        name = credentials.get("username")
        if name:
            credentials["username"] = name_key(name)
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        return key

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        user.language = (get_language() or "en").split("-")[0]
        zone = form.cleaned_data.get("time_zone", "")
        if is_zone(zone):
            user.time_zone = zone
        saved: User = super().save_user(request, user, form, commit=commit)
        return saved

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        from django.urls import reverse

        return reverse("accounts_profile")

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        if message_template in PLAIN_TO_SEE:
            return
        super().add_message(request, level, message_template, *args, **kwargs)
