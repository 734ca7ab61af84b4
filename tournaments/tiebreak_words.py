"""Tie-breaks as a page heads and lists them. Names and meanings are those of ``tournaments.tiebreaks``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from .tiebreaks import TIEBREAKS, ScoreBy, System, tiebreaks_for

# Heads of columns, where there is a shorter word than the code.
_SHORT: dict[str, Any] = {
    "PTS": _("Points"),
    "WIN": _("Wins"),
    "BWG": _("WB"),
    "BH/C1": _("BH-C1"),
    "BH/C2": _("BH-C2"),
    "DEG": _("Tied"),
    "TOPDOWN": _("Top"),
}

# Name and meaning where matches are scored and the words for games would mislead.
_OF_MATCHES: dict[str, tuple[Any, Any]] = {
    "PTS": (_("Match points"), _("The sum of the points of all finished matches, byes included.")),
    "DE": (
        _("Direct encounter"),
        _(
            "Points from the matches among the tied players. If some have not met, only a place that "
            "is certain whatever the missing results is given."
        ),
    ),
    "WIN": (
        _("Matches won"),
        _("Matches won, with or without play: forfeits of the opponent and byes that count as a win do too."),
    ),
    "WON": (
        _("Matches won over the board"),
        _("Matches won by playing. In a round robin a forfeit of the opponent counts as well."),
    ),
    "FB": (_("Fore Buchholz"), _("Buchholz as if all matches of the last round had been drawn.")),
    "REP": (_("Rounds one elected to play"), _("All rounds but requested byes and matches lost by forfeit.")),
}

_ARTICLES: dict[str, str] = {
    "DE": "6",
    "WIN": "7.1",
    "WON": "7.2",
    "BPG": "7.3",
    "BWG": "7.4",
    "PS": "7.5",
    "PS/C1": "7.5",
    "REP": "7.6",
    "STD": "7.7",
    "TPN": "7.8",
    "BH": "8.1",
    "BH/C1": "8.1, 14.1",
    "BH/C2": "8.1, 14.1",
    "BH/M1": "8.1, 14.1",
    "BH/M2": "8.1, 14.1",
    "AOB": "8.2",
    "FB": "8.3",
    "SB": "9.1",
    "SB/C1": "9.1, 14.1",
    "KS": "9.2",
    "ARO": "10.1",
    "ARO/C1": "10.1, 14.1",
    "TPR": "10.2",
    "PTP": "10.3",
    "APRO": "10.4",
    "APPO": "10.5",
    "RTNG": "10.6",
}


@dataclass(frozen=True, slots=True)
class TiebreakWords:
    """A tie-break as players read it. ``rule`` names where it comes from; empty for what is no rule of FIDE's."""

    code: str
    name: str
    explanation: str
    rule: str


def in_words(code: str, score_by: ScoreBy | str = ScoreBy.GAMES) -> TiebreakWords:
    """Name and meaning of a tie-break, in words that fit what the event scores.

    :raises KeyError: there is no such tie-break.
    """
    tiebreak = TIEBREAKS[code]
    name, explanation = tiebreak.name, tiebreak.explanation
    if ScoreBy(score_by) is ScoreBy.MATCHES:
        name, explanation = _OF_MATCHES.get(code, (name, explanation))
    rule = f"FIDE C.07, {_ARTICLES[code]}" if code in _ARTICLES else ""
    return TiebreakWords(code, str(name), str(explanation), rule)


def short_name(code: str) -> str:
    """The word over a column of the standings."""
    return str(_SHORT.get(code, code))


def in_order(codes: list[str] | tuple[str, ...], score_by: ScoreBy | str = ScoreBy.GAMES) -> list[TiebreakWords]:
    """The tie-breaks of an event's list, without the points. Codes that are gone are left out."""
    return [in_words(code, score_by) for code in codes if code in TIEBREAKS and code != "PTS"]


def to_choose_from(event_format: str) -> list[tuple[str, str]]:
    """The codes and names an organiser is offered, without the points, which always come first.

    Those that make no sense in such an event stand last and say so: FIDE C.07 Article 8 keeps the Buchholz family
    out of round robins, where everybody has the same opponents. A format other than a round robin is taken for a Swiss.
    """
    system = System.ROUND_ROBIN if event_format == System.ROUND_ROBIN else System.SWISS
    suited = {tiebreak.code for tiebreak in tiebreaks_for(system)}
    offered = sorted((tie for tie in TIEBREAKS.values() if tie.code != "PTS"), key=lambda tie: tie.code not in suited)
    return [
        (tie.code, str(tie.name) if tie.code in suited else _("{name} (says little here)").format(name=tie.name))
        for tie in offered
    ]
