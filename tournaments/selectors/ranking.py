"""Who came where in a whole event of one or several stages."""

from __future__ import annotations

from ..models import Entrant, Section, Tournament
from .knock_out import knock_out_ranks
from .sections import sections_of
from .standings import section_standings


def event_ranking(tournament: Tournament) -> list[tuple[int, Entrant]]:
    """(rank, entrant), best first: those of the last stage by it, then those who got no further than the one before.

    Sections of one stage are ranked side by side, so that the first of each group share a place.
    """
    by_stage: dict[int, list[Section]] = {}
    for section in sections_of(tournament):
        by_stage.setdefault(section.stage.number, []).append(section)
    ranked: list[tuple[int, Entrant]] = []
    seen: set[int] = set()
    for number in sorted(by_stage, reverse=True):
        lines = [line for section in by_stage[number] for line in section_ranks(section) if line[1].pk not in seen]
        ahead = len(ranked)
        several = len(by_stage[number]) > 1
        for rank in sorted({rank for rank, _entrant in lines}):
            equal = [entrant for own, entrant in lines if own == rank]
            place = len(ranked) + 1 if several or ahead else rank
            ranked += [(place, entrant) for entrant in equal]
            seen |= {entrant.pk for entrant in equal}
    return ranked


def section_ranks(section: Section) -> list[tuple[int, Entrant]]:
    """(rank, entrant) of one section, best first."""
    if not section.stage.rules.is_knock_out:
        return [(standing.rank, standing.entrant) for standing in section_standings(section)]
    return knock_out_ranks(section)
