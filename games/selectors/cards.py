"""What a list shows of each game: its players, its picture, its event, its time. Four queries, whatever the length.

The queries: the games themselves, their last moves, the ratings, the events.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F

from accounts.models import User
from games.boards import board_of
from games.clock import to_ms
from games.event_links import EventLink, event_links
from games.models import Game, Move, Rating
from games.selectors.ratings import CurrentRating, as_of
from games.side import Side


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a game. ``rating`` is None before the first rated game."""

    user: User
    side: Side
    rating: CurrentRating | None
    result: str  # of the game: "white", "black", "draw", "none", or "" while it goes on

    @property
    def score(self) -> str:
        """What this side got: "1", "0", "½", or "" while the game goes on or has no result."""
        if self.result == Game.Result.DRAW:
            return "½"
        if self.result in (Game.Result.WHITE, Game.Result.BLACK):
            return "1" if self.result == self.side else "0"
        return ""

    @property
    def mark(self) -> str:
        """The class of the result mark: "w", "d", "l", or "o" for open."""
        return {"1": "w", "½": "d", "0": "l"}.get(self.score, "o")


@dataclass(frozen=True, slots=True)
class GameCard:
    """One game in a list. ``you`` is the viewer's side; ``time_left_ms`` belongs to the player to move."""

    game: Game
    white: Seat
    black: Seat
    you: Side | None
    moves: list[dict[str, Any]]  # the last move only, for the marks of the picture
    event: EventLink | None
    time_left_ms: int | None
    share: int | None  # of the time for this turn that is left, in percent

    @property
    def position(self) -> dict[str, Any]:
        """The stacks as the board tag draws them; built only when a template asks."""
        return position_of(self.game)

    @property
    def opponent(self) -> Seat:
        """The other side of the viewer; Black for a spectator."""
        return self.white if self.you is Side.BLACK else self.black

    @property
    def last_move(self) -> dict[str, Any] | None:
        return self.moves[0] if self.moves else None

    @property
    def low(self) -> bool:
        """Whether less than a fifth of the time for this turn is left; then a warning has gone out as well."""
        return self.share is not None and self.share < 20

    @property
    def turn(self) -> int:
        """Number of the turn that is being played, as in ``White[7]``."""
        return self.game.ply // 2 + 1

    @property
    def your_turn(self) -> bool:
        return self.you is not None and self.game.to_move == self.you

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return self.white, self.black

    @property
    def own(self) -> Seat:
        """The viewer's seat; White's for a spectator."""
        return self.black if self.you is Side.BLACK else self.white

    @property
    def score(self) -> str:
        return self.own.score

    @property
    def mark(self) -> str:
        return self.own.mark


def game_cards(games: Iterable[Game], *, viewer_id: int | None, now: datetime) -> list[GameCard]:
    """Return a card for each game, in the same order. Load the games with their ``white`` and ``black``."""
    rows = list(games)
    ids = [game.pk for game in rows]
    last = {move.game_id: move for move in Move.objects.filter(game__in=ids, ply=F("game__ply"))}
    links = event_links(game.pk for game in rows if game.in_event)
    ratings = _ratings_of(rows, now)
    return [_card(game, viewer_id, now, last.get(game.pk), links.get(game.pk), ratings) for game in rows]


def position_of(game: Game) -> dict[str, Any]:
    """Return the stacks of a game, ground to top, as the board tag draws them."""
    stacks = board_of(game).stacks()
    return {"stacks": [{"cell": [at.q, at.r], "pieces": [str(p) for p in pieces]} for at, pieces in stacks.items()]}


def _ratings_of(games: list[Game], now: datetime) -> dict[tuple[int, str], CurrentRating]:
    users = {user for game in games for user in (game.white_id, game.black_id)}
    pools = {game.pool for game in games}
    found = Rating.objects.filter(user__in=users, pool__in=pools)
    return {(row.user_id, row.pool): as_of(row, now) for row in found}


def _card(
    game: Game,
    viewer_id: int | None,
    now: datetime,
    last: Move | None,
    event: EventLink | None,
    ratings: dict[tuple[int, str], CurrentRating],
) -> GameCard:
    left = None if game.flag_at is None else game.flag_at - now
    given = None if left is None else left + game.spent_in_turn(now)
    return GameCard(
        game=game,
        white=Seat(game.white, Side.WHITE, ratings.get((game.white_id, game.pool)), game.result),
        black=Seat(game.black, Side.BLACK, ratings.get((game.black_id, game.pool)), game.result),
        you=game.side_of(viewer_id),
        moves=[] if last is None else [_move(last)],
        event=event,
        time_left_ms=None if left is None else max(0, to_ms(left)),
        share=None if left is None or not given else max(0, min(100, round(100 * (left / given)))),
    )


def _move(move: Move) -> dict[str, Any]:
    return {
        "text": move.text,
        "from": _cell(move.origin),
        "to": _cell(move.destination),
        "by": move.thrower or None,
        "at": move.played_at,
    }


def _cell(text: str) -> list[int] | None:
    return [int(part) for part in text.split(",")] if text else None
