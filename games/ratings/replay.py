"""Ratings as the outcome of a list of games: the same whether a game is added or the past is told anew. Pure.

The order of rated games is by the instant they count from, then by their number; every rating follows from it alone.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from . import glicko
from .glicko import Rating

# By the result as it is stored.
WHITE_SCORE = {"white": glicko.WIN, "draw": glicko.DRAW, "black": glicko.LOSS}

Position = tuple[datetime, int]


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts: ``at`` is when, ``white_score`` 1, 0.5 or 0."""

    game_id: int
    at: datetime
    white_id: int
    black_id: int
    white_score: float

    @property
    def position(self) -> Position:
        return self.at, self.game_id

    @property
    def players(self) -> tuple[int, int]:
        return self.white_id, self.black_id


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating as it was after the last rated game, at ``last_rated_at`` (None: before the first)."""

    rating: Rating = glicko.START
    last_rated_at: datetime | None = None

    def idle(self, now: datetime) -> timedelta:
        return timedelta(0) if self.last_rated_at is None else now - self.last_rated_at


@dataclass(frozen=True, slots=True)
class Change:
    """What one game did to one player; ``before`` has the uncertainty of the idle time in it."""

    game: RatedGame
    user_id: int
    before: Rating
    after: Rating

    @property
    def standing(self) -> Standing:
        return Standing(self.after, self.game.at)


def rate(game: RatedGame, white: Standing, black: Standing) -> tuple[Change, Change]:
    """Return what ``game`` does to White and to Black, each by the other's rating before it."""
    idle = white.idle(game.at), black.idle(game.at)
    after = glicko.update_pair(
        white.rating, black.rating, game.white_score, white_idle=idle[0], black_idle=idle[1]
    )  # fmt: skip
    return (
        Change(game, game.white_id, glicko.grown(white.rating, idle[0]), after[0]),
        Change(game, game.black_id, glicko.grown(black.rating, idle[1]), after[1]),
    )


def reached(games: Iterable[RatedGame], seeds: Collection[int]) -> set[int]:
    """Return whose rating depends on the ratings of ``seeds``: their opponents in ``games``, and theirs after that."""
    hot = set(seeds)
    for game in games:
        if not hot.isdisjoint(game.players):
            hot.update(game.players)
    return hot


def replay(
    games: Iterable[RatedGame],
    seeds: Collection[int],
    start: Mapping[int, Standing],
    stored: Mapping[tuple[int, int], Rating],
) -> tuple[list[Change], dict[int, Standing]]:
    """Rate ``games``, in their order, for everybody who is `reached` from ``seeds``.

    ``start`` has the standing of each of them before the first game, and lacks whoever is new. ``stored`` has, by game
    and player, the ratings after the games that are not touched. Returns what the games did, and everybody's standing
    after them.
    """
    hot, standings, changes = set(seeds), dict(start), []
    for game in games:
        if hot.isdisjoint(game.players):
            for user_id in game.players:
                standings[user_id] = Standing(stored[game.game_id, user_id], game.at)
            continue
        hot.update(game.players)
        for change in rate(game, *(standings.get(user_id, Standing()) for user_id in game.players)):
            standings[change.user_id] = change.standing
            changes.append(change)
    return changes, standings
