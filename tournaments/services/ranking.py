"""The final ranks of an event. For the services; expects the event's lock."""

from __future__ import annotations

from ..models import Entrant, Place, Section, Tournament
from ..selectors.ranking import event_ranking, section_ranks


def store_final_ranks(tournament: Tournament) -> list[Entrant]:
    """Write each entrant's rank in the whole event, shared ranks included. Returns the entrants, best first.

    Who is left out of the standings, because the results are annulled, has none.
    """
    entrants = []
    Entrant.objects.filter(tournament=tournament, final_rank__isnull=False).update(final_rank=None)
    for rank, entrant in event_ranking(tournament):
        entrant.final_rank = rank
        entrants.append(entrant)
    Entrant.objects.bulk_update(entrants, ["final_rank"], batch_size=500)
    return entrants


def store_section_ranks(section: Section) -> None:
    """Write the ranks of a section that is over. Who went on to the next stage is not touched."""
    ranks = {entrant.pk: rank for rank, entrant in section_ranks(section)}
    places = list(section.places.all())
    for place in places:
        place.rank = ranks.get(place.entrant_id)
    Place.objects.bulk_update(places, ["rank"], batch_size=500)
