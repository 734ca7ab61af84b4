"""The tables of an event: rounds, standings, crosstable. Scores are points, not half points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.problems import problems
from accounts.api.serializers import PlayerRefSerializer
from games.models import Game
from games.models.choices import SideChoice
from tournaments.crosstable import Cell
from tournaments.models import Entrant, MatchGame, Round
from tournaments.selectors.rounds import MatchView, RoundView, rounds_of
from tournaments.selectors.standings import Standing, crosstable_of, standings_of
from tournaments.tiebreak_words import in_order
from tournaments.tiebreaks import TiebreakValue
from tournaments.tiebreaks.base import Term

from .events import find_event
from .fields import number, points

Shape = s.Serializer[Any]


class MatchGameShape(Shape):
    number = s.IntegerField()
    game = s.IntegerField(allow_null=True, help_text=_("Null until it has begun."))
    white = s.CharField()
    black = s.CharField()
    status = s.ChoiceField(Game.Status.choices, allow_null=True)
    result = s.ChoiceField(Game.Result.choices, allow_null=True)
    white_points = s.FloatField(allow_null=True)
    black_points = s.FloatField(allow_null=True)
    forfeit = s.BooleanField()


class MatchShape(Shape):
    board = s.IntegerField()
    first = PlayerRefSerializer(help_text=_("Has White in the first game."))
    second = PlayerRefSerializer(allow_null=True, help_text=_("Null: a bye."))
    first_points = s.FloatField()
    second_points = s.FloatField()
    games = MatchGameShape(many=True)


class RoundShape(Shape):
    number = s.IntegerField()
    status = s.ChoiceField(Round.Status.choices)
    started_at = s.DateTimeField(allow_null=True)
    finished_at = s.DateTimeField(allow_null=True)
    games_total = s.IntegerField()
    games_over = s.IntegerField()
    matches = MatchShape(many=True)


class TiebreakShape(Shape):
    code = s.CharField()
    name = s.CharField()
    explanation = s.CharField()


class TermShape(Shape):
    """One line of the sum behind a tie-break value."""

    round = s.IntegerField()
    kind = s.CharField()
    contribution = s.FloatField()
    opponent = s.CharField(allow_null=True)
    opponent_score = s.FloatField(allow_null=True)
    result = s.FloatField(allow_null=True)
    cut = s.BooleanField(help_text=_("Left out of the sum."))


class TiebreakValueShape(Shape):
    code = s.CharField()
    value = s.FloatField(allow_null=True, help_text=_("To hundredths; null where it says nothing."))
    exact = s.CharField(allow_null=True, help_text=_("As a fraction, such as `29/4`."))
    place = s.IntegerField(allow_null=True, help_text=_("Where a tie-break orders instead of counting."))
    decisive = s.BooleanField(help_text=_("Whether it separated this entrant from a neighbour with equal points."))
    terms = TermShape(many=True)


class StandingShape(Shape):
    rank = s.IntegerField()
    shared = s.BooleanField()
    player = PlayerRefSerializer()
    seed = s.IntegerField()
    rating = s.IntegerField()
    status = s.ChoiceField(Entrant.Status.choices)
    points = s.FloatField()
    max_points = s.FloatField(help_text=_("If everything still to play is won."))
    played = s.IntegerField()
    to_play = s.IntegerField()
    tiebreaks = TiebreakValueShape(many=True)


class StandingsShape(Shape):
    tiebreaks = TiebreakShape(many=True, help_text=_("In the order they decide, after the points."))
    standings = StandingShape(many=True, help_text=_("Best first; empty before the start."))


class CellGameShape(Shape):
    game = s.IntegerField(allow_null=True)
    round = s.IntegerField()
    number = s.IntegerField()
    colour = s.ChoiceField(SideChoice.choices)
    points = s.FloatField(allow_null=True)
    forfeit = s.BooleanField()


class CellShape(Shape):
    opponent = s.CharField()
    points = s.FloatField(allow_null=True)
    games = CellGameShape(many=True)


class CrosstableRowShape(Shape):
    rank = s.IntegerField()
    player = PlayerRefSerializer()
    points = s.FloatField()
    cells = CellShape(many=True, help_text=_("In the order of the rows; the own cell has no games."))


class CrosstableShape(Shape):
    rows = CrosstableRowShape(many=True, help_text=_("In the order of the standings; empty before the start."))


class RoundsView(APIView):
    @extend_schema(
        operation_id="rounds", tags=["tournaments"], responses={200: RoundShape(many=True), **problems(401, 404, 429)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """The rounds paired so far, with every match and game."""
        return Response([_round(view) for view in rounds_of(find_event(pk, request))])


class StandingsView(APIView):
    @extend_schema(
        operation_id="standings", tags=["tournaments"], responses={200: StandingsShape, **problems(401, 404, 429)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """The standings, with each tie-break value and the sum that it is."""
        event = find_event(pk, request)
        found = standings_of(event)
        names = {standing.entrant.pk: standing.entrant.user.name for standing in found}
        heads = [
            {"code": tie.code, "name": tie.name, "explanation": tie.explanation} for tie in in_order(event.tiebreaks)
        ]
        return Response({"tiebreaks": heads, "standings": [_standing(standing, names) for standing in found]})


class CrosstableView(APIView):
    @extend_schema(
        operation_id="crosstable", tags=["tournaments"], responses={200: CrosstableShape, **problems(401, 404, 429)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """Who met whom, with the result of every game."""
        lines = crosstable_of(find_event(pk, request))
        names = {line.standing.entrant.pk: line.standing.entrant.user.name for line in lines}
        rows = [
            {
                "rank": line.standing.rank,
                "player": PlayerRefSerializer(line.standing.entrant.user).data,
                "points": points(line.standing.points),
                "cells": [_cell(cell, names) for cell in line.cells],
            }
            for line in lines
        ]
        return Response({"rows": rows})


def _round(view: RoundView) -> dict[str, Any]:
    return {
        "number": view.round.number,
        "status": view.round.status,
        "started_at": view.round.started_at,
        "finished_at": view.round.finished_at,
        "games_total": view.games_total,
        "games_over": view.games_over,
        "matches": [_match(match) for match in view.matches],
    }


def _match(match: MatchView) -> dict[str, Any]:
    return {
        "board": match.board,
        "first": PlayerRefSerializer(match.first.user).data,
        "second": None if match.second is None else PlayerRefSerializer(match.second.user).data,
        "first_points": points(match.first_points),
        "second_points": points(match.second_points),
        "games": [_match_game(game) for game in match.games],
    }


def _match_game(slot: MatchGame) -> dict[str, Any]:
    return {
        "number": slot.number,
        "game": slot.game_id,
        "white": slot.white.user.name,
        "black": slot.black.user.name,
        "status": None if slot.game is None else slot.game.status,
        "result": slot.outcome or None,
        "white_points": _points_or_none(slot.white_points),
        "black_points": _points_or_none(slot.black_points),
        "forfeit": slot.forfeit,
    }


def _points_or_none(half_points: int | None) -> float | None:
    return None if half_points is None else points(half_points)


def _standing(standing: Standing, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "rank": standing.rank,
        "shared": standing.row.shared,
        "player": PlayerRefSerializer(standing.entrant.user).data,
        "seed": standing.entrant.seed,
        "rating": round(standing.entrant.rating),
        "status": standing.entrant.status,
        "points": points(standing.points),
        "max_points": points(standing.row.max_points),
        "played": standing.row.played,
        "to_play": standing.row.to_play,
        "tiebreaks": _values(standing.ties, standing.decisive, names),
    }


def _values(
    values: Iterable[TiebreakValue], decisive: frozenset[str], names: Mapping[int, str]
) -> list[dict[str, Any]]:
    return [
        {
            "code": value.code,
            "value": number(value.value),
            "exact": None if value.value is None else str(value.value),
            "place": value.place,
            "decisive": value.code in decisive,
            "terms": [_term(term, names) for term in value.terms],
        }
        for value in values
    ]


def _term(term: Term, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "round": term.round_no,
        "kind": term.kind.value,
        "contribution": number(term.contribution),
        "opponent": None if term.opponent is None else names[term.opponent],
        "opponent_score": number(term.opponent_score),
        "result": number(term.result),
        "cut": term.cut,
    }


def _cell(cell: Cell, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "opponent": names[cell.opponent],
        "points": _points_or_none(cell.points),
        "games": [
            {
                "game": game.ref,
                "round": game.round_no,
                "number": game.number,
                "colour": game.side.value,
                "points": _points_or_none(game.points),
                "forfeit": game.forfeit,
            }
            for game in cell.games
        ],
    }
