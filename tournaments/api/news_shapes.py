"""The record of an event as programs see it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s

from accounts.api.serializers import PlayerRefSerializer
from tournaments.models import AuditEntry


class RecordSerializer(s.ModelSerializer[AuditEntry]):
    """One thing that happened. ``context["full"]``: whoever asks may see what stood before and after."""

    actor = PlayerRefSerializer(allow_null=True, read_only=True, help_text=_("Null: the rules or the calendar."))
    before = s.SerializerMethodField()
    after = s.SerializerMethodField()

    class Meta:
        model = AuditEntry
        fields: ClassVar[list[str]] = [
            "number", "at", "actor", "act", "subject", "reason", "before", "after", "public",
        ]  # fmt: skip
        read_only_fields = fields

    def get_before(self, entry: AuditEntry) -> dict[str, Any] | None:
        return entry.before if self.context.get("full") else None

    def get_after(self, entry: AuditEntry) -> dict[str, Any] | None:
        return entry.after if self.context.get("full") else None
