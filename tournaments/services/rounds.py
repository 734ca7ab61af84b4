"""Rounds of a running event: stored, opened with their games, closed. For the services; all expect the event's lock."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime

from games.models import Game
from games.services.games import start_game

from ..models import Entrant, Match, MatchGame, Round, Tournament
from ..pairing.formats import Entry, EventState, FormatSettings, format_for
from ..pairing.plan import RoundPlan


def store_schedule(tournament: Tournament, entrants: Sequence[Entrant]) -> None:
    """Pair what can be paired before the first game and store it, without games.

    ``entrants`` are in the order of their seeds. A format that fixes all rounds beforehand gets them all.
    """
    rules = format_for(tournament.format)
    settings = FormatSettings(games_per_pairing=tournament.games_per_pairing)
    rules.validate(len(entrants), settings)
    state = EventState(
        entries=tuple(Entry(no=no, rating=round(entrant.rating)) for no, entrant in enumerate(entrants, start=1)),
        settings=settings,
    )
    tournament.rounds_total = rules.rounds_total(state)
    known = tournament.rounds_total if rules.all_at_once else 1
    for number in range(1, known + 1):
        rng = random.Random(tournament.seed * 1000 + number)  # noqa: S311 - chance that can be replayed, no secret
        _store_round(tournament, entrants, rules.plan_round(state, number, rng=rng))


def _store_round(tournament: Tournament, entrants: Sequence[Entrant], plan: RoundPlan) -> None:
    stored = Round.objects.create(tournament=tournament, number=plan.number)
    matches = [
        Match(round=stored, board=board, first=entrants[match.white_no - 1], second=entrants[match.black_no - 1])
        for board, match in enumerate(plan.matches, start=1)
    ]
    byes = [
        Match(round=stored, board=board, first=entrants[bye.no - 1], second=None)
        for board, bye in enumerate(plan.byes, start=len(matches) + 1)
    ]
    Match.objects.bulk_create([*matches, *byes])
    MatchGame.objects.bulk_create(
        MatchGame(match=match, number=number, white=entrants[white - 1], black=entrants[black - 1])
        for match, match_plan in zip(matches, plan.matches, strict=True)
        for number, (white, black) in enumerate(match_plan.games, start=1)
    )


def open_rounds(tournament: Tournament, rounds: Sequence[Round], now: datetime) -> None:
    """Start every game of these rounds."""
    for stored in rounds:
        stored.status = Round.Status.RUNNING
        stored.started_at = now
        stored.save(update_fields=["status", "started_at"])
    slots = list(
        MatchGame.objects.filter(match__round__in=rounds, game=None, recorded_at=None)
        .select_related("white__user", "black__user")
        .order_by("match__round__number", "match__board", "number")
    )
    for slot in slots:
        slot.game = game_for(tournament, slot, now, is_told=slot.white.user.mail_event)
    MatchGame.objects.bulk_update(slots, ["game"])


def game_for(tournament: Tournament, slot: MatchGame, now: datetime, *, is_told: bool = False) -> Game:
    """Start a game for one slot of a match; the caller stores it there.

    ``is_told``: White hears of it by the event's own notice. Others are told of the move to make, as in any game.
    """
    return start_game(
        white=slot.white.user,
        black=slot.black.user,
        game_type=tournament.game_type,
        opening_rule=tournament.opening_rule,
        repetition_rule=tournament.repetition_rule,
        time_control=tournament.time_control,
        rated=tournament.rated,
        in_event=True,
        now=now,
        tell_white=not is_told,
    )


def close_finished_rounds(tournament: Tournament, now: datetime) -> None:
    """Mark the running rounds whose games are all recorded."""
    still_open = MatchGame.objects.filter(recorded_at=None).values("match__round_id")
    tournament.rounds.filter(status=Round.Status.RUNNING).exclude(pk__in=still_open).update(
        status=Round.Status.FINISHED, finished_at=now
    )
