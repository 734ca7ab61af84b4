"""The tree of a knock-out: who stands where, who meets whom, who is out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from .format_types import EventState, PastMatch
from .knock_out_match import Advance, Why, decide

_Past = Mapping[tuple[int, int], PastMatch]  # by round and either side


class From(StrEnum):
    """Where somebody in a match comes from."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Place:
    """One side of a match. ``no`` is None while it is not known who comes, or, when ``settled``, for nobody.

    ``slot`` is the match of the round before that it comes from, None for a seed.
    """

    no: int | None
    settled: bool
    origin: From = From.SEED
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """A match of the tree. ``slot`` counts from 1 at the top of its round; the third-place match has slot 2.

    ``match`` is its result, None before there is one or when it was not played.
    """

    round_no: int
    slot: int
    upper: Place
    lower: Place
    match: PastMatch | None
    result: Advance
    third_place: bool = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """Who is known to be in it."""
        return tuple(place.no for place in (self.upper, self.lower) if place.no is not None)

    @property
    def to_play(self) -> bool:
        """Whether two who are there have yet to meet, or to finish."""
        return len(self.numbers) == 2 and not self.result.settled

    @property
    def loser(self) -> Place:
        """Who is out; nobody when both are."""
        lost = [no for no in self.numbers if no != self.result.no] if self.result.no is not None else []
        return Place(lost[0] if lost else None, self.result.settled, From.LOSER, self.slot)


@dataclass(frozen=True, slots=True)
class Bracket:
    """The tree from the first round to the final. ``champion`` is None until there is one."""

    rounds: tuple[tuple[Tie, ...], ...]
    third: Tie | None

    @property
    def champion(self) -> int | None:
        return self.rounds[-1][0].result.no

    def in_round(self, round_no: int) -> tuple[Tie, ...]:
        """The matches of a round, the third-place match last."""
        ties = self.rounds[round_no - 1]
        return (*ties, self.third) if self.third and round_no == len(self.rounds) else ties


def seed_order(size: int) -> list[int]:
    """The seeds from the top of the tree down: 1 and 2 can only meet in the final, 1 to 4 in the semi-finals.

    >>> seed_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [seat for seed in order for seat in (seed, 2 * len(order) + 1 - seed)]
    return order


def rounds_needed(entrants: int) -> int:
    """How many rounds until one is left."""
    return (entrants - 1).bit_length()


def bracket(state: EventState) -> Bracket:
    """The tree as the results stand. Places above the number of entrants are byes, for the highest seeds.

    A bye and a walk-over (the opponent has withdrawn and they have not met) are decided at
    once; who withdraws after winning leaves the next opponent a walk-over.

    :raises ValueError: fewer than two entrants.
    """
    entrants = len(state.entries)
    if entrants < 2:
        raise ValueError("a knock-out needs at least two entrants")
    total = rounds_needed(entrants)
    past = {(match.round_no, no): match for match in state.history for no in (match.white_no, match.black_no) if no}
    places = [Place(seed if seed <= entrants else None, settled=True) for seed in seed_order(1 << total)]
    rounds: list[tuple[Tie, ...]] = []
    for round_no in range(1, total + 1):
        ties = tuple(
            _tie(state, past, round_no, slot, upper, lower)
            for slot, (upper, lower) in enumerate(zip(places[::2], places[1::2], strict=True), start=1)
        )
        rounds.append(ties)
        places = [Place(tie.result.no, tie.result.settled, From.WINNER, tie.slot) for tie in ties]
    third = None
    if state.settings.third_place and total > 1:
        upper, lower = rounds[-2][0].loser, rounds[-2][1].loser
        third = replace(_tie(state, past, total, 2, upper, lower), third_place=True)
    return Bracket(tuple(rounds), third)


def places(tree: Bracket) -> list[list[int]]:
    """Who came where, best first; those of one list share a place. Only who is out or has won is named."""
    top = [tree.rounds[-1][0], *([tree.third] if tree.third and tree.third.result.settled else [])]
    rows = [[no] for tie in top for no in (tie.result.no, tie.loser.no) if no is not None]
    told = {no for row in rows for no in row}
    for ties in reversed(tree.rounds):
        row = sorted({no for tie in ties for no in _out(tie, tree)} - told)
        told.update(row)
        rows += [row] if row else []
    return rows


def _out(tie: Tie, tree: Bracket) -> list[int]:
    """Who left the event in this match; losers of a semi-final may still be in the match for third place."""
    if not tie.result.settled:
        return []
    waiting = tree.third.numbers if tree.third and not tree.third.result.settled else ()
    return [no for no in tie.numbers if no != tie.result.no and no not in waiting]


def _tie(state: EventState, past: _Past, round_no: int, slot: int, upper: Place, lower: Place) -> Tie:
    match = None
    if upper.settled and lower.settled:
        match, result = _result(state, past, round_no, upper.no, lower.no)
    else:
        result = Advance(None, Why.OPEN)
    return Tie(round_no, slot, upper, lower, match, result)


def _result(
    state: EventState, past: _Past, round_no: int, upper: int | None, lower: int | None
) -> tuple[PastMatch | None, Advance]:
    if upper is None or lower is None:
        alone = lower if upper is None else upper
        return None, Advance(alone, Why.NOBODY if alone is None else Why.BYE)
    for no in (upper, lower):
        match = past.get((round_no, no))
        if match and match.black_no is None:
            return None, Advance(no, Why.WITHDRAWN)
        if match and {match.white_no, match.black_no} == {upper, lower}:
            return match, decide(match, state.settings)
    here = [no for no in (upper, lower) if state.entries[no - 1].active]
    if len(here) == 2:
        return None, Advance(None, Why.OPEN)
    return None, Advance(here[0], Why.WITHDRAWN) if here else Advance(None, Why.NOBODY)
