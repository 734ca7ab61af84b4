"""A round made or changed by hand: is it a round at all, which rules does it break, what does the engine say instead.

Pure. Entrants are start numbers. What makes no round is refused; what breaks a pairing rule is a warning, because the
arbiter may have a reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from .absences import absences
from .format_types import EventState, PastMatch
from .plan import Bye, ByeKind, MatchPlan, RoundPlan, plan_match

PairOfNumbers = tuple[int, int]  # White, Black of the first game


class Severity(StrEnum):
    """How much a warning weighs: a rule that the engine never breaks, or one that it keeps where it can."""

    SERIOUS = "serious"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class PlanWarning:
    """A rule that a round breaks: a ``code`` for programs, whom it is about, and a sentence."""

    severity: Severity
    code: str
    numbers: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Differences:
    """What an arbiter has changed. ``turned`` are the pairs that meet as proposed, with the colours changed."""

    added: tuple[PairOfNumbers, ...] = ()
    removed: tuple[PairOfNumbers, ...] = ()
    turned: tuple[PairOfNumbers, ...] = ()
    byes_added: tuple[Bye, ...] = ()
    byes_removed: tuple[Bye, ...] = ()

    @property
    def any(self) -> bool:
        return bool(self.added or self.removed or self.turned or self.byes_added or self.byes_removed)


def faults(state: EventState, pairs: Collection[PairOfNumbers], byes: Collection[Bye]) -> list[str]:
    """Why these pairs and byes make no round, as sentences: everybody who plays on stands in it exactly once."""
    active = {entry.no for entry in state.entries if entry.active}
    known = {entry.no for entry in state.entries}
    named = Counter([no for pair in pairs for no in pair] + [bye.no for bye in byes])
    found = [_("Number %(no)d cannot play against itself.") % {"no": one} for one, other in pairs if one == other]
    selves = {one for one, other in pairs if one == other}
    for no, times in sorted(named.items()):
        if no not in known:
            found.append(_("There is no start number %(no)d in this section.") % {"no": no})
        elif no not in active:
            found.append(_("Number %(no)d has left the event: take the number out.") % {"no": no})
        elif times > 1 and no not in selves:
            found.append(_("Number %(no)d stands in the round more than once.") % {"no": no})
    missing = sorted(active - named.keys())
    if missing:
        numbers = ", ".join(map(str, missing))
        text = _("Not in the round: %(numbers)s. Give each of them an opponent, or a bye (Z for an absence).")
        found.append(text % {"numbers": numbers})
    return found


def warnings(state: EventState, plan: RoundPlan, *, colours: bool) -> list[PlanWarning]:
    """The pairing rules that a round breaks, serious ones first.

    ``colours``: matches of one game, where it matters who has White.
    """
    found = [
        *_meetings(state, plan),
        *_byes(state, plan),
        *_requests(state, plan),
        *(_colours(state, plan) if colours else ()),
    ]
    return sorted(found, key=lambda one: (one.severity is not Severity.SERIOUS, one.numbers))


def differences_of(proposed: RoundPlan, edited: RoundPlan) -> Differences:
    """What is different in ``edited``."""
    before = {frozenset(pair): pair for pair in _pairs(proposed)}
    after = {frozenset(pair): pair for pair in _pairs(edited)}
    return Differences(
        added=tuple(pair for key, pair in after.items() if key not in before),
        removed=tuple(pair for key, pair in before.items() if key not in after),
        turned=tuple(pair for key, pair in after.items() if key in before and before[key] != pair),
        byes_added=tuple(bye for bye in edited.byes if bye not in proposed.byes),
        byes_removed=tuple(bye for bye in proposed.byes if bye not in edited.byes),
    )


def _pairs(plan: RoundPlan) -> list[PairOfNumbers]:
    return [(match.white_no, match.black_no) for match in plan.matches]


def _meetings(state: EventState, plan: RoundPlan) -> list[PlanWarning]:
    met = {frozenset((past.white_no, past.black_no)) for past in state.history if past.black_no and past.played}
    clubs = {entry.no: entry.group for entry in state.entries}
    found = []
    for pair in _pairs(plan):
        names = {"one": pair[0], "other": pair[1]}
        if frozenset(pair) in met:
            text = _("%(one)d and %(other)d have met before.") % names
            found.append(PlanWarning(Severity.SERIOUS, "rematch", pair, text))
        if frozenset(pair) in state.settings.forbidden:
            text = _("%(one)d and %(other)d are to be kept apart.") % names
            found.append(PlanWarning(Severity.SERIOUS, "forbidden", pair, text))
        if clubs.get(pair[0]) and clubs.get(pair[0]) == clubs.get(pair[1]):
            text = _("%(one)d and %(other)d are of one club.") % names
            found.append(PlanWarning(Severity.NOTICE, "same_club", pair, text))
    return found


def _byes(state: EventState, plan: RoundPlan) -> list[PlanWarning]:
    """C.04.1 (d): nobody has a second bye, nor one after winning without play."""
    had = {past.white_no for past in state.history if past.kind in (ByeKind.PAIRING, ByeKind.FULL)}
    walked = {no for past in state.history if past.forfeited_by for no in _sides(past) - past.forfeited_by}
    given = [bye for bye in plan.byes if bye.kind in (ByeKind.PAIRING, ByeKind.FULL)]
    found = [
        PlanWarning(Severity.SERIOUS, "second_bye", (bye.no,), _("%(no)d has had a bye before.") % {"no": bye.no})
        for bye in given
        if bye.no in had
    ]
    text = _("%(no)d has won a match without play before.")
    found += [
        PlanWarning(Severity.SERIOUS, "second_bye", (bye.no,), text % {"no": bye.no})
        for bye in given
        if bye.no in walked and bye.no not in had
    ]
    free = [bye.no for bye in plan.byes if bye.kind is ByeKind.PAIRING]
    if len(free) > 1:
        found.append(
            PlanWarning(Severity.NOTICE, "several_byes", tuple(free), _("Two who have a bye could play each other."))
        )
    return found


def _requests(state: EventState, plan: RoundPlan) -> list[PlanWarning]:
    asked = {bye.no: bye.kind for bye in absences(state, plan.number)}
    playing = {no for pair in _pairs(plan) for no in pair}
    given = {bye.no: bye.kind for bye in plan.byes}
    found = []
    for no, kind in asked.items():
        if no in playing:
            text = _("%(no)d is not available in this round.") % {"no": no}
            found.append(PlanWarning(Severity.SERIOUS, "not_available", (no,), text))
        elif given.get(no) is not kind:
            text = _("%(no)d should have the bye %(kind)s.") % {"no": no, "kind": kind.value}
            found.append(PlanWarning(Severity.NOTICE, "other_bye", (no,), text))
    return found


def _colours(state: EventState, plan: RoundPlan) -> list[PlanWarning]:
    """C.04.3 C3: no third colour in a row, and never three more of one colour."""
    had: dict[int, list[bool]] = {entry.no: [] for entry in state.entries}
    for past in sorted(state.history, key=lambda one: one.round_no):
        if past.black_no is not None and past.played:
            had[past.white_no].append(True)
            had[past.black_no].append(False)
    found = []
    for pair in _pairs(plan):
        for no, white in zip(pair, (True, False), strict=True):
            colours = [*had[no], white]
            balance = sum(1 if one else -1 for one in colours)
            if colours[-3:] in ([white] * 3,) or abs(balance) > 2:
                text = _("%(no)d has the same colour three times in a row, or three times more often.") % {"no": no}
                found.append(PlanWarning(Severity.SERIOUS, "colours", (no,), text))
    return found


def _sides(past: PastMatch) -> set[int]:
    return {past.white_no} if past.black_no is None else {past.white_no, past.black_no}


def match_plans(
    pairs: Sequence[PairOfNumbers], proposed: RoundPlan | None, games_per_pairing: int
) -> tuple[MatchPlan, ...]:
    """The matches of a round made by hand, boards in the order given. A pair that was proposed keeps its games.

    :raises ValueError: a pair that was not proposed, in a format whose matches are not of 1, 2, 4 or 6 games.
    """
    known = {frozenset((match.white_no, match.black_no)): match for match in proposed.matches} if proposed else {}
    return tuple(
        _turned(known[key], white, black)
        if (key := frozenset((white, black))) in known
        else plan_match(white, black, games_per_pairing)
        for white, black in pairs
    )


def _turned(match: MatchPlan, white: int, black: int) -> MatchPlan:
    has_white = [first == match.white_no for first, _second in match.games]
    return MatchPlan(white, black, tuple((white, black) if one else (black, white) for one in has_white))


def turned(proposed: RoundPlan, pairs: Sequence[PairOfNumbers], byes: Sequence[Bye]) -> RoundPlan:
    """The proposed round of a knock-out with other colours or another order of boards.

    :raises ValueError: other pairs or byes.
    """
    slots = {
        frozenset((match.white_no, match.black_no)): (slot, name)
        for match, slot, name in zip(
            proposed.matches, proposed.reasons["slots"], proposed.reasons["names"], strict=True
        )
    }
    keys = [frozenset(pair) for pair in pairs]
    if len(keys) != len(slots) or set(keys) != slots.keys() or set(byes) != set(proposed.byes):
        raise ValueError("who meets whom follows from the bracket")
    reasons = dict(proposed.reasons) | {
        "slots": [slots[key][0] for key in keys],
        "names": [slots[key][1] for key in keys],
        "colours": ["by_hand"] * len(keys),
    }
    return RoundPlan(proposed.number, match_plans(pairs, proposed, 1), proposed.byes, reasons)
