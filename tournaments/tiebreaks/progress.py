"""Tie-breaks from how and when the points came (FIDE C.07, Articles 7.5 to 7.8 and 10.6)."""

from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .base import NumberTiebreak, SumTiebreak, Term, in_points, plain_term
from .record import EventRecord
from .slots import Slot, SlotKind


class Progressive(SumTiebreak):
    """PS and PS/C1, Article 7.5: the running scores after each round; the cut leaves out the first of them."""

    scale = 2

    def __init__(self, cuts: int = 0) -> None:
        self.cuts = cuts
        self.code = f"PS/C{cuts}" if cuts else "PS"
        self.name: str | Promise = _("Progressive score cut 1") if cuts else _("Progressive score")
        self.explanation: str | Promise = (
            _("The sum of the running scores after each round but the first.")
            if cuts
            else _("The sum of the running scores after each round.")
        )

    def number(self, id_: int, record: EventRecord) -> int:
        weights = self._weights(record)
        return sum(slot.points * weights[slot.round_no] for slot in record.slots[id_])

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        weights = self._weights(record)
        return [plain_term(slot, in_points(slot.points * weights[slot.round_no])) for slot in record.slots[id_]]

    def _weights(self, record: EventRecord) -> dict[int, int]:
        """In how many running scores the points of each round count."""
        rounds = len(record.rounds)
        return {round_no: rounds - max(place, self.cuts) for place, round_no in enumerate(record.rounds)}


class RoundsElected(SumTiebreak):
    """REP, Article 7.6: rounds the entrant chose to play. Requested byes and forfeit losses do not count."""

    code = "REP"
    name: str | Promise = _("Rounds one elected to play")
    explanation: str | Promise = _("All rounds but requested byes and games lost by forfeit.")

    def number(self, id_: int, record: EventRecord) -> int:
        return len(record.rounds) - len(self._missed(id_, record))

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        missed = self._missed(id_, record)
        first = {slot.round_no: slot for slot in reversed(record.slots[id_])}
        return [
            Term(
                round_no,
                first[round_no].kind if round_no in first else SlotKind.GAME,
                Fraction(0 if round_no in missed else 1),
                first[round_no].opponent if round_no in first else None,
            )
            for round_no in record.rounds
        ]

    def _missed(self, id_: int, record: EventRecord) -> set[int]:
        slots = record.slots[id_]
        return {slot.round_no for slot in slots if slot.voluntary} - {
            slot.round_no for slot in slots if not slot.voluntary
        }


class StandardPoints(SumTiebreak):
    """STD, Article 7.7: one for each round better than the opponent, half for each as good.

    A match of several games is one round. An unplayed round is compared with the points of a draw.
    """

    code = "STD"
    name: str | Promise = _("Standard points")
    explanation: str | Promise = _(
        "One for each round in which the opponent was outscored, a half for each with equal scores; "
        "unplayed rounds are compared with a draw."
    )
    scale = 2

    def number(self, id_: int, record: EventRecord) -> int:
        return sum(worth for _slot, worth in self._rounds(id_, record))

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        return [plain_term(slot, Fraction(worth, self.scale)) for slot, worth in self._rounds(id_, record)]

    def _rounds(self, id_: int, record: EventRecord) -> list[tuple[Slot, int]]:
        by_round: dict[tuple[int, int | None], list[Slot]] = {}
        for slot in record.slots[id_]:
            by_round.setdefault((slot.round_no, slot.opponent), []).append(slot)
        return [(slots[0], self._worth(id_, slots, record)) for slots in by_round.values()]

    def _worth(self, id_: int, slots: list[Slot], record: EventRecord) -> int:
        """What a round gives: twice for outscoring the opponent, once for the same score."""
        first = slots[0]
        own = first.points if len(slots) == 1 else sum(slot.points for slot in slots)
        other = record.scoring.draw * len(slots)
        if first.kind is SlotKind.GAME or any(slot.kind is SlotKind.GAME for slot in slots):
            other = record.scored[first.round_no, first.opponent or 0, id_]
        return 2 if own > other else 1 if own == other else 0


class StartNumber(NumberTiebreak):
    """TPN, Article 7.8: the smaller pairing number first. It decides everything that is left."""

    code = "TPN"
    name: str | Promise = _("Pairing number")
    explanation: str | Promise = _("The number the player was paired with; the smaller one first.")

    def number(self, id_: int, record: EventRecord) -> int:
        return -record.entrants[id_].seed

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        return []
