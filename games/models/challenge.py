"""An offer of a game."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice
from .game import Game


class Challenge(models.Model):
    """An offer of a game: open to all, direct to one player, or to whoever holds the private link."""

    class Visibility(models.TextChoices):
        OPEN = "open", _("open to everybody")
        DIRECT = "direct", _("to one player")
        PRIVATE = "private", _("by private link")

    class Colour(models.TextChoices):
        WHITE = "white", _("White")
        BLACK = "black", _("Black")
        RANDOM = "random", _("drawn by lot")

    class Status(models.TextChoices):
        OPEN = "open", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")

    token = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="challenges_made")
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="challenges_received"
    )
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.OPEN)
    game_type = models.CharField(max_length=8, choices=GameTypeChoice, default=GameTypeChoice.MLP)
    opening_rule = models.CharField(max_length=20, choices=OpeningRuleChoice, default=OpeningRuleChoice.NO_QUEEN_FIRST)
    repetition_rule = models.CharField(
        max_length=20, choices=RepetitionRuleChoice, default=RepetitionRuleChoice.THREEFOLD
    )
    time_control = models.CharField(max_length=40)
    rated = models.BooleanField(default=True)
    colour = models.CharField(max_length=6, choices=Colour, default=Colour.RANDOM)  # the challenger's
    min_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    max_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    game = models.OneToOneField(Game, models.SET_NULL, null=True, blank=True, related_name="challenge")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(visibility="direct", opponent__isnull=False) | ~Q(visibility="direct"),
                name="direct_challenge_names_opponent",
            ),
            models.CheckConstraint(
                condition=Q(opponent=None) | ~Q(opponent=models.F("challenger")),
                name="challenge_another_player",
            ),
        ]
        indexes = [models.Index(fields=["expires_at"], name="challenge_due", condition=Q(status="open"))]

    def __str__(self) -> str:
        return f"challenge {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("games:challenge", args=[self.token])
