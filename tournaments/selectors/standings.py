"""Standings and crosstable of an event, with the entrants they are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from ..crosstable import Cell, crosstable
from ..models import Entrant, Section, Tournament
from ..section_rows import section_rows
from ..standings import StandingRow, TiebreakValue
from ..states import BEFORE_START
from .knock_out import knock_out_ranks
from .results import SectionResults, results_of
from .sections import current_section


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's line in the standings.

    ``decisive`` holds the codes of the tie-breaks that separated it from a neighbour with equal points.
    """

    entrant: Entrant
    row: StandingRow
    decisive: frozenset[str]

    @property
    def rank(self) -> int:
        return self.row.rank

    @property
    def points(self) -> int:
        """In half points."""
        return self.row.points

    @property
    def games(self) -> int:
        """How many games this entrant has in the whole event."""
        return self.row.played + self.row.to_play

    @property
    def ties(self) -> tuple[TiebreakValue, ...]:
        """The values of the tie-breaks after the points."""
        return tuple(value for value in self.row.values if value.code != "PTS")


@dataclass(frozen=True, slots=True)
class CrosstableLine:
    """A line of the crosstable: the standing and its cells, in the order of the lines.

    ``outcomes`` is that of `SectionResults`: how the games named by the cells ended.
    """

    standing: Standing
    cells: tuple[Cell, ...]
    outcomes: Mapping[int, str]


def standings_of(tournament: Tournament, section: Section | None = None) -> list[Standing]:
    """The entrants of a section in order, best first; without one, of that now played. Empty before the start."""
    section = section or current_section(tournament)
    return section_standings(section) if section is not None else []


def section_standings(section: Section) -> list[Standing]:
    """The entrants of a section in order, best first. Four queries, whatever its size."""
    return _ordered(section, results_of(section))


def crosstable_of(tournament: Tournament, section: Section | None = None) -> list[CrosstableLine]:
    """Who met whom in a section, in the order of the standings; empty before the start."""
    section = section or current_section(tournament)
    if section is None:
        return []
    results = results_of(section)
    ordered = _ordered(section, results)
    scoring = results.match_scoring if results.rules.score_by == "matches" else None
    grid = crosstable([standing.row.entrant for standing in ordered], results.games, scoring)
    outcomes = results.outcomes
    return [CrosstableLine(standing, line.cells, outcomes) for standing, line in zip(ordered, grid, strict=True)]


def _ordered(section: Section, results: SectionResults) -> list[Standing]:
    """The standings; in a knock-out as far as each has come in the tree, not by points."""
    found = standings_from(results)
    if not section.stage.rules.is_knock_out:
        return found
    ranks = knock_out_ranks(section)
    shared = Counter(rank for rank, _entrant in ranks)
    lines = {standing.entrant.pk: standing for standing in found}
    return [
        replace(line, row=replace(line.row, rank=rank, shared=shared[rank] > 1), decisive=frozenset())
        for rank, entrant in ranks
        if (line := lines.get(entrant.pk)) is not None
    ]


def has_started(tournament: Tournament) -> bool:
    """Whether there are pairings: an event may also have been cancelled before its start."""
    return tournament.started_at is not None and tournament.status not in BEFORE_START


def left_out(section: Section) -> list[Entrant]:
    """Who has left a round robin and has no line in its standings, because the results are annulled."""
    return list(results_of(section).left_out)


def standings_from(results: SectionResults) -> list[Standing]:
    """The standings that these results make, stored or supposed. Pure."""
    rows = section_rows(
        results.rules,
        results.lines,
        results.games,
        results.byes,
        active=[line.id for line in results.lines if line.status == Entrant.Status.ENTERED],
        rounds_to_come=results.rounds_total - results.rounds_paired,
    )
    decisive = _decisive(rows)
    return [Standing(results.entrants[row.entrant.id], row, decisive[row.entrant.id]) for row in rows]


def _decisive(rows: list[StandingRow]) -> dict[int, frozenset[str]]:
    """For each entrant the tie-breaks that put it before or after its neighbour, points apart."""
    found: dict[int, set[str]] = {row.entrant.id: set() for row in rows}
    for upper, lower in pairwise(rows):
        for one, other in zip(upper.values, lower.values, strict=True):
            if one.order != other.order:
                if one.code != "PTS":
                    found[upper.entrant.id].add(one.code)
                    found[lower.entrant.id].add(one.code)
                break
    return {id_: frozenset(codes) for id_, codes in found.items()}
