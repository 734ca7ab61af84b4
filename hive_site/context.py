"""What every page's frame shows: the section one is in, games to move, unread notifications."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.selectors import unread_count
from games.selectors.live import games_to_move

SECTIONS = {"games": "play", "tournaments": "tournaments", "leaderboards": "leaderboards", "players": "players"}


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context processor. The counts are asked for only where a template shows them."""
    match = request.resolver_match
    context: dict[str, Any] = {"section": SECTIONS.get(match.namespace, "") if match else ""}
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        player = cast(User, user)
        context["to_move_count"] = SimpleLazyObject(lambda: games_to_move(player.pk))
        context["unread_count"] = SimpleLazyObject(lambda: unread_count(player))
    return context
