"""What a running event does next, whenever something in it has ended. For the services; expects the event's lock."""

from __future__ import annotations

from datetime import datetime, timedelta

from ..models import Entrant, Round, Section, Stage, Tournament
from ..pacing import next_round_at, round_times
from ..pairing.format_types import FormatError
from ..states import Action, Status
from .audit import log
from .life import move
from .pairing import publish_run, run_pairing
from .ranking import store_final_ranks
from .rounds import close_finished_rounds, open_round, start_matches
from .staging import begin_stage, close_stage, promoted
from .telling import tell, tell_officials


def go_on(section: Section, now: datetime) -> None:
    """Close what is over in a section and begin what is next, as the stage's pace says. Twice is as good as once."""
    tournament = section.tournament
    closed = close_finished_rounds(section, now)
    if tournament.status != Status.RUNNING or tournament.paused_at is not None:
        return
    start_matches(section, now)
    if section.rounds.filter(status=Round.Status.RUNNING).exists():
        return
    if section.rounds.filter(status=Round.Status.FINISHED).count() >= section.rounds_total:
        _finish_section(section, now)
    elif closed:
        _plan_next(section, now)


def _plan_next(section: Section, now: datetime) -> None:
    """Set when the next round starts, and start it if that is now."""
    rules = section.stage.rules
    section.next_round_at = next_round_at(
        rules.pacing,
        round_no=next_number(section),
        finished_at=now,
        now=now,
        rest=timedelta(hours=rules.rest_hours),
        times=round_times(rules.round_starts, section.tournament.time_zone) if rules.round_starts else None,
    )
    section.save(update_fields=["next_round_at"])
    if section.next_round_at is not None and section.next_round_at <= now:
        start_next_round(section, now)


def next_number(section: Section) -> int:
    """The number of the round that is to start next."""
    return section.rounds.exclude(status=Round.Status.PENDING).count() + 1


def start_next_round(section: Section, now: datetime) -> Round | None:
    """Pair the section's next round unless that is done, and begin it. None: it cannot be paired, and who runs the
    event has been told why.
    """
    number = next_number(section)
    stored = section.rounds.filter(number=number).first()
    if stored is None:
        preview = section.pairing_runs.filter(round_number=number, status="preview").first()
        try:
            run = preview or run_pairing(section, number, now=now)
        except FormatError as error:
            _cannot_pair(section, number, error, now)
            return None
        stored = publish_run(run, now=now)
    section.next_round_at = None
    section.save(update_fields=["next_round_at"])
    open_round(stored, now)
    start_matches(section, now)
    _tell_round(section, stored, now)
    go_on(section, now)  # a round of byes only is over as soon as it begins
    return stored


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
        if not _following(stage):
            move(section.tournament, Action.SUBMIT, now)
            key = f"event_approval:{stage.pk}:{section.tournament.version}"
        tell_officials(section.tournament, "event_approval", key, {"stage": stage.number}, now)
        return
    finish_stage(stage, now)


def _following(stage: Stage) -> Stage | None:
    return stage.tournament.stages.filter(number=stage.number + 1).first()


def finish_stage(stage: Stage, now: datetime) -> None:
    """Close a stage whose games are over and begin the next one; after the last the event ends."""
    close_stage(stage, now)
    following = _following(stage)
    if following is None:
        _finish(stage.tournament, now)
        return
    following.tournament = stage.tournament
    begin_sections(following, promoted(stage, following.rules), now)


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
