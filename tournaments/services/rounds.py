"""Rounds of a running event: opened with their games, and closed. For the services; all expect the event's lock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Game
from games.services.games import Players, Terms
from games.services.games import start_games as many_games

from ..models import Match, MatchGame, Round, Section, Tournament
from ..pacing import deadline_of
from ..pairing.at_most_k import startable
from .audit import log
from .pairing import round_place


def open_round(stored: Round, now: datetime) -> None:
    """Begin a round: its byes count, its clock towards the deadline runs, and its games start as the pace allows."""
    rules = stored.section.stage.rules
    stored.status = Round.Status.RUNNING
    stored.started_at = now
    if rules.round_hours is not None:
        stored.deadline = deadline_of(now, timedelta(hours=rules.round_hours), stored.tournament.time_zone)
        stored.look_at = now
    stored.save(update_fields=["status", "started_at", "deadline", "look_at"])
    stored.matches.exclude(kind=Match.Kind.GAMES).update(status=Match.Status.FINISHED)
    log(stored.tournament, "round_started", now=now, subject=str(stored.number), after=round_place(stored))


def start_matches(section: Section, now: datetime) -> int:
    """Start the games of every match of the section's running rounds that the pace allows. Returns how many games."""
    waiting = list(
        Match.objects.filter(
            round__section=section, round__status=Round.Status.RUNNING, status=Match.Status.PENDING, kind="games"
        )
        .select_related("first", "second", "round")
        .order_by("round__number", "board")
    )
    waiting = [match for match in waiting if match.first.is_active and match.second and match.second.is_active]
    limit = section.stage.rules.max_games_at_once if section.stage.rules.pacing == "at_most" else None
    if limit is not None:
        games = section.stage.rules.games_per_pairing
        chosen = startable(
            [(match.first_id, match.second_id or 0, games) for match in waiting], _open_games(section), limit
        )
        waiting = [waiting[index] for index in chosen]
    return start_games(section.tournament, waiting, now)


def _open_games(section: Section) -> dict[int, int]:
    """How many games each entrant is playing in the section."""
    counts: dict[int, int] = {}
    slots = MatchGame.objects.filter(match__round__section=section, game__isnull=False, recorded_at=None)
    for pair in slots.values_list("white_id", "black_id"):
        for entrant_id in pair:
            counts[entrant_id] = counts.get(entrant_id, 0) + 1
    return counts


def start_games(tournament: Tournament, matches: Sequence[Match], now: datetime) -> int:
    """Start every game that these matches still have to play. Returns how many."""
    slots = list(
        MatchGame.objects.filter(match__in=matches, game=None, recorded_at=None)
        .select_related("white__user", "black__user")
        .order_by("match__round__number", "match__board", "number")
    )
    pairs = [Players(slot.white.user, slot.black.user, _tells_white(slot)) for slot in slots]
    for slot, game in zip(slots, many_games(pairs=pairs, terms=_terms(tournament), now=now), strict=True):
        slot.game = game
    MatchGame.objects.bulk_update(slots, ["game"], batch_size=500)
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(status=Match.Status.RUNNING, started_at=now)
    return len(slots)


def _tells_white(slot: MatchGame) -> bool:
    """Not who has the event's own mail: one is enough."""
    return not slot.white.user.mail_event


def _terms(tournament: Tournament) -> Terms:
    return Terms(
        tournament.game_type,
        tournament.opening_rule,
        tournament.repetition_rule,
        tournament.time_control,
        rated=tournament.rated,
        in_event=True,
    )


def game_for(tournament: Tournament, slot: MatchGame, now: datetime, *, is_told: bool = False) -> Game:
    """Start a game for one slot of a match; the caller stores it there.

    ``is_told``: White hears of it by the event's own notice. Others are told of the move to make, as in any game.
    """
    pair = Players(slot.white.user, slot.black.user, not is_told)
    return many_games(pairs=[pair], terms=_terms(tournament), now=now)[0]


def close_finished_rounds(section: Section, now: datetime) -> list[Round]:
    """Mark the running rounds whose matches are all over; return them."""
    unfinished = Match.objects.exclude(status=Match.Status.FINISHED).values("round_id")
    closing = list(section.rounds.filter(status=Round.Status.RUNNING).exclude(pk__in=unfinished))
    for stored in closing:
        stored.status = Round.Status.FINISHED
        stored.finished_at = now
        stored.look_at = None
        stored.save(update_fields=["status", "finished_at", "look_at"])
        log(section.tournament, "round_finished", now=now, subject=str(stored.number), after=round_place(stored))
    return closing
