"""Everything the pure standings need of an event, in three queries whatever its size."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game

from ..models import Entrant, Match, MatchGame, Round, Tournament
from ..tiebreaks import ByeResult, EntrantLine, GameResult, Scoring


@dataclass(frozen=True, slots=True)
class EventResults:
    """Entrants by id, and the games and byes as plain values. A game's ``ref`` is the id of the game played.

    ``outcomes`` tells by that id how a recorded game ended: "white", "black", "draw" or "none".
    """

    entrants: dict[int, Entrant]
    lines: tuple[EntrantLine, ...]
    games: tuple[GameResult, ...]
    byes: tuple[ByeResult, ...]
    scoring: Scoring
    outcomes: dict[int, str]


def results_of(tournament: Tournament) -> EventResults:
    """Read the entrants, games and byes of an event that has started. Three queries."""
    seeded = tournament.entrants.filter(seed__isnull=False).select_related("user").order_by("seed")
    entrants = {entrant.pk: entrant for entrant in seeded}
    games, outcomes = _games(tournament)
    return EventResults(
        entrants=entrants,
        lines=tuple(
            EntrantLine(id=entrant.pk, seed=entrant.seed or 0, rating=entrant.rating, status=entrant.status)
            for entrant in entrants.values()
        ),
        games=games,
        byes=_byes(tournament),
        scoring=Scoring(
            win=tournament.win_points,
            draw=tournament.draw_points,
            loss=tournament.loss_points,
            bye=tournament.bye_points,
        ),
        outcomes=outcomes,
    )


def _games(tournament: Tournament) -> tuple[tuple[GameResult, ...], dict[int, str]]:
    slots = MatchGame.objects.filter(match__round__tournament=tournament).select_related("match__round")
    games, outcomes = [], {}
    for slot in slots.order_by("match__round__number", "match__board", "number"):
        games.append(
            GameResult(
                round_no=slot.match.round.number,
                match=slot.match_id,
                number=slot.number,
                white=slot.white_id,
                black=slot.black_id,
                white_points=slot.white_points,
                black_points=slot.black_points,
                # whoever did not win a game that ended by forfeit has forfeited it
                white_forfeited=slot.forfeit and slot.outcome != Game.Result.WHITE,
                black_forfeited=slot.forfeit and slot.outcome != Game.Result.BLACK,
                ref=slot.game_id,
            )
        )
        if slot.game_id is not None:
            outcomes[slot.game_id] = slot.outcome
    return tuple(games), outcomes


def _byes(tournament: Tournament) -> tuple[ByeResult, ...]:
    """A bye counts from the moment its round begins."""
    byes = Match.objects.filter(round__tournament=tournament, second=None).exclude(round__status=Round.Status.PENDING)
    return tuple(
        ByeResult(round_no=number, entrant=entrant_id, points=tournament.bye_points, games=tournament.games_per_pairing)
        for number, entrant_id in byes.order_by("round__number").values_list("round__number", "first_id")
    )
