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

    @property
    def points(self) -> tuple[int, int]:
        """Half points of ``first`` and ``second`` from the games recorded, deciders included."""
        first = second = 0
        for game in self.games:
            as_first, as_second = game.white_points or 0, game.black_points or 0
            if game.white != self.first:
                as_first, as_second = as_second, as_first
            first += as_first
            second += as_second
        return first, second

    def slots(self, scoring: Scoring) -> tuple[Slot, Slot]:
        """The finished match as ``first`` and as ``second`` see it."""
        first, second = self.points
        gives = scoring.win, scoring.loss
        if first <= second:
            gives = (scoring.draw, scoring.draw) if first == second else (scoring.loss, scoring.win)
        kinds = [SlotKind.GAME, SlotKind.GAME]
        if not self.played:
            lost = [self.forfeited_by(id_) for id_ in (self.first, self.second)]
            kinds = [SlotKind.FORFEIT_LOSS if forfeit else SlotKind.FORFEIT_WIN for forfeit in lost]
            gives = scoring.loss if lost[0] else gives[0], scoring.loss if lost[1] else gives[1]
        return (
            Slot(self.round_no, kinds[0], gives[0], self.second),
            Slot(self.round_no, kinds[1], gives[1], self.first),
        )

    def best_of(self, id_: int, game_scoring: Scoring, scoring: Scoring) -> int:
        """The most match points this side of an unfinished match can still get.

        With games still to play, that is with all of them won.
        """
        own, theirs = self.points if id_ == self.first else self.points[::-1]
        own += self.to_finish * game_scoring.win
        theirs += self.to_finish * game_scoring.loss
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
