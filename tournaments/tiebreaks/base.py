"""What a tie-break is, and the sum it shows."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

from django.utils.functional import Promise

from .inputs import System
from .record import EventRecord, Slot, SlotKind


@lru_cache(maxsize=1024)  # the same few scores over and over, and a Fraction is slow to make
def in_points(half_points: int) -> Fraction:
    """Half points as points."""
    return Fraction(half_points, 2)


@dataclass(frozen=True, slots=True)
class Term:
    """One line of the sum behind a value, in points: ``opponent_score`` and ``result`` explain it.

    ``opponent`` is None where there was none; ``cut`` lines are left out of the sum.
    """

    round_no: int
    kind: SlotKind
    contribution: Fraction
    opponent: int | None = None
    opponent_score: Fraction | None = None
    result: Fraction | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class TiebreakValue:
    """A tie-break of one entrant, exact. ``value`` is the sum of the terms that are not cut.

    ``value`` is None where the tie-break says nothing about this entrant. ``place`` is for
    tie-breaks that order the tied players instead of giving each a number: 1 for the first.
    """

    code: str
    value: Fraction | None
    terms: tuple[Term, ...] = ()
    place: int | None = None

    @property
    def decimal(self) -> Decimal | None:
        """The value for showing, exact or rounded half up to hundredths; None where there is none."""
        if self.value is None:
            return None
        exact = Decimal(self.value.numerator) / Decimal(self.value.denominator)
        rounded = exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
        return rounded.to_integral_value() if rounded == rounded.to_integral_value() else rounded.normalize()

    @property
    def order(self) -> Fraction:
        """What the ranking compares; more is better."""
        if self.place is not None:
            return Fraction(-self.place)
        return self.value if self.value is not None else Fraction(0)


class Tiebreak(ABC):
    """One criterion of the ordered list. A new one is one more class in the registry."""

    code: str
    name: str | Promise
    explanation: str | Promise
    systems: frozenset[System] = frozenset(System)  # where it makes sense

    @abstractmethod
    def values(self, tied: Sequence[int], record: EventRecord) -> dict[int, TiebreakValue]:
        """The value of each entrant in ``tied``, who are equal in everything before it in the list."""


class SumTiebreak(Tiebreak):
    """A tie-break that is a sum over the entrant's own slots, whoever it is tied with."""

    def values(self, tied: Sequence[int], record: EventRecord) -> dict[int, TiebreakValue]:
        return {id_: self._value(tuple(self.terms(id_, record))) for id_ in tied}

    @abstractmethod
    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        """The lines of the sum, in round order."""

    def _value(self, terms: tuple[Term, ...]) -> TiebreakValue:
        total = sum((term.contribution for term in terms if not term.cut), Fraction(0))
        return TiebreakValue(self.code, total, terms)


def plain_term(slot: Slot, contribution: Fraction) -> Term:
    """A line that needs no opponent's score to be understood."""
    return Term(slot.round_no, slot.kind, contribution, slot.opponent, result=in_points(slot.points))
