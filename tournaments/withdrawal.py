"""What becomes of the results of somebody who leaves an event, and when silence is taken for leaving.

Pure: no database, no clock. Games that have been played stay visible and rated under
every rule; here it is only decided what counts in the standings. A Swiss and a knock-out
keep all results: their rule is `WithdrawalRule.FORFEIT`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from .standings import StandingRow
from .tiebreaks import ByeResult, EntrantLine, GameResult, Scoring


class WithdrawalRule(StrEnum):
    """What counts of somebody who has left a round robin."""

    ANNUL = "annul"  # nothing: as if never entered
    FORFEIT = "forfeit"  # everything, and what is left to play is lost by forfeit
    HALF_SCHEDULE = "half_schedule"  # FIDE: annul with less than half of the own games done, otherwise forfeit


@dataclass(frozen=True, slots=True)
class Treated:
    """An event after withdrawals: what the standings are to be made from.

    ``results`` are the games that count, finished or to play; ``annulled`` those that do
    not, and ``out`` the entrants who are left out with them.
    """

    entrants: tuple[EntrantLine, ...]
    results: tuple[GameResult, ...]
    byes: tuple[ByeResult, ...]
    annulled: tuple[GameResult, ...]
    out: frozenset[int]


def results_stand(rule: WithdrawalRule, done: int, scheduled: int) -> bool:
    """Whether the results of who has left after ``done`` of ``scheduled`` own games count.

    >>> [results_stand(WithdrawalRule.HALF_SCHEDULE, *games) for games in ((4, 9), (5, 9), (4, 8))]
    [False, True, True]
    """
    if rule is WithdrawalRule.HALF_SCHEDULE:
        return 2 * done >= scheduled
    return rule is WithdrawalRule.FORFEIT


def games_done(id_: int, results: Collection[GameResult]) -> int:
    """How many own games an entrant has completed. A game the entrant forfeited is not, one the opponent did is."""
    return sum(
        game.finished and not (game.white_forfeited if game.white == id_ else game.black_forfeited)
        for game in _own(id_, results)
    )


def after_withdrawals(
    entrants: Sequence[EntrantLine],
    results: Sequence[GameResult],
    withdrawn: Mapping[int, WithdrawalRule],
    *,
    scoring: Scoring | None = None,
    byes: Sequence[ByeResult] = (),
    scheduled: Mapping[int, int] | None = None,
) -> Treated:
    """Apply to everybody in ``withdrawn`` the rule given there.

    ``results`` are all games as recorded, with those still to play. ``scheduled`` tells how
    many games an entrant was to have in the whole event; without it, as many as there are
    in ``results``. A game is annulled if it is so for either side. Between two who have
    both left, a game still to play is forfeited by both.
    """
    scoring = scoring or Scoring()
    lengths = scheduled or {}
    out = frozenset(
        id_
        for id_, rule in withdrawn.items()
        if not results_stand(rule, games_done(id_, results), lengths.get(id_, len(_own(id_, results))))
    )
    annulled = tuple(game for game in results if {game.white, game.black} & out)
    return Treated(
        entrants=tuple(entrant for entrant in entrants if entrant.id not in out),
        results=tuple(_forfeited(game, withdrawn, scoring) for game in results if not {game.white, game.black} & out),
        byes=tuple(bye for bye in byes if bye.entrant not in out),
        annulled=annulled,
        out=out,
    )


def standings_both_ways(
    entrants: Sequence[EntrantLine],
    results: Sequence[GameResult],
    leaving: int,
    rank: Callable[[Treated], list[StandingRow]],
    *,
    earlier: Mapping[int, WithdrawalRule] | None = None,
    scoring: Scoring | None = None,
    byes: Sequence[ByeResult] = (),
    scheduled: Mapping[int, int] | None = None,
) -> dict[WithdrawalRule, list[StandingRow]]:
    """The standings there would be under each rule if ``leaving`` left now, for a preview.

    ``earlier`` are those who have left before, with the rule that holds for them. ``rank``
    makes the standings, with the event's own scoring and tie-breaks.
    """
    return {
        rule: rank(
            after_withdrawals(
                entrants,
                results,
                {**(earlier or {}), leaving: rule},
                scoring=scoring,
                byes=byes,
                scheduled=scheduled,
            )
        )
        for rule in WithdrawalRule
    }


@dataclass(frozen=True, slots=True)
class SilenceLimit:
    """How much silence is a withdrawal.

    ``in_a_row``: so many own games lost on time one after the other; None: no such limit.
    ``half``: whether half of all own games of the event, lost on time, are enough too.
    """

    in_a_row: int | None = 3
    half: bool = True


def silent_withdrawal(timeouts: Sequence[bool], games: int, limit: SilenceLimit) -> bool:
    """Whether to take the silence of an entrant for a withdrawal.

    ``timeouts`` has one item for each own finished game, in the order they ended: whether
    it was lost on time. ``games`` is how many own games the event has. Who has finished a
    game in another way since the last time-out is there, whatever was lost before.

    Source: ICCF counts it as a silent withdrawal when half of an event's games are lost by silence.
    """
    if not timeouts or not timeouts[-1]:
        return False
    row = next((length for length, lost in enumerate(reversed(timeouts)) if not lost), len(timeouts))
    return (limit.in_a_row is not None and row >= limit.in_a_row) or (limit.half and 2 * sum(timeouts) >= games)


def _own(id_: int, results: Collection[GameResult]) -> list[GameResult]:
    return [game for game in results if id_ in (game.white, game.black) and not game.decider]


def _forfeited(game: GameResult, withdrawn: Collection[int], scoring: Scoring) -> GameResult:
    """The game, if it is still to play, as lost by forfeit for whoever has left."""
    white, black = game.white in withdrawn, game.black in withdrawn
    if game.finished or not (white or black):
        return game
    return replace(
        game,
        white_points=scoring.loss if white else scoring.win,
        black_points=scoring.loss if black else scoring.win,
        white_forfeited=white,
        black_forfeited=black,
    )
