"""Where an event's news is sent, and how each delivery went."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .tournament import Tournament


class Webhook(models.Model):
    """An address that is told of rounds and results."""

    class Kind(models.TextChoices):
        JSON = "json", _("JSON, signed")
        DISCORD = "discord", _("Discord-compatible")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    kind = models.CharField(max_length=10, choices=Kind)
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=64)  # signs the JSON kind
    is_on = models.BooleanField(default=True)
    last_line = models.PositiveIntegerField(default=0)  # of the event's record that it was told of
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class WebhookDelivery(models.Model):
    """One message on its way. ``due_at`` None: delivered, or given up."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    key = models.CharField(max_length=100)  # of what happened, so that it is told once
    kind = models.CharField(max_length=30)
    body = models.JSONField(encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["webhook", "key"], name="told_once")]
        indexes = [models.Index(fields=["due_at"], name="webhook_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return self.key
