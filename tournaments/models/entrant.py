"""Who plays in an event, who asked for what, and who runs it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .tournament import Tournament


class Entrant(models.Model):
    """A player's place in an event. ``seed`` is given at the start and never changes."""

    class Status(models.TextChoices):
        INVITED = "invited", _("invited")
        PENDING = "pending", _("awaiting approval")
        DECLINED = "declined", _("declined")
        WAITING = "waiting", _("on the waiting list")
        ENTERED = "entered", _("entered")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPELLED = "expelled", _("expelled")

    class Leaving(models.TextChoices):
        """How somebody left a running event."""

        ANNOUNCED = "announced", pgettext_lazy("how somebody left", "announced")
        SILENT = "silent", _("silent")
        EXPELLED = "expelled", _("expelled")
        REPLACED = "replaced", _("replaced")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries")
    status = models.CharField(max_length=10, choices=Status, default=Status.ENTERED)
    seed = models.PositiveSmallIntegerField(null=True)
    rating = models.FloatField()  # at entry, made final at the start
    club = models.CharField(max_length=60, blank=True)  # kept apart where possible
    entered_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True, blank=True)
    late_from = models.PositiveSmallIntegerField(null=True, blank=True)  # the first round of a late entrant
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    leaving = models.CharField(max_length=10, choices=Leaving, blank=True)
    final_rank = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="entered_once"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.tournament_id}"

    @property
    def is_active(self) -> bool:
        return self.status == self.Status.ENTERED

    @property
    def has_left(self) -> bool:
        """Whether this entrant left the event after its start."""
        return self.seed is not None and not self.is_active


class ByeRequest(models.Model):
    """A half-point bye asked for: no game in one round, by the player's own wish."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="bye_requests")
    round_number = models.PositiveSmallIntegerField()
    requested_at = models.DateTimeField()
    points = models.CharField(max_length=4, choices=[("half", _("half a point")), ("zero", _("none"))], default="half")

    class Meta:
        ordering = ["round_number"]
        constraints = [models.UniqueConstraint(fields=["entrant", "round_number"], name="bye_asked_once")]

    def __str__(self) -> str:
        return f"{self.entrant_id} sits out round {self.round_number}"


class ForbiddenPair(models.Model):
    """Two entrants who are not to meet in some rounds of the first stage."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="forbidden_pairs")
    first = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)  # None: to the end
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="forbidden_pair_in_order"),
            models.UniqueConstraint(fields=["first", "second", "from_round"], name="forbidden_once"),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id} apart"


class Official(models.Model):
    """A role that the organiser has given."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="officials")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="event_roles")
    role = models.CharField(
        max_length=10,
        choices=[
            ("director", _("Tournament director")),
            ("pairing", _("Pairing officer")),
            ("arbiter", _("Arbiter")),
            ("appeals", _("Appeals committee")),
        ],
    )
    given_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "user", "role"], name="role_given_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.role}"
