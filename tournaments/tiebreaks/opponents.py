"""Tie-breaks from the opponents' scores: Buchholz and Sonneborn-Berger (FIDE C.07, Articles 8 and 9).

With matches of several games every game counts for itself: an opponent met in two games
adds twice; but where matches are scored, once for each match. Unplayed games: Article 15
in a round robin, Article 16 in a Swiss; both are in `EventRecord`.
"""

from abc import abstractmethod
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .base import SumTiebreak, Term, in_points
from .inputs import System
from .record import EventRecord
from .slots import Met


class OpponentTiebreak(SumTiebreak):
    """A sum over opponents of which the least ``cuts`` are left out, and the greatest ``tops`` (14.1, 16.5)."""

    def __init__(self, cuts: int = 0, tops: int = 0) -> None:
        self.cuts = cuts
        self.tops = tops

    @abstractmethod
    def contributions(self, met: list[Met]) -> list[int]:
        """What each slot gives, times ``scale``."""

    def number(self, id_: int, record: EventRecord) -> int:
        met = record.opposition(id_)
        contributions = self.contributions(met)
        total = sum(contributions)
        if self.cuts or self.tops:
            total -= sum(contributions[index] for index in self._cut(met, contributions))
        return total

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        met = record.opposition(id_)
        contributions = self.contributions(met)
        cut = self._cut(met, contributions)
        return [
            Term(
                one.slot.round_no,
                one.slot.kind,
                Fraction(contributions[index], self.scale),
                one.slot.opponent,
                in_points(one.score),
                in_points(one.points),
                index in cut,
            )
            for index, one in enumerate(met)
        ]

    def _cut(self, met: list[Met], contributions: list[int]) -> set[int]:
        """Which lines are left out."""
        left = list(range(len(met)))
        for _cut in range(min(self.cuts, len(left))):
            left.remove(_least(met, contributions, left))
        for _top in range(min(self.tops, len(left))):
            left.remove(max(left, key=lambda index: (met[index].score, contributions[index])))
        return set(range(len(met))) - set(left)


def _least(met: list[Met], contributions: list[int], left: list[int]) -> int:
    """Which of the lines ``left`` to cut next.

    It is the line against the lowest score; but a round missed of the entrant's own will
    goes first, unless it gives less than that line does (Article 16.5).
    """
    lowest = min(left, key=lambda index: (met[index].score, contributions[index]))
    own_will = [index for index in left if met[index].missed]
    if own_will:
        cheapest = min(own_will, key=contributions.__getitem__)
        if contributions[cheapest] >= contributions[lowest]:
            return cheapest
    return lowest


class Buchholz(OpponentTiebreak):
    """BH and its cuts, Articles 8.1 and 14. Without use in a round robin, where all meet the same."""

    systems = frozenset({System.SWISS})

    scale = 2

    def __init__(self, cuts: int = 0, tops: int = 0) -> None:
        super().__init__(cuts, tops)
        self.code, self.name, self.explanation = _BUCHHOLZ[cuts, tops]

    def contributions(self, met: list[Met]) -> list[int]:
        return [one.score for one in met]


class SonnebornBerger(OpponentTiebreak):
    """SB and its cut, Article 9.1."""

    scale = 4

    def __init__(self, cuts: int = 0) -> None:
        super().__init__(cuts)
        self.code, self.name, self.explanation = _SONNEBORN_BERGER[cuts]

    def contributions(self, met: list[Met]) -> list[int]:
        return [one.score * one.points for one in met]


_Words = tuple[str, str | Promise, str | Promise]
_BUCHHOLZ: dict[tuple[int, int], _Words] = {
    (0, 0): ("BH", _("Buchholz"), _("The sum of the opponents' scores.")),
    (1, 0): ("BH/C1", _("Buchholz cut 1"), _("The sum of the opponents' scores without the lowest.")),
    (2, 0): ("BH/C2", _("Buchholz cut 2"), _("The sum of the opponents' scores without the two lowest.")),
    (1, 1): (
        "BH/M1",
        _("Median Buchholz"),
        _("The sum of the opponents' scores without the lowest and the highest."),
    ),
    (2, 2): (
        "BH/M2",
        _("Median Buchholz 2"),
        _("The sum of the opponents' scores without the two lowest and the two highest."),
    ),
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
