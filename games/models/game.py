"""A game and its moves."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.clock import Clock, TimeControl
from games.side import Side

from .choices import GameTypeChoice, OpeningRuleChoice, PoolChoice, RepetitionRuleChoice, SideChoice

if TYPE_CHECKING:
    from accounts.models import User


class Game(models.Model):
    """One game between two players.

    Status, side to move, clocks and deadline are written together by ``games.services.state`` and nowhere else.
    ``snapshot`` is the engine's position text, so that no page replays the game from its first move.
    ``version`` grows with every change that a watcher can see.

    A paused game is in progress: it keeps its side to move and both remaining times, and no clock runs.
    """

    class Status(models.TextChoices):
        IN_PROGRESS = "in_progress", _("in progress")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("aborted")

    class Result(models.TextChoices):
        WHITE = "white", _("White won")
        BLACK = "black", _("Black won")
        DRAW = "draw", _("drawn")
        NONE = "none", _("no result")  # both sides forfeited, or so ruled

    class Ending(models.TextChoices):
        SURROUNDED = "surrounded", _("queen surrounded")
        BOTH_SURROUNDED = "both_surrounded", _("both queens surrounded")
        REPETITION = "repetition", _("third repetition")
        RESIGNATION = "resignation", _("resignation")
        FLAG = "flag", _("time")
        AGREEMENT = "agreement", _("agreement")
        FORFEIT = "forfeit", _("forfeit")
        DOUBLE_FORFEIT = "double_forfeit", _("double forfeit")
        ADJUDICATION = "adjudication", _("adjudication")
        ABORTED = "aborted", _("aborted")

    white = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="games_as_white")
    black = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="games_as_black")
    game_type = models.CharField(max_length=8, choices=GameTypeChoice)
    opening_rule = models.CharField(max_length=20, choices=OpeningRuleChoice)
    repetition_rule = models.CharField(max_length=20, choices=RepetitionRuleChoice)
    time_control = models.CharField(max_length=40)
    rated = models.BooleanField()
    pool = models.CharField(max_length=30, choices=PoolChoice)
    in_event = models.BooleanField(default=False)

    status = models.CharField(max_length=12, choices=Status, default=Status.IN_PROGRESS)
    result = models.CharField(max_length=6, choices=Result, blank=True)
    ending = models.CharField(max_length=20, choices=Ending, blank=True)
    ply = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    snapshot = models.TextField()
    position_key = models.CharField(max_length=64, blank=True)
    # Codes of games.opening_words, written with the move that completes both; blank before, and if it never came.
    white_opening = models.CharField(max_length=16, blank=True)
    black_opening = models.CharField(max_length=16, blank=True)

    to_move = models.CharField(max_length=5, choices=SideChoice, blank=True)
    white_remaining = models.DurationField()
    black_remaining = models.DurationField()
    turn_started_at = models.DateTimeField(null=True)
    # What the player to move thought in this turn before pauses; the clock is charged with it already.
    turn_spent = models.DurationField(default=timedelta(0))
    paused_at = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)  # None: until an arbiter lets the game go on
    # Copy of clock.flag_at() for the index of the sweep; the verdict is always taken on the clock under the lock.
    flag_at = models.DateTimeField(null=True, editable=False)
    # When the player to move is to be warned that the clock runs low; None: warned already, or nothing to warn of.
    warn_at = models.DateTimeField(null=True, editable=False)

    # The ply at which an offer was made that is still open; and of the last one made, open or not.
    white_draw_offer_ply = models.PositiveIntegerField(null=True)
    black_draw_offer_ply = models.PositiveIntegerField(null=True)
    white_last_offer_ply = models.PositiveIntegerField(null=True)
    black_last_offer_ply = models.PositiveIntegerField(null=True)

    created_at = models.DateTimeField()
    last_move_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(white=models.F("black")), name="game_needs_two_players"),
            models.CheckConstraint(
                condition=Q(status="in_progress", result="", ending="", finished_at=None)
                | Q(status="finished", finished_at__isnull=False, flag_at=None, warn_at=None, to_move="")
                & ~Q(result="")
                & ~Q(ending="")
                | Q(
                    status="aborted",
                    result="",
                    ending="aborted",
                    finished_at__isnull=False,
                    flag_at=None,
                    warn_at=None,
                    to_move="",
                ),
                name="game_status_and_result_agree",
            ),
            models.CheckConstraint(
                condition=Q(paused_at=None, paused_until=None)
                | Q(status="in_progress", paused_at__isnull=False, turn_started_at=None, flag_at=None, warn_at=None)
                & ~Q(to_move=""),
                name="paused_game_has_no_deadline",
            ),
        ]
        indexes = [
            models.Index(fields=["flag_at"], name="game_due_to_flag", condition=Q(status="in_progress")),
            models.Index(fields=["warn_at"], name="game_due_to_warn", condition=Q(status="in_progress")),
            models.Index(fields=["paused_until"], name="game_due_to_resume", condition=Q(status="in_progress")),
            models.Index(fields=["white", "status", "flag_at"], name="game_of_white"),
            models.Index(fields=["black", "status", "flag_at"], name="game_of_black"),
            models.Index(fields=["-finished_at"], name="game_recently_finished"),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("games:detail", args=[self.pk])

    @property
    def in_progress(self) -> bool:
        return self.status == self.Status.IN_PROGRESS

    @property
    def paused(self) -> bool:
        return self.paused_at is not None

    @property
    def both_moved(self) -> bool:
        """Whether each side has played: until then a casual game can be called off, and no game is rated."""
        return self.ply >= 2

    @property
    def side_to_move(self) -> Side | None:
        return Side(self.to_move) if self.to_move else None

    @property
    def clock(self) -> Clock:
        """The clock as stored; it stands still in a pause, and once the game is over."""
        return Clock(
            control=TimeControl.parse(self.time_control),
            white=self.white_remaining,
            black=self.black_remaining,
            running=None if self.paused else self.side_to_move,
            turn_started_at=self.turn_started_at,
        )

    def spent_in_turn(self, now: datetime) -> timedelta:
        """How long the player to move has thought in this turn, pauses left out."""
        return self.turn_spent + self.clock.spent(now=now)

    def side_of(self, user_id: int | None) -> Side | None:
        """Return the side this user plays, None for a spectator."""
        return {self.white_id: Side.WHITE, self.black_id: Side.BLACK}.get(user_id or 0)

    def player(self, side: Side) -> User:
        return self.white if side is Side.WHITE else self.black

    def player_id(self, side: Side) -> int:
        return self.white_id if side is Side.WHITE else self.black_id

    def draw_offer_ply(self, side: Side) -> int | None:
        """The ply at which the side made the offer that is open, None if it has none."""
        return self.white_draw_offer_ply if side is Side.WHITE else self.black_draw_offer_ply

    def last_offer_ply(self, side: Side) -> int | None:
        return self.white_last_offer_ply if side is Side.WHITE else self.black_last_offer_ply


class Move(models.Model):
    """One ply as it was played. ``text`` is canonical UHP; cells are axial "q,r" of the game's own board."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()  # 1 for the first move
    text = models.CharField(max_length=12)
    piece = models.CharField(max_length=3, blank=True)  # blank: pass
    origin = models.CharField(max_length=12, blank=True)
    destination = models.CharField(max_length=12, blank=True)
    thrower = models.CharField(max_length=3, blank=True)
    path = models.JSONField(default=list)
    forced = models.BooleanField(default=False)  # a pass the server played
    played_at = models.DateTimeField()
    spent = models.DurationField()
    clock_after = models.DurationField()  # the mover's clock, increment included
    position_key = models.CharField(max_length=64)

    class Meta:
        ordering = ["ply"]
        constraints = [models.UniqueConstraint(fields=["game", "ply"], name="one_move_per_ply")]
        indexes = [models.Index(fields=["game", "position_key"], name="move_repetition")]

    def __str__(self) -> str:
        return self.text
