"""Addresses of the pages that gather from several apps."""

from django.urls import include, path

from . import leaderboards, players
from .home import home

leaderboard_urls = (
    [path("", leaderboards.start, name="list"), path("<slug:pool>/", leaderboards.pool, name="pool")],
    "leaderboards",
)
player_urls = (
    [path("", players.search, name="search"), path("<slug:name>/", players.detail, name="detail")],
    "players",
)

urlpatterns = [
    path("", home, name="home"),
    path("leaderboards/", include(leaderboard_urls)),
    path("players/", include(player_urls)),
]
