"""A tie-break's number opened up: one line for each term, in words, and the sum as a formula.

Pure, but for the language. Numbers stay exact; the page writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from .tiebreaks import TIEBREAKS, SlotKind, Term, TiebreakValue

_MEANS = frozenset({"ARO", "ARO/C1", "APRO", "APPO"})


@dataclass(frozen=True, slots=True)
class TermLine:
    """One line: what it is about, and what it brings, in points. A ``cut`` line is left out of the sum."""

    words: str
    number: Fraction
    cut: bool


def lines_of(value: TiebreakValue, names: Mapping[int, str]) -> list[TermLine]:
    """The lines behind ``value``; ``names`` are those of the entrants."""
    return [TermLine(_words(term, names), term.contribution, term.cut) for term in value.terms]


def formula(value: TiebreakValue, write: Callable[[Fraction], str]) -> str:
    """The sum that ``value`` is: "3·1 + 2½·½", a mean as "(1888 + 1750) : 2", the least opponent cut.

    Empty for a number that is not made from its lines alone, as a performance by FIDE's
    table, and where there are no lines.
    """
    terms = [term for term in value.terms if not term.cut]
    if not terms:
        return ""
    if value.code in _MEANS:
        numbers = sorted((term.contribution for term in terms), reverse=True)
        left = numbers[:-1] if value.code.endswith("/C1") else numbers
        return f"({' + '.join(write(number) for number in left)}) : {len(left)}" if left else ""
    if not (TIEBREAKS[value.code].is_sum or value.code == "DE"):
        return ""
    return " + ".join(_part(term, write) for term in terms)


def _part(term: Term, write: Callable[[Fraction], str]) -> str:
    score, result = term.opponent_score, term.result
    if score is None or result is None or term.contribution == score:
        return write(term.contribution)
    return f"{write(score)}·{write(result)}"


def _words(term: Term, names: Mapping[int, str]) -> str:
    rest = {"round": term.round_no, "name": names.get(term.opponent or 0, "")}
    if term.kind is SlotKind.GAME and term.opponent is None:
        return _("Round %(round)d, being played") % rest
    if term.kind is SlotKind.GAME:
        return _("Round %(round)d, against %(name)s") % rest
    if term.kind is SlotKind.FORFEIT_WIN:
        return _("Round %(round)d, won by forfeit against %(name)s") % rest
    if term.kind is SlotKind.FORFEIT_LOSS:
        return _("Round %(round)d, lost by forfeit against %(name)s") % rest
    if term.opponent_score is not None:
        return _("Round %(round)d, not played: a stand-in takes the opponent's place") % rest
    if term.kind is SlotKind.PAIRING_BYE:
        return _("Round %(round)d, bye") % rest
    return _("Round %(round)d, requested bye or absent") % rest
