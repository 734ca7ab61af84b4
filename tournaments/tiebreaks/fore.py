"""Buchholz with a twist: fore Buchholz and the average Buchholz of opponents (FIDE C.07, Articles 8.2 and 8.3)."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .base import Term, Tiebreak, TiebreakValue
from .inputs import System
from .opponents import Buchholz
from .record import EventRecord


class ForeBuchholz(Buchholz):
    """FB, Article 8.3: Buchholz as if every game of the last round had been drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.code = "FB"
        self.name: str | Promise = _("Fore Buchholz")
        self.explanation: str | Promise = _("Buchholz as if all games of the last round had been drawn.")

    def number(self, id_: int, record: EventRecord) -> int:
        return super().number(id_, record.with_last_round_drawn)

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        return super().terms(id_, record.with_last_round_drawn)


class AverageOfBuchholz(Tiebreak):
    """AOB, Article 8.2: the mean Buchholz of the opponents met over the board."""

    code = "AOB"
    name: str | Promise = _("Average Buchholz of opponents")
    explanation: str | Promise = _("The mean of the opponents' Buchholz scores, opponents met over the board only.")
    systems = frozenset({System.SWISS})
    is_sum = True
    _buchholz = Buchholz()

    def values(self, tied: Sequence[int], record: EventRecord) -> dict[int, TiebreakValue]:
        return {id_: self._value(id_, record) for id_ in tied}

    def _value(self, id_: int, record: EventRecord) -> TiebreakValue:
        opponents = [slot.opponent or 0 for slot in record.played_slots(id_)]
        lines = partial(self._terms, id_, record)
        if not opponents:
            return TiebreakValue(self.code, None, lines)
        buchholz = record.known("BH", self._buchholz.number)
        total = sum([buchholz[opponent] or 0 for opponent in opponents])
        mean = Fraction(total, 2 * len(opponents))
        return TiebreakValue(self.code, mean, lines)

    def _terms(self, id_: int, record: EventRecord) -> list[Term]:
        games = record.played_slots(id_)
        lines = []
        for slot in games:
            number = record.known("BH", self._buchholz.number)[slot.opponent or 0] or 0
            share = Fraction(number, 2 * len(games))
            lines.append(Term(slot.round_no, slot.kind, share, slot.opponent, Fraction(number, 2)))
        return lines
