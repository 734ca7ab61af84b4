"""Lines of an event's record as messages for programs and chat servers."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch
from django.urls import reverse

from ..exchange.discord import FinalRank, MatchScore, Pairing, event_finished, results_posted, round_started
from ..models import AuditEntry, Match, Round, Tournament, WebhookDelivery
from .exports import absolute, match_link
from .ranking import event_ranking
from .sections import current_section
from .standings import section_standings

TOLD = frozenset(
    {
        "event_start",
        "event_finish",
        "event_cancel",
        "event_reopen",
        "round_paired",
        "round_started",
        "round_finished",
        "result",
        "ruling",
        "ruling_undone",
        "match_decided",
        "withdrawn",
        "expelled",
        "announced",
    }
)
_RESULTS = frozenset({"result", "ruling", "ruling_undone"})
AT_ONCE = 500  # lines of the record looked at together
PLACES = 10  # told of the final standings

Message = tuple[str, str, dict[str, Any]]


def new_lines(tournament: Tournament, after: int) -> list[AuditEntry]:
    """The next lines of the record after line ``after``. One query."""
    lines = AuditEntry.objects.filter(tournament=tournament, number__gt=after).order_by("number")
    return list(lines[:AT_ONCE])


def json_message(tournament: Tournament, line: AuditEntry) -> dict[str, Any]:
    """One line of the record as a program reads it."""
    return {
        "event": {"id": tournament.pk, "name": tournament.name, "url": absolute(tournament.get_absolute_url())},
        "line": line.number,
        "at": line.at,
        "act": line.act,
        "subject": line.subject,
        "reason": line.reason,
        "before": line.before,
        "after": line.after,
    }


def discord_messages(tournament: Tournament, lines: list[AuditEntry]) -> list[Message]:
    """(key, kind, payload): rounds as they begin, results together, the final standings."""
    messages: list[Message] = []
    matches: dict[int, AuditEntry] = {}
    for line in lines:
        after = line.after or {}
        if line.act in _RESULTS and "match" in after:
            matches[after["match"]] = line
        elif line.act == "round_started":
            messages.append((f"record:{line.number}", "round", _round(tournament, line)))
        elif line.act == "event_finish":
            messages.append((f"record:{line.number}", "end", _end(tournament, line)))
    over = list(
        Match.objects.filter(pk__in=matches, status=Match.Status.FINISHED, second__isnull=False).select_related(
            "first__user", "second__user", "round"
        )
    )
    if over:
        last = max(matches.values(), key=lambda line: line.number)
        scores = [_score(tournament, match) for match in over]
        page = absolute(tournament.get_absolute_url())
        payload = results_posted(event=tournament.name, results=scores, url=page, at=last.at)
        messages.insert(0, (f"results:{last.number}", "results", payload))
    return messages


def _score(tournament: Tournament, match: Match) -> MatchScore:
    assert match.second is not None
    return MatchScore(
        match.first.user.shown_name,
        match.second.user.shown_name,
        match.first_points,
        match.second_points,
        url=match_link(tournament, match),
    )


def _round(tournament: Tournament, line: AuditEntry) -> dict[str, Any]:
    place: dict[str, int] = line.after or {}
    stored = Round.objects.filter(
        tournament=tournament,
        section__stage__number=place.get("stage", 0),
        section__number=place.get("section", 0),
        number=place.get("round", 0),
    ).first()
    pairings = []
    if stored is not None:
        matches = stored.matches.select_related("first__user", "second__user", "round").order_by("board")
        pairings = [
            Pairing(
                match.board,
                match.first.user.shown_name,
                match.second.user.shown_name if match.second is not None else "",
                match_link(tournament, match),
            )
            for match in matches
        ]
    page = absolute(reverse("tournaments:rounds", args=[tournament.pk]))
    deadline = stored.deadline if stored is not None else None
    number = int(place.get("round", 0))
    return round_started(
        event=tournament.name, number=number, pairings=pairings, url=page, at=line.at, deadline=deadline
    )


def _end(tournament: Tournament, line: AuditEntry) -> dict[str, Any]:
    section = current_section(tournament)
    points = {one.entrant.pk: one.points for one in section_standings(section)} if section is not None else {}
    ranks = [
        FinalRank(rank, entrant.user.shown_name, points.get(entrant.pk, 0))
        for rank, entrant in event_ranking(tournament)[:PLACES]
    ]
    page = absolute(tournament.get_absolute_url())
    return event_finished(event=tournament.name, ranks=ranks, url=page, at=line.at)


def latest_deliveries() -> Prefetch[Any]:
    """For a list of webhooks: the deliveries of each, newest first, as ``latest``."""
    return Prefetch("deliveries", WebhookDelivery.objects.order_by("-pk"), to_attr="latest")
