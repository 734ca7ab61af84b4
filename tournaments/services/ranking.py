"""The final ranks of an event. For the services; expects the event's lock."""

from __future__ import annotations

from ..models import Entrant, Tournament
from ..selectors.ranking import event_ranking


def store_final_ranks(tournament: Tournament) -> list[Entrant]:
    """Write each entrant's rank in the whole event, shared ranks included. Returns the entrants, best first."""
    entrants = []
    for rank, entrant in event_ranking(tournament):
        entrant.final_rank = rank
        entrants.append(entrant)
    Entrant.objects.bulk_update(entrants, ["final_rank"], batch_size=500)
    return entrants
