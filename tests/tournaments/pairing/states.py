"""Small event states for the tests of formats."""

import random

from tournaments.pairing.formats import Entry, EventState, FormatSettings, PastMatch, RoundPlan, format_for


def entries(count: int, **changes: dict[int, object]) -> tuple[Entry, ...]:
    """Entrants 1 to ``count``; each keyword gives a field of some of them, by number."""
    return tuple(
        Entry(no, 2000 - no, **{name: values[no] for name, values in changes.items() if no in values})
        for no in range(1, count + 1)
    )


def state(count: int, *history: PastMatch, settings: dict[str, object] | None = None, **changes) -> EventState:
    return EventState(entries(count, **changes), FormatSettings(**(settings or {})), history)


def plan(code: str, event: EventState, round_no: int, **more) -> RoundPlan:
    return format_for(code).plan_round(event, round_no, rng=random.Random(1), **more)


def pairs(found: RoundPlan) -> list[tuple[int, int]]:
    """Who meets whom, smaller number first, in board order."""
    return [tuple(sorted((match.white_no, match.black_no))) for match in found.matches]


def byes(found: RoundPlan) -> list[tuple[int, str]]:
    return [(bye.no, bye.kind.value) for bye in found.byes]
