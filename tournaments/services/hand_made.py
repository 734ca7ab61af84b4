"""Reading a round that somebody made by hand. For the services."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.errors import Conflict, ValidationFailed

from ..models import Section
from ..pairing.by_hand import PairOfNumbers, faults, match_plans, turned
from ..pairing.plan import Bye, ByeKind, RoundPlan
from ..selectors.pairing_state import pairing_state, places_of


def byes_from(byes: Sequence[tuple[int, str]]) -> tuple[Bye, ...]:
    """Byes from (number, letter).

    :raises ValidationFailed: ``byes``: there is no such letter.
    """
    try:
        return tuple(Bye(no, ByeKind(letter)) for no, letter in byes)
    except ValueError:
        sentence = _("A bye is one of U (from the pairing), H (half a point), F (full point) and Z (absent).")
        raise ValidationFailed(sentence, errors={"byes": [sentence]}) from None


def round_by_hand(
    section: Section, number: int, pairs: Sequence[PairOfNumbers], byes: tuple[Bye, ...], proposed: RoundPlan | None
) -> RoundPlan:
    """The round that these pairs and byes make; what was ``proposed`` keeps the length of its matches.

    :raises ValidationFailed: ``pairs``: it is no round.
    :raises Conflict: ``bracket_fixed``.
    """
    state = pairing_state(section, places_of(section), round_number=number)
    rules = section.stage.rules
    if rules.is_knock_out and proposed is not None:
        try:
            return turned(proposed, pairs, byes)
        except ValueError:
            message = _("Who meets whom follows from the bracket: only colours and the order of boards can change.")
            raise Conflict(message, code="bracket_fixed") from None
    found = faults(state, pairs, byes)
    if found:
        raise ValidationFailed(_("This is not a round yet: see the sentences."), errors={"pairs": found})
    plans = match_plans(pairs, proposed, rules.games_per_pairing)
    return RoundPlan(number=number, matches=plans, byes=byes, reasons={"by_hand": True})
