"""The beginning of a game."""

from __future__ import annotations

from datetime import datetime

import engine
from accounts.models import User
from games.boards import rules_of
from games.clock import Clock, TimeControl
from games.events import record
from games.models import Game, GameEvent
from games.pools import pool_of
from games.services.state import set_clock
from games.services.telling import tell_turn


def start_game(
    *,
    white: User,
    black: User,
    game_type: str,
    opening_rule: str,
    repetition_rule: str,
    time_control: str,
    rated: bool,
    in_event: bool,
    now: datetime,
    tell_white: bool = True,
) -> Game:
    """Start a game; White's clock runs from ``now``.

    Part of a use case, not one itself: it runs inside the transaction of whoever pairs the players (an accepted
    challenge, a round of an event) and needs no lock, for nobody knows the game yet. ``tell_white`` is False when White
    is told of the game in another way.

    :raises InvalidTimeControl: the code cannot be read.
    """
    control = TimeControl.parse(time_control)
    board = engine.Board(rules_of(game_type=game_type, opening_rule=opening_rule, repetition_rule=repetition_rule))
    game = Game(
        white=white,
        black=black,
        game_type=game_type,
        opening_rule=opening_rule,
        repetition_rule=repetition_rule,
        time_control=control.code,
        rated=rated,
        pool=pool_of(game_type),
        in_event=in_event,
        version=0,  # set_clock makes it 1
        snapshot=board.snapshot(),
        position_key=board.repetition_key(),
        created_at=now,
    )
    set_clock(game, Clock.initial(control).start(now=now))
    game.save()
    record(game, GameEvent.Kind.STARTED, at=now)
    if tell_white:
        tell_turn(game, now=now)
    return game
