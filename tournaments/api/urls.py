"""Addresses under ``/api/v1/`` that concern events."""

from django.urls import path

from games.api.event_games import register

from .entries import EntriesView
from .event_games import games_of_event
from .events import CancelView, EventGamesView, EventsView, EventView, PublishView, StartView
from .tables import CrosstableView, RoundsView, StandingsView

register(games_of_event)

urlpatterns = [
    path("tournaments/", EventsView.as_view(), name="tournaments"),
    path("tournaments/<int:pk>/", EventView.as_view(), name="tournament"),
    path("tournaments/<int:pk>/publish/", PublishView.as_view(), name="publish"),
    path("tournaments/<int:pk>/start/", StartView.as_view(), name="start"),
    path("tournaments/<int:pk>/cancel/", CancelView.as_view(), name="cancel"),
    path("tournaments/<int:pk>/entries/", EntriesView.as_view(), name="entries"),
    path("tournaments/<int:pk>/rounds/", RoundsView.as_view(), name="rounds"),
    path("tournaments/<int:pk>/standings/", StandingsView.as_view(), name="standings"),
    path("tournaments/<int:pk>/crosstable/", CrosstableView.as_view(), name="crosstable"),
    path("tournaments/<int:pk>/games/", EventGamesView.as_view(), name="tournament-games"),
]
