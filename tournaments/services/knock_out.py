"""Who goes on from a match of a knock-out. For the services; expects the event's lock."""

from __future__ import annotations

from datetime import datetime

from ..models import Entrant, Match, MatchGame
from ..pairing.knock_out_match import Why, decide
from ..selectors.pairing_state import pairing_state, past_match, places_of
from .audit import log, match_place
from .rounds import start_games


def settle_match(match: Match, now: datetime) -> None:
    """Note who goes on from a finished match of a knock-out, or start the deciding games it still needs.

    A match of another format, and one still in play, is left alone. Doing it twice changes nothing.
    """
    section = match.round.section
    if not section.stage.rules.is_knock_out or match.is_bye:
        return
    if match.status != Match.Status.FINISHED:
        if match.advances_id is not None:  # a correction has opened it again
            match.advances = None
            match.save(update_fields=["advances"])
        return
    places = places_of(section)
    number_of = {place.entrant_id: place.number for place in places}
    entrant_of = {place.number: place.entrant for place in places}
    games = list(match.games.order_by("number"))
    state = pairing_state(section, places, round_number=match.round.number)
    found = decide(past_match(match, games, number_of), state.settings)
    if found.why is Why.DECIDER:
        _play_on(match, len(games), [(entrant_of[white], entrant_of[black]) for white, black in found.deciders], now)
        return
    advancing = entrant_of[found.no] if found.no is not None else None
    if match.advances_id == (advancing and advancing.pk):
        return
    match.advances = advancing
    match.save(update_fields=["advances"])
    log(
        section.tournament,
        "match_decided",
        now=now,
        subject=match.advances.user.name if match.advances else "",
        after={**match_place(match), "advances": match.advances_id, "why": found.why.value},
    )


def _play_on(match: Match, played: int, pairs: list[tuple[Entrant, Entrant]], now: datetime) -> None:
    """Add deciding games to a drawn match and start them."""
    MatchGame.objects.bulk_create(
        MatchGame(match=match, number=number, white=white, black=black, decider=True)
        for number, (white, black) in enumerate(pairs, start=played + 1)
    )
    match.status = Match.Status.RUNNING
    match.first_score = match.second_score = None
    match.save(update_fields=["status", "first_score", "second_score"])
    tournament = match.round.section.tournament
    log(tournament, "deciders", now=now, subject=str(match.board), after={**match_place(match), "games": len(pairs)})
    start_games(tournament, [match], now)
