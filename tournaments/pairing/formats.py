"""Event formats: one strategy each, found by its code.

A format says how many rounds an event has and pairs one round after the other from what
has happened so far. A further format is one more class in `ALL_FORMATS`; it gets the entrants
with their state, all earlier matches with their results, and a source of chance that the
caller seeds, so that every pairing can be repeated.
"""

import random
from collections.abc import Collection, Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .format_types import DrawnMatch, Entry, EventState, Format, FormatError, FormatSettings, PastMatch, ScoreBy
from .knock_out import KnockOut
from .plan import GAMES_PER_PAIRING, Bye, ByeKind, RoundPlan
from .round_robin import rounds_needed, schedule
from .swiss.result import Relaxation
from .swiss_formats import DoubleSwiss, DutchSwiss

__all__ = [
    "ALL_FORMATS",
    "FORMATS",
    "Bye",
    "ByeKind",
    "DoubleSwiss",
    "DrawnMatch",
    "DutchSwiss",
    "Entry",
    "EventState",
    "Format",
    "FormatError",
    "FormatSettings",
    "KnockOut",
    "PastMatch",
    "Relaxation",
    "RoundPlan",
    "RoundRobin",
    "ScoreBy",
    "format_for",
]


class RoundRobin:
    """Everybody meets everybody once or twice, in a match of 1, 2, 4 or 6 games, by Berger tables.

    The table is fixed by the start numbers: results, withdrawals and chance change nothing.
    """

    code = "round_robin"
    label: str | Promise = gettext_lazy("Round robin")
    all_at_once = True
    min_entrants = 2
    max_entrants = 100

    def validate(self, entrants: int, settings: FormatSettings) -> None:
        if entrants < self.min_entrants:
            raise FormatError(_("A round robin needs at least two entrants."))
        if entrants > self.max_entrants:
            raise FormatError(
                _("A round robin takes at most %(most)d entrants: split the field into groups.")
                % {"most": self.max_entrants}
            )
        if settings.games_per_pairing not in GAMES_PER_PAIRING:
            raise FormatError(_("Choose 1, 2, 4 or 6 games per pairing."))
        if settings.cycles not in (1, 2):
            raise FormatError(_("Everybody can meet everybody once or twice: choose 1 or 2 cycles."))

    def rounds_total(self, state: EventState) -> int:
        return rounds_needed(len(state.entries)) * state.settings.cycles

    def plan_round(
        self, state: EventState, round_no: int, *, rng: random.Random, relax: Collection[Relaxation] = ()
    ) -> RoundPlan:
        if not 1 <= round_no <= self.rounds_total(state):
            raise ValueError(f"this event has no round {round_no}")
        settings = state.settings
        return schedule(len(state.entries), settings.games_per_pairing, settings.cycles)[round_no - 1]


# The formats that organisers are offered.
FORMATS: Mapping[str, Format] = MappingProxyType({entry.code: entry for entry in (RoundRobin(),)})

# All formats that can be paired; the site does not run events in every one of them yet.
ALL_FORMATS: Mapping[str, Format] = MappingProxyType(
    dict(FORMATS) | {entry.code: entry for entry in (DoubleSwiss(), DutchSwiss(), KnockOut())}
)


def format_for(code: str) -> Format:
    """The format with this code.

    :raises FormatError: there is none.
    """
    try:
        return ALL_FORMATS[code]
    except KeyError:
        raise FormatError(
            _("There is no event format “%(code)s”: choose one of %(known)s.")
            % {"code": code, "known": ", ".join(FORMATS)}
        ) from None
