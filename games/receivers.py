"""What the games app does once something was committed. Only enqueues; ``tasks.play_bots`` finds what is lost."""

from __future__ import annotations

from typing import Any

from games.models import GameEvent
from games.selectors.practice import waits_for_bot
from games.tasks import play_bot

TURNS = {
    GameEvent.Kind.STARTED,
    GameEvent.Kind.MOVED,
    GameEvent.Kind.DRAW_OFFERED,
    GameEvent.Kind.RESUMED,
    GameEvent.Kind.REINSTATED,
}


def on_game_event(sender: Any, *, game_id: int, kind: str, **_: Any) -> None:
    """Have the computer act if the game now waits for it."""
    if kind in TURNS and waits_for_bot(game_id):
        play_bot.delay(game_id=game_id)
