"""Tells the games app to which event a game belongs, without its importing us."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from games.event_links import EventLink

from .models import MatchGame


def event_links(game_ids: Iterable[int]) -> dict[int, EventLink]:
    """The event and round of each of these games that belongs to one. One query."""
    rows = MatchGame.objects.filter(game_id__in=list(game_ids)).values_list(
        "game_id", "match__round__tournament_id", "match__round__tournament__name", "match__round__number"
    )
    return {
        game_id: EventLink(id=event_id, name=name, url=reverse("tournaments:detail", args=[event_id]), round=number)
        for game_id, event_id, name, number in rows
    }
