"""Tie-breaks from ratings (FIDE C.07, Article 10). They count games decided over the board, against rated opponents.

They count games even where matches are scored: a performance is one of games.

Means are rounded half up to whole points, as the article says; everything else is exact.
"""

from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .base import NumberTiebreak, Term, in_points
from .rating_tables import difference_for, expected_hundredths
from .record import EventRecord
from .slots import Slot


def rating_of(id_: int, record: EventRecord) -> int:
    """The entrant's rating in whole points, 0 without one."""
    return record.ratings[id_]


def rated_games(id_: int, record: EventRecord) -> list[Slot]:
    """The entrant's games that rating tie-breaks look at."""
    ratings = record.ratings
    return [slot for slot in record.games_of(id_) if slot.opponent is not None and ratings[slot.opponent]]


def mean(numbers: list[int]) -> int | None:
    """The mean, rounded half up; None of nothing."""
    return (2 * sum(numbers) + len(numbers)) // (2 * len(numbers)) if numbers else None


def halves(slots: list[Slot], record: EventRecord) -> int:
    """What was scored in these games when a win counts 2 and a draw 1, however the event scores them."""
    win, draw = record.game_scoring.win, record.game_scoring.draw
    return sum(2 if slot.points >= win else 1 if slot.points >= draw else 0 for slot in slots)


class RatingTiebreak(NumberTiebreak):
    """A number made from the opponents' ratings or performances."""

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        lines = []
        for slot in rated_games(id_, record):
            number = self.of_opponent(slot.opponent or 0, record)
            if number is not None:
                share = Fraction(number)
                lines.append(Term(slot.round_no, slot.kind, share, slot.opponent, share, in_points(slot.points)))
        return lines

    def of_opponent(self, opponent: int, record: EventRecord) -> int | None:
        """What one opponent brings into the number."""
        return rating_of(opponent, record)

    def opponents(self, id_: int, record: EventRecord) -> list[int]:
        numbers = [self.of_opponent(slot.opponent or 0, record) for slot in rated_games(id_, record)]
        return [number for number in numbers if number is not None]

    @abstractmethod
    def number(self, id_: int, record: EventRecord) -> int | None: ...


class AverageRating(RatingTiebreak):
    """ARO and ARO/C1, Article 10.1; the cut leaves out the lowest opponent."""

    def __init__(self, cuts: int = 0) -> None:
        self.cuts = cuts
        self.code = f"ARO/C{cuts}" if cuts else "ARO"
        self.name: str | Promise = _("Average rating of opponents cut 1") if cuts else _("Average rating of opponents")
        self.explanation: str | Promise = (
            _("The mean rating of the opponents met, without the lowest.")
            if cuts
            else _("The mean rating of the opponents met.")
        )

    def number(self, id_: int, record: EventRecord) -> int | None:
        opponents = sorted(self.opponents(id_, record))
        left = opponents[self.cuts :]
        return mean(left) if left or not opponents else 0


class Performance(RatingTiebreak):
    """TPR, Article 10.2: the opponents' mean, moved by what the score in per cent stands for."""

    code = "TPR"
    name: str | Promise = _("Tournament performance rating")
    explanation: str | Promise = _("The rating this score stands for against these opponents, by FIDE's table.")

    def number(self, id_: int, record: EventRecord) -> int | None:
        return self.of_all(record)[id_]

    def of_all(self, record: EventRecord) -> Mapping[int, int | None]:
        """The performance of every entrant, None without rated opponents."""
        return record.known(self.code, self._number)

    def _number(self, id_: int, record: EventRecord) -> int | None:
        games = rated_games(id_, record)
        average = mean(self.opponents(id_, record))
        if average is None:
            return None
        hundredths = (100 * halves(games, record) + len(games)) // (2 * len(games))
        return average + difference_for(hundredths)


class PerfectPerformance(RatingTiebreak):
    """PTP, Article 10.3: the lowest rating whose expected score reaches the one made."""

    code = "PTP"
    name: str | Promise = _("Perfect tournament performance")
    explanation: str | Promise = _("The lowest rating with which this score was to be expected.")

    def number(self, id_: int, record: EventRecord) -> int | None:
        return self.of_all(record)[id_]

    def of_all(self, record: EventRecord) -> Mapping[int, int | None]:
        """The performance of every entrant, None without rated opponents."""
        return record.known(self.code, self._number)

    def _number(self, id_: int, record: EventRecord) -> int | None:
        opponents = self.opponents(id_, record)
        if not opponents:
            return None
        wanted = 50 * halves(rated_games(id_, record), record)
        low, high = min(opponents) - 800, max(opponents) + 800
        if not wanted:
            return low
        while low < high:
            middle = (low + high) // 2
            if sum(expected_hundredths(middle - rating) for rating in opponents) >= wanted:
                high = middle
            else:
                low = middle + 1
        return low


class AveragePerformance(RatingTiebreak):
    """APRO and APPO, Articles 10.4 and 10.5: the mean performance of the opponents met."""

    def __init__(self, performance: Performance | PerfectPerformance) -> None:
        self._performance = performance
        perfect = isinstance(performance, PerfectPerformance)
        self.code = "APPO" if perfect else "APRO"
        self.name: str | Promise = (
            _("Average perfect performance of opponents") if perfect else _("Average performance rating of opponents")
        )
        self.explanation: str | Promise = (
            _("The mean perfect tournament performance of the opponents met.")
            if perfect
            else _("The mean tournament performance rating of the opponents met.")
        )

    def number(self, id_: int, record: EventRecord) -> int | None:
        performances = self._performance.of_all(record)
        found = [performances[slot.opponent or 0] for slot in rated_games(id_, record)]
        return mean([number for number in found if number is not None])

    def of_opponent(self, opponent: int, record: EventRecord) -> int | None:
        return self._performance.number(opponent, record)


class Rating(NumberTiebreak):
    """RTNG, Article 10.6: the entrant's own rating."""

    code = "RTNG"
    name: str | Promise = _("Rating")
    explanation: str | Promise = _("The player's own rating.")

    def number(self, id_: int, record: EventRecord) -> int:
        return rating_of(id_, record)

    def terms(self, id_: int, record: EventRecord) -> list[Term]:
        return []
