"""Somebody who left plays on. For the services; expects the event's lock."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.errors import Conflict
from accounts.models import User

from ..models import AuditEntry, Entrant, MatchGame, Ruling, Section, Tournament
from ..rules import ROUND_ROBIN
from .audit import log, where
from .counting import knowing, scored, slots_of, subject_of
from .deciding import take_back
from .knock_out import forget_advance
from .leaving import ACTS, tell_left
from .scoring import rescore


def come_back(tournament: Tournament, entrant: Entrant, *, actor: User, reason: str, now: datetime) -> list[MatchGame]:
    """Undo what leaving brought about, as far as no later pairing stands on it; the caller settles the games returned.

    :raises Conflict: ``replaced``, ``not_playing``, ``out_of_knock_out``.
    """
    if entrant.leaving == Entrant.Leaving.REPLACED:
        raise Conflict(_("Another player has taken this seat."), code="replaced")
    if not entrant.has_left:
        raise Conflict(_("%(name)s has not played in this event.") % {"name": entrant.user.name}, code="not_playing")
    left = _last_leaving(tournament, entrant)
    _refuse_later_knock_out(entrant)
    entrant.status = Entrant.Status.ENTERED
    entrant.leaving = ""
    entrant.withdrawn_at = None
    entrant.save(update_fields=["status", "leaving", "withdrawn_at"])
    lost, annulled = left.get("lost", []), left.get("annulled", [])
    given_back = _give_back(tournament, lost, actor=actor, reason=reason, now=now)
    changed = _count_again(tournament, [*annulled, *lost], now)
    log(
        tournament,
        "reinstated",
        now=now,
        actor=actor,
        subject=entrant.user.name,
        reason=reason,
        after={"entrant": entrant.pk, "given_back": [slot.pk for slot in given_back]},
    )
    tell_left(tournament, entrant, reason, now)
    return list({slot.pk: slot for slot in [*given_back, *changed]}.values())


def _last_leaving(tournament: Tournament, entrant: Entrant) -> dict[str, list[int]]:
    acts = set(ACTS.values())
    entry = AuditEntry.objects.filter(tournament=tournament, act__in=acts, after__entrant=entrant.pk).last()
    return dict(entry.after) if entry is not None and entry.after else {}


def _refuse_later_knock_out(entrant: Entrant) -> None:
    for section in Section.objects.filter(places__entrant=entrant).select_related("stage__tournament"):
        if not section.stage.rules.is_knock_out:
            continue
        own = [
            match.round.number
            for place in ("matches_as_first", "matches_as_second")
            for match in getattr(entrant, place).filter(round__section=section).select_related("round")
        ]
        if section.rounds.filter(number__gt=max(own, default=0)).exists():
            raise Conflict(
                _("The next round of the knock-out is paired without %(name)s.") % {"name": entrant.user.name},
                code="out_of_knock_out",
            )


def _give_back(tournament: Tournament, ids: list[int], *, actor: User, reason: str, now: datetime) -> list[MatchGame]:
    """Take back the losses that leaving brought, unless somebody has ruled since or the next round is published."""
    given = []
    for slot in slots_of(tournament).filter(pk__in=ids).order_by("pk"):
        knowing(tournament, slot)
        section = slot.match.round.section
        if slot.white.has_left or slot.black.has_left or section.status == Section.Status.FINISHED:
            continue
        if section.stage.rules.format != ROUND_ROBIN and _is_passed(slot):
            continue
        ruling = Ruling.objects.filter(match_game=slot, undone_at=None).order_by("-pk").first()
        if ruling is None or ruling.after.get("act") != "lost_by_leaving":
            continue
        if section.stage.rules.is_knock_out:
            forget_advance(slot.match, now)
        was = scored(slot)
        take_back(tournament, ruling, slot, by_id=actor.pk, reason=reason, now=now)
        log(
            tournament,
            "ruling_undone",
            now=now,
            actor=actor,
            subject=subject_of(slot),
            reason=reason,
            before=was,
            after={**where(slot), **scored(slot), "ruling": ruling.pk},
        )
        given.append(slot)
    return given


def _is_passed(slot: MatchGame) -> bool:
    return slot.match.round.section.rounds.filter(number__gt=slot.match.round.number).exists()


def _count_again(tournament: Tournament, ids: list[int], now: datetime) -> list[MatchGame]:
    found = slots_of(tournament).filter(pk__in=ids, counts=False).exclude(
        Q(white__status__in=_GONE) | Q(black__status__in=_GONE)
    )  # fmt: skip
    changed = []
    for slot in found.order_by("pk"):
        knowing(tournament, slot)
        was = scored(slot)
        slot.counts = True
        slot.save(update_fields=["counts"])
        rescore(slot.match, list(slot.match.games.all()), slot.match.round.section.stage.rules, now)
        log(
            tournament, "result_counts_again", now=now, subject=subject_of(slot), before=was,
            after={**where(slot), **scored(slot)},
        )  # fmt: skip
        changed.append(slot)
    return changed


_GONE = (Entrant.Status.WITHDRAWN, Entrant.Status.EXPELLED)
