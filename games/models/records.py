"""What happened, for those who must react; and answers already given, for those who ask twice."""

from django.conf import settings
from django.db import models

from .game import Game


class GameEvent(models.Model):
    """Something that happened in a game, stored in the transaction that made it happen."""

    class Kind(models.TextChoices):
        STARTED = "started"
        MOVED = "moved"
        DRAW_OFFERED = "draw_offered"
        DRAW_DECLINED = "draw_declined"
        ENDED = "ended"
        RULED = "ruled"
        REINSTATED = "reinstated"
        TIME_GRANTED = "time_granted"
        PAUSED = "paused"
        RESUMED = "resumed"

    game = models.ForeignKey(Game, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=20, choices=Kind)
    ply = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    at = models.DateTimeField()
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind} at ply {self.ply}"


class IdempotencyRecord(models.Model):
    """The answer to a request that carried an Idempotency-Key, so that a retry gets the same one."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    key = models.CharField(max_length=100)
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once")]
        indexes = [models.Index(fields=["created_at"], name="idempotency_age")]

    def __str__(self) -> str:
        return self.key
