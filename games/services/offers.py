"""Offering a draw, and answering. An offer never stops the clock, and the opponent's next move declines it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.actions import offer_refusal
from games.errors import Conflict
from games.events import record
from games.models import Game, GameEvent
from games.services.finish import finish
from games.services.flags import flag_if_overdue
from games.services.lock import lock_for_player
from games.services.telling import settle_offer, tell_offer
from games.side import Side

REFUSALS = {
    "offer_too_early": _("A draw can be offered once both sides have moved."),
    "offer_open": _("Your offer is still open."),
    "offer_to_answer": _("Your opponent has offered a draw already: accept that offer instead."),
    "offer_too_soon": _("You offered a draw not long ago: wait until you have made five more moves."),
}


@transaction.atomic(durable=True)
def offer_draw(*, game_id: int, player_id: int, now: datetime) -> Game:
    """Offer a draw, on either side's turn. It stays open over one's own move, until the opponent answers or moves.

    :raises NotFound, NotAPlayer, GameOver: see ``lock_for_player``.
    :raises FlagPending: the opponent's time has just run out.
    :raises Conflict: with a code of ``REFUSALS``.
    """
    game, side = lock_for_player(game_id, player_id)
    if flag_if_overdue(game, side=side, now=now):
        return game
    code = offer_refusal(game, side)
    if code is not None:
        raise Conflict(REFUSALS[code], code=code)
    _set_offer(game, side, game.ply)
    if side is Side.WHITE:
        game.white_last_offer_ply = game.ply
    else:
        game.black_last_offer_ply = game.ply
    game.version += 1
    game.save()
    record(game, GameEvent.Kind.DRAW_OFFERED, at=now, by_id=player_id)
    tell_offer(game, by=side, now=now)
    return game


@transaction.atomic(durable=True)
def accept_draw(*, game_id: int, player_id: int, now: datetime) -> Game:
    """Accept the opponent's open offer: the game is drawn by agreement.

    :raises NotFound, NotAPlayer, GameOver: see ``lock_for_player``.
    :raises FlagPending: the opponent's time has just run out.
    :raises Conflict: ``no_offer``.
    """
    game, side = lock_for_player(game_id, player_id)
    if flag_if_overdue(game, side=side, now=now):
        return game
    _check_offered(game, side)
    finish(game, result=Game.Result.DRAW, ending=Game.Ending.AGREEMENT, at=now, now=now, by=side)
    return game


@transaction.atomic(durable=True)
def decline_draw(*, game_id: int, player_id: int, now: datetime) -> Game:
    """Decline the opponent's open offer. The opponent then has to wait before offering again.

    :raises NotFound, NotAPlayer, GameOver: see ``lock_for_player``.
    :raises FlagPending: the opponent's time has just run out.
    :raises Conflict: ``no_offer``.
    """
    game, side = lock_for_player(game_id, player_id)
    if flag_if_overdue(game, side=side, now=now):
        return game
    _check_offered(game, side)
    _set_offer(game, side.other, None)
    game.version += 1
    game.save()
    record(game, GameEvent.Kind.DRAW_DECLINED, at=now, by_id=player_id)
    settle_offer(game, side=side, now=now)
    return game


def _check_offered(game: Game, side: Side) -> None:
    if game.draw_offer_ply(side.other) is None:
        raise Conflict(_("There is no draw offer to answer: it was answered, or lapsed with a move."), code="no_offer")


def _set_offer(game: Game, side: Side, ply: int | None) -> None:
    if side is Side.WHITE:
        game.white_draw_offer_ply = ply
    else:
        game.black_draw_offer_ply = ply
