"""How often a player lets games be lost on time."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from accounts.models import User
from games.models import Game

LATEST = 20  # as many as show how somebody plays now, not how long ago


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Of a player's ``games`` finished last, so many were ``lost`` on time."""

    games: int
    lost: int


def timeouts_of(user: User, *, latest: int = LATEST) -> Timeouts:
    """Count the correspondence games that ``user`` finished last and those lost on time among them. One query.

    Aborted games are left out, and so are those ruled on: an arbiter's ruling replaces the loss on time.
    """
    own = Game.objects.filter(
        Q(white=user) | Q(black=user), status=Game.Status.FINISHED, pool__startswith="correspondence"
    )
    rows = list(own.order_by("-finished_at", "-pk").values_list("white_id", "ending", "result")[:latest])
    lost = sum(
        ending == Game.Ending.FLAG and result == (Game.Result.BLACK if white_id == user.pk else Game.Result.WHITE)
        for white_id, ending, result in rows
    )
    return Timeouts(games=len(rows), lost=lost)
