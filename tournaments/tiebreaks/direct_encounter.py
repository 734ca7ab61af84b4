"""Direct encounter (FIDE C.07, Article 6): the games among the tied entrants decide."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .base import Term, Tiebreak, TiebreakValue, in_points
from .record import EventRecord
from .slots import Slot


@dataclass
class _Line:
    """One entrant's line in the table of the tied: half points, and how many more could come or fail.

    ``met`` holds the games against each rival, and how many they are with the unfinished ones.
    """

    points: int | Fraction = 0
    missing: int | Fraction = 0
    met: list[tuple[int, list[Slot], int]] = field(default_factory=list)

    def terms(self) -> list[Term]:
        lines = [
            Term(slot.round_no, slot.kind, Fraction(slot.points, 2 * games), rival, result=in_points(slot.points))
            for rival, slots, games in self.met
            for slot in slots
        ]
        return sorted(lines, key=lambda term: term.round_no)


class DirectEncounter(Tiebreak):
    """DE. It orders the tied; ``value`` is the score in the table of all of them.

    - All have met: the table's order, and again within each part still tied (6.2).
    - Otherwise somebody is placed only if alone at the top whatever the missing results,
      then the next likewise; the rest are taken again by themselves (6.3).
    - Of repeated meetings, as in a match of several games, the average counts (6.1.2).
    - Forfeits count in a round robin and are left out in a Swiss (6.1.1, 15.2).
    - A game still being played is a missing one. A match half played counts by its
      share: what is finished is certain, the rest missing.
    """

    code = "DE"
    name: str | Promise = _("Direct encounter")
    explanation: str | Promise = _(
        "Points from the games among the tied players. If some have not met, only a place that "
        "is certain whatever the missing results is given."
    )

    def values(self, tied: Sequence[int], record: EventRecord) -> dict[int, TiebreakValue]:
        if len(tied) == 1:
            return {tied[0]: TiebreakValue(self.code, None, place=1)}
        table = _table(tied, record)
        found: dict[int, TiebreakValue] = {}
        for group in _ranked(list(tied), record):
            place = len(found) + 1
            for id_ in group:
                line = table[id_]
                found[id_] = TiebreakValue(self.code, Fraction(line.points) / 2, line.terms, place)
        return found


def _ranked(tied: list[int], record: EventRecord) -> list[list[int]]:
    """``tied`` in order, in groups of those that Article 6 cannot separate."""
    if len(tied) == 1:
        return [tied]
    table = _table(tied, record)
    if any(line.missing for line in table.values()):
        placed = _certain_places(tied, table, record)
        rest = [id_ for id_ in tied if id_ not in placed]
        again = [rest] if not placed else _ranked(rest, record) if rest else []
        return [[id_] for id_ in placed] + again
    best_first = sorted(tied, key=lambda id_: -table[id_].points)
    groups = [list(group) for _points, group in groupby(best_first, key=lambda id_: table[id_].points)]
    if len(groups) == 1:
        return [tied]
    return [part for group in groups for part in _ranked(group, record)]


def _certain_places(tied: list[int], table: dict[int, _Line], record: EventRecord) -> list[int]:
    """Who is first, second and so on, as far as no missing result can change it.

    A candidate is safe if its worst case beats the best case of every rival: a rival's
    best case needs only that rival's own games, so it can always come true.
    """
    worst = {id_: line.points + line.missing * record.scoring.loss for id_, line in table.items()}
    best = {id_: line.points + line.missing * record.scoring.win for id_, line in table.items()}
    placed: list[int] = []
    rest = list(tied)
    while rest:
        first = max(rest, key=lambda id_: worst[id_])
        if any(best[id_] >= worst[first] for id_ in rest if id_ != first):
            break
        placed.append(first)
        rest.remove(first)
    return placed


def _table(tied: Sequence[int], record: EventRecord) -> dict[int, _Line]:
    """The table of the games among ``tied``."""
    members = set(tied)
    return {id_: _line(id_, members, record) for id_ in tied}


def _line(id_: int, members: set[int], record: EventRecord) -> _Line:
    met: dict[int, list[Slot]] = {}
    for slot in record.slots[id_]:
        if slot.opponent in members and record.counts_as_game(slot):
            met.setdefault(slot.opponent, []).append(slot)
    running = {rival: games for rival, games in record.unfinished_of(id_).items() if rival in members}
    line = _Line(missing=len(members) - 1 - len(met))
    for rival, slots in met.items():
        games = len(slots) + running.get(rival, 0)
        points = sum(slot.points for slot in slots)
        line.points += points if games == 1 else Fraction(points, games)
        if games > len(slots):
            line.missing += Fraction(running[rival], games)
        line.met.append((rival, slots, games))
    return line
