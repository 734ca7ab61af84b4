"""Rounds and who meets whom. The unit is the match: one or more games between two entrants."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game

from .entrant import Entrant
from .stage import Section
from .tournament import Tournament


class Round(models.Model):
    class Status(models.TextChoices):
        PENDING = "pending", _("to come")
        RUNNING = "running", _("running")
        FINISHED = "finished", pgettext_lazy("round", "finished")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="round_set")
    section = models.ForeignKey(Section, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)  # of the deadline, last
    # When a sweep must look at this round again (a reminder, the deadline); None: nothing to do.
    look_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["section", "number"]
        constraints = [models.UniqueConstraint(fields=["section", "number"], name="round_once")]
        indexes = [models.Index(fields=["look_at"], name="round_due")]

    def __str__(self) -> str:
        return f"round {self.number}"


class Match(models.Model):
    """Two entrants, or one with a bye (``second`` is empty). ``first`` has White in the first game.

    The scores are stored whenever a result is recorded, so that no page adds up games: ``first_points`` are half
    points of games, ``first_score`` half points of the match, None while it is not over.
    """

    class Kind(models.TextChoices):
        GAMES = "games", _("match")
        PAIRING_BYE = "pairing_bye", _("bye")
        HALF_BYE = "half_bye", _("half-point bye")
        FULL_BYE = "full_bye", _("full-point bye")
        ZERO_BYE = "zero_bye", _("absent")

    class Status(models.TextChoices):
        PENDING = "pending", _("to come")
        RUNNING = "running", _("running")
        FINISHED = "finished", pgettext_lazy("match", "finished")

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    board = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.GAMES)
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    first = models.ForeignKey(Entrant, models.PROTECT, related_name="matches_as_first")
    second = models.ForeignKey(Entrant, models.PROTECT, null=True, related_name="matches_as_second")
    first_points = models.PositiveSmallIntegerField(default=0)
    second_points = models.PositiveSmallIntegerField(default=0)
    first_score = models.PositiveSmallIntegerField(null=True, blank=True)
    second_score = models.PositiveSmallIntegerField(null=True, blank=True)
    advances = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="+")  # in a knock-out
    advance_ruled = models.BooleanField(default=False)  # by an arbiter, whatever the points
    slot = models.PositiveSmallIntegerField(null=True, blank=True)  # the place in a knock-out's bracket
    deadline = models.DateTimeField(null=True, blank=True)  # its own; None: the round's
    agreed_at = models.DateTimeField(null=True, blank=True)  # the hour the players have agreed on
    started_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["board"]
        constraints = [
            models.UniqueConstraint(fields=["round", "board"], name="board_once"),
            models.UniqueConstraint(fields=["round", "first"], name="first_once_per_round"),
            models.UniqueConstraint(fields=["round", "second"], name="second_once_per_round"),
            models.CheckConstraint(condition=Q(second=None) | ~Q(first=F("second")), name="match_needs_two"),
            models.CheckConstraint(
                condition=Q(kind="games", second__isnull=False) | ~Q(kind="games") & Q(second=None),
                name="bye_has_no_opponent",
            ),
        ]

    def __str__(self) -> str:
        return f"board {self.board}"

    @property
    def is_bye(self) -> bool:
        return self.kind != self.Kind.GAMES


class MatchGame(models.Model):
    """One game of a match and what it counts. Points are half points; empty until recorded.

    ``ruled`` marks a result that an arbiter set. A game that does not ``count`` was annulled, or came too late.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Entrant, models.PROTECT, related_name="+")
    black = models.ForeignKey(Entrant, models.PROTECT, related_name="+")
    game = models.OneToOneField(Game, models.PROTECT, null=True, related_name="match_game")
    white_points = models.PositiveSmallIntegerField(null=True)
    black_points = models.PositiveSmallIntegerField(null=True)
    outcome = models.CharField(max_length=6, choices=Game.Result, blank=True)
    forfeit = models.BooleanField(default=False)  # not played over the board
    decider = models.BooleanField(default=False)  # played on because the match was drawn
    counts = models.BooleanField(default=True)
    ruled = models.BooleanField(default=False)
    recorded_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="match_game_once"),
            models.CheckConstraint(
                condition=Q(recorded_at=None, white_points=None, black_points=None, outcome="")
                | Q(recorded_at__isnull=False, white_points__isnull=False, black_points__isnull=False) & ~Q(outcome=""),
                name="recorded_with_points",
            ),
        ]
        indexes = [models.Index(fields=["game"], name="match_game_open", condition=Q(recorded_at=None))]

    def __str__(self) -> str:
        return f"game {self.number}"


class Ruling(models.Model):
    """An arbiter's decision on one game, with what is needed to take it back in full."""

    match_game = models.ForeignKey(MatchGame, models.PROTECT, related_name="rulings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")  # None: a rule
    at = models.DateTimeField()
    reason = models.TextField(max_length=2000)
    before = models.JSONField()  # the slot and the game as they were
    after = models.JSONField()
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"ruling {self.pk}"
