"""A whole event as the plain values of ``exchange.event_data``: for our own JSON, and for TRF."""

from __future__ import annotations

from typing import Any

from ..exchange.event_data import (
    ByeData,
    EntrantData,
    EventData,
    GameData,
    MatchData,
    PlaceData,
    RoundData,
    SectionData,
)
from ..models import Match, MatchGame, Section, Tournament
from ..rules import Rules
from .exports import absolute
from .ranking import section_ranks
from .sections import sections_of


def event_data(event: Tournament) -> EventData:
    """The event with its sections, rounds, matches and results. Six queries and six for each section."""
    sections = sections_of(event)
    return EventData(
        name=event.name,
        status=event.status,
        url=absolute(event.get_absolute_url()),
        rules=_plain(event.rules),
        edition=event.edition,
        seed=event.seed,
        started_at=event.started_at,
        finished_at=event.finished_at,
        entrants=tuple(
            EntrantData(
                number=one.pk,
                user_name=one.user.name,
                name=one.user.shown_name,
                rating=one.rating,
                status=one.status,
                club=one.club,
                entered_at=one.entered_at,
                withdrawn_at=one.withdrawn_at,
            )
            for one in event.entrants.select_related("user").order_by("seed", "pk")
        ),
        sections=tuple(_section(section) for section in sections),
    )


def _plain(rules: Rules) -> dict[str, Any]:
    values = {}
    for name in Rules.names():
        value = getattr(rules, name)
        if name == "later_stages":
            value = [stage.to_json() for stage in value]
        elif isinstance(value, tuple):
            value = list(value)
        elif hasattr(value, "isoformat"):
            value = value.isoformat()
        if name != "entry_password":
            values[name] = value
    return values


def _section(section: Section) -> SectionData:
    ranks = {entrant.pk: rank for rank, entrant in section_ranks(section)}
    slots: dict[int, list[MatchGame]] = {}
    for slot in MatchGame.objects.filter(match__round__section=section).select_related("game").order_by("number"):
        slots.setdefault(slot.match_id, []).append(slot)
    matches: dict[int, list[Match]] = {}
    for match in Match.objects.filter(round__section=section).order_by("board"):
        matches.setdefault(match.round_id, []).append(match)
    return SectionData(
        stage=section.stage.number,
        number=section.number,
        name=section.name,
        rules=section.stage.rules.to_json(),
        rounds_total=section.rounds_total,
        places=tuple(
            PlaceData(place.entrant_id, place.number, ranks.get(place.entrant_id))
            for place in section.places.order_by("number")
        ),
        rounds=tuple(
            RoundData(
                number=stored.number,
                status=stored.status,
                started_at=stored.started_at,
                deadline=stored.deadline,
                finished_at=stored.finished_at,
                matches=tuple(
                    _match(match, slots.get(match.pk, [])) for match in matches.get(stored.pk, []) if not match.is_bye
                ),
                byes=tuple(
                    ByeData(match.first_id, match.kind, match.first_points, match.first_score)
                    for match in matches.get(stored.pk, [])
                    if match.is_bye
                ),
            )
            for stored in section.rounds.order_by("number")
        ),
    )


def _match(match: Match, slots: list[MatchGame]) -> MatchData:
    assert match.second_id is not None
    return MatchData(
        board=match.board,
        first=match.first_id,
        second=match.second_id,
        games=tuple(_game(slot) for slot in slots),
        kind=match.kind,
        status=match.status,
        first_score=match.first_score,
        second_score=match.second_score,
        advances=match.advances_id,
        deadline=match.deadline,
        agreed_at=match.agreed_at,
    )


def _game(slot: MatchGame) -> GameData:
    game = slot.game
    return GameData(
        number=slot.number,
        white=slot.white_id,
        black=slot.black_id,
        white_points=slot.white_points,
        black_points=slot.black_points,
        outcome=slot.outcome,
        ending=game.ending if game is not None else "",
        forfeit=slot.forfeit,
        rated=game.rated if game is not None else False,
        counts=slot.counts,
        decider=slot.decider,
        started_at=game.created_at if game is not None else None,
        recorded_at=slot.recorded_at,
        url=absolute(game.get_absolute_url()) if game is not None else "",
    )
