"""Tie-breaks: one small class each, found by the code that FIDE's list (C.07) gives it.

Pure: no database, no clock; whole half points and fractions, never floats.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from django.utils.translation import gettext as _

from .among_tied import ScoreAmongTied, TopDown
from .base import Term, Tiebreak, TiebreakValue
from .direct_encounter import DirectEncounter
from .fore import AverageOfBuchholz, ForeBuchholz
from .inputs import ByeKind, ByeResult, Edition, EntrantLine, GameResult, ScoreBy, Scoring, System
from .koya import Koya
from .opponents import Buchholz, SonnebornBerger
from .own_results import BlackGames, BlackWins, GamePoints, GamesWon, MatchPoints, Points, Wins
from .presets import TIEBREAK_PRESETS
from .progress import Progressive, RoundsElected, StandardPoints, StartNumber
from .ratings import AveragePerformance, AverageRating, PerfectPerformance, Performance, Rating
from .record import EventRecord
from .slots import Slot, SlotKind

__all__ = [
    "TIEBREAKS",
    "TIEBREAK_PRESETS",
    "ByeKind",
    "ByeResult",
    "Edition",
    "EntrantLine",
    "EventRecord",
    "GameResult",
    "ScoreBy",
    "Scoring",
    "Slot",
    "SlotKind",
    "System",
    "Term",
    "Tiebreak",
    "TiebreakError",
    "TiebreakValue",
    "check_tiebreaks",
    "tiebreaks_for",
]

TIEBREAKS: Mapping[str, Tiebreak] = MappingProxyType(
    {
        tiebreak.code: tiebreak
        for tiebreak in (
            Points(),
            DirectEncounter(),
            ScoreAmongTied(),
            TopDown(),
            Wins(),
            GamesWon(),
            BlackWins(),
            BlackGames(),
            SonnebornBerger(),
            SonnebornBerger(cuts=1),
            Buchholz(),
            Buchholz(cuts=1),
            Buchholz(cuts=2),
            Buchholz(cuts=1, tops=1),
            Buchholz(cuts=2, tops=2),
            ForeBuchholz(),
            AverageOfBuchholz(),
            Koya(),
            Progressive(),
            Progressive(cuts=1),
            RoundsElected(),
            StandardPoints(),
            MatchPoints(),
            GamePoints(),
            AverageRating(),
            AverageRating(cuts=1),
            Performance(),
            PerfectPerformance(),
            AveragePerformance(Performance()),
            AveragePerformance(PerfectPerformance()),
            Rating(),
            StartNumber(),
        )
    }
)


class TiebreakError(ValueError):
    """A list of tie-breaks that cannot be used; the message says what to change."""


def tiebreaks_for(system: System | str) -> list[Tiebreak]:
    """The tie-breaks that make sense in this system, for an organiser to choose from."""
    return [tiebreak for tiebreak in TIEBREAKS.values() if System(system) in tiebreak.systems]


def check_tiebreaks(codes: Iterable[str]) -> list[Tiebreak]:
    """The tie-breaks of an ordered list of codes. Points come first, whether listed or not.

    :raises TiebreakError: an unknown code, one that stands there twice, or points not first.
    """
    codes = list(codes)
    unknown = [code for code in codes if code not in TIEBREAKS]
    if unknown:
        raise TiebreakError(
            _("There is no tie-break “%(code)s”: choose from %(known)s.")
            % {"code": unknown[0], "known": ", ".join(TIEBREAKS)}
        )
    if len(set(codes)) < len(codes):
        raise TiebreakError(_("Each tie-break can stand in the list only once."))
    if Points.code in codes[1:]:
        raise TiebreakError(_("Points (PTS) must stand first in the list."))
    if Points.code not in codes:
        codes.insert(0, Points.code)
    return [TIEBREAKS[code] for code in codes]
