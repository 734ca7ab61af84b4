"""The two tie-breaks of the World Championship's groups: game scores among the tied, then against the others.

The list is match points, game score among the tied (DEG), game score against the other
players from the top of the table down (TOPDOWN), then the seed (TPN). Source:
hiveboardgame/hive issue 542. Both count points from games, whatever gives the points of
the standings: forfeits too in a round robin, only games of matches that were played in a
Swiss. Byes are no games.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .base import Term, Tiebreak, TiebreakValue, in_points, plain_term
from .inputs import System
from .record import EventRecord
from .slots import Slot


class ScoreAmongTied(Tiebreak):
    """DEG: points from the games among the tied. It is not applied again to those it leaves equal.

    Games still being played give nothing yet. Who is tied with nobody has no value.
    """

    code = "DEG"
    name: str | Promise = _("Games among the tied")
    explanation: str | Promise = _("Points from all games among the tied players.")
    systems = frozenset({System.ROUND_ROBIN})
    is_sum = True

    def values(self, tied: Sequence[int], record: EventRecord) -> dict[int, TiebreakValue]:
        if len(tied) == 1:
            return {tied[0]: TiebreakValue(self.code)}
        members = set(tied)
        found = {}
        for id_ in tied:
            slots = _games_against(id_, members, record)
            found[id_] = TiebreakValue.counted(self.code, sum(slot.points for slot in slots), 2, partial(_lines, slots))
        return found


class TopDown(Tiebreak):
    """TOPDOWN: points from the games against the best-placed other player, then the next, and so on.

    - The others are in the order that the tie-breaks before this one give. Those who share
      a place there are taken together: the points against all of them count.
    - An other is passed over as long as the tied have not all finished as many games
      against them, so that nobody gains by having played more or fewer.
    - Who is separated is out; the rest are compared against the next other.

    It orders the tied; ``value`` is the sum of the scores compared, ``terms`` are those
    scores from the top down, one for each opponent.
    """

    code = "TOPDOWN"
    name: str | Promise = _("Games against the others from the top")
    explanation: str | Promise = _(
        "Points from the games against the other players, compared one by one from the top of the table down: "
        "the first difference decides."
    )
    systems = frozenset({System.ROUND_ROBIN})
    is_sum = True

    def values(self, tied: Sequence[int], record: EventRecord) -> dict[int, TiebreakValue]:
        return self.values_in_table(
            tied, record, [list(tied), [id_ for id_ in record.entrants if id_ not in set(tied)]]
        )

    def values_in_table(
        self, tied: Sequence[int], record: EventRecord, table: Sequence[Sequence[int]]
    ) -> dict[int, TiebreakValue]:
        if len(tied) == 1:
            return {tied[0]: TiebreakValue(self.code, place=1)}
        compared: dict[int, list[Term]] = {id_: [] for id_ in tied}
        parts = [list(tied)]
        for others in table:
            if tied[0] not in others:
                parts = [smaller for part in parts for smaller in _divided(part, others, record, compared)]
        found: dict[int, TiebreakValue] = {}
        for part in parts:
            place = len(found) + 1
            for id_ in part:
                total = sum((term.contribution for term in compared[id_]), Fraction(0))
                found[id_] = TiebreakValue(self.code, total, compared[id_], place)
        return found


def _divided(
    part: list[int], others: Sequence[int], record: EventRecord, compared: dict[int, list[Term]]
) -> list[list[int]]:
    """``part`` split by the scores against ``others``, best first; what was compared is noted in ``compared``."""
    if len(part) == 1:
        return [part]
    games = {id_: _games_against(id_, set(others), record) for id_ in part}
    if len({len(slots) for slots in games.values()}) > 1 or not games[part[0]]:
        return [part]
    scores = {id_: sum(slot.points for slot in slots) for id_, slots in games.items()}
    for id_ in part:
        compared[id_] += _by_opponent(games[id_], others)
    best_first = sorted(part, key=lambda id_: -scores[id_])
    return [list(equal) for _score, equal in groupby(best_first, key=scores.__getitem__)]


def _games_against(id_: int, others: set[int], record: EventRecord) -> list[Slot]:
    return [slot for slot in record.game_slots[id_] if slot.opponent in others and record.counts_as_game(slot)]


def _lines(slots: list[Slot]) -> list[Term]:
    return [plain_term(slot, in_points(slot.points)) for slot in slots]


def _by_opponent(slots: list[Slot], others: Sequence[int]) -> list[Term]:
    """The score against each of ``others``, in their order."""
    found = []
    for other in others:
        against = [slot for slot in slots if slot.opponent == other]
        if against:
            points = in_points(sum(slot.points for slot in against))
            found.append(Term(against[0].round_no, against[0].kind, points, other))
    return found
