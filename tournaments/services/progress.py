"""What a running event does next, whenever something in it has ended. For the services; expects the event's lock."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.errors import Conflict

from ..models import Entrant, PairingRun, Round, Section, Stage, Tournament
from ..pacing import next_round_at, round_times
from ..pairing.format_types import FormatError
from ..selectors.desk import next_number
from ..states import Action, Status
from .audit import log
from .life import move
from .pairing import is_current, misfits, publish_run, run_pairing
from .ranking import store_final_ranks
from .rounds import close_finished_rounds, open_round, start_matches
from .staging import begin_stage, close_stage, promoted
from .telling import tell, tell_officials


def go_on(section: Section, now: datetime) -> None:
    """Close what is over in a section and begin what is next, as the stage's pace says. Twice is as good as once.

    Rounds follow each other at once only while they consist of byes, and there are `Section.rounds_total` at most.
    """
    tournament = section.tournament
    closed = close_finished_rounds(section, now)
    if tournament.status != Status.RUNNING or tournament.paused_at is not None:
        return
    start_matches(section, now)
    if section.status == Section.Status.FINISHED or section.rounds.filter(status=Round.Status.RUNNING).exists():
        return
    if section.rounds.filter(status=Round.Status.FINISHED).count() >= section.rounds_total:
        _finish_section(section, now)
    elif _is_deserted(section):
        place = {"stage": section.stage.number, "section": section.number, "round": next_number(section)}
        log(tournament, "section_deserted", now=now, subject=section.name, after=place)
        _finish_section(section, now)
    elif closed:
        _plan_next(section, now)


def catch_up(section: Section, now: datetime) -> None:
    """Do what a pause of the event has held back, such as the round after one that ended meanwhile."""
    go_on(section, now)
    if section.tournament.status != Status.RUNNING or section.status == Section.Status.FINISHED:
        return
    if section.next_round_at is None and not section.rounds.filter(status=Round.Status.RUNNING).exists():
        _plan_next(section, now)


def _is_deserted(section: Section) -> bool:
    """Fewer than two are left who could play; in a knock-out the last one still advances to its end."""
    here = section.places.filter(entrant__status=Entrant.Status.ENTERED).count()
    return here < (1 if section.stage.rules.is_knock_out else 2)


def _plan_next(section: Section, now: datetime) -> None:
    """Set when the next round starts, and start it if that is now."""
    section.next_round_at = _next_at(section, finished_at=now, now=now)
    section.save(update_fields=["next_round_at"])
    if section.next_round_at is not None and section.next_round_at <= now:
        start_next_round(section, now)


def _next_at(section: Section, *, finished_at: datetime | None, now: datetime) -> datetime | None:
    rules = section.stage.rules
    return next_round_at(
        rules.pacing,
        round_no=next_number(section),
        finished_at=finished_at,
        now=now,
        rest=timedelta(hours=rules.rest_hours),
        times=round_times(rules.round_starts, section.tournament.time_zone) if rules.round_starts else None,
    )


def starts_by_itself(section: Section, now: datetime) -> bool:
    """Whether the pace lets the next round start now, once it is published.

    One that is to start later has its time set, so that the sweep finds it.
    """
    last = section.rounds.filter(status=Round.Status.FINISHED).order_by("-number").first()
    finished_at = last.finished_at if last is not None else section.stage.started_at
    at = _next_at(section, finished_at=finished_at, now=now)
    section.next_round_at = at
    section.save(update_fields=["next_round_at"])
    return at is not None and at <= now


def start_next_round(section: Section, now: datetime) -> Round | None:
    """Pair the section's next round unless that is done, and begin it. None: it cannot be paired, and who runs the
    event has been told why.

    A preview that nobody has changed is made again if anything has changed since; one changed by hand is played as it
    stands, unless it does not fit the entrants any more.
    """
    number = next_number(section)
    stored = section.rounds.filter(number=number).first()
    if stored is None:
        try:
            stored = publish_run(_run_for(section, number, now), now=now)
        except FormatError as error:
            _cannot_pair(section, number, error, now)
            return None
    section.next_round_at = None
    section.save(update_fields=["next_round_at"])
    open_round(stored, now)
    start_matches(section, now)
    _tell_round(section, stored, now)
    go_on(section, now)  # a round of byes only is over as soon as it begins
    return stored


def _run_for(section: Section, number: int, now: datetime) -> PairingRun:
    preview = section.pairing_runs.filter(round_number=number, status=PairingRun.Status.PREVIEW).first()
    if preview is not None:
        preview.section = section
        if preview.edited is None:
            return preview if is_current(preview) else run_pairing(section, number, now=now)
        found = misfits(preview)
        if found:
            raise FormatError(" ".join(found))
        return preview
    return run_pairing(section, number, now=now)


def _cannot_pair(section: Section, number: int, error: FormatError, now: datetime) -> None:
    """Leave the round to those who run the event; the calendar does not try again."""
    section.next_round_at = None
    section.save(update_fields=["next_round_at"])
    log(
        section.tournament,
        "round_not_paired",
        now=now,
        subject=str(number),
        reason=str(error),
        after={"stage": section.stage.number, "section": section.number, "round": number},
    )
    tell_officials(section.tournament, "event_stuck", f"event_stuck:{section.pk}:{number}", {"round": number}, now)


def _tell_round(section: Section, stored: Round, now: datetime) -> None:
    if stored.number == 1 and section.stage.number == 1:
        return  # the start of the event is told by itself
    entrants = [place.entrant for place in section.places.select_related("entrant__user")]
    data = {"round": stored.number, "rounds": section.rounds_total}
    tell(section.tournament, entrants, "event_round", f"event_round:{stored.pk}", data, now)


def _finish_section(section: Section, now: datetime) -> None:
    section.status = Section.Status.FINISHED
    section.next_round_at = None
    section.save(update_fields=["status", "next_round_at"])
    stage = section.stage
    if stage.sections.exclude(status=Section.Status.FINISHED).exists():
        return
    stage.tournament = section.tournament
    if section.tournament.approval == Tournament.Approval.ARBITER:
        stage.status = Stage.Status.AWAITING_APPROVAL
        stage.save(update_fields=["status"])
        if following(stage) is None:
            move(section.tournament, Action.SUBMIT, now)
        key = f"event_approval:{stage.pk}:{section.tournament.version}"
        tell_officials(section.tournament, "event_approval", key, {"stage": stage.number}, now)
        return
    finish_stage(stage, now)


def following(stage: Stage) -> Stage | None:
    """The stage after this one."""
    return stage.tournament.stages.filter(number=stage.number + 1).first()


def finish_stage(stage: Stage, now: datetime) -> None:
    """Close a stage whose games are over and begin the next one; after the last the event ends.

    Where the next stage is on already, because this one was opened again for a correction, who went on stays as it is.
    """
    close_stage(stage, now)
    coming = following(stage)
    if coming is None:
        _finish(stage.tournament, now)
    elif coming.status == Stage.Status.PENDING:
        begin_stage_after(stage, coming, now)


def begin_stage_after(stage: Stage, coming: Stage, now: datetime) -> None:
    """Begin the next stage; where that is impossible, leave it pending and tell who runs the event why.

    With fewer than two left to play it the event is over.
    """
    tournament = coming.tournament = stage.tournament
    try:
        with transaction.atomic():  # so that nothing of a stage that cannot begin is left
            begin_sections(coming, promoted(stage, coming.rules), now)
    except Conflict as error:
        place = {"stage": coming.number}
        log(tournament, "stage_not_started", now=now, subject=str(coming.number), reason=str(error), after=place)
        if error.code == "too_few_entrants":
            _finish(tournament, now)
            return
        data = {"stage": coming.number}
        tell_officials(tournament, "event_stuck", f"event_stuck:stage:{coming.pk}", data, now)


def begin_sections(stage: Stage, entrants: list[Entrant], now: datetime) -> None:
    """Begin a stage and, unless the pace waits for somebody or for a time, its first games."""
    for section in begin_stage(stage, entrants, now):
        section.tournament = stage.tournament
        if stage.rules.pacing in ("all_at_once", "at_most"):
            for stored in section.rounds.all():
                open_round(stored, now)
            start_matches(section, now)
        elif stage.number == 1 and stage.rules.pacing == "by_round":
            start_next_round(section, now)
        else:
            _plan_next(section, now)


def _finish(tournament: Tournament, now: datetime) -> None:
    move(tournament, Action.FINISH, now)
    for entrant in store_final_ranks(tournament):
        tell(
            tournament,
            [entrant],
            "event_finished",
            f"event_finished:{tournament.pk}",
            {"rank": entrant.final_rank},
            now,
        )
