"""Pairing by those in charge: look at a round, change it, publish it, start it, take it back.

A preview is a stored run that nobody else sees; publishing makes a round of it. Doing any of it twice, by a double
click or from two workers, has one effect.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, NotFound, ValidationFailed
from accounts.models import User
from games.services.reasons import check_reason

from ..models import PairingRun, Round, Section
from ..pairing.by_hand import PairOfNumbers
from ..pairing.format_types import FormatError
from ..pairing.json_shapes import plan_from_json, plan_to_json
from ..pairing.swiss.result import Relaxation
from ..permissions import Act
from ..selectors.desk import next_number, waits_for
from ..states import Status
from .audit import log
from .forbidding import allow_pair, forbid_pair
from .hand_made import byes_from, round_by_hand
from .locking import locked, require
from .pairing import discard_preview as drop
from .pairing import is_current, misfits, publish_run, run_pairing
from .progress import start_next_round, starts_by_itself
from .taking_back import take_back

__all__ = [
    "allow_pair",
    "discard_preview",
    "edit_preview",
    "forbid_pair",
    "preview_round",
    "publish_round",
    "re_pair",
    "start_round",
]


@transaction.atomic(durable=True)
def preview_round(
    *, tournament_id: int, actor: User, section_id: int, now: datetime, relax: Collection[str] = ()
) -> PairingRun:
    """Pair the section's next round and keep it as a preview, in place of an earlier one.

    ``relax`` are the values of `Relaxation` that an arbiter sets aside, as ``ways_out`` of a refusal offers them.

    :raises Conflict: ``round_waits`` (with ``waits``): games are open, or the event is not running;
        ``round_published``: take it back first; ``no_legal_round`` (with ``ways_out``).
    :raises ValidationFailed: ``relax`` names no such rule.
    :raises NotFound, Forbidden: no such section, or not in charge of its pairings.
    """
    section = _section(tournament_id, section_id, actor, Act.PAIR)
    chosen = _relaxations(relax)
    number = _next_to_pair(section)
    run = paired(section, number, now=now, by=actor, relax=chosen)
    _note(section, "round_previewed", number, now, actor, after={"run": run.pk, "relax": sorted(relax)})
    return run


@transaction.atomic(durable=True)
def edit_preview(
    *,
    tournament_id: int,
    actor: User,
    section_id: int,
    pairs: Sequence[PairOfNumbers],
    byes: Sequence[tuple[int, str]],
    reason: str,
    now: datetime,
) -> PairingRun:
    """Put these pairs of start numbers, (White, Black) in board order, and byes in place of what was proposed.

    Without a preview the round is paired by hand from nothing. Byes are (number, letter): ``U`` from the pairing, ``H``
    half-point, ``F`` full-point, ``Z`` absent. What the engine proposed stays with the run, to compare. Rules of
    pairing may be broken: `selectors.desk.check_plan` tells which.

    :raises ValidationFailed: ``pairs``: it is no round, because somebody is missing, named twice or not there;
        ``reason``: there is none.
    :raises Conflict: ``round_waits``, ``round_published``; ``bracket_fixed``: in a knock-out only colours may change.
    :raises NotFound, Forbidden: no such section, or not in charge of its pairings.
    """
    section = _section(tournament_id, section_id, actor, Act.PAIR)
    check_reason(reason)
    number = _next_to_pair(section)
    run = _preview(section, number)
    if run is None and section.stage.rules.is_knock_out:
        run = paired(section, number, now=now, by=actor)
    proposed = plan_from_json(run.output) if run is not None else None
    stored = plan_to_json(round_by_hand(section, number, pairs, byes_from(byes), proposed))
    if run is None:
        run = PairingRun(section=section, round_number=number, at=now, by=actor, input=None, output=stored)
    run.edited = stored
    run.save()
    _note(section, "round_edited", number, now, actor, reason=reason, after={"run": run.pk, "plan": stored})
    return run


@transaction.atomic(durable=True)
def discard_preview(*, tournament_id: int, actor: User, section_id: int, now: datetime) -> None:
    """Drop the preview of the next round, if there is one; it stays in the record as discarded.

    :raises NotFound, Forbidden: no such section, or not in charge of its pairings.
    """
    section = _section(tournament_id, section_id, actor, Act.PAIR)
    number = next_number(section)
    if _preview(section, number) is not None:
        drop(section, number)
        _note(section, "preview_discarded", number, now, actor)


@transaction.atomic(durable=True)
def publish_round(
    *,
    tournament_id: int,
    actor: User,
    section_id: int,
    now: datetime,
    reason: str = "",
    number: int | None = None,
) -> Round:
    """Make the preview the next round, for everybody to see. It starts now if the pace of the stage says so.

    ``number`` is the round that the caller means; without it, the next. A round that is published already is returned
    as it is.

    :raises Conflict: ``no_preview``; ``preview_stale``: somebody has left or joined since, make it again;
        ``round_waits``: a game has been opened again.
    :raises NotFound, Forbidden: no such section, or not in charge of its pairings.
    """
    section = _section(tournament_id, section_id, actor, Act.PAIR)
    wanted = number or next_number(section)
    run = _preview(section, wanted)
    if run is None:
        there = section.rounds.filter(number=wanted).first()
        if there is None and number is None:
            there = section.rounds.order_by("-number").first()
        if there is None:
            raise Conflict(_("There is nothing to publish: make a preview first."), code="no_preview")
        return there
    _refuse_waiting(section)
    found = misfits(run)
    if found:
        message = _("The preview does not fit any more: make it again. %(faults)s") % {"faults": " ".join(found)}
        raise Conflict(message, code="preview_stale", faults=found)
    stored = publish_run(run, now=now, by=actor, reason=reason)
    if starts_by_itself(section, now):
        start_next_round(section, now)
        stored.refresh_from_db()
    return stored


@transaction.atomic(durable=True)
def start_round(*, tournament_id: int, actor: User, section_id: int, now: datetime, number: int | None = None) -> Round:
    """Start the section's next round by hand, pairing it first if nobody has; before its planned time as well.

    ``number`` is the round that the caller means: one that has started already is returned as it is.

    :raises Conflict: ``round_waits`` (with ``waits``); ``no_legal_round`` (with ``ways_out``).
    :raises NotFound, Forbidden: no such section, or not allowed to start rounds.
    """
    section = _section(tournament_id, section_id, actor, Act.START_ROUND)
    if number is not None:
        there = section.rounds.exclude(status=Round.Status.PENDING).filter(number=number).first()
        if there is not None:
            return there
    _refuse_waiting(section)
    coming = next_number(section)
    if not section.rounds.filter(number=coming).exists():
        run = _preview(section, coming)
        if run is None or (run.edited is None and not is_current(run)):
            run = paired(section, coming, now=now, by=actor)
        publish_run(run, now=now, by=actor)
    stored = start_next_round(section, now)
    assert stored is not None, "it is stored, so nothing can keep it from starting"
    return stored


@transaction.atomic(durable=True)
def re_pair(
    *, tournament_id: int, actor: User, section_id: int, reason: str, now: datetime, relax: Collection[str] = ()
) -> PairingRun:
    """Take back the round that was published last and pair it anew, as a preview.

    Its games are called off without a result; the old pairing stays in the record. Nothing starts before the new one is
    published.

    :raises Conflict: ``round_begun`` (with ``games``): a move has been made, a result or a claim is there;
        ``nothing_to_take_back``; ``nothing_to_pair``: a round robin; ``no_legal_round`` (with ``ways_out``).
    :raises ValidationFailed: ``reason``: there is none.
    :raises NotFound, Forbidden: no such section, or not in charge of its pairings.
    """
    section = _section(tournament_id, section_id, actor, Act.PAIR)
    check_reason(reason)
    chosen = _relaxations(relax)
    if section.tournament.status != Status.RUNNING:
        _refuse_waiting(section)
    number = take_back(section, actor=actor, reason=reason, now=now)
    return paired(section, number, now=now, by=actor, relax=chosen)


def paired(
    section: Section, number: int, *, now: datetime, by: User | None, relax: Collection[Relaxation] = ()
) -> PairingRun:
    """Pair a round as a preview.

    :raises Conflict: ``no_legal_round``: the message says what could be done, ``ways_out`` in codes.
    """
    try:
        return run_pairing(section, number, now=now, by=by, relax=relax)
    except FormatError as error:
        ways = [[rule.value for rule in way] for way in error.ways_out]
        raise Conflict(str(error), code="no_legal_round", ways_out=ways) from error


def _section(tournament_id: int, section_id: int, actor: User, act: Act) -> Section:
    tournament = locked(tournament_id)
    require(actor, tournament, act)
    section = Section.objects.select_related("stage").filter(pk=section_id, tournament=tournament).first()
    if section is None:
        raise NotFound(_("There is no such section in this event."))
    section.tournament = section.stage.tournament = tournament
    return section


def _refuse_waiting(section: Section) -> None:
    waits = [wait for wait in waits_for(section) if wait.blocks]
    if waits:
        message = _("The round cannot start yet. It waits for: %(waits)s") % {
            "waits": " ".join(wait.text for wait in waits[:10])
        }
        raise Conflict(message, code="round_waits", waits=[wait.to_json() for wait in waits])


def _next_to_pair(section: Section) -> int:
    _refuse_waiting(section)
    number = next_number(section)
    if section.rounds.filter(number=number).exists():
        message = _("Round %(round)d is published already: take it back first.") % {"round": number}
        raise Conflict(message, code="round_published")
    return number


def _preview(section: Section, number: int) -> PairingRun | None:
    run = section.pairing_runs.filter(round_number=number, status=PairingRun.Status.PREVIEW).first()
    if run is not None:
        run.section = section
    return run


def _relaxations(relax: Collection[str]) -> list[Relaxation]:
    try:
        return [Relaxation(rule) for rule in relax]
    except ValueError:
        known = ", ".join(rule.value for rule in Relaxation)
        sentence = _("Choose from: %(known)s.") % {"known": known}
        raise ValidationFailed(sentence, errors={"relax": [sentence]}) from None


def _note(
    section: Section,
    act: str,
    number: int,
    now: datetime,
    actor: User,
    *,
    reason: str = "",
    after: dict[str, Any] | None = None,
) -> None:
    """What happens to a preview is for the officials' eyes."""
    where = {"stage": section.stage.number, "section": section.number, "round": number}
    subject = f"{section.name} {number}".strip()
    log(
        section.tournament,
        act,
        now=now,
        actor=actor,
        subject=subject,
        reason=reason,
        after=where | (after or {}),
        public=False,
    )
