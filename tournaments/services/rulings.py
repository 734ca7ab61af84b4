"""What an arbiter decides about results: set, changed, taken back; and who goes on from a knock-out match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, NotFound
from accounts.models import User
from games.models import Game

from ..decision import Decision, check_decisions
from ..models import Match, MatchGame, Ruling, Tournament
from ..permissions import Act
from ..selectors.leaving import stays_out
from .audit import log, match_place, where
from .counting import knowing, scored, settle_all, slots, subject_of
from .deciding import (
    checked_reason,
    decide_slots,
    find_slots,
    require_started,
    take_back,
)
from .locking import locked, refuse_own_game, refuse_own_match, require
from .seats import follow_advance

__all__ = ["Decision", "rule_many", "set_advance", "set_result", "undo_ruling"]


@transaction.atomic(durable=True)
def set_result(
    *,
    tournament_id: int,
    actor: User,
    match_game_id: int,
    result: str,
    reason: str,
    now: datetime,
    rated: bool = True,
    forfeit: bool = False,
) -> Ruling:
    """Set or change the result of a game in any state: not begun, in play, finished, aborted.

    ``result`` is "white", "black", "draw" or "none". ``forfeit``: lost without play, by one side or (with "none") by
    both; that is never rated. A game in play ends with this. Everything that is over changes with it: scores, standings
    and, of a finished event, the final ranks; published pairings stand. The same decision twice is one.

    :raises NotFound, Forbidden: no such event or game in it; not an arbiter here, or a player of the match.
    :raises ValidationFailed: by field: result, reason (3 to 1000 characters).
    :raises Conflict: ``not_started``; ``flag_pending``; ``next_round_begun``: who goes on from a knock-out match would
        change, but the next match has begun; ``next_stage_over``: a match would be played on.
    """
    decision = Decision(match_game_id, result, rated, forfeit)
    return _rule(tournament_id, actor, [decision], reason, now)[0]


@transaction.atomic(durable=True)
def rule_many(
    *, tournament_id: int, actor: User, items: Sequence[Decision], reason: str, now: datetime
) -> list[Ruling]:
    """Decide several games at once, all or none; each gets its own ruling. See `set_result`."""
    return _rule(tournament_id, actor, items, reason, now)


def _rule(tournament_id: int, actor: User, decisions: Sequence[Decision], reason: str, now: datetime) -> list[Ruling]:
    tournament = locked(tournament_id)
    require(actor, tournament, Act.RULE)
    require_started(tournament)
    reason = checked_reason(reason)
    check_decisions(decisions)
    found = find_slots(tournament, [decision.match_game_id for decision in decisions])
    for slot in found.values():
        refuse_own_game(actor, slot)
    same = [_standing(found[decision.match_game_id], decision, reason) for decision in decisions]
    todo = [decision for decision, ruling in zip(decisions, same, strict=True) if ruling is None]
    if todo:
        chosen = {decision.match_game_id: found[decision.match_game_id] for decision in todo}
        todo = [_left_out_stays_out(chosen[decision.match_game_id], decision) for decision in todo]
        new = iter(decide_slots(tournament, chosen, todo, actor=actor, reason=reason, now=now))
        same = [ruling or next(new) for ruling in same]
        settle_all(tournament, list(chosen.values()), now, actor=actor, reason=reason)
    return [ruling for ruling in same if ruling is not None]


def _standing(slot: MatchGame, decision: Decision, reason: str) -> Ruling | None:
    """The ruling that says this already, as after a double click."""
    ruling = latest_ruling(slot)
    if ruling is None or ruling.reason != reason or ruling.after["rated"] != decision.rated:
        return None
    stored = ruling.after["slot"]
    return ruling if (stored["outcome"], stored["forfeit"]) == (decision.result, decision.forfeit) else None


def latest_ruling(slot: MatchGame) -> Ruling | None:
    """The ruling in force on a game."""
    return slot.rulings.filter(undone_at=None).order_by("-pk").first()


def _left_out_stays_out(slot: MatchGame, decision: Decision) -> Decision:
    """A game annulled with somebody who has left gets its result, and still does not count."""
    return replace(decision, counts=False) if stays_out(slot) else decision


@transaction.atomic(durable=True)
def undo_ruling(*, tournament_id: int, actor: User, ruling_id: int, reason: str, now: datetime) -> Ruling:
    """Take a ruling back: result, scores, who goes on, ratings and the game itself with its clocks. Twice is as once.

    A game that was being played goes on from ``now``; round, section, stage and event open again for it.

    :raises NotFound, Forbidden: no such event or ruling in it; not an arbiter here, or a player of the match.
    :raises ValidationFailed: no reason.
    :raises Conflict: ``ruling_superseded``: a later ruling on the game stands; ``player_left``: somebody of the game
        has left the event; ``next_round_begun``, ``next_stage_over``: what followed from it is being played.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.RULE)
    reason = checked_reason(reason)
    ruling = Ruling.objects.filter(pk=ruling_id, match_game__match__round__tournament=tournament).first()
    if ruling is None:
        raise NotFound(_("There is no such ruling in this event."), code="no_such_ruling")
    slot = knowing(tournament, slots().get(pk=ruling.match_game_id))
    refuse_own_game(actor, slot)
    if ruling.undone_at is not None:
        return ruling
    _require_latest(ruling, slot)
    _require_players(ruling, slot)
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
    settle_all(tournament, [slot], now, actor=actor, reason=reason)
    return ruling


