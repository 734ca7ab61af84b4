"""Choosing games by their event. Games never import events, so the app that knows them says how."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import QuerySet

from games.models import Game

Chooser = Callable[[QuerySet[Game], int], QuerySet[Game]]
_choosers: list[Chooser] = []


def register(chooser: Chooser) -> None:
    """Let ``chooser`` narrow games to those of the event with the given id."""
    if chooser not in _choosers:
        _choosers.append(chooser)


def games_of_event(games: QuerySet[Game], event_id: int) -> QuerySet[Game]:
    """Return those of ``games`` that belong to the event; none if nobody knows of events."""
    for chooser in _choosers:
        return chooser(games, event_id)
    return games.none()
