"""What tie-breaks are called and how they read to a player. The arithmetic is in ``tournaments.tiebreaks``.

Pure apart from translations. Codes and definitions: FIDE Handbook C.07, edition applied from 1 March 2026.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _


class TieBreakName(NamedTuple):
    """``short`` heads a column, ``name`` stands in a list, ``meaning`` explains it in a sentence."""

    short: Any
    name: Any
    meaning: Any


TIEBREAK_NAMES: dict[str, TieBreakName] = {
    "PTS": TieBreakName(_("Points"), _("Points"), _("The sum of what the games brought.")),
    "DE": TieBreakName(
        _("DE"), _("Direct encounter"), _("Points from the games among those who are tied, if all of them have met.")
    ),
    "WIN": TieBreakName(_("Wins"), _("Games won"), _("How many games were won, forfeits included.")),
    "BWG": TieBreakName(_("WB"), _("Wins with Black"), _("How many games were won over the board with Black.")),
    "SB": TieBreakName(
        _("SB"),
        _("Sonneborn-Berger"),
        _("For each game, the opponent's points times the result: beating strong players counts for more."),
    ),
    "BH": TieBreakName(_("BH"), _("Buchholz"), _("The sum of the opponents' points.")),
    "BH/C1": TieBreakName(
        _("BH-C1"), _("Buchholz cut 1"), _("The sum of the opponents' points without the lowest of them.")
    ),
}
