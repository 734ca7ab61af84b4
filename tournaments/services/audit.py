"""The record of an event: one line for everything that happens in it. For the services; expects the event's lock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max

from accounts.models import User

from ..models import AuditEntry, Match, MatchGame, Tournament


def log(
    tournament: Tournament,
    act: str,
    *,
    now: datetime,
    actor: User | None = None,
    subject: str = "",
    reason: str = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    public: bool = True,
) -> AuditEntry:
    """Add a line to the record. ``actor`` None: the rules or the calendar did it.

    ``before`` and ``after`` hold what is needed to follow the event from its record alone, see `tournaments.replay`.
    """
    last = AuditEntry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    return AuditEntry.objects.create(
        tournament=tournament,
        number=last + 1,
        at=now,
        actor=actor,
        act=act,
        subject=subject[:200],
        reason=reason,
        before=dict(before) if before is not None else None,
        after=dict(after) if after is not None else None,
        public=public,
    )


def log_many(
    tournament: Tournament,
    act: str,
    lines: Sequence[tuple[str, Mapping[str, Any] | None, Mapping[str, Any]]],
    *,
    now: datetime,
    actor: User | None = None,
    reason: str = "",
) -> int:
    """Add many lines of one kind at once, each a subject, what was before and what is after. Two queries.

    Returns the number of the first.
    """
    last = AuditEntry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    AuditEntry.objects.bulk_create(
        (
            AuditEntry(
                tournament=tournament,
                number=number,
                at=now,
                actor=actor,
                act=act,
                subject=subject[:200],
                reason=reason,
                before=before,
                after=after,
            )
            for number, (subject, before, after) in enumerate(lines, start=last + 1)
        ),
        batch_size=1000,
    )
    return last + 1


def where(slot: MatchGame) -> dict[str, Any]:
    """Which game of which match this is, as the record names it."""
    return {**match_place(slot.match), "game": slot.number, "white": slot.white_id, "black": slot.black_id}


def scored(slot: MatchGame) -> dict[str, Any]:
    """What a game counts, as the record holds it."""
    return {
        "outcome": slot.outcome,
        "white_points": slot.white_points,
        "black_points": slot.black_points,
        "forfeit": slot.forfeit,
        "counts": slot.counts,
    }


def match_place(match: Match) -> dict[str, Any]:
    """Which match this is, as the record names it."""
    return {
        "match": match.pk,
        "stage": match.round.section.stage.number,
        "section": match.round.section.number,
        "round": match.round.number,
        "board": match.board,
    }
