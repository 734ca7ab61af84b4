"""Games put together into matches, and what a match or a bye is worth where matches are scored.

- A match counts once all its games are recorded, even if it was decided before: until
  then it gives nothing to anybody, as a game does that is still being played. Games of a
  knock-out match that need not be played any more are left out by the caller.
- Its winner is who has more points from its games, deciders included.
- It is forfeited only if a side forfeited all its games, and is then lost for that side
  (FIDE C.04.5); with one game forfeited of several it counts as played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .inputs import ByeKind, ByeResult, GameResult, Scoring
from .slots import Slot, SlotKind


@dataclass(slots=True)
class Match:
    """The games of one pairing in the order they are played; ``first`` has White in the first of them.

    ``to_finish`` is how many of them are not recorded yet.
    """

    round_no: int
    first: int
    second: int
    games: list[GameResult] = field(default_factory=list)
    to_finish: int = 0

    @property
    def finished(self) -> bool:
        """Whether all games are recorded."""
        return not self.to_finish

    @property
    def played(self) -> bool:
        """Whether it counts as played: neither side forfeited all of it."""
        return self.games[0].played or not (self.forfeited_by(self.first) or self.forfeited_by(self.second))

    @property
    def planned(self) -> list[GameResult]:
        """The games without deciders."""
        return [game for game in self.games if not game.decider]

    def forfeited_by(self, id_: int) -> bool:
        """Whether this side forfeited every game of the match."""
        return all(game.white_forfeited if game.white == id_ else game.black_forfeited for game in self.games)

    def points_of(self, id_: int) -> int:
        """Half points of one side from the games recorded, deciders included."""
        return sum((game.white_points if game.white == id_ else game.black_points) or 0 for game in self.games)

    def kind_for(self, id_: int) -> SlotKind:
        """How the whole match counts for one side."""
        if self.played:
            return SlotKind.GAME
        return SlotKind.FORFEIT_LOSS if self.forfeited_by(id_) else SlotKind.FORFEIT_WIN

    def slot_of(self, id_: int, scoring: Scoring) -> Slot:
        """The finished match as one side sees it."""
        other = self.second if id_ == self.first else self.first
        kind = self.kind_for(id_)
        own, theirs = self.points_of(id_), self.points_of(other)
        points = scoring.win if own > theirs else scoring.draw if own == theirs else scoring.loss
        if kind is SlotKind.FORFEIT_LOSS:
            points = scoring.loss
        return Slot(self.round_no, kind, points, other)

    def best_of(self, id_: int, game_scoring: Scoring, scoring: Scoring) -> int:
        """The most match points this side of an unfinished match can still get.

        With games still to play, that is with all of them won.
        """
        other = self.second if id_ == self.first else self.first
        own = self.points_of(id_) + self.to_finish * game_scoring.win
        theirs = self.points_of(other) + self.to_finish * game_scoring.loss
        return scoring.win if own > theirs else scoring.draw if own == theirs else scoring.loss


def matches_of(games: Iterable[GameResult]) -> list[Match]:
    """The matches that ``games``, sorted by round, match and number, belong to.

    :raises ValueError: games of one match are between different entrants.
    """
    found: list[Match] = []
    last: tuple[int, int] | None = None
    for game in games:
        if last != (game.round_no, game.match):
            last = game.round_no, game.match
            found.append(Match(game.round_no, game.white, game.black))
        match = found[-1]
        if game.white not in (match.first, match.second) or game.black not in (match.first, match.second):
            raise ValueError(f"match {game.match} of round {game.round_no} has games between different entrants")
        match.games.append(game)
        match.to_finish += game.white_points is None
    return found


def bye_match_points(bye: ByeResult, game_scoring: Scoring, scoring: Scoring) -> int:
    """Half points of a bye where matches are scored; see `ByeResult`."""
    if bye.match_points is not None:
        return bye.match_points
    drawn = game_scoring.draw * bye.games
    if bye.points > drawn:
        return scoring.bye if bye.kind is ByeKind.PAIRING else scoring.win
    return scoring.draw if bye.points and bye.points == drawn else 0
