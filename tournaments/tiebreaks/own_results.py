"""Tie-breaks from an entrant's own results (FIDE C.07, Article 7), and the points themselves.

With matches of several games every game counts for itself, unless matches are scored.
Then a match is what one game is otherwise, but for those that say that they count games.
"""

from abc import abstractmethod
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.side import Side

from .base import SumTiebreak, Term, in_points, plain_term
from .inputs import System
from .record import EventRecord
from .slots import Slot, SlotKind


class Points(SumTiebreak):
    code = "PTS"
    name: str | Promise = _("Points")
    explanation: str | Promise = _("The sum of all points, byes included.")

    scale = 2

    def number(self, id_: int, record: EventRecord) -> int:
        return record.points[id_]

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        return [plain_term(slot, in_points(slot.points)) for slot in record.slots[id_]]


class GamePoints(SumTiebreak):
    """GP: points from games, as they are recorded. Where games are scored, they are the points themselves."""

    code = "GP"
    name: str | Promise = _("Game points")
    explanation: str | Promise = _("The sum of the points of all games, byes included.")

    scale = 2

    def number(self, id_: int, record: EventRecord) -> int:
        return record.game_points[id_]

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        return [plain_term(slot, in_points(slot.points)) for slot in record.game_slots[id_]]


class MatchPoints(SumTiebreak):
    """MP: points from matches all of whose games are recorded. Where matches are scored, they are the points."""

    code = "MP"
    name: str | Promise = _("Match points")
    explanation: str | Promise = _("The sum of the points of all finished matches, byes included.")

    scale = 2

    def number(self, id_: int, record: EventRecord) -> int:
        return sum(slot.points for slot in record.match_slots[id_])

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        return [plain_term(slot, in_points(slot.points)) for slot in record.match_slots[id_]]


class CountTiebreak(SumTiebreak):
    """How many slots are of a certain kind."""

    def number(self, id_: int, record: EventRecord) -> int:
        return sum(self.counts(slot, record) for slot in self.slots(id_, record))

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        return [plain_term(slot, Fraction(1)) for slot in self.slots(id_, record) if self.counts(slot, record)]

    def slots(self, id_: int, record: EventRecord) -> tuple[Slot, ...]:
        """Among which to count."""
        return record.slots[id_]

    @abstractmethod
    def counts(self, slot: Slot, record: EventRecord) -> bool:
        """Whether this slot is one of them."""


class Wins(CountTiebreak):
    """WIN, Article 7.1. A bye of a round robin is a free day, not a win."""

    code = "WIN"
    name: str | Promise = _("Wins")
    explanation: str | Promise = _(
        "Games won, with or without play: forfeits of the opponent and full-point byes count."
    )

    def counts(self, slot: Slot, record: EventRecord) -> bool:
        if record.system is System.ROUND_ROBIN and slot.opponent is None:
            return False
        return slot.points >= record.scoring.win


class GamesWon(CountTiebreak):
    """WON, Article 7.2. In a round robin a forfeit win counts as a game (15.2)."""

    code = "WON"
    name: str | Promise = _("Games won over the board")
    explanation: str | Promise = _("Games won by playing. In a round robin a forfeit of the opponent counts as well.")

    def counts(self, slot: Slot, record: EventRecord) -> bool:
        return record.counts_as_game(slot) and slot.points >= record.scoring.win


class BlackTiebreak(CountTiebreak):
    """A count of games with Black: of games even where matches are scored, as a match has both colours."""

    def slots(self, id_: int, record: EventRecord) -> tuple[Slot, ...]:
        return record.game_slots[id_]


class BlackGames(BlackTiebreak):
    """BPG, Article 7.3. A forfeit loss never counts, a forfeit win only in a round robin (15.2)."""

    code = "BPG"
    name: str | Promise = _("Games with Black")
    explanation: str | Promise = _("Games played with Black.")

    def counts(self, slot: Slot, record: EventRecord) -> bool:
        return slot.side == Side.BLACK and record.counts_as_game(slot) and slot.kind is not SlotKind.FORFEIT_LOSS


class BlackWins(BlackTiebreak):
    """BWG, Article 7.4."""

    code = "BWG"
    name: str | Promise = _("Wins with Black")
    explanation: str | Promise = _("Games won by playing with Black, the side that moves second.")

    def counts(self, slot: Slot, record: EventRecord) -> bool:
        return slot.side == Side.BLACK and record.counts_as_game(slot) and slot.points >= record.game_scoring.win
