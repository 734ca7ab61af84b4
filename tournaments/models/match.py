"""Rounds and who meets whom. The unit is the match: one or more games between two entrants."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game

from .tournament import Entrant, Tournament


class Round(models.Model):
    class Status(models.TextChoices):
        PENDING = "pending", _("to come")
        RUNNING = "running", _("running")
        FINISHED = "finished", pgettext_lazy("round", "finished")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"round {self.number}"


class Match(models.Model):
    """Two entrants, or one with a bye (``second`` is empty). ``first`` has White in the first game."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    board = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Entrant, models.PROTECT, related_name="matches_as_first")
    second = models.ForeignKey(Entrant, models.PROTECT, null=True, related_name="matches_as_second")

    class Meta:
        ordering = ["board"]
        constraints = [
            models.UniqueConstraint(fields=["round", "board"], name="board_once"),
            models.UniqueConstraint(fields=["round", "first"], name="first_once_per_round"),
            models.UniqueConstraint(fields=["round", "second"], name="second_once_per_round"),
            models.CheckConstraint(condition=Q(second=None) | ~Q(first=F("second")), name="match_needs_two"),
        ]

    def __str__(self) -> str:
        return f"board {self.board}"


class MatchGame(models.Model):
    """One game of a match and what it counts. Points are half points; empty until recorded."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Entrant, models.PROTECT, related_name="+")
    black = models.ForeignKey(Entrant, models.PROTECT, related_name="+")
    game = models.OneToOneField(Game, models.PROTECT, null=True, related_name="match_game")
    white_points = models.PositiveSmallIntegerField(null=True)
    black_points = models.PositiveSmallIntegerField(null=True)
    outcome = models.CharField(max_length=6, choices=Game.Result, blank=True)
    forfeit = models.BooleanField(default=False)  # not played over the board
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
