"""The tables of an event and of its sections: rounds, standings, crosstable, tree."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.errors import NotFound
from tournaments.models import Section, Tournament
from tournaments.selectors.bracket import tree_of
from tournaments.selectors.rounds import rounds_of
from tournaments.selectors.sections import current_section
from tournaments.selectors.standings import crosstable_of, standings_of
from tournaments.selectors.story import reasons_of

from .doors import PUBLIC, find_section, read, visible_event
from .table_data import bracket_data, crosstable_data, round_data, standings_data
from .table_shapes import BracketShape, CrosstableShape, RoundShape, StandingsShape


def _standings(event: Tournament, section: Section | None) -> dict[str, Any]:
    rules = section.stage.rules if section is not None else event.rules
    return standings_data(rules.tiebreaks, standings_of(event, section) if section is not None else [])


class RoundsView(APIView):
    @read("rounds", RoundShape(many=True), *PUBLIC)
    def get(self, request: Request, pk: int) -> Response:
        """The rounds paired so far, of every section, with every match and game."""
        return Response([round_data(view) for view in rounds_of(visible_event(pk, request))])


class StandingsView(APIView):
    @read("standings", StandingsShape, *PUBLIC)
    def get(self, request: Request, pk: int) -> Response:
        """The standings of the first section now played, with each tie-break value and the sum that it is."""
        event = visible_event(pk, request)
        return Response(_standings(event, current_section(event)))


class CrosstableView(APIView):
    @read("crosstable", CrosstableShape, *PUBLIC)
    def get(self, request: Request, pk: int) -> Response:
        """Who met whom in the first section now played, with the result of every game."""
        return Response(crosstable_data(crosstable_of(visible_event(pk, request))))


class SectionRoundsView(APIView):
    @read("section_rounds", RoundShape(many=True), *PUBLIC)
    def get(self, request: Request, pk: int, section_id: int) -> Response:
        """The rounds of a section, with the reasons of each Swiss pairing in sentences."""
        event = visible_event(pk, request)
        section = find_section(event, section_id)
        why = reasons_of(section)
        return Response([round_data(view, why.get(view.round.number)) for view in rounds_of(event, section)])


class SectionStandingsView(APIView):
    @read("section_standings", StandingsShape, *PUBLIC)
    def get(self, request: Request, pk: int, section_id: int) -> Response:
        """The standings of a section."""
        event = visible_event(pk, request)
        return Response(_standings(event, find_section(event, section_id)))


class SectionCrosstableView(APIView):
    @read("section_crosstable", CrosstableShape, *PUBLIC)
    def get(self, request: Request, pk: int, section_id: int) -> Response:
        """Who met whom in a section."""
        event = visible_event(pk, request)
        return Response(crosstable_data(crosstable_of(event, find_section(event, section_id))))


class BracketView(APIView):
    @read("bracket", BracketShape, *PUBLIC)
    def get(self, request: Request, pk: int, section_id: int) -> Response:
        """The tree of a knock-out section; 404 `no_knock_out` for another."""
        section = find_section(visible_event(pk, request), section_id)
        if not section.stage.rules.is_knock_out:
            raise NotFound(_("This section is no knock-out."), code="no_knock_out")
        return Response(bracket_data(tree_of(section)))
