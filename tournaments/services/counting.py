"""What a game of an event counts, and what follows from it. For the services; expects the event's lock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User

from ..models import Match, MatchGame, Round, Section, Tournament
from ..states import Status
from .audit import scored
from .holding import hold_new_games
from .knock_out import drop_needless_deciders, settle_match
from .progress import go_on
from .ranking import store_final_ranks, store_section_ranks
from .reopening import reopen
from .rounds import start_games
from .scoring import points_of, rescore
from .seats import follow_advance

__all__ = ["count", "knowing", "scored", "settle", "settle_all", "slots", "slots_of", "subject_of"]


def slots() -> QuerySet[MatchGame]:
    """Games of matches with everything that recording them needs."""
    return MatchGame.objects.select_related(
        "game",
        "white__user",
        "black__user",
        "match__round__section__stage",
        "match__first__user",
        "match__second__user",
    )


def slots_of(tournament: Tournament) -> QuerySet[MatchGame]:
    """The games of one event, each with all that recording it needs."""
    return slots().filter(match__round__tournament=tournament)


def knowing(tournament: Tournament, slot: MatchGame) -> MatchGame:
    """The slot, with its round, section and stage knowing the locked event."""
    stored = slot.match.round
    stored.tournament = stored.section.tournament = stored.section.stage.tournament = tournament
    return slot


def subject_of(slot: MatchGame) -> str:
    """Which game it is, as a reader names it: both names and the round."""
    return f"{slot.white.user.name} – {slot.black.user.name} ({slot.match.round.number}.{slot.match.board})"


def count(tournament: Tournament, slot: MatchGame, *, result: str, forfeit: bool, now: datetime) -> None:
    """Write a result into its slot and score the match anew."""
    rules = knowing(tournament, slot).match.round.section.stage.rules
    slot.white_points, slot.black_points = points_of(rules, result)
    slot.outcome = result
    slot.forfeit = forfeit
    slot.recorded_at = now
    slot.save(update_fields=["white_points", "black_points", "outcome", "forfeit", "recorded_at", "ruled", "counts"])
    rescore(slot.match, list(slot.match.games.all()), rules, now)


def settle(tournament: Tournament, slot: MatchGame, now: datetime) -> None:
    """Do what follows from a counted result: the next game, round or stage, or the end."""
    settle_all(tournament, [slot], now)


def settle_all(
    tournament: Tournament, changed: Sequence[MatchGame], now: datetime, *, actor: User | None = None, reason: str = ""
) -> None:
    """Do what follows from changed results, whatever they were before and whatever has ended since.

    What is played again opens its round, section, stage and event; published pairings stand, and of a knock-out the
    seat in the next match follows as long as nobody has moved there.

    :raises Conflict: ``next_round_begun``, ``next_stage_over``: the consequence can no longer be drawn.
    """
    was_finished = tournament.status == Status.FINISHED
    tournament.version += 1
    tournament.save(update_fields=["version"])
    matches = {slot.match_id: knowing(tournament, slot).match for slot in changed}
    sections = _sharing_rows(matches.values())
    for match in matches.values():
        _settle_match(tournament, match, now, actor, reason)
    for section in sections:
        go_on(section, now)
        if section.status == Section.Status.FINISHED:
            store_section_ranks(section)
    hold_new_games(tournament, now)
    if was_finished and tournament.status == Status.FINISHED:
        store_final_ranks(tournament)


def _sharing_rows(matches: Iterable[Match]) -> list[Section]:
    """Let matches of one round or section share its row in memory, so that all see what becomes of it."""
    rounds: dict[int, Round] = {}
    sections: dict[int, Section] = {}
    for match in matches:
        match.round = rounds.setdefault(match.round_id, match.round)
        match.round.section = sections.setdefault(match.round.section_id, match.round.section)
    return list(sections.values())


def _settle_match(tournament: Tournament, match: Match, now: datetime, actor: User | None, reason: str) -> None:
    if tournament.started_at is None or tournament.status == Status.CANCELLED:
        return
    was = match.advances_id
    drop_needless_deciders(match, now)
    settle_match(match, now)
    if match.advances_id != was:
        follow_advance(match, was, now)
    if match.status != Match.Status.FINISHED:
        reopen(match, now, actor=actor, reason=reason)
        if match.status == Match.Status.RUNNING and match.round.status == Round.Status.RUNNING:
            _start_bare_games(tournament, match, now)


def _start_bare_games(tournament: Tournament, match: Match, now: datetime) -> None:
    """Start the games of a begun match whose results were taken back before there was a game."""
    if tournament.status != Status.RUNNING or tournament.paused_at is not None:
        return
    if match.games.filter(game=None, recorded_at=None).exists():
        start_games(tournament, [match], now)
