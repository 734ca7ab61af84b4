"""Ratings as stored. The numbers come from ``games.ratings.glicko``."""

from django.conf import settings
from django.db import models

from games.ratings.glicko import Rating as GlickoRating

from .choices import PoolChoice
from .game import Game


class Rating(models.Model):
    """A player's rating in one pool, as it was after the last rated game. The deviation grows on reading."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=30, choices=PoolChoice)
    value = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    last_rated_at = models.DateTimeField(null=True)
    # How long the player stays on the leaderboard without a further rated game; None: not on it.
    listed_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "pool"], name="one_rating_per_pool")]
        indexes = [models.Index(fields=["pool", "listed_until"], name="rating_leaderboard")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {self.value:.0f}"

    @property
    def glicko(self) -> GlickoRating:
        """The numbers as they were stored, without idle time."""
        return GlickoRating(self.value, self.deviation, self.volatility)

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws


class RatingChange(models.Model):
    """One line of the ledger: what one game did to one player's rating."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="rating_changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_changes")
    pool = models.CharField(max_length=30, choices=PoolChoice)
    value_before = models.FloatField()
    deviation_before = models.FloatField()  # idle time included
    volatility_before = models.FloatField()
    value_after = models.FloatField()
    deviation_after = models.FloatField()
    volatility_after = models.FloatField()
    rated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="game_rated_once")]
        indexes = [
            models.Index(fields=["user", "pool", "rated_at"], name="rating_history"),
            models.Index(fields=["pool", "rated_at", "game"], name="rating_order"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.value_before:.0f} to {self.value_after:.0f}"