def _require_latest(ruling: Ruling, slot: MatchGame) -> None:
    latest = latest_ruling(slot)
    if latest is not None and latest.pk != ruling.pk:
        raise Conflict(
            _("A later ruling on this game stands: take that one back first."),
            code="ruling_superseded",
            ruling=latest.pk,
        )


def _require_players(ruling: Ruling, slot: MatchGame) -> None:
    """A game that is to be played again needs both its players in the event."""
    game = ruling.before["game"]
    to_play = ruling.before["slot"]["recorded_at"] is None and (game is None or game["status"] != Game.Status.FINISHED)
    gone = [entrant.user.name for entrant in (slot.white, slot.black) if entrant.has_left]
    if to_play and gone:
        raise Conflict(
            _("%(name)s has left the event, so the game cannot be played on. Set another result, or reinstate first.")
            % {"name": gone[0]},
            code="player_left",
        )


@transaction.atomic(durable=True)
def set_advance(
    *, tournament_id: int, actor: User, match_id: int, entrant_id: int | None, reason: str, now: datetime
) -> Match:
    """Say who goes on from a finished match of a knock-out, whatever its points. None lets the points decide again.

    :raises NotFound, Forbidden: no such event, or match in it; not an arbiter here, or a player of the match.
    :raises ValidationFailed: no reason.
    :raises Conflict: ``no_knock_out``; ``games_open``: set their results first; ``not_in_match``; ``next_round_begun``.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.RULE)
    reason = checked_reason(reason)
    match = _match_of(tournament, match_id)
    refuse_own_match(actor, match)
    if not match.round.section.stage.rules.is_knock_out or match.is_bye:
        raise Conflict(_("Nobody goes on from this match: it is not one of a knock-out."), code="no_knock_out")
    if match.status != Match.Status.FINISHED:
        raise Conflict(
            _("Games of this match are still open: set their results first, then say who goes on."), code="games_open"
        )
    if entrant_id is not None and entrant_id not in (match.first_id, match.second_id):
        raise Conflict(_("Only one of the two players of the match can go on from it."), code="not_in_match")
    if (match.advance_ruled, match.advances_id if match.advance_ruled else None) == (
        entrant_id is not None,
        entrant_id,
    ):
        return match
    was = match.advances_id
    match.advance_ruled = entrant_id is not None
    if entrant_id is not None:
        match.advances = match.first if entrant_id == match.first_id else match.second
    match.save(update_fields=["advances", "advance_ruled"])
    log(
        tournament,
        "advance_ruled",
        now=now,
        actor=actor,
        subject=match.advances.user.name if match.advances is not None else "",
        reason=reason,
        before={"advances": was},
        after={**match_place(match), "advances": entrant_id},
    )
    if entrant_id is not None and was != entrant_id:
        follow_advance(match, was, now)
    games = [knowing(tournament, slot) for slot in slots().filter(match=match)]
    for slot in games:
        slot.match = match
    settle_all(tournament, games[-1:], now, actor=actor, reason=reason)
    match.refresh_from_db()
    return match


def _match_of(tournament: Tournament, match_id: int) -> Match:
    found = Match.objects.select_related("first__user", "second__user", "advances__user", "round__section__stage")
    match = found.filter(pk=match_id, round__tournament=tournament).first()
    if match is None:
        raise NotFound(_("There is no such match in this event."), code="no_such_match")
    match.round.tournament = match.round.section.tournament = match.round.section.stage.tournament = tournament
    return match
