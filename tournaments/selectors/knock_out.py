"""The tree of a knock-out and who came where in it."""

from __future__ import annotations

from ..models import Entrant, Section
from ..pairing.knock_out_tree import Bracket, bracket, places
from .pairing_state import pairing_state, places_of


def bracket_of(section: Section) -> Bracket:
    """The tree of a knock-out as the results stand."""
    return bracket(pairing_state(section, places_of(section), round_number=section.rounds_total + 1))


def knock_out_ranks(section: Section) -> list[tuple[int, Entrant]]:
    """(rank, entrant), best first, as the results stand: who is still in shares the first place that is not taken."""
    entrants = {place.number: place.entrant for place in places_of(section)}
    tree = bracket_of(section)
    groups = places(tree)
    placed = {number for group in groups for number in group}
    if left := [number for number in entrants if number not in placed]:
        groups.insert(2 if tree.champion is not None else 0, left)
    ranked: list[tuple[int, Entrant]] = []
    for equal in groups:
        rank = len(ranked) + 1
        ranked += [(rank, entrants[number]) for number in equal]
    return ranked
