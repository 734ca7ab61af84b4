"""What is played again opens the round, section, stage and event that were over. Expects the event's lock."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.errors import Conflict
from accounts.models import User

from ..models import Entrant, Match, Place, Round, Section, Stage
from ..states import Action, may
from .audit import log
from .life import move
from .pairing import round_place


def reopen(match: Match, now: datetime, *, actor: User | None = None, reason: str = "") -> None:
    """Open everything above an unfinished match that was closed. Where nothing was, nothing changes.

    A later round that has begun goes on beside the reopened one; the round after it waits for both. Who has gone on
    to a stage that has begun stays there.

    :raises Conflict: ``next_stage_over``.
    """
    stored = match.round
    if stored.status != Round.Status.FINISHED:
        return
    section = stored.section
    stage, tournament = section.stage, section.tournament
    over = (Stage.Status.FINISHED, Stage.Status.AWAITING_APPROVAL)
    if tournament.stages.filter(number__gt=stage.number, status__in=over).exists():
        raise Conflict(
            _("A later stage is over, so no game of this one can be played on. Set another result instead."),
            code="next_stage_over",
        )
    stored.status = Round.Status.RUNNING
    stored.finished_at = None
    # A deadline that has passed is not applied again at once to what an arbiter has just opened.
    stored.look_at = now if stored.deadline is not None and stored.deadline > now else None
    stored.save(update_fields=["status", "finished_at", "look_at"])
    log(tournament, "round_reopened", now=now, actor=actor, subject=str(stored.number), after=round_place(stored))
    section.status = Section.Status.RUNNING
    section.next_round_at = None
    section.save(update_fields=["status", "next_round_at"])
    if stage.status != Stage.Status.RUNNING:
        stage.status = Stage.Status.RUNNING
        stage.finished_at = None
        stage.save(update_fields=["status", "finished_at"])
        Place.objects.filter(section__stage=stage).update(rank=None)
    if may(tournament.status, Action.REOPEN):
        move(tournament, Action.REOPEN, now, actor=actor, reason=reason)
        tournament.finished_at = None
        tournament.save(update_fields=["finished_at"])
        Entrant.objects.filter(tournament=tournament).update(final_rank=None)
