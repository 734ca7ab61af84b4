"""The stages of an event, their sections, and who plays in which."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from ..rules.stage import StageRules
from .entrant import Entrant
from .tournament import Tournament


class Stage(models.Model):
    """A part of an event with a format of its own: the groups, then the knock-out."""

    class Status(models.TextChoices):
        PENDING = "pending", _("to come")
        RUNNING = "running", _("running")
        AWAITING_APPROVAL = "awaiting_approval", _("awaiting approval")
        FINISHED = "finished", _("finished")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=20, choices=Status, default=Status.PENDING)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="stage_once")]

    def __str__(self) -> str:
        return f"stage {self.number}"

    @property
    def rules(self) -> StageRules:
        """What the event's rules say of this stage."""
        return self.tournament.rules.stages[self.number - 1]


class Section(models.Model):
    """A group within a stage that is paired and ranked by itself; most stages have one."""

    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sections")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="sections")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)  # empty where the stage has one section only
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    rounds_total = models.PositiveSmallIntegerField(default=0)
    # When the next round is to start by itself; None: not by the calendar.
    next_round_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage__number", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="section_once")]
        indexes = [models.Index(fields=["next_round_at"], name="section_round_due")]

    def __str__(self) -> str:
        return f"section {self.number}"


class Place(models.Model):
    """An entrant in a section. ``number`` is the start number there: 1 for the highest seed, fixed."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="places")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="places")
    number = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(null=True, blank=True)  # final in the section, shared ranks included
    goes_on = models.BooleanField(null=True)  # to the next stage; None: not decided

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "entrant"], name="placed_once"),
            models.UniqueConstraint(fields=["section", "number"], name="start_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"
