"""The shapes of the tables of an event. Scores are points, not half points."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s

from accounts.api.serializers import PlayerRefSerializer
from games.models import Game
from games.models.choices import SideChoice
from tournaments.models import Entrant, Match, Round

Shape = s.Serializer[Any]


class MatchGameShape(Shape):
    id = s.IntegerField(help_text=_("For `match-games/`."))
    number = s.IntegerField()
    game = s.IntegerField(allow_null=True, help_text=_("Null until it has begun."))
    white = s.CharField()
    black = s.CharField()
    status = s.ChoiceField(Game.Status.choices, allow_null=True)
    result = s.ChoiceField(Game.Result.choices, allow_null=True)
    white_points = s.FloatField(allow_null=True)
    black_points = s.FloatField(allow_null=True)
    forfeit = s.BooleanField()
    decider = s.BooleanField(help_text=_("Played because the match was drawn."))
    counts = s.BooleanField(help_text=_("In the standings."))
    ruled = s.BooleanField(help_text=_("Set by an arbiter."))


class MatchShape(Shape):
    id = s.IntegerField(help_text=_("For `matches/`."))
    board = s.IntegerField()
    kind = s.ChoiceField(Match.Kind.choices, help_text=_("`games`, or which bye."))
    status = s.ChoiceField(Match.Status.choices)
    first = PlayerRefSerializer(help_text=_("Has White in the first game."))
    second = PlayerRefSerializer(allow_null=True, help_text=_("Null: a bye."))
    first_points = s.FloatField(help_text=_("Of its games."))
    second_points = s.FloatField()
    first_score = s.FloatField(allow_null=True, help_text=_("Of the match; null while it is not over."))
    second_score = s.FloatField(allow_null=True)
    advances = s.CharField(allow_null=True, help_text=_("In a knock-out: who goes on."))
    deadline = s.DateTimeField(allow_null=True, help_text=_("Its own, or that of the round."))
    games = MatchGameShape(many=True)


class RoundShape(Shape):
    id = s.IntegerField(help_text=_("For `rounds/`."))
    section = s.IntegerField()
    number = s.IntegerField()
    status = s.ChoiceField(Round.Status.choices)
    started_at = s.DateTimeField(allow_null=True)
    finished_at = s.DateTimeField(allow_null=True)
    deadline = s.DateTimeField(allow_null=True)
    reasons = s.ListField(child=s.CharField(), help_text=_("Why a Swiss round was paired so, in sentences."))
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


class SideShape(Shape):
    player = PlayerRefSerializer(allow_null=True)
    seed = s.IntegerField(allow_null=True)
    goes_on = s.BooleanField()
    is_empty = s.BooleanField(help_text=_("Nobody will come here."))


class TreeMatchShape(Shape):
    match = s.IntegerField(allow_null=True, help_text=_("Null until it is paired."))
    sides = SideShape(many=True)
    why = s.CharField()


class TreeRoundShape(Shape):
    title = s.CharField()
    matches = TreeMatchShape(many=True)


class BracketShape(Shape):
    rounds = TreeRoundShape(many=True)
    third_place = TreeMatchShape(allow_null=True)
    champion = PlayerRefSerializer(allow_null=True)
