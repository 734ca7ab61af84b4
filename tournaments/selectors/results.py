"""Everything the pure standings need of a section, in three queries whatever its size."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game

from ..models import Entrant, Match, MatchGame, Round, Section
from ..rules import ROUND_ROBIN, StageRules
from ..section_rows import game_scoring, match_scoring
from ..tiebreaks import ByeKind, ByeResult, EntrantLine, GameResult, Scoring


@dataclass(frozen=True, slots=True)
class SectionResults:
    """Entrants by id, and the games and byes as plain values. A game's ``ref`` is the id of the game played.

    ``games`` are those that count, ``uncounted`` those that do not, because they are annulled or came too late.
    ``left_out`` are entrants of a round robin whose results are annulled: they have no line in the standings.
    ``outcomes`` tells by game id how a recorded game ended: "white", "black", "draw" or "none".
    """

    rules: StageRules
    rounds_total: int
    rounds_paired: int
    entrants: dict[int, Entrant]
    lines: tuple[EntrantLine, ...]
    games: tuple[GameResult, ...]
    byes: tuple[ByeResult, ...]
    outcomes: dict[int, str]
    uncounted: tuple[GameResult, ...] = ()
    left_out: tuple[Entrant, ...] = ()

    @property
    def scoring(self) -> Scoring:
        return game_scoring(self.rules)

    @property
    def match_scoring(self) -> Scoring:
        return match_scoring(self.rules)


def results_of(section: Section) -> SectionResults:
    """Read the entrants, games and byes of a section. Three queries and one for the number of rounds."""
    places = list(section.places.select_related("entrant__user").order_by("number"))
    entrants = {place.entrant_id: place.entrant for place in places}
    games, uncounted, outcomes = games_of(section)
    out = _left_out(section, entrants, games, uncounted)
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
            if place.entrant_id not in out
        ),
        games=games,
        byes=tuple(bye for bye in _byes(section) if bye.entrant not in out),
        outcomes=outcomes,
        uncounted=uncounted,
        left_out=tuple(entrants[id_] for id_ in entrants if id_ in out),
    )


def _left_out(
    section: Section,
    entrants: dict[int, Entrant],
    games: tuple[GameResult, ...],
    uncounted: tuple[GameResult, ...],
) -> frozenset[int]:
    """Who has left a round robin with all results annulled, as `services.leaving` marked them."""
    if section.stage.rules.format != ROUND_ROBIN:
        return frozenset()
    gone = {id_ for id_, entrant in entrants.items() if entrant.has_left}
    counting = {id_ for game in games for id_ in (game.white, game.black)}
    annulled = {id_ for game in uncounted for id_ in (game.white, game.black)}
    return frozenset((gone & annulled) - counting)


def games_of(section: Section) -> tuple[tuple[GameResult, ...], tuple[GameResult, ...], dict[int, str]]:
    """The games of a section that count, those that do not, and how those played ended. One query, no model rows."""
    slots = MatchGame.objects.filter(match__round__section=section)
    in_order = slots.order_by("match__round__number", "match__board", "number")
    counting: list[GameResult] = []
    uncounted: list[GameResult] = []
    outcomes: dict[int, str] = {}
    for counts, game_id, outcome, *values in in_order.values_list("counts", "game_id", "outcome", *_OF_RESULT):
        (counting if counts else uncounted).append(_game_result(game_id, outcome, *values))
        if game_id is not None:
            outcomes[game_id] = outcome
    return tuple(counting), tuple(uncounted), outcomes


_OF_RESULT = (
    "match__round__number",
    "match_id",
    "number",
    "white_id",
    "black_id",
    "white_points",
    "black_points",
    "forfeit",
    "decider",
)


def game_result(slot: MatchGame) -> GameResult:
    """A stored game as the pure standings take it."""
    return _game_result(
        slot.game_id,
        slot.outcome,
        slot.match.round.number,
        slot.match_id,
        slot.number,
        slot.white_id,
        slot.black_id,
        slot.white_points,
        slot.black_points,
        slot.forfeit,
        slot.decider,
    )


def _game_result(
    game_id: int | None,
    outcome: str,
    round_no: int,
    match: int,
    number: int,
    white: int,
    black: int,
    white_points: int | None,
    black_points: int | None,
    forfeit: bool,
    decider: bool,
) -> GameResult:
    return GameResult(
        round_no=round_no,
        match=match,
        number=number,
        white=white,
        black=black,
        white_points=white_points,
        black_points=black_points,
        # whoever did not win a game that ended by forfeit has forfeited it
        white_forfeited=forfeit and outcome != Game.Result.WHITE,
        black_forfeited=forfeit and outcome != Game.Result.BLACK,
        ref=game_id,
        decider=decider,
    )


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
