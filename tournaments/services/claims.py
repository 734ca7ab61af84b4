"""Claims and appeals: a player asks the officials about a game, and gets an answer."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, NotFound, ValidationFailed
from accounts.models import User

from ..models import Claim, MatchGame, Ruling, Tournament
from ..permissions import Act
from ..states import STARTED
from .audit import log, where
from .counting import knowing, slots, subject_of
from .locking import locked, refuse_own_game, require
from .telling import tell, tell_officials

SHORTEST, LONGEST = 10, 2000  # characters of a claim
SHORTEST_ANSWER = 3
VERDICTS = (Claim.Status.UPHELD, Claim.Status.DISMISSED)


@transaction.atomic(durable=True)
def raise_claim(*, game_id: int, user: User, kind: str, text: str, now: datetime) -> Claim:
    """Ask the officials about one's own game: a "claim" goes to the arbiters, an "appeal" to the appeals committee.

    An appeal needs a decision to be against: a ruling on the game, or an answered claim. The same words sent twice
    are one claim.

    :raises NotFound: no game of an event.
    :raises Forbidden: ``not_a_player``.
    :raises ValidationFailed: by field: kind, text (10 to 2000 characters).
    :raises Conflict: ``claim_open``: one of this kind waits for its answer; ``nothing_to_appeal``; ``event_cancelled``.
    """
    text = _checked(kind, text)
    place = MatchGame.objects.filter(game_id=game_id).values_list("match__round__tournament_id", flat=True).first()
    if place is None:
        raise NotFound(_("This game belongs to no event."), code="no_event_game")
    tournament = locked(place)
    slot = knowing(tournament, slots().get(game_id=game_id))
    entrant = {slot.white.user_id: slot.white, slot.black.user_id: slot.black}.get(user.pk)
    if entrant is None:
        raise Forbidden(_("Only the two players of this game can do that."), code="not_a_player")
    if tournament.status not in STARTED:
        raise Conflict(_("The event has been cancelled."), code="event_cancelled")
    waiting = slot.claims.filter(kind=kind, raised_by=entrant, status=Claim.Status.OPEN).first()
    if waiting is not None:
        if waiting.text == text:
            return waiting
        raise Conflict(
            _("What you wrote before still waits for its answer: take it back to write anew."),
            code="claim_open",
            claim=waiting.pk,
        )
    if kind == Claim.Kind.APPEAL and not _has_decision(slot):
        raise Conflict(
            _("Nobody has decided anything about this game yet: raise a claim first."), code="nothing_to_appeal"
        )
    claim = Claim.objects.create(
        tournament=tournament, match=slot.match, match_game=slot, kind=kind, raised_by=entrant, raised_at=now, text=text
    )  # fmt: skip
    _log(tournament, "claim_raised", claim, slot, user, now)
    data = {"kind": kind, "name": user.name, "game": subject_of(slot)}
    tell_officials(tournament, "event_claim", f"event_claim:{claim.pk}", data, now)
    return claim


@transaction.atomic(durable=True)
def decide_claim(*, tournament_id: int, actor: User, claim_id: int, verdict: str, answer: str, now: datetime) -> Claim:
    """Answer a claim or an appeal: "upheld" or "dismissed". What follows for the game is a ruling of its own.

    :raises NotFound: no such event, or claim in it.
    :raises Forbidden: not of one's role; ``own_game``; ``own_ruling``: an appeal is not decided by who ruled.
    :raises ValidationFailed: by field: verdict, answer.
    :raises Conflict: ``claim_closed``: answered otherwise, or taken back.
    """
    tournament = locked(tournament_id)
    claim = _claim(tournament, claim_id)
    appeal = claim.kind == Claim.Kind.APPEAL
    require(actor, tournament, Act.DECIDE_APPEALS if appeal else Act.DECIDE_CLAIMS)
    slot = _slot(tournament, claim)
    refuse_own_game(actor, slot)
    answer = _checked_answer(verdict, answer)
    if (claim.status, claim.answer, claim.decided_by_id) == (verdict, answer, actor.pk):
        return claim
    if claim.status != Claim.Status.OPEN:
        raise Conflict(_("This has been answered already, or taken back."), code="claim_closed", status=claim.status)
    if appeal and actor.pk in _deciders(slot):
        raise Forbidden(
            _("The appeal is against your own decision: another member has to decide."), code="own_ruling"
        )  # fmt: skip
    claim.status = verdict
    claim.decided_by = actor
    claim.decided_at = now
    claim.answer = answer
    claim.save(update_fields=["status", "decided_by", "decided_at", "answer"])
    _log(tournament, "claim_decided", claim, slot, actor, now, reason=answer)
    data = {"kind": claim.kind, "verdict": verdict, "game": subject_of(slot), "answer": answer}
    tell(
        tournament, [slot.white, slot.black], "event_claim_decided", f"event_claim_decided:{claim.pk}", data, now,
        also_gone=True,
    )  # fmt: skip
    return claim


@transaction.atomic(durable=True)
def take_back_claim(*, claim_id: int, user: User, now: datetime) -> Claim:
    """Take one's own claim back while nobody has answered it. Doing it twice changes nothing.

    :raises NotFound: no such claim of this player.
    :raises Conflict: ``claim_closed``: it has been answered.
    """
    own = Claim.objects.filter(pk=claim_id, raised_by__user=user)
    place = own.values_list("tournament_id", flat=True).first()
    if place is None:
        raise NotFound(_("There is no such claim of yours."), code="no_such_claim")
    tournament = locked(place)
    claim = _claim(tournament, claim_id)
    if claim.status == Claim.Status.TAKEN_BACK:
        return claim
    if claim.status != Claim.Status.OPEN:
        raise Conflict(_("This has been answered already."), code="claim_closed", status=claim.status)
    claim.status = Claim.Status.TAKEN_BACK
    claim.save(update_fields=["status"])
    _log(tournament, "claim_taken_back", claim, _slot(tournament, claim), user, now)
    return claim


def _claim(tournament: Tournament, claim_id: int) -> Claim:
    claim = tournament.claims.select_related("raised_by__user").filter(pk=claim_id).first()
    if claim is None:
        raise NotFound(_("There is no such claim in this event."), code="no_such_claim")
    return claim


def _slot(tournament: Tournament, claim: Claim) -> MatchGame:
    return knowing(tournament, slots().get(pk=claim.match_game_id or 0))


def _checked(kind: str, text: str) -> str:
    errors = {}
    text = text.strip()
    if kind not in Claim.Kind.values:
        errors["kind"] = [_("Choose one of: %(values)s.") % {"values": ", ".join(Claim.Kind.values)}]
    if not SHORTEST <= len(text) <= LONGEST:
        errors["text"] = [
            _("Say what happened and what you ask for, in %(least)d to %(most)d characters.")
            % {"least": SHORTEST, "most": LONGEST}
        ]
    if errors:
        raise ValidationFailed(_("This cannot be sent so: see the fields."), errors=errors)
    return text


def _checked_answer(verdict: str, answer: str) -> str:
    errors = {}
    answer = answer.strip()
    if verdict not in VERDICTS:
        errors["verdict"] = [_("Choose one of: %(values)s.") % {"values": ", ".join(VERDICTS)}]
    if not SHORTEST_ANSWER <= len(answer) <= LONGEST:
        errors["answer"] = [_("Give an answer: the players will read it.")]
    if errors:
        raise ValidationFailed(_("This cannot be decided so: see the fields."), errors=errors)
    return answer


def _has_decision(slot: MatchGame) -> bool:
    return slot.rulings.exists() or slot.claims.filter(kind=Claim.Kind.CLAIM, status__in=VERDICTS).exists()


def _deciders(slot: MatchGame) -> set[int]:
    """Who has ruled on the game, or answered a claim about it."""
    ruled = Ruling.objects.filter(match_game=slot).values_list("by_id", flat=True)
    answered = slot.claims.filter(kind=Claim.Kind.CLAIM).values_list("decided_by_id", flat=True)
    return {pk for pk in [*ruled, *answered] if pk is not None}


def _log(
    tournament: Tournament, act: str, claim: Claim, slot: MatchGame, actor: User, now: datetime, *, reason: str = ""
) -> None:
    after = {**where(slot), "claim": claim.pk, "kind": claim.kind, "status": claim.status}
    log(tournament, act, now=now, actor=actor, subject=subject_of(slot), reason=reason, after=after)
