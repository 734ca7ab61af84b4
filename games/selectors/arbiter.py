"""What the page of a game says of an arbiter's decision that is in force."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.models import Game, GameEvent

DECIDED = frozenset({Game.Ending.ADJUDICATION, Game.Ending.FORFEIT, Game.Ending.DOUBLE_FORFEIT})


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decided and why: that the game is paused, or how it ended. ``by`` is a name, None for a rule of the event."""

    kind: str
    by: str | None
    reason: str
    at: datetime


def decision_on(game: Game) -> Decision | None:
    """Return the pause or the ruling that holds now; one query, and none for a game that shows neither."""
    if game.paused:
        kind = GameEvent.Kind.PAUSED
    elif game.ending in DECIDED:
        kind = GameEvent.Kind.RULED
    else:
        return None
    event = GameEvent.objects.filter(game=game, kind=kind).select_related("by").order_by("-pk").first()
    if event is None:
        return None
    return Decision(kind, event.by.shown_name if event.by else None, event.data["reason"], event.at)
