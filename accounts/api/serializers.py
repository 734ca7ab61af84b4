"""The shapes of accounts, as programs see them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models import Notification, User

from .strict import StrictSerializer


class LoginSerializer(StrictSerializer):
    login = serializers.CharField(max_length=254, help_text=_("Your name or e-mail."))
    password = serializers.CharField(max_length=1000, trim_whitespace=False)
    code = serializers.CharField(
        max_length=20, required=False, default="", allow_blank=True, help_text=_("Only with a second factor.")
    )


class PlayerRefSerializer(serializers.ModelSerializer[User]):
    """A player, wherever one is mentioned."""

    display_name = serializers.CharField(source="shown_name", read_only=True)
    url = serializers.CharField(source="get_absolute_url", read_only=True)

    class Meta:
        model = User
        fields: ClassVar[list[str]] = ["name", "display_name", "country", "is_bot", "url"]
        read_only_fields = fields


class MeSerializer(serializers.ModelSerializer[User]):
    """The signed-in player, as only they see themselves."""

    url = serializers.CharField(source="get_absolute_url", read_only=True)

    class Meta:
        model = User
        fields: ClassVar[list[str]] = [
            "name",
            "display_name",
            "email",
            "country",
            "time_zone",
            "language",
            "bio",
            "is_bot",
            "is_staff",
            "joined_at",
            "mail_turn",
            "mail_offer",
            "mail_end",
            "mail_low_time",
            "mail_event",
            "url",
        ]
        read_only_fields = fields


class ProfileChangeSerializer(StrictSerializer):
    """What a player may change; leave out what stays as it is."""

    display_name = serializers.CharField(max_length=50, allow_blank=True)
    country = serializers.RegexField(
        r"^([A-Z]{2})?\Z", allow_blank=True, help_text=_("Two capital letters (ISO 3166-1), or empty.")
    )
    time_zone = serializers.CharField(max_length=50)
    language = serializers.ChoiceField(choices=settings.LANGUAGES)
    bio = serializers.CharField(max_length=2000, allow_blank=True)
    mail_turn = serializers.BooleanField()
    mail_offer = serializers.BooleanField()
    mail_end = serializers.BooleanField()
    mail_low_time = serializers.BooleanField()
    mail_event = serializers.BooleanField()


class TokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=_("Keep it secret; it is shown only now."))
    expiry = serializers.DateTimeField()
    user = MeSerializer()


class NotificationSerializer(serializers.ModelSerializer[Notification]):
    class Meta:
        model = Notification
        fields: ClassVar[list[str]] = ["id", "kind", "url", "data", "created_at", "read_at"]
        read_only_fields = fields


class NotificationsReadSerializer(StrictSerializer):
    id = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False)


class ReadCountSerializer(serializers.Serializer[Any]):
    read = serializers.IntegerField(help_text=_("How many were not yet read."))
