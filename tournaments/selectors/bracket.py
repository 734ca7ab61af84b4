"""The tree of a knock-out as a page draws it: rounds from left to right, each match with its two sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from ..models import Entrant, Match, Section
from ..pairing.knock_out import name_of
from ..pairing.knock_out_tree import Bracket, Tie
from ..rules_words import half_points
from .knock_out import bracket_of
from .pairing_state import places_of

ROUND_NAMES: dict[str, Any] = {
    "final": _("Final"),
    "semi_final": _("Semi-finals"),
    "quarter_final": _("Quarter-finals"),
    "third_place": _("Third place"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: the entrant if known, its seed, its points in the match, whether it goes on."""

    entrant: Entrant | None
    seed: int | None
    points: str
    goes_on: bool
    is_empty: bool  # nobody will come here


@dataclass(frozen=True, slots=True)
class TreeMatch:
    """A match of the tree. ``match`` is None while it is not paired, and where nobody had to play."""

    match: Match | None
    sides: tuple[Side, Side]
    why: str


@dataclass(frozen=True, slots=True)
class TreeRound:
    """A column of the tree."""

    title: Any
    matches: tuple[TreeMatch, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """The whole tree; ``third`` is the match for third place."""

    rounds: tuple[TreeRound, ...]
    third: TreeMatch | None
    champion: Entrant | None


def tree_of(section: Section) -> Tree:
    """The tree of a knock-out section as the results stand. Seven queries, whatever its size."""
    entrants = {place.number: place.entrant for place in places_of(section)}
    stored = {
        frozenset({match.first_id, match.second_id, -match.round.number}): match
        for match in Match.objects.filter(round__section=section, kind=Match.Kind.GAMES).select_related("round")
    }
    tree = bracket_of(section)
    rounds = tuple(
        TreeRound(_title(ties[0], number, tree), tuple(_match(tie, entrants, stored) for tie in ties))
        for number, ties in enumerate(tree.rounds, start=1)
    )
    champion = entrants.get(tree.champion) if tree.champion is not None else None
    return Tree(rounds, _match(tree.third, entrants, stored) if tree.third else None, champion)


def _title(tie: Tie, number: int, tree: Bracket) -> Any:
    name = name_of(tie, len(tree.rounds))
    return ROUND_NAMES.get(name) or _("Round {number}").format(number=number)


def _match(tie: Tie, entrants: dict[int, Entrant], stored: dict[frozenset[int | None], Match]) -> TreeMatch:
    numbers = (tie.upper.no, tie.lower.no)
    known = [entrants[number] if number is not None else None for number in numbers]
    match = None
    if known[0] is not None and known[1] is not None:
        match = stored.get(frozenset({known[0].pk, known[1].pk, -tie.round_no}))
    sides = tuple(
        Side(
            entrant=entrant,
            seed=number,
            points=_points(match, entrant),
            goes_on=number is not None and tie.result.no == number,
            is_empty=number is None and place.settled,
        )
        for number, entrant, place in zip(numbers, known, (tie.upper, tie.lower), strict=True)
    )
    return TreeMatch(match, (sides[0], sides[1]), tie.result.why.value)


def _points(match: Match | None, entrant: Entrant | None) -> str:
    if match is None or entrant is None or match.started_at is None:
        return ""
    return half_points(match.first_points if match.first_id == entrant.pk else match.second_points)
