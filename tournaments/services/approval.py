"""Results that wait for an arbiter's word: approved, they close a stage or the event; opened again, they wait anew."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict
from accounts.models import User
from games.services.reasons import check_reason

from ..models import Claim, Entrant, Place, Section, Stage, Tournament
from ..permissions import Act
from ..selectors.desk import waits_for
from ..states import Action, Status, is_done, may
from .audit import log
from .life import move
from .locking import locked, require
from .progress import begin_stage_after, finish_stage, following


@transaction.atomic(durable=True)
def approve_results(*, tournament_id: int, actor: User, now: datetime, reason: str = "") -> Tournament:
    """Confirm the results of the stage whose games are over: the next stage begins, or the event ends.

    Where the next stage could not begin by itself, it is tried again. Doing it twice changes nothing.

    :raises Conflict: ``claims_open``: decide them first; ``round_waits`` (with ``waits``): games are open.
    :raises NotFound, Forbidden: no such event, or not allowed to approve.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.APPROVE)
    if is_done(tournament.status, Action.FINISH):
        return tournament
    stage = tournament.stages.filter(status=Stage.Status.AWAITING_APPROVAL).order_by("number").first()
    if stage is None:
        _begin_what_waits(tournament, now)
        return tournament
    stage.tournament = tournament
    _refuse_claims(tournament)
    log(
        tournament,
        "results_approved",
        now=now,
        actor=actor,
        subject=str(stage.number),
        reason=reason,
        after={"stage": stage.number},
    )
    finish_stage(stage, now)
    return tournament


@transaction.atomic(durable=True)
def reopen(*, tournament_id: int, actor: User, reason: str, now: datetime) -> Tournament:
    """Take the approval of the last stage back, or the end of the event: it waits for approval again.

    The final ranks go until then. Doing it twice changes nothing.

    :raises ValidationFailed: no reason.
    :raises Conflict: ``wrong_status``: the event is not over.
    :raises NotFound, Forbidden: no such event, or not allowed to approve.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.APPROVE)
    check_reason(reason)
    stage = tournament.stages.order_by("-number").filter(status__in=_OVER).first()
    if (
        is_done(tournament.status, Action.REOPEN)
        and stage is not None
        and stage.status == Stage.Status.AWAITING_APPROVAL
    ):
        return tournament
    if stage is None or not may(tournament.status, Action.REOPEN):
        raise Conflict(_("Only an event whose games are over can be opened again."), code="wrong_status")
    stage.status = Stage.Status.AWAITING_APPROVAL
    stage.finished_at = None
    stage.save(update_fields=["status", "finished_at"])
    Place.objects.filter(section__stage=stage).update(rank=None)
    Entrant.objects.filter(tournament=tournament).update(final_rank=None)
    move(tournament, Action.REOPEN, now, actor=actor, reason=reason)
    tournament.finished_at = None
    tournament.save(update_fields=["finished_at"])
    return tournament


_OVER = (Stage.Status.FINISHED, Stage.Status.AWAITING_APPROVAL)


def _refuse_claims(tournament: Tournament) -> None:
    open_claims = list(
        Claim.objects.filter(tournament=tournament, status=Claim.Status.OPEN).values_list("pk", flat=True)
    )
    if open_claims:
        message = _("Players wait for an answer to claims or appeals: decide these first.")
        raise Conflict(message, code="claims_open", claims=open_claims)


def _begin_what_waits(tournament: Tournament, now: datetime) -> None:
    """Begin a stage that could not begin when the one before it closed; otherwise say what the event waits for."""
    last = tournament.stages.filter(status=Stage.Status.FINISHED).order_by("-number").first()
    if tournament.status == Status.RUNNING and last is not None:
        last.tournament = tournament
        coming = following(last)
        if coming is not None and coming.status == Stage.Status.PENDING:
            begin_stage_after(last, coming, now)
        return
    waits = []
    for section in tournament.sections.select_related("stage").filter(status=Section.Status.RUNNING):
        section.tournament = section.stage.tournament = tournament
        waits += waits_for(section)
    message = _("There are no results to approve yet.")
    raise Conflict(message, code="round_waits", waits=[wait.to_json() for wait in waits])
