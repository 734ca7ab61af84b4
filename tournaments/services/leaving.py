"""Somebody leaves a running event: what becomes of the games. For the services; expects the event's lock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from games.services.lock import lock_games

from ..models import Entrant, Match, MatchGame, Section, Tournament
from ..selectors.leaving import losses, results_would_stand
from ..states import Status
from ..withdrawal import SilenceLimit, silent_withdrawal
from .audit import log, match_place, where
from .counting import knowing, scored, slots_of, subject_of
from .deciding import decide_slots
from .scoring import rescore
from .telling import tell, tell_officials

ACTS = {
    Entrant.Leaving.ANNOUNCED: "withdrawn",
    Entrant.Leaving.SILENT: "withdrawn",
    Entrant.Leaving.EXPELLED: "expelled",
}


def leave_event(
    tournament: Tournament,
    entrant: Entrant,
    *,
    kind: str,
    actor: User | None,
    reason: str,
    now: datetime,
) -> list[MatchGame]:
    """Take an entrant out of a running event, and return the games that this changed; the caller settles them.

    Games in play are lost: by forfeit for who has not moved in them, otherwise by decision and rated as agreed. Games
    not begun are forfeited. In a round robin the event's rule then says whether the results count at all. The opponent
    in a knock-out goes on. A game whose clock has run out already is left to the clock.
    """
    sections = [
        section for section in _running_sections(tournament, entrant) if section.status == Section.Status.RUNNING
    ]
    annulled = [section for section in sections if not results_would_stand(section, entrant)]
    own = slots_of(tournament).filter(
        Q(white=entrant) | Q(black=entrant), match__round__section__in=sections
    )  # fmt: skip
    own_slots = [knowing(tournament, slot) for slot in own.order_by("pk")]
    _lock_open_games(own_slots)
    gone = {section.pk for section in annulled}
    open_before = [slot.match for slot in own_slots if slot.match.status != Match.Status.FINISHED]
    changed = _lose(tournament, entrant, own_slots, gone, actor=actor, reason=reason, now=now)
    dropped = _annul(tournament, [slot for slot in own_slots if slot.match.round.section_id in gone], now)
    entrant.status = Entrant.Status.EXPELLED if kind == Entrant.Leaving.EXPELLED else Entrant.Status.WITHDRAWN
    entrant.leaving = kind
    entrant.withdrawn_at = now
    entrant.save(update_fields=["status", "leaving", "withdrawn_at"])
    _let_opponents_on(entrant, open_before, changed, now)
    log(
        tournament,
        ACTS[Entrant.Leaving(kind)],
        now=now,
        actor=actor,
        subject=entrant.user.name,
        reason=reason,
        after={
            "entrant": entrant.pk,
            "leaving": kind,
            "lost": [slot.pk for slot in changed],
            "annulled": [slot.pk for slot in dropped],
            "annulled_in": sorted(section.number for section in annulled),
        },
    )
    return _unique([*changed, *dropped])


def leave_if_silent(tournament: Tournament, slot: MatchGame, now: datetime) -> list[MatchGame]:
    """Take the loser of a game just lost on time out of the event if the rule of silence says so."""
    limit = tournament.silent_timeouts
    if not limit or tournament.status != Status.RUNNING or slot.game is None or slot.game.ending != Game.Ending.FLAG:
        return []
    loser = slot.black if slot.game.result == Game.Result.WHITE else slot.white
    entrant = Entrant.objects.select_related("user").get(pk=loser.pk)
    if not entrant.is_active:
        return []
    over = (
        MatchGame.objects.filter(Q(white=entrant) | Q(black=entrant), recorded_at__isnull=False, game__isnull=False)
        .exclude(game__finished_at=None)
        .select_related("game")
        .order_by("game__finished_at", "pk")
    )
    timeouts = [_lost_on_time(game, entrant) for game in over]
    if not silent_withdrawal(timeouts, len(timeouts), SilenceLimit(in_a_row=limit, half=False)):
        return []
    reason = _("Lost %(games)d games of this event on time in a row.") % {"games": limit}
    changed = leave_event(
        tournament, entrant, kind=Entrant.Leaving.SILENT, actor=None, reason=reason, now=now
    )  # fmt: skip
    tell_left(tournament, entrant, reason, now)
    tell_officials(
        tournament, "event_withdrawn", f"event_withdrawn:{entrant.pk}:{now.isoformat()}",
        {"name": entrant.user.name, "reason": reason}, now,
    )  # fmt: skip
    return changed


def _lock_open_games(own: Sequence[MatchGame]) -> None:
    """So that a game does not end by itself while it is being decided; each slot then knows its game as locked."""
    open_slots = [slot for slot in own if slot.game_id is not None and slot.recorded_at is None]
    games = lock_games([slot.game_id for slot in open_slots if slot.game_id is not None])
    for slot in open_slots:
        slot.game = games[slot.game_id or 0]


def tell_left(tournament: Tournament, entrant: Entrant, reason: str, now: datetime) -> None:
    """Tell somebody who was taken out of an event."""
    key = f"event_left:{entrant.pk}:{now.isoformat()}"
    data = {"name": entrant.user.name, "yours": True, "leaving": entrant.leaving, "reason": reason}
    tell(tournament, [entrant], "event_withdrawn", key, data, now, also_gone=True)


def _lost_on_time(slot: MatchGame, entrant: Entrant) -> bool:
    winner = {"white": slot.white_id, "black": slot.black_id}.get(slot.outcome)
    return slot.game is not None and slot.game.ending == Game.Ending.FLAG and winner not in (None, entrant.pk)


def _running_sections(tournament: Tournament, entrant: Entrant) -> list[Section]:
    sections = list(
        Section.objects.filter(tournament=tournament, places__entrant=entrant).select_related("stage").order_by("pk")
    )
    for section in sections:
        section.tournament = section.stage.tournament = tournament
    return sections


def _lose(
    tournament: Tournament,
    entrant: Entrant,
    own: Sequence[MatchGame],
    annulled: set[int],
    *,
    actor: User | None,
    reason: str,
    now: datetime,
) -> list[MatchGame]:
    """Decide every open game against the entrant."""
    decisions = losses(own, entrant, annulled, now)
    by_id = {slot.pk: slot for slot in own}
    lost = {decision.match_game_id: by_id[decision.match_game_id] for decision in decisions}
    if decisions:
        decide_slots(
            tournament, lost, decisions, actor=actor, reason=reason, now=now, by_id=None, act="lost_by_leaving"
        )  # fmt: skip
    return list(lost.values())


def _annul(tournament: Tournament, own: Sequence[MatchGame], now: datetime) -> list[MatchGame]:
    """Let games that were counted, and those left to the clock, count no more. Each has its line in the record."""
    dropped = []
    for slot in own:
        if not slot.counts:
            continue
        was = scored(slot)
        slot.counts = False
        slot.save(update_fields=["counts"])
        rescore(slot.match, list(slot.match.games.all()), slot.match.round.section.stage.rules, now)
        log(
            tournament, "result_annulled", now=now, subject=subject_of(slot), before=was,
            after={**where(slot), **scored(slot)},
        )  # fmt: skip
        dropped.append(slot)
    return dropped


def _let_opponents_on(
    entrant: Entrant, open_before: Sequence[Match], changed: Sequence[MatchGame], now: datetime
) -> None:
    """In a knock-out the opponent goes on, also where the points of the match alone would not say so."""
    matches = {match.pk: match for match in open_before} | {slot.match_id: slot.match for slot in changed}
    for match in matches.values():
        if not match.round.section.stage.rules.is_knock_out or match.second is None:
            continue
        opponent = match.second if match.first_id == entrant.pk else match.first
        match.advances, match.advance_ruled = opponent, True
        match.save(update_fields=["advances", "advance_ruled"])
        after = {**match_place(match), "advances": opponent.pk, "why": "withdrawn"}
        log(match.round.section.tournament, "match_decided", now=now, subject=opponent.user.name, after=after)


def _unique(slots: Sequence[MatchGame]) -> list[MatchGame]:
    return list({slot.pk: slot for slot in slots}.values())
