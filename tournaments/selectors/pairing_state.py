"""What a section's format needs to pair a round, read from the tables in a fixed number of queries."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable

from ..models import ByeRequest, ForbiddenPair, Match, MatchGame, Place, Section
from ..pairing.format_types import DrawnMatch, Entry, EventState, FormatSettings, PastMatch, ScoreBy
from ..pairing.plan import ByeKind
from ..rules import DUTCH, KNOCK_OUT, StageRules
from ..rules.rounds import knock_out_rounds, rounds_of_stage

BYE_KINDS = {
    Match.Kind.PAIRING_BYE: ByeKind.PAIRING,
    Match.Kind.HALF_BYE: ByeKind.HALF,
    Match.Kind.FULL_BYE: ByeKind.FULL,
    Match.Kind.ZERO_BYE: ByeKind.ZERO,
}
KIND_OF_BYE = {letter: kind for kind, letter in BYE_KINDS.items()}


def places_of(section: Section) -> list[Place]:
    """The entrants of a section in the order of their start numbers. One query."""
    return list(section.places.select_related("entrant__user").order_by("number"))


def pairing_state(section: Section, places: list[Place], *, round_number: int) -> EventState:
    """The section as its format sees it before round ``round_number``. Five queries at most."""
    stage = section.stage.rules
    number_of = {place.entrant_id: place.number for place in places}
    asked, zero = _byes_asked(places) if section.stage.number == 1 else ({}, {})
    entries = tuple(
        Entry(
            no=place.number,
            rating=round(place.entrant.rating),
            active=place.entrant.is_active,
            late_from=place.entrant.late_from if section.stage.number == 1 else None,
            requested_byes=frozenset(asked.get(place.entrant_id, ())),
            zero_byes=frozenset(zero.get(place.entrant_id, ())),
            group=place.entrant.club,
        )
        for place in places
    )
    return EventState(
        entries=entries,
        settings=_settings(section, stage, len(places), _forbidden(section, number_of, round_number)),
        history=tuple(_history(section, number_of, round_number)),
    )


def _settings(section: Section, stage: StageRules, count: int, forbidden: frozenset[frozenset[int]]) -> FormatSettings:
    seed = section.tournament.seed
    best_of: tuple[int, ...] = (stage.games_per_pairing,)
    if stage.format == KNOCK_OUT and stage.final_games:
        best_of = (stage.games_per_pairing,) * (knock_out_rounds(count) - 1) + (stage.final_games,)
    return FormatSettings(
        games_per_pairing=stage.games_per_pairing,
        # late entries make a field larger, but not the event longer
        rounds=section.rounds_total or rounds_of_stage(stage, count),
        win=stage.win_points,
        draw=stage.draw_points,
        loss=stage.loss_points,
        white_first=random.Random(f"{seed}/{section.number}").random() < 0.5,  # noqa: S311 - a replayable lot
        forbidden=forbidden,
        score_by=ScoreBy(stage.score_by) if stage.format != DUTCH else ScoreBy.GAMES,
        match_win=stage.match_win_points,
        match_draw=stage.match_draw_points,
        match_loss=stage.match_loss_points,
        bye_points=stage.bye_points,
        half_byes=stage.requested_byes,
        late_bye=ByeKind.HALF if section.tournament.late_points else ByeKind.ZERO,
        accelerated=stage.accelerated,
        cycles=stage.cycles,
        best_of=best_of,
        third_place=stage.third_place,
        drawn_match=DrawnMatch(stage.drawn_match),
        decider_games=stage.decider_games,
        lot_seed=seed,
    )


def _byes_asked(places: list[Place]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    asked: dict[int, list[int]] = defaultdict(list)
    zero: dict[int, list[int]] = defaultdict(list)
    for request in ByeRequest.objects.filter(entrant__in=[place.entrant_id for place in places]):
        (asked if request.points == "half" else zero)[request.entrant_id].append(request.round_number)
    return asked, zero


def _forbidden(section: Section, number_of: dict[int, int], round_number: int) -> frozenset[frozenset[int]]:
    pairs = ForbiddenPair.objects.filter(tournament=section.tournament, from_round__lte=round_number)
    if section.stage.number > 1:
        return frozenset()
    return frozenset(
        frozenset({number_of[pair.first_id], number_of[pair.second_id]})
        for pair in pairs
        if (pair.to_round is None or pair.to_round >= round_number)
        and pair.first_id in number_of
        and pair.second_id in number_of
    )


def _history(section: Section, number_of: dict[int, int], before: int) -> Iterable[PastMatch]:
    matches = Match.objects.filter(
        round__section=section, round__number__lt=before, status=Match.Status.FINISHED
    ).select_related("round")
    games: dict[int, list[MatchGame]] = defaultdict(list)
    for slot in MatchGame.objects.filter(match__in=matches).order_by("number"):
        games[slot.match_id].append(slot)
    for match in matches.order_by("round__number", "board"):
        yield past_match(match, games[match.pk], number_of)


def past_match(match: Match, games: list[MatchGame], number_of: dict[int, int]) -> PastMatch:
    """A stored match as a format sees it."""
    first = number_of[match.first_id]
    if match.is_bye:
        return PastMatch(
            round_no=match.round.number,
            white_no=first,
            black_no=None,
            white_points=match.first_points,
            white_match=match.first_score,
            kind=BYE_KINDS[Match.Kind(match.kind)],
        )
    assert match.second_id is not None
    second = number_of[match.second_id]
    recorded = [slot for slot in games if slot.recorded_at is not None]
    counting = [slot for slot in recorded if slot.counts]
    forfeiters = [{slot.white_id, slot.black_id} - {_winner(slot)} if slot.forfeit else set() for slot in counting]
    by_all = set.intersection(*forfeiters) if forfeiters else set()
    return PastMatch(
        round_no=match.round.number,
        white_no=first,
        black_no=second,
        white_points=match.first_points,
        black_points=match.second_points,
        white_match=match.first_score,
        black_match=match.second_score,
        # a game that goes on without counting has its players at one board all the same: they have met
        played=any(not slot.forfeit for slot in recorded),
        forfeited_by=frozenset(number_of[id_] for id_ in by_all),
        games=len([slot for slot in counting if not slot.decider]),
        deciders=tuple(
            (number_of[slot.white_id], number_of[slot.black_id], slot.white_points or 0, slot.black_points or 0)
            for slot in counting
            if slot.decider
        ),
        winner=number_of[match.advances_id] if match.advance_ruled and match.advances_id is not None else None,
    )


def _winner(slot: MatchGame) -> int | None:
    return {"white": slot.white_id, "black": slot.black_id}.get(slot.outcome)
