"""An event: its rules as columns, and its life."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice

from ..rules.event import Rules
from ..states import ANNOUNCED


def default_tiebreaks() -> list[str]:
    return list(Rules().tiebreaks)


class StageFields(models.Model):
    """The rules of the first stage, flat on the event. Points are stored in half points: 2 is one point."""

    class Format(models.TextChoices):
        DOUBLE_SWISS = "double_swiss", _("Double Swiss")
        DUTCH = "dutch", _("Swiss with single games")
        ROUND_ROBIN = "round_robin", _("Round robin")
        KNOCK_OUT = "knock_out", _("Knock-out")

    class Pacing(models.TextChoices):
        ALL_AT_ONCE = "all_at_once", _("All games start together")
        AT_MOST = "at_most", _("A few games at a time for each player")
        BY_ROUND = "by_round", _("Round by round")
        FIXED_TIMES = "fixed_times", _("Rounds at fixed times")
        BY_HAND = "by_hand", _("Rounds started by hand")

    class ScoreBy(models.TextChoices):
        GAMES = "games", _("Points for games")
        MATCHES = "matches", _("Points for matches")

    class Overdue(models.TextChoices):
        ARBITER = "arbiter", _("the arbiter decides")
        FORFEIT = "forfeit", _("the side to move loses")
        DRAW = "draw", _("the game is drawn")
        UNSCORED = "unscored", _("the game goes on without counting")

    class DrawnMatch(models.TextChoices):
        HIGHER_SEED = "higher_seed", _("the higher seed goes on")
        DECIDERS = "deciders", _("deciding games, then the higher seed")
        LOT = "lot", _("lots are drawn")

    format = models.CharField(_("format"), max_length=20, choices=Format, default=Format.DOUBLE_SWISS)
    stage_name = models.CharField(_("name of the stage"), max_length=60, blank=True)
    games_per_pairing = models.PositiveSmallIntegerField(_("games per pairing"), default=2)
    cycles = models.PositiveSmallIntegerField(default=1)
    rounds = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True)
    groups = models.PositiveSmallIntegerField(_("groups"), default=1)
    score_by = models.CharField(max_length=10, choices=ScoreBy, default=ScoreBy.MATCHES)
    win_points = models.PositiveSmallIntegerField(_("points for a win"), default=2)
    draw_points = models.PositiveSmallIntegerField(_("points for a draw"), default=1)
    loss_points = models.PositiveSmallIntegerField(_("points for a loss"), default=0)
    bye_points = models.PositiveSmallIntegerField(_("points for a bye"), default=3)
    match_win_points = models.PositiveSmallIntegerField(default=2)
    match_draw_points = models.PositiveSmallIntegerField(default=1)
    match_loss_points = models.PositiveSmallIntegerField(default=0)
    requested_byes = models.PositiveSmallIntegerField(default=1)
    tiebreaks = models.JSONField(_("tie-breaks"), default=default_tiebreaks)
    pacing = models.CharField(_("pace"), max_length=12, choices=Pacing, default=Pacing.BY_ROUND)
    max_games_at_once = models.PositiveSmallIntegerField(null=True, blank=True)
    rest_hours = models.PositiveSmallIntegerField(default=0)
    round_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    round_starts = models.JSONField(default=list, blank=True)
    overdue = models.CharField(max_length=10, choices=Overdue, default=Overdue.ARBITER)
    accelerated = models.BooleanField(default=False)
    final_games = models.PositiveSmallIntegerField(null=True, blank=True)
    third_place = models.BooleanField(default=False)
    drawn_match = models.CharField(max_length=12, choices=DrawnMatch, default=DrawnMatch.HIGHER_SEED)
    decider_games = models.PositiveSmallIntegerField(default=2)
    advance_per_group = models.PositiveSmallIntegerField(default=0)
    advance_next_best = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True


class Tournament(StageFields):
    """An event. Everything above "life" is its rules: free in a draft, frozen once it has started."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("announced")
        REGISTRATION = "registration", _("open")
        CHECK_IN = "check_in", _("check-in")
        RUNNING = "running", _("running")
        AWAITING_APPROVAL = "awaiting_approval", _("awaiting approval")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Entry(models.TextChoices):
        OPEN = "open", _("open to everybody")
        APPROVAL = "approval", _("the organiser approves each entry")
        INVITATION = "invitation", _("by invitation")
        PASSWORD = "password", _("with a password")

    class WithdrawalRule(models.TextChoices):
        HALF_SCHEDULE = "half_schedule", _("results count from half of the games on")
        ANNUL = "annul", _("the results are annulled")
        FORFEIT = "forfeit", _("the rest is forfeited")

    class Approval(models.TextChoices):
        AUTOMATIC = "automatic", _("results stand by themselves")
        ARBITER = "arbiter", _("an arbiter approves the results")

    name = models.CharField(_("name"), max_length=100)
    description = models.TextField(_("description"), max_length=20_000, blank=True)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="events_organised")
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
    waiting_list = models.BooleanField(default=True)
    entry = models.CharField(max_length=12, choices=Entry, default=Entry.OPEN)
    entry_password = models.CharField(max_length=128, blank=True)  # hashed
    min_rating = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    max_rating = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    established_only = models.BooleanField(default=False)
    min_rated_games = models.PositiveSmallIntegerField(default=0)
    max_timeout_percent = models.PositiveSmallIntegerField(null=True, blank=True)
    section_bands = models.JSONField(default=list, blank=True)
    registration_opens_at = models.DateTimeField(_("registration opens"), null=True, blank=True)
    registration_closes_at = models.DateTimeField(_("registration closes"), null=True, blank=True)
    check_in_opens_at = models.DateTimeField(_("check-in opens"), null=True, blank=True)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)  # None: started by hand
    time_zone = models.CharField(max_length=50, default="UTC")
    late_entry_until = models.PositiveSmallIntegerField(default=0)
    late_points = models.PositiveSmallIntegerField(default=0)
    withdrawal_rule = models.CharField(max_length=14, choices=WithdrawalRule, default=WithdrawalRule.HALF_SCHEDULE)
    silent_timeouts = models.PositiveSmallIntegerField(default=2)
    approval = models.CharField(max_length=10, choices=Approval, default=Approval.AUTOMATIC)
    analysis_allowed = models.BooleanField(default=False)
    later_stages = models.JSONField(default=list, blank=True)

    # life
    status = models.CharField(max_length=20, choices=Status, default=Status.DRAFT)
    seed = models.BigIntegerField(default=0)  # of every draw by lot in the event, so that it can be replayed
    edition = models.CharField(max_length=10, blank=True)  # of the pairing and tie-break rules, for good
    rounds_total = models.PositiveSmallIntegerField(default=0)  # of the stage that is on, in its longest section
    paused_at = models.DateTimeField(null=True, blank=True)
    copied_from = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="copies")
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(games_per_pairing__range=(1, 9)), name="games_per_pairing_in_range"),
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

    @property
    def is_announced(self) -> bool:
        """Whether everybody sees it and it has not started."""
        return self.status in ANNOUNCED

    @property
    def is_on(self) -> bool:
        """Whether it has started and its results are not final."""
        return self.status in (self.Status.RUNNING, self.Status.AWAITING_APPROVAL)

    @property
    def rules(self) -> Rules:
        """The rules as the one object they are."""
        values: dict[str, Any] = {name: getattr(self, name) for name in Rules.names()}
        return Rules().changed(values)
