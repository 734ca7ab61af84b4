"""Standings: entrants in order, with every number that put them there.

Pure: no database, no clock; whole half points and fractions, never floats.
"""

from collections import Counter
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
    ScoreBy,
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
    "ScoreBy",
    "Scoring",
    "StandingRow",
    "System",
    "TiebreakValue",
    "standings",
]


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One entrant's place. Points are half points: ``points`` are those that rank.

    ``rank`` is shared by all who are equal in every tie-break of the list. ``played``
    counts finished games, forfeits included; ``to_play`` those still to finish or to
    come; ``matches_played`` and ``matches_to_play`` count matches likewise.
    ``max_points`` is the score if all games to play are won.
    """

    rank: int
    shared: bool
    entrant: EntrantLine
    points: int
    game_points: int
    played: int
    to_play: int
    matches_played: int
    matches_to_play: int
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
    matches_to_come: Mapping[int, int] | None = None,
    score_by: ScoreBy | str = ScoreBy.GAMES,
    match_scoring: Scoring | None = None,
    edition: Edition = Edition.FIDE_2026,
) -> list[StandingRow]:
    """Rank ``entrants``: each tie-break of the ordered list divides whom those before it left tied.

    ``results`` are all games of the event that exist, finished or not; unfinished ones
    count as nothing yet. ``games_to_come`` and ``matches_to_come`` tell how many each
    entrant will have in rounds not paired yet. Results that an event's rules annul are
    simply left out by the caller (see `tournaments.withdrawal`).

    ``scoring`` is what a game is worth. With ``score_by`` games, points are game points and
    tie-breaks count games, also in matches of several. With matches, points are those that
    ``match_scoring`` gives for a match (by default 1, ½, 0), and every tie-break from
    results counts matches; only GP, DEG, TOPDOWN, BPG, BWG and those from ratings count
    games. A match counts once all its games are recorded, see `tournaments.tiebreaks.matches`.

    Entrants who share a rank come in seed order.

    :raises TiebreakError: the list of tie-breaks cannot be used.
    :raises ValueError: results of somebody who is no entrant, or two entrants with one id.
    """
    record = EventRecord(
        entrants,
        results,
        byes=byes,
        scoring=scoring,
        system=System(system),
        edition=edition,
        score_by=ScoreBy(score_by),
        match_scoring=match_scoring,
    )
    values: dict[int, list[TiebreakValue]] = {id_: [] for id_ in record.entrants}
    groups = [sorted(record.entrants, key=lambda id_: record.entrants[id_].seed)]
    for tiebreak in check_tiebreaks(tiebreaks):
        groups = [part for group in groups if group for part in _divided(group, tiebreak, record, values, groups)]

    progress = _Progress(record, games_to_come or {}, matches_to_come or {})
    rows: list[StandingRow] = []
    for group in groups:
        rank = len(rows) + 1
        for id_ in group:
            rows.append(
                StandingRow(
                    rank=rank,
                    shared=len(group) > 1,
                    entrant=record.entrants[id_],
                    points=record.points[id_],
                    game_points=record.game_points[id_],
                    played=sum(slot.opponent is not None for slot in record.game_slots[id_]),
                    to_play=progress.games_to_play(id_),
                    matches_played=progress.matches_played[id_],
                    matches_to_play=progress.matches_to_play(id_),
                    max_points=progress.max_points(id_),
                    values=tuple(values[id_]),
                )
            )
    return rows


class _Progress:
    """How much of the event each entrant has behind and before it."""

    def __init__(self, record: EventRecord, games_to_come: Mapping[int, int], matches_to_come: Mapping[int, int]):
        self._record = record
        self._games_to_come = games_to_come
        self._matches_to_come = matches_to_come
        finished = [match for match in record.matches if match.finished]
        self.matches_played = Counter([match.first for match in finished] + [match.second for match in finished])

    def games_to_play(self, id_: int) -> int:
        return self._record.pending.get(id_, 0) + self._games_to_come.get(id_, 0)

    def matches_to_play(self, id_: int) -> int:
        return len(self._record.unfinished_matches.get(id_, ())) + self._matches_to_come.get(id_, 0)

    def max_points(self, id_: int) -> int:
        record = self._record
        if record.score_by is ScoreBy.GAMES:
            return record.points[id_] + self.games_to_play(id_) * record.scoring.win
        running = record.unfinished_matches.get(id_, ())
        possible = sum(match.best_of(id_, record.game_scoring, record.match_scoring) for match in running)
        return record.points[id_] + possible + self._matches_to_come.get(id_, 0) * record.match_scoring.win


def _divided(
    group: list[int],
    tiebreak: Tiebreak,
    record: EventRecord,
    values: dict[int, list[TiebreakValue]],
    table: list[list[int]],
) -> list[list[int]]:
    """``group`` split by one tie-break, best first; its values are added to ``values``.

    ``table`` is the order before it, of which ``group`` is a part.
    """
    found = tiebreak.values_in_table(group, record, table)
    for id_ in group:
        values[id_].append(found[id_])
    best_first = sorted(group, key=lambda id_: found[id_].order, reverse=True)
    return [list(equal) for _order, equal in groupby(best_first, key=lambda id_: found[id_].order)]
