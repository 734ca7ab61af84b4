"""What a live stream tells."""

from django.db.models import Q

from games.models import Game


def games_to_move(user_id: int) -> int:
    """Return in how many games it is this player's turn, paused ones left out."""
    mine = Q(white=user_id, to_move="white") | Q(black=user_id, to_move="black")
    return Game.objects.filter(mine, status=Game.Status.IN_PROGRESS, paused_at=None).count()


def game_version(game_id: int) -> int | None:
    """Return the version of a game, or None if there is no such game."""
    return Game.objects.filter(pk=game_id).values_list("version", flat=True).first()
