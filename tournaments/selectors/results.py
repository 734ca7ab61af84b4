"""Everything the pure standings need of an event, in three queries whatever its size."""

from __future__ import annotations

from dataclasses import dataclass

from ..models import Entrant, Match, MatchGame, Round, Tournament
from ..tiebreaks import ByeResult, EntrantLine, GameResult, Scoring


@dataclass(frozen=True, slots=True)
class EventResults:
    """Entrants by id, and the games and byes as plain values. A game's ``ref`` is the id of the game played."""

    entrants: dict[int, Entrant]
    lines: tuple[EntrantLine, ...]
    games: tuple[GameResult, ...]
    byes: tuple[ByeResult, ...]
    scoring: Scoring


def results_of(tournament: Tournament) -> EventResults:
    """Read the entrants, games and byes of an event that has started. Three queries."""
    seeded = tournament.entrants.filter(seed__isnull=False).select_related("user").order_by("seed")
    entrants = {entrant.pk: entrant for entrant in seeded}
    return EventResults(
        entrants=entrants,
        lines=tuple(
            EntrantLine(id=entrant.pk, seed=entrant.seed or 0, rating=entrant.rating, status=entrant.status)
            for entrant in entrants.values()
        ),
        games=_games(tournament),
        byes=_byes(tournament),
        scoring=Scoring(
            win=tournament.win_points,
            draw=tournament.draw_points,
            loss=tournament.loss_points,
            bye=tournament.bye_points,
        ),
    )


def _games(tournament: Tournament) -> tuple[GameResult, ...]:
    rows = MatchGame.objects.filter(match__round__tournament=tournament).values_list(
        "match__round__number",
        "match_id",
        "number",
        "white_id",
        "black_id",
        "white_points",
        "black_points",
        "forfeit",
        "outcome",
        "game_id",
    )
    return tuple(
        GameResult(
            round_no=round_no,
            match=match_id,
            number=number,
            white=white,
            black=black,
            white_points=white_points,
            black_points=black_points,
            # whoever did not win a game that ended by forfeit has forfeited it
            white_forfeited=forfeit and outcome != "white",
            black_forfeited=forfeit and outcome != "black",
            ref=game_id,
        )
        for (
            round_no, match_id, number, white, black, white_points, black_points, forfeit, outcome, game_id
        ) in rows.order_by("match__round__number", "match__board", "number")
    )  # fmt: skip


def _byes(tournament: Tournament) -> tuple[ByeResult, ...]:
    """A bye counts from the moment its round begins."""
    byes = Match.objects.filter(round__tournament=tournament, second=None).exclude(round__status=Round.Status.PENDING)
    return tuple(
        ByeResult(round_no=number, entrant=entrant_id, points=tournament.bye_points, games=tournament.games_per_pairing)
        for number, entrant_id in byes.order_by("round__number").values_list("round__number", "first_id")
    )
