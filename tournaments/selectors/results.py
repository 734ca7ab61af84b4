"""Everything the pure standings need of a section, in three queries whatever its size."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game

from ..models import Entrant, Match, MatchGame, Round, Section
from ..rules import StageRules
from ..tiebreaks import ByeKind, ByeResult, EntrantLine, GameResult, Scoring


@dataclass(frozen=True, slots=True)
class SectionResults:
    """Entrants by id, and the games and byes as plain values. A game's ``ref`` is the id of the game played.

    ``outcomes`` tells by that id how a recorded game ended: "white", "black", "draw" or "none".
    """

    rules: StageRules
    rounds_total: int
    rounds_paired: int
    entrants: dict[int, Entrant]
    lines: tuple[EntrantLine, ...]
    games: tuple[GameResult, ...]
    byes: tuple[ByeResult, ...]
    outcomes: dict[int, str]

    @property
    def scoring(self) -> Scoring:
        rules = self.rules
        return Scoring(win=rules.win_points, draw=rules.draw_points, loss=rules.loss_points, bye=rules.bye_points)

    @property
    def match_scoring(self) -> Scoring:
        rules = self.rules
        return Scoring(
            win=rules.match_win_points,
            draw=rules.match_draw_points,
            loss=rules.match_loss_points,
            bye=rules.match_win_points if rules.bye_points else 0,
        )


def results_of(section: Section) -> SectionResults:
    """Read the entrants, games and byes of a section. Three queries and one for the number of rounds."""
    places = section.places.select_related("entrant__user").order_by("number")
    entrants = {place.entrant_id: place.entrant for place in places}
    games, outcomes = _games(section)
    return SectionResults(
        rules=section.stage.rules,
        rounds_total=section.rounds_total,
        rounds_paired=section.rounds.count(),
        entrants=entrants,
        lines=tuple(
            EntrantLine(
                id=place.entrant_id,
                seed=place.number,
                rating=place.entrant.rating,
                status=place.entrant.status,
            )
            for place in places
        ),
        games=games,
        byes=_byes(section),
        outcomes=outcomes,
    )


def _games(section: Section) -> tuple[tuple[GameResult, ...], dict[int, str]]:
    slots = MatchGame.objects.filter(match__round__section=section, counts=True).select_related("match__round")
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
                decider=slot.decider,
            )
        )
        if slot.game_id is not None:
            outcomes[slot.game_id] = slot.outcome
    return tuple(games), outcomes


def _byes(section: Section) -> tuple[ByeResult, ...]:
    """A bye counts from the moment its round begins."""
    byes = Match.objects.filter(round__section=section, second=None).exclude(round__status=Round.Status.PENDING)
    games = section.stage.rules.games_per_pairing
    given = (Match.Kind.PAIRING_BYE, Match.Kind.FULL_BYE)
    return tuple(
        ByeResult(
            round_no=bye.round.number,
            entrant=bye.first_id,
            points=bye.first_points,
            kind=ByeKind.PAIRING if bye.kind in given else ByeKind.REQUESTED,
            games=games,
            match_points=bye.first_score or 0,
        )
        for bye in byes.select_related("round").order_by("round__number")
    )
