"""The beginning of a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import engine
from accounts.models import User
from games.boards import rules_of
from games.clock import Clock, TimeControl
from games.events import record, record_started
from games.models import Game, GameEvent
from games.pools import pool_of
from games.services.state import set_clock
from games.services.telling import tell_first_turns, tell_turn


class Terms(NamedTuple):
    """What is agreed on for a game; the values are those of `Game`'s fields of these names."""

    game_type: str
    opening_rule: str
    repetition_rule: str
    time_control: str
    rated: bool
    in_event: bool


class Players(NamedTuple):
    """Who plays a game. ``tell_white`` is False when White is told of it in another way."""

    white: User
    black: User
    tell_white: bool = True


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
    terms = Terms(game_type, opening_rule, repetition_rule, time_control, rated, in_event)
    game = _new_games([Players(white, black, tell_white)], terms, now)[0]
    game.save()
    record(game, GameEvent.Kind.STARTED, at=now)
    if tell_white:
        tell_turn(game, now=now)
    return game


def start_games(*, pairs: Sequence[Players], terms: Terms, now: datetime) -> list[Game]:
    """Start many games on the same terms, in the order given, with a fixed number of statements for every 500.

    Otherwise as `start_game`.

    :raises InvalidTimeControl: the code cannot be read.
    """
    games = _new_games(pairs, terms, now)
    Game.objects.bulk_create(games, batch_size=500)
    record_started(games, at=now)
    tell_first_turns((game for game, pair in zip(games, pairs, strict=True) if pair.tell_white), now=now)
    return games


def _new_games(pairs: Sequence[Players], terms: Terms, now: datetime) -> list[Game]:
    """The games with their clocks running, not saved."""
    control = TimeControl.parse(terms.time_control)
    rules = rules_of(game_type=terms.game_type, opening_rule=terms.opening_rule, repetition_rule=terms.repetition_rule)
    board = engine.Board(rules)
    snapshot, key, clock = board.snapshot(), board.repetition_key(), Clock.initial(control).start(now=now)
    games = []
    for pair in pairs:
        game = Game(
            white=pair.white,
            black=pair.black,
            game_type=terms.game_type,
            opening_rule=terms.opening_rule,
            repetition_rule=terms.repetition_rule,
            time_control=control.code,
            rated=terms.rated,
            pool=pool_of(terms.game_type),
            in_event=terms.in_event,
            version=0,  # set_clock makes it 1
            snapshot=snapshot,
            position_key=key,
            created_at=now,
        )
        set_clock(game, clock)
        games.append(game)
    return games
