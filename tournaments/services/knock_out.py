"""Who goes on from a match of a knock-out. For the services; expects the event's lock."""

from __future__ import annotations

from datetime import datetime

from games.models import Game
from games.services.finish import abandon
from games.services.lock import lock_games

from ..models import Entrant, Match, MatchGame
from ..pairing.knock_out_match import Why, decide
from ..selectors.pairing_state import pairing_state, past_match, places_of
from .audit import log, match_place, scored
from .rounds import start_games
from .scoring import rescore


def settle_match(match: Match, now: datetime) -> None:
    """Note who goes on from a finished match of a knock-out, or start the deciding games it still needs.

    A match of another format, and one still in play, is left alone. Doing it twice changes nothing.
    """
    section = match.round.section
    if not section.stage.rules.is_knock_out or match.is_bye:
        return
    if match.status != Match.Status.FINISHED:
        if match.advances_id is not None and not match.advance_ruled:  # a correction has opened it again
            forget_advance(match, now)
        return
    places = places_of(section)
    number_of = {place.entrant_id: place.number for place in places}
    entrant_of = {place.number: place.entrant for place in places}
    games = list(match.games.order_by("number"))
    state = pairing_state(section, places, round_number=match.round.number)
    found = decide(past_match(match, games, number_of), state.settings)
    if found.why is Why.DECIDER:
        if match.advances_id is not None:  # a correction has drawn it
            forget_advance(match, now)
        _play_on(
            match, games[-1].number, [(entrant_of[white], entrant_of[black]) for white, black in found.deciders], now
        )
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


def forget_advance(match: Match, now: datetime) -> None:
    """Nobody goes on from a match any more until it is decided anew."""
    match.advances, match.advance_ruled = None, False
    match.save(update_fields=["advances", "advance_ruled"])
    log(
        match.round.section.tournament,
        "match_reopened",
        now=now,
        subject=str(match.board),
        after=match_place(match),
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
    after = {
        **match_place(match),
        "first_number": played + 1,
        "games": [[white.pk, black.pk] for white, black in pairs],
    }
    log(tournament, "deciders", now=now, subject=str(match.board), after=after)
    start_games(tournament, [match], now)


def drop_needless_deciders(match: Match, now: datetime) -> None:
    """Take deciding games out of a match that its planned games decide, as a correction may bring about.

    One nobody has moved in disappears; one that was played, or is being played, stays but does not count.
    """
    if not match.round.section.stage.rules.is_knock_out:
        return
    games = list(match.games.select_related("game").order_by("number"))
    deciders = [slot for slot in games if slot.decider and slot.counts]
    planned = [slot for slot in games if not slot.decider]
    if not deciders or match.first_points == match.second_points or any(slot.recorded_at is None for slot in planned):
        return
    locked_games = lock_games([slot.game_id for slot in deciders if slot.game_id is not None])
    tournament = match.round.section.tournament
    log(tournament, "deciders_dropped", now=now, subject=str(match.board), after=match_place(match))
    for slot in deciders:
        game = locked_games.get(slot.game_id or 0)
        if slot.recorded_at is None and (game is None or game.ply == 0) and not slot.rulings.exists():
            slot.delete()
            if game is not None and game.in_progress:
                abandon(game, at=now, now=now)
            continue
        slot.counts = False
        if slot.recorded_at is None:
            slot.outcome, slot.white_points, slot.black_points, slot.recorded_at = Game.Result.NONE, 0, 0, now
        slot.save(update_fields=["counts", "outcome", "white_points", "black_points", "recorded_at"])
        after = {**match_place(match), "game": slot.number, "white": slot.white_id, "black": slot.black_id}
        log(tournament, "result_annulled", now=now, subject=str(match.board), after={**after, **scored(slot)})
    rescore(match, list(match.games.order_by("number")), match.round.section.stage.rules, now)
