"""The final ranks of an event. For the services; expects the event's lock."""

from __future__ import annotations

from ..models import Entrant, Tournament
from ..selectors.standings import standings_of


def store_final_ranks(tournament: Tournament) -> list[Entrant]:
    """Write each entrant's rank as the standings give it, shared ranks included. Returns the entrants, best first."""
    entrants = []
    for standing in standings_of(tournament):
        standing.entrant.final_rank = standing.rank
        entrants.append(standing.entrant)
    Entrant.objects.bulk_update(entrants, ["final_rank"])
    return entrants
