"""Practice games: which side the computer plays, and where it has something to do."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from accounts.models import User
from games.bots import BY_NAME, Level
from games.models import Game
from games.side import Side

# The task that goes out with a move has this long before the sweep takes the game for forgotten.
PATIENCE = timedelta(seconds=10)
MOST = 100


def level_of(user: User) -> Level | None:
    """Return the level that plays under this account, None for everybody else, other programs included."""
    return BY_NAME.get(user.name) if user.is_bot else None


def bot_side(game: Game) -> Side | None:
    """Return the side that the computer plays, None in a game of two players."""
    return next((side for side in Side if level_of(game.player(side)) is not None), None)


def practice_games_in_play(player: User) -> QuerySet[Game]:
    """Games of ``player`` against the computer that go on."""
    bots = _bots()
    pair = Q(white=player, black__in=bots) | Q(black=player, white__in=bots)
    return Game.objects.filter(pair, status=Game.Status.IN_PROGRESS)


def waits_for_bot(game_id: int) -> bool:
    """Say whether the computer is to move in this game, or has an offer to answer."""
    waiting = _to_do(Side.WHITE, Q(white__in=_bots())) | _to_do(Side.BLACK, Q(black__in=_bots()))
    return Game.objects.filter(waiting, pk=game_id, status=Game.Status.IN_PROGRESS).exists()


def games_left_to_bots(now: datetime, limit: int = MOST) -> list[int]:
    """Return games in which the computer should have acted by now, the longest waiting first, at most ``limit``."""
    bots = list(_bots())
    found: list[tuple[datetime, int]] = []
    for side in Side:  # one question for each, because each has an index
        waiting = _to_do(side, Q(**{f"{side}__in": bots}), until=now - PATIENCE)
        games = Game.objects.filter(waiting, status=Game.Status.IN_PROGRESS, turn_started_at__isnull=False)
        found += games.order_by("turn_started_at", "pk").values_list("turn_started_at", "pk")[:limit]  # type: ignore[arg-type]
    return [pk for _, pk in sorted(found)[:limit]]


def _bots() -> QuerySet[User, int]:
    return User.objects.filter(name__in=list(BY_NAME), is_bot=True).values_list("pk", flat=True)


def _to_do(side: Side, played_by_bot: Q, until: datetime | None = None) -> Q:
    to_move = Q(to_move=side, paused_at=None)
    if until is not None:
        to_move &= Q(turn_started_at__lte=until)
    return played_by_bot & (to_move | Q(**{f"{side.other}_draw_offer_ply__isnull": False}))
