"""Ends that a player chooses: resigning, and calling a game off. `finish` is here for the other apps."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.actions import can_abort, can_resign
from games.errors import Conflict
from games.models import Game
from games.services.finish import abandon, finish
from games.services.flags import flag_if_overdue
from games.services.lock import lock_for_player

__all__ = ["abort", "finish", "resign"]


@transaction.atomic(durable=True)
def resign(*, game_id: int, player_id: int, now: datetime) -> Game:
    """Give the game up. Before both sides have moved it is a forfeit, and not rated.

    A player whose time is up already loses on time, and the game comes back so.

    :raises NotFound, NotAPlayer, GameOver: see ``lock_for_player``.
    :raises FlagPending: the opponent's time has just run out.
    :raises Conflict: ``abort_instead``: a casual game in which not both have moved is called off.
    """
    game, side = lock_for_player(game_id, player_id)
    if flag_if_overdue(game, side=side, now=now):
        return game
    if not can_resign(game):
        raise Conflict(_("Not both sides have moved yet: call the game off instead."), code="abort_instead")
    ending = Game.Ending.RESIGNATION if game.both_moved else Game.Ending.FORFEIT
    finish(game, result=side.other, ending=ending, at=now, now=now, by=side)
    return game


@transaction.atomic(durable=True)
def abort(*, game_id: int, player_id: int, now: datetime) -> Game:
    """Call a casual game off before both sides have moved. It leaves no result. Never in an event.

    :raises NotFound, NotAPlayer, GameOver: see ``lock_for_player``.
    :raises FlagPending: the opponent's time has just run out.
    :raises Conflict: ``no_abort_in_event``, ``no_abort_in_rated`` or ``too_late_to_abort``.
    """
    game, side = lock_for_player(game_id, player_id)
    if flag_if_overdue(game, side=side, now=now):
        return game
    if game.in_event:
        raise Conflict(_("A game of an event cannot be called off."), code="no_abort_in_event")
    if game.rated:
        raise Conflict(_("A rated game cannot be called off: play on, or resign."), code="no_abort_in_rated")
    if not can_abort(game):
        raise Conflict(_("Both sides have moved: resign or offer a draw instead."), code="too_late_to_abort")
    abandon(game, at=now, now=now, by=side)
    return game
