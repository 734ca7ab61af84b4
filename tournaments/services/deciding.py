"""Results that are set rather than played: checked, given to the games, counted, and kept so that they can be undone.

For the services; expects the event's lock. Who may decide has been asked by then, and what follows is `counting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.errors import Conflict, NotFound, ValidationFailed
from accounts.models import User
from games.services import arbiter

from ..decision import Decision
from ..models import MatchGame, Ruling, Tournament
from ..rules import ROUND_ROBIN
from .audit import log, where
from .counting import count, knowing, scored, slots_of, subject_of
from .holding import free_held_game
from .scoring import rescore

SHORTEST_REASON, LONGEST_REASON = 3, 1000  # characters


def checked_reason(reason: str) -> str:
    """The reason without blanks around it.

    :raises ValidationFailed: too short to be one, or too long.
    """
    reason = reason.strip()
    if len(reason) < SHORTEST_REASON:
        problem = _("Give a reason, in a few words: the players will read it.")
    elif len(reason) > LONGEST_REASON:
        problem = _("The reason is too long: write at most %(most)s characters.") % {"most": LONGEST_REASON}
    else:
        return reason
    raise ValidationFailed(problem, errors={"reason": [problem]})


def require_started(tournament: Tournament) -> None:
    """Refuse before there is anything to decide.

    :raises Conflict: ``not_started``.
    """
    if tournament.started_at is None:
        raise Conflict(_("The event has not started: there is no game to decide yet."), code="not_started")


def find_slots(tournament: Tournament, ids: Sequence[int]) -> dict[int, MatchGame]:
    """The games of the event with these ids, in the order given.

    :raises NotFound: one is no game of this event.
    """
    found = {slot.pk: knowing(tournament, slot) for slot in slots_of(tournament).filter(pk__in=ids)}
    if missing := [pk for pk in ids if pk not in found]:
        raise NotFound(_("There is no such game in this event."), code="no_such_game", match_games=missing)
    return {pk: found[pk] for pk in ids}


def decide_slots(
    tournament: Tournament,
    slots: dict[int, MatchGame],
    decisions: Sequence[Decision],
    *,
    actor: User | None,
    reason: str,
    now: datetime,
    by_id: int | None = None,
    act: str = "ruling",
) -> list[Ruling]:
    """Give these games these results, whatever their state, and return what takes each back.

    ``by_id`` is whom the game's page names, if not ``actor``. The caller settles what follows. The games are decided
    all together, because they are locked in the order of their numbers.

    :raises FlagPending: the time of a player is up, but a move sent in time may still arrive; nothing is decided.
    """
    verdicts = [
        arbiter.Verdict(game_id, decision.result, decision.rated, decision.forfeit)
        for decision in decisions
        if (game_id := slots[decision.match_game_id].game_id) is not None
    ]
    by_id = actor.pk if actor is not None else by_id
    replaced = arbiter.adjudicate_all(verdicts=verdicts, by_id=by_id, reason=reason, now=now) if verdicts else {}
    rulings = []
    for decision in decisions:
        slot = slots[decision.match_game_id]
        before = {"slot": snapshot(slot), "game": None}
        if slot.game_id is not None:
            before["game"] = replaced[slot.game_id].to_json()
            slot.game.refresh_from_db()  # type: ignore[union-attr]
        was = scored(slot)
        slot.ruled = True
        slot.counts = decision.counts
        count(tournament, slot, result=decision.result, forfeit=decision.forfeit, now=now)
        ruling = Ruling.objects.create(
            match_game=slot,
            by=actor,
            at=now,
            reason=reason,
            before=before,
            after={"slot": snapshot(slot), "rated": decision.rated, "act": act},
        )
        rulings.append(ruling)
        log(
            tournament,
            act,
            now=now,
            actor=actor,
            subject=subject_of(slot),
            reason=reason,
            before=was,
            after={**where(slot), **scored(slot), "rated": decision.rated, "ruling": ruling.pk, **_stands(slot)},
        )
    return rulings


def take_back(
    tournament: Tournament, ruling: Ruling, slot: MatchGame, *, by_id: int | None, reason: str, now: datetime
) -> None:
    """Make slot and game what they were before the ruling, and mark it as undone. The caller settles what follows."""
    stored = ruling.before["game"]
    if stored is not None:
        game = arbiter.reinstate(
            game_id=stored["game_id"], ruling=arbiter.Ruling.from_json(stored), by_id=by_id, now=now, reason=reason
        )
        free_held_game(tournament, game, by_id, now)
    restore(slot, ruling.before["slot"], now)
    ruling.undone_at = now
    ruling.save(update_fields=["undone_at"])


def _stands(slot: MatchGame) -> dict[str, Any]:
    """Say so where a later round is published already: its pairings stand."""
    later = slot.match.round.section.rounds.filter(number__gt=slot.match.round.number)
    rules = slot.match.round.section.stage.rules
    return {"pairings_stand": True} if rules.format != ROUND_ROBIN and later.exists() else {}


def snapshot(slot: MatchGame) -> dict[str, Any]:
    """What a slot holds, as plain JSON."""
    recorded = slot.recorded_at.isoformat() if slot.recorded_at is not None else None
    return {**scored(slot), "ruled": slot.ruled, "recorded_at": recorded}


def restore(slot: MatchGame, stored: dict[str, Any], now: datetime) -> None:
    """Put back what `snapshot` took, and score the match anew."""
    values = dict(stored)
    recorded = values.pop("recorded_at")
    slot.recorded_at = datetime.fromisoformat(recorded) if recorded is not None else None
    for name, value in values.items():
        setattr(slot, name, value)
    slot.save(update_fields=[*values, "recorded_at"])
    rescore(slot.match, list(slot.match.games.all()), slot.match.round.section.stage.rules, now)
