"""What the game state looks like, for the schema. The state itself is built by ``games.selectors.game_state``."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers as s

from games.models.choices import (
    GameTypeChoice,
    OpeningRuleChoice,
    PoolChoice,
    RepetitionRuleChoice,
    SideChoice,
)
from games.models.game import Game

Shape = s.Serializer[Any]
ACTIONS = ("move", "resign", "draw-offer", "draw-accept", "draw-decline", "abort")


def side_or_null(**options: Any) -> s.ChoiceField:
    """White, Black or nobody."""
    return s.ChoiceField(SideChoice.choices, allow_null=True, **options)


def cell(**options: Any) -> s.ListField:
    """A cell of the board, axial ``[q, r]`` with pointy tops: east is (1, 0), south-east (0, 1)."""
    return s.ListField(child=s.IntegerField(), min_length=2, max_length=2, **options)


def both(shape: Any) -> dict[str, Any]:
    """One for each side."""
    return {"white": shape(), "black": shape()}


class GamePlayerShape(Shape):
    name = s.CharField()
    display_name = s.CharField()
    rating = s.IntegerField()
    deviation = s.IntegerField()
    provisional = s.BooleanField()
    country = s.CharField(allow_blank=True)
    is_bot = s.BooleanField(help_text=_("A program: the site's own computer, or somebody's."))
    url = s.CharField()


class RulesShape(Shape):
    opening = s.ChoiceField(OpeningRuleChoice.choices)
    repetition = s.ChoiceField(RepetitionRuleChoice.choices)


class TimeControlShape(Shape):
    code = s.CharField(help_text=_("`3d`, `5d+12h/10d` or `14d total`."))
    kind = s.CharField()
    text = s.CharField()


class EventLinkShape(Shape):
    id = s.IntegerField()
    name = s.CharField()
    url = s.CharField()
    round = s.IntegerField(allow_null=True)


class OpeningShape(Shape):
    code = s.CharField(help_text=_("Bugs, shape, and the turn of a late queen: `SQA-V`, `SAA-line-4`."))
    name = s.CharField(help_text=_("For people: `spider-queen-ant V`."))


class OpeningsShape(Shape):
    """How each side began; null until both sides have had four turns."""

    white = OpeningShape(allow_null=True)
    black = OpeningShape(allow_null=True)


PlaceShape = inline_serializer(
    "Place",
    {
        "move": s.CharField(),
        "piece": s.CharField(),
        "from": cell(allow_null=True),
        "to": cell(),
        "by": s.CharField(allow_null=True, help_text=_("The piece that throws.")),
        "path": s.ListField(child=cell()),
    },
    many=True,
)

_MOVE_FIELDS: dict[str, Any] = {
    "ply": s.IntegerField(),
    "move": s.CharField(help_text=_("Canonical UHP.")),
    "text": s.CharField(help_text=_("For people.")),
    "piece": s.CharField(allow_null=True),
    "from": cell(allow_null=True),
    "to": cell(allow_null=True),
    "by": s.CharField(allow_null=True),
    "path": s.ListField(child=cell()),
    "at": s.DateTimeField(),
    "spent_ms": s.IntegerField(),
    "clock_ms": s.IntegerField(help_text=_("The mover's clock after the move, increment included.")),
    "forced": s.BooleanField(help_text=_("A pass that the server played, there being no other move.")),
}
MoveShape = inline_serializer("PlayedMove", dict(_MOVE_FIELDS))  # a copy: the class it makes empties the dictionary
MoveListShape = MoveShape.__class__(many=True)


class StackShape(Shape):
    cell = cell()
    pieces = s.ListField(child=s.CharField(), help_text=_("From the ground up."))


class ReserveShape(Shape):
    bug = s.CharField()
    left = s.IntegerField()
    next = s.CharField(allow_null=True)


class ReservesShape(Shape):
    white = ReserveShape(many=True)
    black = ReserveShape(many=True)


class QueenNeighboursShape(Shape):
    white = s.IntegerField(allow_null=True)
    black = s.IntegerField(allow_null=True)


class PositionShape(Shape):
    stacks = StackShape(many=True)
    reserves = ReservesShape()
    queen_neighbours = QueenNeighboursShape()


class ClockShape(Shape):
    remaining_ms = s.IntegerField()


class ClocksShape(Shape):
    white = ClockShape()
    black = ClockShape()
    running = side_or_null()
    now = s.DateTimeField(help_text=_("The server's time, to which `remaining_ms` belongs."))


class DrawOfferShape(Shape):
    by = s.ChoiceField(SideChoice.choices)
    ply = s.IntegerField()


class RatingChangeShape(Shape):
    before = s.IntegerField()
    after = s.IntegerField()


class RatingChangesShape(Shape):
    white = RatingChangeShape()
    black = RatingChangeShape()


class DecisionShape(Shape):
    """The pause or the ruling that holds now."""

    kind = s.ChoiceField(("paused", "ruled"))
    by = s.CharField(allow_null=True)
    reason = s.CharField()
    at = s.DateTimeField()


class StuckShape(Shape):
    code = s.CharField()
    reason = s.CharField()


class GameStateShape(Shape):
    """A game as the viewer may see it."""

    id = s.IntegerField()
    version = s.IntegerField(help_text=_("Grows with every change."))
    url = s.CharField()
    white = GamePlayerShape()
    black = GamePlayerShape()
    game_type = s.ChoiceField(GameTypeChoice.choices)
    rules = RulesShape()
    rated = s.BooleanField()
    pool = s.ChoiceField(PoolChoice.choices)
    time_control = TimeControlShape()
    event = EventLinkShape(allow_null=True)
    status = s.ChoiceField(Game.Status.choices)
    result = s.ChoiceField(Game.Result.choices, allow_null=True)
    ending = s.ChoiceField(Game.Ending.choices, allow_null=True)
    result_text = s.CharField(allow_blank=True)
    ply = s.IntegerField(help_text=_("Moves played so far: what to send with the next one."))
    turn = s.CharField()
    openings = OpeningsShape()
    to_move = side_or_null()
    game_string = s.CharField(help_text=_("UHP GameString."))
    legal_moves = s.ListField(child=s.CharField(), help_text=_("Canonical UHP, for the side to move."))
    places = PlaceShape
    position = PositionShape()
    moves = MoveListShape
    clocks = ClocksShape()
    flag_at = s.DateTimeField(allow_null=True)
    paused_at = s.DateTimeField(
        allow_null=True, help_text=_("An arbiter stopped both clocks then: nobody can move until the game goes on.")
    )
    paused_until = s.DateTimeField(allow_null=True, help_text=_("When the game goes on by itself, if that is known."))
    decision = DecisionShape(allow_null=True)
    draw_offers = DrawOfferShape(many=True)
    rating_changes = RatingChangesShape(allow_null=True)
    you = side_or_null()
    actions = s.ListField(child=s.ChoiceField(ACTIONS), help_text=_("What you may do now."))
    stuck = s.DictField(child=StuckShape(), help_text=_("To the player on move: why a piece on top cannot go."))


class MoveAnswerShape(GameStateShape):
    """The game after the move, and the move itself."""

    move = MoveShape
