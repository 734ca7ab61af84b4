"""What every event format is given and gives back.

A format sees one section of one stage of an event: its entrants are numbered from 1.
Points are whole numbers: game points in half points of one game, match points in the
units of `FormatSettings.match_win`.
"""

import random
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from django.utils.functional import Promise

from .plan import ByeKind, RoundPlan
from .swiss.result import Relaxation


class FormatError(ValueError):
    """This event cannot be held, or this round not paired, in this format; the message tells what to change.

    ``ways_out``: any one of these sets of rules, set aside by an arbiter, makes a round
    possible. Hand the chosen set to `Format.plan_round` as ``relax``.
    """

    def __init__(self, message: str, ways_out: tuple[tuple[Relaxation, ...], ...] = ()) -> None:
        super().__init__(message)
        self.ways_out = ways_out


class ScoreBy(StrEnum):
    """What a Swiss pairing counts."""

    GAMES = "games"
    MATCHES = "matches"  # match points first, then game points


class DrawnMatch(StrEnum):
    """Who advances from a drawn knock-out match."""

    HIGHER_SEED = "higher_seed"
    DECIDERS = "deciders"  # further pairs of games, then the higher seed
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class FormatSettings:
    """What the organiser chose; a format looks only at what concerns it.

    ``games_per_pairing``: games of a match, 1, 2, 4 or 6. ``cycles``: how often everybody
    meets everybody in a round robin, 1 or 2. ``rounds``: of a Swiss.

    ``win``, ``draw``, ``loss``: of a game. ``bye_points``: what a pairing-allocated bye of a
    whole match is worth in game points; None for what FIDE says (a win; in two games a win
    and a draw). ``match_win``, ``match_draw``, ``match_loss``: of a match.

    ``white_first`` is what the lots gave the first seed. ``forbidden`` are pairs of start
    numbers that must not meet. ``half_byes``: how many requested byes score half a match;
    further ones score nothing. ``late_bye``: what rounds missed before a late entry are.
    ``accelerated``: Baku acceleration (FIDE C.04.7).

    Knock-out: ``best_of`` are the games of a match, 1 to 9, round by round; the last number
    goes on. ``decider_games``: at most so many further games, an even number. ``lot_seed``:
    what lots are drawn from.
    """

    games_per_pairing: int = 1
    rounds: int | None = None
    win: int = 2
    draw: int = 1
    loss: int = 0
    white_first: bool = True
    forbidden: frozenset[frozenset[int]] = frozenset()
    score_by: ScoreBy = ScoreBy.GAMES
    match_win: int = 2
    match_draw: int = 1
    match_loss: int = 0
    bye_points: int | None = None
    half_byes: int = 1
    late_bye: ByeKind = ByeKind.ZERO
    accelerated: bool = False
    cycles: int = 1
    best_of: tuple[int, ...] = (1,)
    third_place: bool = False
    drawn_match: DrawnMatch = DrawnMatch.HIGHER_SEED
    decider_games: int = 0
    lot_seed: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant as a format sees one: start number (1 is the highest seed) and whether to be paired now.

    ``active`` is False for who has withdrawn. ``late_from`` is the first round to be paired
    in, None for the first of all. ``requested_byes`` are rounds asked off for half points,
    ``full_byes`` rounds the arbiter gave full points for, ``zero_byes`` rounds announced to
    be missed. ``group``: members of one, such as a club, are kept apart where possible.
    """

    no: int
    rating: int
    active: bool = True
    late_from: int | None = None
    requested_byes: frozenset[int] = frozenset()
    full_byes: frozenset[int] = frozenset()
    zero_byes: frozenset[int] = frozenset()
    group: str = ""


Decider = tuple[int, int, int, int]  # white, black, points of white, points of black


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match of an earlier round with what each side got in it; in a knock-out it may be in progress.

    ``black_no`` is None for a bye, whose ``kind`` is then given (None counts as U).
    ``white_match`` and ``black_match`` are match points, None when they follow from the
    game points. ``played`` is False when no game of it was played over the board, which
    counts as not having met; ``forfeited_by`` are those who forfeited the whole match.
    Knock-out: ``games`` is how many of the planned games are finished, None for all of them.
    ``deciders`` are further games, whose points are in no other field: (white, black, points
    of white, points of black). ``winner`` is who advances where that is known or was ruled,
    whatever the points.
    """

    round_no: int
    white_no: int
    black_no: int | None
    white_points: int
    black_points: int = 0
    played: bool = True
    kind: ByeKind | None = None
    white_match: int | None = None
    black_match: int | None = None
    forfeited_by: frozenset[int] = frozenset()
    games: int | None = None
    deciders: tuple[Decider, ...] = ()
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class EventState:
    """Everything a format may look at when it pairs a round. Entries are in start-number order."""

    entries: tuple[Entry, ...]
    settings: FormatSettings = FormatSettings()
    history: tuple[PastMatch, ...] = ()


class Format(Protocol):
    """A way to hold an event."""

    code: str  # stored with the event
    label: str | Promise
    all_at_once: bool  # can every round be paired before the first game?

    def validate(self, entrants: int, settings: FormatSettings) -> None:
        """Refuse what cannot be played.

        :raises FormatError: says what to change.
        """

    def rounds_total(self, state: EventState) -> int:
        """How many rounds the event will have."""

    def plan_round(
        self, state: EventState, round_no: int, *, rng: random.Random, relax: Collection[Relaxation] = ()
    ) -> RoundPlan:
        """Pair round ``round_no``, counted from 1.

        ``relax`` are rules an arbiter sets aside; each is broken only where no round exists
        otherwise, and the plan's reasons tell where.

        :raises ValueError: there is no such round.
        :raises FormatError: it cannot be paired; the message says what could be done, and
            ``ways_out`` which sets of rules would have to be set aside.
        """
