"""Replays recorded games as if the players sat at the site: every move at its own moment, in the order of time."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random

from games.models import Game
from games.services.endings import resign
from games.services.flags import GUARD, sweep_flags
from games.services.offers import accept_draw, offer_draw
from games.services.play import play_move
from tournaments.models import MatchGame, Tournament
from tournaments.services.running import record_result

from .records import Record, Stock

SHORTEST = timedelta(minutes=4)
TYPICAL_HOURS = 7.0
LONGEST_SHARE = 0.8  # of the time the clock allows for a move


class Replay:
    """Games in progress, each with its record, and the moments at which their next moves fall."""

    def __init__(self, *, stock: Stock, strengths: Mapping[str, int], random: Random) -> None:
        self._stock = stock
        self._strengths = strengths
        self._random = random
        self._queue: list[tuple[datetime, int]] = []
        self._records: dict[int, Record] = {}
        self._silent_from: dict[int, int] = {}  # game: the ply after which its player is not heard of again

    def seat(self, tournament: Tournament, *, now: datetime, lost_on_time: int = 0) -> None:
        """Give every game of the event that has none a record; the first ``lost_on_time`` of them break off midway."""
        slots = (
            MatchGame.objects.filter(match__round__tournament=tournament, game__isnull=False)
            .exclude(game__in=self._records)
            .select_related("game__white", "game__black")
            .order_by("match__round__number", "match__board", "number")
        )
        for slot in slots:
            assert slot.game is not None
            record = self.sit(slot.game, now=now)
            if lost_on_time:
                lost_on_time -= 1
                self._silent_from[slot.game.pk] = len(record.moves) * 2 // 3

    def sit(self, game: Game, *, now: datetime) -> Record:
        """Give one game a record and return it."""
        record = self._stock.deal(
            game.game_type, edge=self._strengths[game.white.name] - self._strengths[game.black.name]
        )
        self._records[game.pk] = record
        self._plan(game, now)
        return record

    def run(self, *, until: datetime) -> None:
        """Play everything that falls before ``until``. Games still on then stay as they are."""
        while self._queue and self._queue[0][0] <= until:
            now, game_id = heapq.heappop(self._queue)
            game = self._act(game_id, now)
            if game.status == Game.Status.IN_PROGRESS:
                self._plan(game, now)
            else:
                record_result(game_id=game_id, now=now)

    def _plan(self, game: Game, now: datetime) -> None:
        assert game.flag_at is not None
        if game.ply >= self._silent_from.get(game.pk, game.ply + 1):
            at = game.flag_at + GUARD + timedelta(seconds=2)
        else:
            allowed = (game.flag_at - now) * LONGEST_SHARE
            thought = timedelta(hours=self._random.lognormvariate(0.0, 1.1) * TYPICAL_HOURS)
            at = now + min(max(thought, SHORTEST), allowed)
        heapq.heappush(self._queue, (at, game.pk))

    def _act(self, game_id: int, now: datetime) -> Game:
        game = Game.objects.get(pk=game_id)
        record = self._records[game_id]
        if game.ply >= self._silent_from.get(game_id, game.ply + 1):
            sweep_flags(now=now)
            game.refresh_from_db()
            return game
        if game.ply < len(record.moves):
            mover = game.white_id if game.to_move == "white" else game.black_id
            text = record.moves[game.ply]
            return play_move(game_id=game_id, player_id=mover, text=text, ply=game.ply, received_at=now).game
        return self._conclude(game, record, now)

    def _conclude(self, game: Game, record: Record, now: datetime) -> Game:
        """The record ends before the board does: the loser resigned, or both agreed on a draw."""
        if record.result == "draw":
            offer_draw(game_id=game.pk, player_id=game.white_id, now=now)
            return accept_draw(game_id=game.pk, player_id=game.black_id, now=now)
        loser = game.black_id if record.result == "white" else game.white_id
        return resign(game_id=game.pk, player_id=loser, now=now)
