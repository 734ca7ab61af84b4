"""Tie-breaks from the opponents' scores: Buchholz and Sonneborn-Berger (FIDE C.07, Articles 8 and 9).

With matches of several games every game counts for itself: an opponent met in two games
adds twice. Unplayed games: Article 15 in a round robin, Article 16 in a Swiss; both are
in `EventRecord`.
"""

from abc import abstractmethod
from dataclasses import replace
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .base import SumTiebreak, Term, in_points
from .inputs import System
from .record import EventRecord, Slot


class OpponentTiebreak(SumTiebreak):
    """A sum over opponents of which the least ``cuts`` are left out (Articles 14.1 and 16.5)."""

    def __init__(self, cuts: int = 0) -> None:
        self.cuts = cuts

    @abstractmethod
    def contribution(self, opponent_score: Fraction, result: Fraction) -> Fraction:
        """What one game gives."""

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        slots = [slot for slot in record.slots[id_] if _has_opponent(slot, record)]
        terms = []
        for slot in slots:
            score, result = in_points(record.opponent_score(id_, slot)), in_points(slot.points)
            contribution = self.contribution(score, result)
            terms.append(Term(slot.round_no, slot.kind, contribution, slot.opponent, score, result))
        missed = [slot.voluntary and not record.counts_as_game(slot) for slot in slots]
        for _cut in range(min(self.cuts, len(terms))):
            index = _least(terms, missed)
            terms[index] = replace(terms[index], cut=True)
        return terms


def _has_opponent(slot: Slot, record: EventRecord) -> bool:
    # A bye of a round robin is a free day; in a Swiss a dummy takes the opponent's place.
    return slot.opponent is not None or record.system is System.SWISS


def _least(terms: list[Term], missed: list[bool]) -> int:
    """Which line to cut next; ``missed`` tells which are rounds missed of one's own will.

    It is the line against the lowest score; but a missed round goes first, unless it gives
    less than that line does (Article 16.5).
    """
    left = [index for index, term in enumerate(terms) if not term.cut]
    lowest = min(left, key=lambda index: (terms[index].opponent_score or 0, terms[index].contribution))
    own_will = [index for index in left if missed[index]]
    if own_will:
        cheapest = min(own_will, key=lambda index: terms[index].contribution)
        if terms[cheapest].contribution >= terms[lowest].contribution:
            return cheapest
    return lowest


class Buchholz(OpponentTiebreak):
    """BH and its cuts, Articles 8.1 and 14. Without use in a round robin, where all meet the same."""

    systems = frozenset({System.SWISS})

    def __init__(self, cuts: int = 0) -> None:
        super().__init__(cuts)
        self.code, self.name, self.explanation = _BUCHHOLZ[cuts]

    def contribution(self, opponent_score: Fraction, result: Fraction) -> Fraction:
        return opponent_score


class SonnebornBerger(OpponentTiebreak):
    """SB and its cut, Article 9.1."""

    def __init__(self, cuts: int = 0) -> None:
        super().__init__(cuts)
        self.code, self.name, self.explanation = _SONNEBORN_BERGER[cuts]

    def contribution(self, opponent_score: Fraction, result: Fraction) -> Fraction:
        return opponent_score * result


_Words = tuple[str, str | Promise, str | Promise]
_BUCHHOLZ: dict[int, _Words] = {
    0: ("BH", _("Buchholz"), _("The sum of the opponents' scores.")),
    1: ("BH/C1", _("Buchholz cut 1"), _("The sum of the opponents' scores without the lowest.")),
    2: ("BH/C2", _("Buchholz cut 2"), _("The sum of the opponents' scores without the two lowest.")),
}
_SONNEBORN_BERGER: dict[int, _Words] = {
    0: (
        "SB",
        _("Sonneborn-Berger"),
        _("The opponents' scores, each times the points scored against that opponent."),
    ),
    1: (
        "SB/C1",
        _("Sonneborn-Berger cut 1"),
        _("As Sonneborn-Berger, without the opponent with the lowest score."),
    ),
}
