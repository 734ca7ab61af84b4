"""What standings are made from: entrants, game results, byes, and how results are scored.

Pure values. Points are whole half points everywhere in here: 2 is one point.
"""

from dataclasses import dataclass
from enum import StrEnum


class System(StrEnum):
    """How the pairings came about; unplayed rounds count differently (FIDE C.07, Articles 15 and 16)."""

    ROUND_ROBIN = "round_robin"  # pairings determined in advance
    SWISS = "swiss"


class Edition(StrEnum):
    """Edition of FIDE's tie-break regulations C.07. They differ in how strong a dummy opponent is."""

    FIDE_2024 = "fide_2024"
    FIDE_2026 = "fide_2026"


class ScoreBy(StrEnum):
    """What gives the points of the standings, and is the unit of the tie-breaks."""

    GAMES = "games"
    MATCHES = "matches"


class ByeKind(StrEnum):
    """Why somebody has no opponent in a round."""

    PAIRING = "pairing"  # nobody was left to pair with, or a full point was granted
    REQUESTED = "requested"  # asked for, absent, or not (or no longer) in the event


@dataclass(frozen=True, slots=True)
class Scoring:
    """Half points for the result of a game, or of a match where matches are scored.

    ``bye`` is what a pairing-allocated bye is worth, for a whole match.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int = 2

    def __post_init__(self) -> None:
        if not 0 <= self.loss <= self.draw <= self.win or self.bye < 0:
            raise ValueError("a win must be worth at least a draw, and a draw at least a loss")


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """An entrant of the event; ``seed`` is the start number, 1 for the highest."""

    id: int
    seed: int
    rating: float = 0.0
    status: str = "entered"


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of the event, finished or not.

    Games with the same ``round_no`` and ``match`` are one match, ``number`` counts in it.
    The points are both None until the game counts. A side that forfeited lost without
    play; both may have. ``ref`` is passed through, for links. A ``decider`` is an extra
    game of a drawn knock-out match: it counts for who won the match, and for nothing else.
    """

    round_no: int
    match: int
    white: int
    black: int
    white_points: int | None = None
    black_points: int | None = None
    white_forfeited: bool = False
    black_forfeited: bool = False
    number: int = 1
    ref: int | None = None
    decider: bool = False

    def __post_init__(self) -> None:
        if self.white == self.black:
            raise ValueError(f"entrant {self.white} cannot play against itself")
        if (self.white_points is None) != (self.black_points is None):
            raise ValueError("a game gives points to both sides, or to neither yet")

    @property
    def finished(self) -> bool:
        """Whether the game counts already."""
        return self.white_points is not None

    @property
    def played(self) -> bool:
        """Whether it was, or is to be, decided over the board."""
        return not (self.white_forfeited or self.black_forfeited)


@dataclass(frozen=True, slots=True)
class ByeResult:
    """A round without an opponent.

    ``points`` are game points and ``games`` is how many games the round's other matches
    have. ``match_points`` is what the bye is worth where matches are scored; None: as its
    game points would do in a match, a match won if they are more than draws in all games
    bring, a match drawn if they are as many, otherwise nothing.
    """

    round_no: int
    entrant: int
    points: int
    kind: ByeKind = ByeKind.PAIRING
    games: int = 1
    match_points: int | None = None
