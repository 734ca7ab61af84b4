"""Games against the computer: starting one, and what the computer does in it."""

from __future__ import annotations

import random
import time
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import name_key
from games.boards import COLOR_OF, board_of
from games.bots import LEVELS, Level, choose_move, takes_draw
from games.errors import Conflict, ValidationFailed
from games.models import Challenge, Game
from games.models.choices import GameTypeChoice, OpeningRuleChoice, RepetitionRuleChoice
from games.selectors.practice import bot_side, level_of, practice_games_in_play
from games.services.games import start_game
from games.services.lock import read_game
from games.services.offers import accept_draw, decline_draw
from games.services.play import play_move
from games.side import Side

MOST_IN_PLAY = 5
TIME_CONTROL = "3d"


@transaction.atomic(durable=True)
def start_practice(*, player: User, level: str, colour: str, game_type: str, now: datetime, rng: random.Random) -> Game:
    """Start a casual game of ``player`` against the computer. The computer answers in seconds, the player has days.

    ``level`` is a key of ``games.bots.LEVELS``; ``colour`` is the player's, and ``rng`` draws it if left to the lot.

    :raises ValidationFailed: by field, what is wrong.
    :raises Conflict: ``too_many_practice_games``; ``computer_unavailable``: its account is closed, or somebody else's.
    """
    User.objects.select_for_update().get(pk=player.pk)  # two forms at once must not pass the limit together
    _check_terms(level=level, colour=colour, game_type=game_type)
    if practice_games_in_play(player).count() >= MOST_IN_PLAY:
        raise Conflict(
            _("You have %(count)s games against the computer in play: finish or resign one first.")
            % {"count": MOST_IN_PLAY},
            code="too_many_practice_games",
        )
    bot = _account(LEVELS[level], now)
    plays_white = rng.random() < 0.5 if colour == Challenge.Colour.RANDOM else colour == Challenge.Colour.WHITE
    return start_game(
        white=player if plays_white else bot,
        black=bot if plays_white else player,
        game_type=game_type,
        opening_rule=OpeningRuleChoice.NO_QUEEN_FIRST,
        repetition_rule=RepetitionRuleChoice.THREEFOLD,
        time_control=TIME_CONTROL,
        rated=False,
        in_event=False,
        now=now,
        tell_white=False,  # the player sees the game at once
    )


def bot_move(*, game_id: int, now: datetime) -> bool:
    """Do what the computer has to do in a game: answer a draw offer, play its move. Say whether it did anything.

    Where there is nothing to do, nothing happens. The search holds no transaction and no lock. What it finds is played
    as a player's move is, for the position that was read: if another worker was quicker, or the game has ended, the
    move is stale and dropped. Chance is drawn from game and ply, so that a second worker comes to the same move.

    :raises NotFound: there is no such game.
    """
    game = read_game(game_id)
    side = bot_side(game)
    level = None if side is None else level_of(game.player(side))
    if side is None or level is None or not game.in_progress:
        return False
    try:
        if game.draw_offer_ply(side.other) is not None and _answer(game, side, now):
            return True
        return game.side_to_move == side and not game.paused and _play(game, side, level, now)
    except Conflict:
        return False  # the game has moved on


def _answer(game: Game, side: Side, now: datetime) -> bool:
    """Answer the player's offer. On its own turn the computer declines by moving."""
    player_id = game.player(side).pk
    if takes_draw(board_of(game), COLOR_OF[side]):
        accept_draw(game_id=game.pk, player_id=player_id, now=now)
    elif game.side_to_move == side:
        return False
    else:
        decline_draw(game_id=game.pk, player_id=player_id, now=now)
    return True


def _play(game: Game, side: Side, level: Level, now: datetime) -> bool:
    board = board_of(game)
    rng = random.Random(f"{game.pk}:{game.ply}")  # noqa: S311  # a game, not a secret
    text = board.move_string(choose_move(board, level, rng=rng, seconds=time.monotonic))
    outcome = play_move(game_id=game.pk, player_id=game.player(side).pk, text=text, ply=game.ply, received_at=now)
    return outcome.move is not None


def _check_terms(**terms: str) -> None:
    allowed: dict[str, Any] = {"level": LEVELS, "colour": Challenge.Colour.values, "game_type": GameTypeChoice.values}
    errors = {
        name: [_("Choose one of: %(values)s.") % {"values": ", ".join(values)}]
        for name, values in allowed.items()
        if terms[name] not in values
    }
    if errors:
        raise ValidationFailed(_("The game cannot be started: see the fields."), errors=errors)


def _account(level: Level, now: datetime) -> User:
    """Return the account of a level, made when it is first wanted. Nobody can sign in to it, and it gets no mail."""
    unwanted = dict.fromkeys(("mail_turn", "mail_offer", "mail_end", "mail_low_time", "mail_event"), False)
    bot, _made = User.objects.get_or_create(
        name_key=name_key(level.name),
        defaults={
            "name": level.name,
            "email": f"{level.name}@bots.invalid",
            "password": make_password(None),
            "display_name": level.display_name,
            "is_bot": True,
            "joined_at": now,
            **unwanted,
        },
    )
    if level_of(bot) is None or not bot.is_active:
        raise Conflict(_("The computer does not play at this level at the moment."), code="computer_unavailable")
    return bot
