"""The record of an event: what was done, by whom and why, and every pairing run. Rows are never changed."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from .entrant import Entrant
from .match import Match, MatchGame
from .stage import Section
from .tournament import Tournament


class AppendOnly(models.QuerySet[Any]):
    """Rows that are written once."""

    def update(self, **values: Any) -> NoReturn:
        raise TypeError("the record of an event is never changed")

    def delete(self) -> NoReturn:
        raise TypeError("the record of an event is never changed")


class AuditEntry(models.Model):
    """One thing that happened. ``actor`` None: the rules did it. ``before`` and ``after`` are plain values.

    ``number`` counts from 1 in each event without gaps.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="record")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    act = models.CharField(max_length=40)
    subject = models.CharField(max_length=200, blank=True)  # as a reader would name it
    reason = models.TextField(max_length=2000, blank=True)
    before = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    public = models.BooleanField(default=True)

    objects = AppendOnly.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="record_in_order")]

    def __str__(self) -> str:
        return f"{self.number}. {self.act}"

    def save(self, *args: Any, **options: Any) -> None:
        """Write the row for the first time.

        :raises TypeError: it stands already.
        """
        if self.pk is not None:
            raise TypeError("the record of an event is never changed")
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> NoReturn:
        raise TypeError("the record of an event is never changed")


class PairingRun(models.Model):
    """One run of the pairing of a round, with all that went into it, so that it can be run again and compared.

    ``input`` and ``output`` are those of ``pairing.record``; ``edited`` is what an arbiter made of the output before it
    was published (None: as it came out).
    """

    class Status(models.TextChoices):
        PREVIEW = "preview", _("preview")
        PUBLISHED = "published", _("published")
        DISCARDED = "discarded", _("discarded")

    section = models.ForeignKey(Section, models.CASCADE, related_name="pairing_runs")
    round_number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    status = models.CharField(max_length=10, choices=Status, default=Status.PREVIEW)
    input = models.JSONField(null=True)  # None: paired by hand from nothing
    output = models.JSONField()
    edited = models.JSONField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "round_number"],
                condition=models.Q(status="preview"),
                name="one_preview_per_round",
            )
        ]

    def __str__(self) -> str:
        return f"pairing of round {self.round_number}"


class Announcement(models.Model):
    """Something that an official told the entrants."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="announcements")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.TextField(max_length=2000)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.text[:60]


class Claim(models.Model):
    """A question to the arbiter, or an appeal against a ruling, raised by a player from a game or match."""

    class Kind(models.TextChoices):
        CLAIM = "claim", _("claim")
        APPEAL = "appeal", _("appeal")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        UPHELD = "upheld", _("upheld")
        DISMISSED = "dismissed", _("dismissed")
        TAKEN_BACK = "taken_back", _("taken back")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="claims")
    match = models.ForeignKey(Match, models.CASCADE, related_name="claims")
    match_game = models.ForeignKey(MatchGame, models.CASCADE, null=True, related_name="claims")
    kind = models.CharField(max_length=10, choices=Kind)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    raised_by = models.ForeignKey(Entrant, models.PROTECT, related_name="claims")
    raised_at = models.DateTimeField()
    text = models.TextField(max_length=2000)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    answer = models.TextField(max_length=2000, blank=True)

    class Meta:
        ordering = ["-raised_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
