"""A published round taken back, as long as nobody has made a move in it. For the services; expects the event's lock."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.errors import Conflict
from accounts.models import User
from games.models import Game
from games.services.finish import abandon
from games.services.lock import lock_games

from ..models import MatchGame, PairingRun, Round, Section
from ..rules import ROUND_ROBIN
from .audit import log
from .pairing import matches_of, round_place


def take_back(section: Section, *, actor: User, reason: str, now: datetime) -> int:
    """Remove the section's latest round with its matches, and call its games off; return its number.

    The record keeps the pairing. The section waits for a new one.

    :raises Conflict: ``nothing_to_take_back``: no round is published that is still on; ``nothing_to_pair``: a round
        robin; ``round_begun``: a move, a result, a ruling or a claim is there, see ``games``.
    """
    stored = _latest(section)
    slots = list(
        MatchGame.objects.filter(match__round=stored)
        .select_related("match", "white__user", "black__user")
        .order_by("pk")
    )
    games = lock_games(slot.game_id for slot in slots if slot.game_id is not None)
    begun = [slot for slot in slots if _has_begun(slot, games)]
    if begun or _is_talked_of(stored):
        names = ", ".join(f"{slot.white.user.name} – {slot.black.user.name}" for slot in begun[:10])
        message = (
            _("The round has begun and stands. Moves or results: %(games)s.") % {"games": names}
            if begun
            else _("A player has raised a claim in this round, or an arbiter has ruled in it: it stands.")
        )
        raise Conflict(message, code="round_begun", games=[slot.game_id for slot in begun])
    before = {**round_place(stored), "status": stored.status, "matches": matches_of(stored)}
    for game in games.values():
        if game.in_progress:
            abandon(game, at=now, now=now)
    number = stored.number
    stored.delete()
    runs = section.pairing_runs.filter(round_number=number, status=PairingRun.Status.PUBLISHED)
    runs.update(status=PairingRun.Status.DISCARDED)
    section.next_round_at = None
    section.save(update_fields=["next_round_at"])
    log(
        section.tournament,
        "round_taken_back",
        now=now,
        actor=actor,
        subject=f"{section.name} {number}".strip(),
        reason=reason,
        before=before,
        after={"stage": section.stage.number, "section": section.number, "round": number},
    )
    return number


def _latest(section: Section) -> Round:
    stored = section.rounds.select_related("section__stage").order_by("-number").first()
    if section.stage.rules.format == ROUND_ROBIN:
        raise Conflict(_("The rounds follow from the start numbers: there is nothing to pair."), code="nothing_to_pair")
    if stored is None or stored.status == Round.Status.FINISHED:
        raise Conflict(_("No round is published that could be taken back."), code="nothing_to_take_back")
    stored.tournament = stored.section.tournament = stored.section.stage.tournament = section.tournament
    return stored


def _has_begun(slot: MatchGame, games: dict[int, Game]) -> bool:
    if slot.recorded_at is not None:
        return True
    game = games.get(slot.game_id) if slot.game_id is not None else None
    return game is not None and (game.ply > 0 or game.status == Game.Status.FINISHED)


def _is_talked_of(stored: Round) -> bool:
    """A claim or a ruling would lose what it is about."""
    matches = stored.matches.all()
    return matches.filter(claims__isnull=False).exists() or matches.filter(games__rulings__isnull=False).exists()
