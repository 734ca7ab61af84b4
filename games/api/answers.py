"""What the game endpoints answer with: the state, and the state beside a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from accounts.api.arrival import received_at
from accounts.api.problems import problem
from accounts.errors import Conflict, NotFound
from accounts.models import User
from games.models import Game
from games.selectors.game_state import game_state
from games.services.flags import claim_flag


def viewer_of(request: Request) -> User | None:
    """Return who is looking, None for somebody who is not signed in."""
    return request.user if isinstance(request.user, User) else None


def current_game(game_id: int, request: Request) -> Game:
    """Return a game as it is now; if its time is up, it is ended first.

    :raises NotFound: there is no such game.
    """
    game = Game.objects.select_related("white", "black").filter(pk=game_id).first()
    if game is None:
        raise NotFound(_("There is no such game."), code="no_such_game")
    now = received_at(request)
    if game.flag_at is not None and game.flag_at <= now:
        return claim_flag(game_id=game_id, now=now)
    return game


def state_for(game: Game, request: Request) -> dict[str, Any]:
    """Return the state of ``game`` as whoever asks may see it."""
    return game_state(game, viewer_of(request), received_at(request))


@contextmanager
def with_state(game_id: int, request: Request) -> Iterator[None]:
    """See that every conflict about the game tells its present state."""
    try:
        yield
    except Conflict as refusal:
        if refusal.code != "idempotency_key_reused" and "state" not in refusal.extra:
            refusal.extra["state"] = state_for(current_game(game_id, request), request)
        raise


def flag_fallen(state: dict[str, Any]) -> dict[str, Any]:
    """Return the 409 problem for what came after the flag fell. The loss on time is saved, so it is no exception."""
    return problem(409, "flag_fallen", _("It came too late: the time was up, and the game has ended."), state=state)
