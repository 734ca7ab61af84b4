"""What the overview of an event tells besides tables: news from the officials, the record, the projected end."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from games.clock import TimeControl

from ..models import Announcement, AuditEntry, Entrant, PairingRun, Round, Section, Tournament
from ..pacing import EventAhead, Projection, RunningRound, projected_end, round_times
from ..pairing_words import why_bye, why_round
from .pairing_state import places_of

# Lines of the record that say nothing to a reader: each game's result stands in the tables.
QUIET = frozenset({"result", "entered", "entry_withdrawn", "checked_in", "round_finished"})


def announcements_of(tournament: Tournament) -> list[Announcement]:
    """What the officials have told the entrants, newest first. One query."""
    return list(tournament.announcements.select_related("by"))


def record_of(tournament: Tournament, *, full: bool = False) -> QuerySet[AuditEntry]:
    """The record, newest first; ``full``: also what is for those in charge only, and every single result."""
    lines = AuditEntry.objects.filter(tournament=tournament).select_related("actor").order_by("-number")
    return lines if full else lines.filter(public=True).exclude(act__in=QUIET)


def winners_of(tournament: Tournament) -> list[Entrant]:
    """Who has the first place of a finished event. One query."""
    return list(tournament.entrants.filter(final_rank=1).select_related("user").order_by("seed"))


def reasons_of(section: Section) -> dict[int, list[str]]:
    """Why each published round of a Swiss came out as it did, in sentences by round number. Two queries."""
    if not section.stage.rules.is_swiss:
        return {}
    names = {place.number: place.entrant.user.shown_name for place in places_of(section)}

    def name(number: int) -> str:
        return names.get(number, str(number))

    runs = section.pairing_runs.filter(status=PairingRun.Status.PUBLISHED)
    found = {}
    for run in runs:
        reasons = run.output.get("reasons", {})
        edited = [_("An official changed this pairing before it was published.")] if run.edited else []
        found[run.round_number] = [*edited, *why_bye(reasons, name), *why_round(reasons, name)]
    return found


def projection_of(tournament: Tournament, sections: list[Section], now: datetime) -> Projection | None:
    """When the event will probably end; None unless it is in play. One query."""
    playing = [section for section in sections if section.status == Section.Status.RUNNING]
    if not playing or not tournament.is_on:
        return None
    rules = playing[0].stage.rules
    rounds = Round.objects.filter(section__in=playing, status=Round.Status.RUNNING).order_by("-started_at")
    running = rounds.first()
    begun = Round.objects.filter(section__in=playing).exclude(status=Round.Status.PENDING).aggregate(last=Max("number"))
    last = begun["last"] or 0
    total = max(section.rounds_total for section in playing)
    ahead = EventAhead(
        control=TimeControl.parse(tournament.time_control),
        rounds_left=0 if rules.pacing in ("all_at_once", "at_most") else max(0, total - last),
        next_round=last + 1,
        running=RunningRound(running.started_at, running.deadline) if running and running.started_at else None,
        pacing=rules.pacing,
        rest=timedelta(hours=rules.rest_hours),
        times=round_times(rules.round_starts, tournament.time_zone) if rules.round_starts else None,
        length=timedelta(hours=rules.round_hours) if rules.round_hours else None,
        closes=rules.overdue != "arbiter",
        zone=tournament.time_zone,
        in_turn=max(1, total * rules.games_per_pairing // (rules.max_games_at_once or 1))
        if rules.pacing == "at_most"
        else 1,
    )
    return projected_end(ahead, now=now)
