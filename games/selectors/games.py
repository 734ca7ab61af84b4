"""Lists of games. Every queryset comes with its players loaded; cut it into pages before you show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet

from accounts.models import User
from games.models import Game


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The finished games of two players with a result, as the first one sees them."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


def games() -> QuerySet[Game]:
    return Game.objects.select_related("white", "black")


def your_move(user: User, now: datetime) -> QuerySet[Game]:
    """Games in which ``user`` is to move and still may, the most urgent first."""
    mine = Q(white=user, to_move="white") | Q(black=user, to_move="black")
    running = games().filter(mine, status=Game.Status.IN_PROGRESS, flag_at__gt=now)
    return running.order_by("flag_at", "pk")


def waiting(user: User) -> QuerySet[Game]:
    """Games in which ``user`` waits: for the opponent, the one whose time ends first at the top; then paused games."""
    theirs = Q(white=user, to_move="black") | Q(black=user, to_move="white")
    paused = Q(paused_at__isnull=False) & (Q(white=user) | Q(black=user))
    found = games().filter(theirs | paused, status=Game.Status.IN_PROGRESS)
    return found.order_by(F("flag_at").asc(nulls_last=True), "pk")


def running(user: User | None = None) -> QuerySet[Game]:
    """Games that go on, of one player or of all; the one last played in first."""
    found = games().filter(status=Game.Status.IN_PROGRESS)
    if user is not None:
        found = found.filter(Q(white=user) | Q(black=user))
    return found.order_by(F("last_move_at").desc(nulls_last=True), "-pk")


def recent(user: User | None = None) -> QuerySet[Game]:
    """Finished games, of one player or of all, the latest first. Games called off are not among them."""
    found = games().filter(status=Game.Status.FINISHED)
    if user is not None:
        found = found.filter(Q(white=user) | Q(black=user))
    return found.order_by("-finished_at", "-pk")


def head_to_head(user: User, opponent: User) -> HeadToHead:
    """Count the results of two players against each other, rated or not; one query."""
    pair = Q(white=user, black=opponent) | Q(white=opponent, black=user)
    results = Game.objects.filter(pair, status=Game.Status.FINISHED).values_list("white_id", "result")
    wins = draws = losses = 0
    for white_id, result in results:
        own = Game.Result.WHITE if white_id == user.pk else Game.Result.BLACK
        draws += result == Game.Result.DRAW
        wins += result == own
        losses += result in (Game.Result.WHITE, Game.Result.BLACK) and result != own
    return HeadToHead(wins, draws, losses)
