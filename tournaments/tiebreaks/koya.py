"""The Koya system (FIDE C.07, Article 9.2)."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .base import SumTiebreak, Term, in_points, plain_term
from .inputs import System
from .record import EventRecord
from .slots import Slot


class Koya(SumTiebreak):
    """KS: points against all who reached half of the maximum score. Forfeits are games (Article 15)."""

    code = "KS"
    name: str | Promise = _("Koya")
    explanation: str | Promise = _("Points scored against players with at least half of the possible points.")
    systems = frozenset({System.ROUND_ROBIN})
    scale = 2

    def number(self, id_: int, record: EventRecord) -> int:
        return sum(slot.points for slot in self._counting(id_, record))

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        return [plain_term(slot, in_points(slot.points)) for slot in self._counting(id_, record)]

    def _counting(self, id_: int, record: EventRecord) -> list[Slot]:
        most, points = record.known("KS", self._most), record.points
        return [
            slot
            for slot in record.slots[id_]
            if slot.opponent is not None
            and record.counts_as_game(slot)
            and 2 * points[slot.opponent] >= (most[slot.opponent] or 0)
        ]

    def _most(self, id_: int, record: EventRecord) -> int:
        """The points this entrant could have by now."""
        return record.scoring.win * sum([slot.opponent is not None for slot in record.slots[id_]])
