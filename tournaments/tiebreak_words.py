"""Tie-breaks as a page heads and lists them. Names and meanings are those of ``tournaments.tiebreaks``."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from .tiebreaks import TIEBREAKS, Tiebreak, tiebreaks_for

# Heads of columns, where there is a shorter word than the code.
_SHORT: dict[str, Any] = {
    "PTS": _("Points"),
    "WIN": _("Wins"),
    "BWG": _("WB"),
    "BH/C1": _("BH-C1"),
    "BH/C2": _("BH-C2"),
}


def short_name(code: str) -> str:
    """The word over a column of the standings."""
    return str(_SHORT.get(code, code))


def in_order(codes: list[str] | tuple[str, ...]) -> list[Tiebreak]:
    """The tie-breaks of an event's list, without the points. Codes that are gone are left out."""
    return [TIEBREAKS[code] for code in codes if code in TIEBREAKS and code != "PTS"]


def to_choose_from(event_format: str) -> list[tuple[str, str]]:
    """The codes and names an organiser is offered, without the points, which always come first.

    Those that make no sense in such an event stand last and say so: FIDE C.07 Article 8 keeps the Buchholz family
    out of round robins, where everybody has the same opponents.
    """
    suited = {tiebreak.code for tiebreak in tiebreaks_for(event_format)}
    offered = sorted((tie for tie in TIEBREAKS.values() if tie.code != "PTS"), key=lambda tie: tie.code not in suited)
    return [
        (tie.code, str(tie.name) if tie.code in suited else _("{name} (says little here)").format(name=tie.name))
        for tie in offered
    ]
