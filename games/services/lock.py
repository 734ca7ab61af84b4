"""The row lock that every change of a game begins with."""

from collections.abc import Iterable

from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.errors import GameOver, NotAPlayer, NotFound
from games.models import Game
from games.side import Side


def lock_game(game_id: int) -> Game:
    """Lock the game until the transaction ends, and read it as it is then, players included.

    :raises NotFound: there is no such game.
    """
    return _one(_with_players().select_for_update(of=("self",)), game_id)


def read_game(game_id: int) -> Game:
    """Read the game and its players without a lock: enough to look, not to change.

    :raises NotFound: there is no such game.
    """
    return _one(_with_players(), game_id)


def lock_for_player(game_id: int, player_id: int) -> tuple[Game, Side]:
    """Lock a game that goes on, for one of its players.

    :raises NotFound: there is no such game.
    :raises NotAPlayer: somebody else's game.
    :raises GameOver: nothing can be changed any more.
    """
    game = lock_game(game_id)
    side = game.side_of(player_id)
    if side is None:
        raise NotAPlayer
    if not game.in_progress:
        raise GameOver
    return game, side


def lock_games(game_ids: Iterable[int]) -> dict[int, Game]:
    """Lock several games in the order of their ids, before anything else is locked: so that no two wait for each other.

    :raises NotFound: one of them does not exist.
    """
    wanted = set(game_ids)
    found = _with_players().filter(pk__in=wanted).order_by("pk").select_for_update(of=("self",))
    games = {game.pk: game for game in found}
    if len(games) < len(wanted):
        raise NotFound(_("There is no such game."), code="no_such_game")
    return games


def lock_if_free(pk: int) -> Game | None:
    """Lock a game that goes on, None if it is over or another process holds it."""
    games = _with_players().select_for_update(
        of=("self",), skip_locked=connection.features.has_select_for_update_skip_locked
    )
    return games.filter(pk=pk, status=Game.Status.IN_PROGRESS).first()


def _with_players() -> QuerySet[Game]:
    return Game.objects.select_related("white", "black")


def _one(games: QuerySet[Game], game_id: int) -> Game:
    game = games.filter(pk=game_id).first()
    if game is None:
        raise NotFound(_("There is no such game."), code="no_such_game")
    return game
