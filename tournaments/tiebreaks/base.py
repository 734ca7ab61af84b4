"""What a tie-break is, and the sum it shows."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache, partial
from typing import Self

from django.utils.functional import Promise

from .inputs import System
from .record import EventRecord
from .slots import Slot, SlotKind


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


class TiebreakValue:
    """A tie-break of one entrant, exact. ``value`` is what the terms that are not cut come to.

    ``value`` is None where the tie-break says nothing about this entrant. ``place`` is for
    tie-breaks that order the tied players instead of giving each a number: 1 for the first.
    ``order`` is what the ranking compares with the same tie-break of others; more is better.
    """

    __slots__ = ("_fraction", "_lines", "_number", "_scale", "code", "order", "place")

    order: int | Fraction

    def __init__(
        self,
        code: str,
        value: Fraction | None = None,
        terms: Sequence[Term] | Callable[[], Sequence[Term]] = (),
        place: int | None = None,
    ) -> None:
        self.code = code
        self.place = place
        self._fraction = value
        self._number, self._scale = 0, 0
        self._lines: tuple[Term, ...] | Callable[[], Sequence[Term]] = terms if callable(terms) else tuple(terms)
        self.order = -place if place is not None else Fraction(0) if value is None else value

    @classmethod
    def counted(
        cls, code: str, number: int, scale: int, lines: Callable[[], Sequence[Term]], *, order: int | None = None
    ) -> Self:
        """The value ``number``/``scale``, with the lines made only when somebody asks for them."""
        made = cls.__new__(cls)
        made.code, made.place, made._fraction = code, None, None
        made._number, made._scale, made._lines = number, scale, lines
        made.order = number if order is None else order
        return made

    @property
    def value(self) -> Fraction | None:
        if self._fraction is None and self._scale:
            self._fraction = Fraction(self._number, self._scale)
        return self._fraction

    @property
    def terms(self) -> tuple[Term, ...]:
        """The lines behind the value, in round order."""
        if not isinstance(self._lines, tuple):
            self._lines = tuple(self._lines())
        return self._lines

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TiebreakValue):
            return NotImplemented
        mine, theirs = (self.code, self.value, self.place), (other.code, other.value, other.place)
        return mine == theirs and self.terms == other.terms

    def __hash__(self) -> int:
        return hash((self.code, self.value, self.place))

    def __repr__(self) -> str:
        return f"TiebreakValue({self.code!r}, {self.value}, place={self.place})"

    @property
    def decimal(self) -> Decimal | None:
        """The value for showing, exact or rounded half up to hundredths; None where there is none."""
        if self.value is None:
            return None
        exact = Decimal(self.value.numerator) / Decimal(self.value.denominator)
        rounded = exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
        return rounded.to_integral_value() if rounded == rounded.to_integral_value() else rounded.normalize()


class Tiebreak(ABC):
    """One criterion of the ordered list. A new one is one more class in the registry."""

    code: str
    name: str | Promise
    explanation: str | Promise
    systems: frozenset[System] = frozenset(System)  # where it makes sense
    is_sum = False  # whether a value is the sum of its lines

    @abstractmethod
    def values(self, tied: Sequence[int], record: EventRecord) -> dict[int, TiebreakValue]:
        """The value of each entrant in ``tied``, who are equal in everything before it in the list."""

    def values_in_table(
        self, tied: Sequence[int], record: EventRecord, table: Sequence[Sequence[int]]
    ) -> dict[int, TiebreakValue]:
        """The same, for a tie-break that looks at the order so far.

        ``table`` has all entrants, best first, in groups of those not separated yet; ``tied`` is one of them.
        """
        return self.values(tied, record)


class NumberTiebreak(Tiebreak):
    """A tie-break that is a number of the entrant's own, whoever it is tied with.

    ``scale`` is what the whole numbers of `number` have to be divided by.
    """

    scale = 1

    def values(self, tied: Sequence[int], record: EventRecord) -> dict[int, TiebreakValue]:
        found = {}
        for id_ in tied:
            number = self.number(id_, record)
            lines = partial(self.terms, id_, record)
            found[id_] = (
                TiebreakValue(self.code, None, lines())
                if number is None
                else TiebreakValue.counted(self.code, number, self.scale, lines)
            )
        return found

    @abstractmethod
    def number(self, id_: int, record: EventRecord) -> int | None:
        """The value times ``scale``; None where there is none."""

    @abstractmethod
    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        """The lines behind the value, in round order."""


class SumTiebreak(NumberTiebreak):
    """A number that is the sum of its lines."""

    is_sum = True


def plain_term(slot: Slot, contribution: Fraction) -> Term:
    """A line that needs no opponent's score to be understood."""
    return Term(slot.round_no, slot.kind, contribution, slot.opponent, result=in_points(slot.points))
