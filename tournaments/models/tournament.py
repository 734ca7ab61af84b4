"""An event and who entered it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice


def default_tiebreaks() -> list[str]:
    return ["PTS", "DE", "WIN", "SB", "BWG"]


class Tournament(models.Model):
    """An event. Everything above "life" is its rules: free in a draft, frozen once it has started."""

    class Format(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("Round robin")

    class Pacing(models.TextChoices):
        ALL_AT_ONCE = "all_at_once", _("All games start together")
        BY_ROUND = "by_round", _("Round by round")

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    name = models.CharField(_("name"), max_length=100)
    description = models.TextField(_("description"), max_length=20_000, blank=True)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="events_organised")
    format = models.CharField(_("format"), max_length=20, choices=Format, default=Format.ROUND_ROBIN)
    games_per_pairing = models.PositiveSmallIntegerField(_("games per pairing"), default=2)
    pacing = models.CharField(_("pace"), max_length=12, choices=Pacing, default=Pacing.ALL_AT_ONCE)
    game_type = models.CharField(_("game type"), max_length=8, choices=GameTypeChoice, default=GameTypeChoice.MLP)
    opening_rule = models.CharField(
        _("opening rule"), max_length=20, choices=OpeningRuleChoice, default=OpeningRuleChoice.NO_QUEEN_FIRST
    )
    repetition_rule = models.CharField(
        _("repetition"), max_length=20, choices=RepetitionRuleChoice, default=RepetitionRuleChoice.THREEFOLD
    )
    time_control = models.CharField(_("time control"), max_length=40, default="3d")
    rated = models.BooleanField(_("rated"), default=True)
    seats = models.PositiveSmallIntegerField(_("seats"), default=16)
    min_rating = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    max_rating = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    registration_opens_at = models.DateTimeField(_("registration opens"), null=True, blank=True)
    registration_closes_at = models.DateTimeField(_("registration closes"), null=True, blank=True)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)  # None: started by hand
    # Points are stored in half points: 2 is one point.
    win_points = models.PositiveSmallIntegerField(_("points for a win"), default=2)
    draw_points = models.PositiveSmallIntegerField(_("points for a draw"), default=1)
    loss_points = models.PositiveSmallIntegerField(_("points for a loss"), default=0)
    bye_points = models.PositiveSmallIntegerField(_("points for a bye"), default=0)
    tiebreaks = models.JSONField(_("tie-breaks"), default=default_tiebreaks)

    # life
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    seed = models.BigIntegerField(default=0)  # of every draw by lot in the event, so that it can be replayed
    rounds_total = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(games_per_pairing__in=[1, 2, 4, 6]), name="games_per_pairing_balanced"),
            models.CheckConstraint(
                condition=Q(min_rating=None) | Q(max_rating=None) | Q(min_rating__lte=F("max_rating")),
                name="rating_band_in_order",
            ),
        ]
        indexes = [
            models.Index(fields=["status", "starts_at"], name="tournament_due"),
            models.Index(fields=["-finished_at"], name="tournament_recently_finished"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:detail", args=[self.pk])


class Entrant(models.Model):
    """A player's place in an event. ``seed`` is given at the start and never changes."""

    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries")
    status = models.CharField(max_length=10, choices=Status, default=Status.ENTERED)
    seed = models.PositiveSmallIntegerField(null=True)
    rating = models.FloatField()  # at entry, made final at the start
    entered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    final_rank = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="entered_once"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.tournament_id}"
