"""What happens in games that an event must know. Only enqueues; ``tasks.repair_results`` finds what is lost here."""

from __future__ import annotations

from typing import Any

from games.models import GameEvent

from .tasks import record_result


def on_game_event(sender: Any, *, game_id: int, kind: str, **_: Any) -> None:
    """Have the result counted when a game has ended. Of a game outside events the task finds nothing to count."""
    if kind == GameEvent.Kind.ENDED:
        record_result.delay(game_id=game_id)
