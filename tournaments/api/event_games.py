"""How the list of games is narrowed to those of an event."""

from __future__ import annotations

from django.db.models import QuerySet

from games.models import Game


def games_of_event(games: QuerySet[Game], event_id: int) -> QuerySet[Game]:
    """Return those of ``games`` that are played in the event."""
    return games.filter(match_game__match__round__tournament=event_id)
