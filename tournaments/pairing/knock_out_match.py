"""Who advances from a knock-out match."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from .format_types import Decider, DrawnMatch, EventState, FormatSettings, PastMatch


class Why(StrEnum):
    """What decided a knock-out match, or what it waits for."""

    OPEN = "open"  # not finished
    DECIDER = "decider"  # drawn, and further games are to be played
    POINTS = "points"
    FORFEIT = "forfeit"
    RULED = "ruled"  # by the arbiter
    HIGHER_SEED = "higher_seed"  # drawn
    LOT = "lot"  # drawn
    BYE = "bye"  # there was no opponent
    WITHDRAWN = "withdrawn"  # the opponent has gone
    NOBODY = "nobody"  # both forfeited or have gone


@dataclass(frozen=True, slots=True)
class Advance:
    """Who advances (None: nobody, or not known yet) and why.

    ``deciders`` are the (white, black) of the games to add when ``why`` is `Why.DECIDER`.
    """

    no: int | None
    why: Why
    deciders: tuple[tuple[int, int], ...] = ()

    @property
    def settled(self) -> bool:
        """Whether it is known who advances, or that nobody does."""
        return self.why not in (Why.OPEN, Why.DECIDER)


def best_of(settings: FormatSettings, round_no: int) -> int:
    """How many games a match of this round has; the last number given goes on for later rounds."""
    return settings.best_of[min(round_no, len(settings.best_of)) - 1]


def decide(match: PastMatch, settings: FormatSettings) -> Advance:
    """Who advances from a match between two, by the games finished so far.

    A match is over as soon as the side behind cannot draw level any more. What the arbiter
    ruled comes first, then forfeits of the match, then points. A drawn match follows
    `FormatSettings.drawn_match`: the higher seed (smaller number) advances; or pairs of
    further games are played, each pair to its end, colours still alternating, until one side
    leads or `FormatSettings.decider_games` are used up, and then the higher seed advances;
    or a lot is drawn, always the same one for this match and `FormatSettings.lot_seed`.

    :raises ValueError: it is a bye.
    """
    if match.black_no is None:
        raise ValueError("a bye is no match")
    if match.winner is not None:
        return Advance(match.winner, Why.RULED)
    sides = frozenset((match.white_no, match.black_no))
    if match.forfeited_by:
        left = sides - match.forfeited_by
        return Advance(min(left), Why.FORFEIT) if left else Advance(None, Why.NOBODY)
    planned = best_of(settings, match.round_no)
    finished = planned if match.games is None else match.games
    to_come = max(0, planned - finished) + len(match.deciders) % 2
    lead = match.white_points - match.black_points + sum(_for(match.white_no, game) for game in match.deciders)
    if abs(lead) > to_come * (settings.win - settings.loss):
        return Advance(match.white_no if lead > 0 else match.black_no, Why.POINTS)
    if to_come:
        return Advance(None, Why.OPEN)
    return _drawn(match.white_no, match.black_no, match.round_no, len(match.deciders), settings)


def _for(no: int, game: Decider) -> int:
    """What a decider adds to the lead of ``no``."""
    white, _black, white_points, black_points = game
    return white_points - black_points if white == no else black_points - white_points


def _drawn(white: int, black: int, round_no: int, played: int, settings: FormatSettings) -> Advance:
    higher = min(white, black)
    if settings.drawn_match is DrawnMatch.LOT:
        lots = random.Random(f"{settings.lot_seed}:{round_no}:{higher}:{max(white, black)}")  # noqa: S311 - replayable
        return Advance(lots.choice(sorted((white, black))), Why.LOT)
    if settings.drawn_match is DrawnMatch.DECIDERS and played < settings.decider_games:
        first, second = (black, white) if best_of(settings, round_no) % 2 else (white, black)
        return Advance(None, Why.DECIDER, ((first, second), (second, first)))
    return Advance(higher, Why.HIGHER_SEED)


@dataclass(frozen=True, slots=True)
class NeedsDecider:
    """A drawn match goes on with these further games, (white, black) of each in order."""

    games: tuple[tuple[int, int], ...]


def advances(match: PastMatch, state: EventState, *, deciders: Sequence[Decider] = ()) -> int | NeedsDecider | None:
    """Who advances from a match, None when it is open or nobody does, or the games that must decide it.

    ``deciders`` are further games played so far, besides those the match names itself. See `decide`.

    :raises ValueError: it is a bye.
    """
    found = decide(replace(match, deciders=(*match.deciders, *deciders)), state.settings)
    return NeedsDecider(found.deciders) if found.why is Why.DECIDER else found.no
