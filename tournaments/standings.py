"""Standings: entrants in order, with every number that put them there.

Pure: no database, no clock; whole half points and fractions, never floats.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.tiebreaks import (
    ByeKind,
    ByeResult,
    Edition,
    EntrantLine,
    EventRecord,
    GameResult,
    Scoring,
    System,
    Tiebreak,
    TiebreakValue,
    check_tiebreaks,
)

__all__ = [
    "ByeKind",
    "ByeResult",
    "Edition",
    "EntrantLine",
    "GameResult",
    "Scoring",
    "StandingRow",
    "System",
    "TiebreakValue",
    "standings",
]


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One entrant's place. ``points`` and ``max_points`` are half points.

    ``rank`` is shared by all who are equal in every tie-break of the list. ``played``
    counts finished games, forfeits included; ``to_play`` those still to finish or to
    come. ``max_points`` is the score if all of these are won.
    """

    rank: int
    shared: bool
    entrant: EntrantLine
    points: int
    played: int
    to_play: int
    max_points: int
    values: tuple[TiebreakValue, ...]

    def value(self, code: str) -> TiebreakValue:
        """The value of the tie-break ``code``.

        :raises KeyError: it is not in the event's list.
        """
        for value in self.values:
            if value.code == code:
                return value
        raise KeyError(code)


def standings(
    entrants: Sequence[EntrantLine],
    results: Iterable[GameResult],
    scoring: Scoring | None = None,
    tiebreaks: Sequence[str] = ("PTS",),
    system: System | str = System.ROUND_ROBIN,
    *,
    byes: Iterable[ByeResult] = (),
    games_to_come: Mapping[int, int] | None = None,
    edition: Edition = Edition.FIDE_2026,
) -> list[StandingRow]:
    """Rank ``entrants``: each tie-break of the ordered list divides whom those before it left tied.

    ``results`` are all games of the event that exist, finished or not; unfinished ones
    count as nothing yet. ``games_to_come`` tells how many games each entrant will have in
    rounds not paired yet. With matches of several games, tie-breaks count games, not
    matches. Results that an event's rules annul are simply left out by the caller.

    Entrants who share a rank come in seed order.

    :raises TiebreakError: the list of tie-breaks cannot be used.
    :raises ValueError: results of somebody who is no entrant, or two entrants with one id.
    """
    record = EventRecord(entrants, results, byes=byes, scoring=scoring, system=System(system), edition=edition)
    values: dict[int, list[TiebreakValue]] = {id_: [] for id_ in record.entrants}
    groups = [sorted(record.entrants, key=lambda id_: record.entrants[id_].seed)]
    for tiebreak in check_tiebreaks(tiebreaks):
        groups = [part for group in groups if group for part in _divided(group, tiebreak, record, values)]

    rows: list[StandingRow] = []
    coming = games_to_come or {}
    for group in groups:
        rank = len(rows) + 1
        for id_ in group:
            played = sum(slot.opponent is not None for slot in record.slots[id_])
            to_play = record.pending[id_] + coming.get(id_, 0)
            rows.append(
                StandingRow(
                    rank=rank,
                    shared=len(group) > 1,
                    entrant=record.entrants[id_],
                    points=record.points[id_],
                    played=played,
                    to_play=to_play,
                    max_points=record.points[id_] + to_play * record.scoring.win,
                    values=tuple(values[id_]),
                )
            )
    return rows


def _divided(
    group: list[int], tiebreak: Tiebreak, record: EventRecord, values: dict[int, list[TiebreakValue]]
) -> list[list[int]]:
    """``group`` split by one tie-break, best first; its values are added to ``values``."""
    found = tiebreak.values(group, record)
    for id_ in group:
        values[id_].append(found[id_])
    best_first = sorted(group, key=lambda id_: found[id_].order, reverse=True)
    return [list(equal) for _order, equal in groupby(best_first, key=lambda id_: found[id_].order)]
