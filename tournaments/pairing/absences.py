"""Who is not to be paired in a round of a Swiss, and what that is worth."""

from collections.abc import Sequence

from .format_types import Entry, EventState
from .plan import Bye, ByeKind


def absences(state: EventState, round_no: int) -> tuple[Bye, ...]:
    """The byes of a round that follow from the entries: requested, granted, or missed before a late entry.

    A requested bye scores half a match as long as the entrant has not had
    `FormatSettings.half_byes` of them, and nothing afterwards; rounds missed before a late
    entry draw on the same allowance. Who has withdrawn is not named.
    """
    return tuple(
        Bye(entry.no, kind)
        for entry in state.entries
        if entry.active and (kind := _kind(entry, state, round_no)) is not None
    )


def missed_before(entry: Entry, state: EventState, round_no: int) -> Sequence[Bye | None]:
    """For each round before ``round_no`` the bye of a late entry, None where the entrant was in."""
    return [
        Bye(entry.no, _late(entry, state, number)) if entry.late_from and number < entry.late_from else None
        for number in range(1, round_no)
    ]


def _kind(entry: Entry, state: EventState, round_no: int) -> ByeKind | None:
    if entry.late_from is not None and round_no < entry.late_from:
        return _late(entry, state, round_no)
    if round_no in entry.full_byes:
        return ByeKind.FULL
    if round_no in entry.zero_byes:
        return ByeKind.ZERO
    if round_no not in entry.requested_byes:
        return None
    late = 0
    if state.settings.late_bye is ByeKind.HALF and entry.late_from:
        late = min(entry.late_from - 1, state.settings.half_byes)
    told = {
        match.round_no
        for match in state.history
        if match.white_no == entry.no and match.black_no is None and match.kind is ByeKind.HALF
    }
    had = late + sum(number < round_no and number >= (entry.late_from or 1) for number in told)
    return ByeKind.HALF if had < state.settings.half_byes else ByeKind.ZERO


def _late(entry: Entry, state: EventState, round_no: int) -> ByeKind:
    """What the missed round ``round_no`` is: half byes are given for the last rounds missed, as far as they last."""
    kind = state.settings.late_bye
    if kind is ByeKind.HALF and round_no < (entry.late_from or 1) - state.settings.half_byes:
        return ByeKind.ZERO
    return kind
