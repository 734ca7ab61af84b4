"""Addresses under ``/api/v1/`` that concern games and players."""

from django.urls import path, re_path

from .challenges import AcceptView, ChallengesView, ChallengeView, DeclineView, WithdrawView
from .games import GameStringView, GamesView, GameView
from .leaderboards import LeaderboardsView, LeaderboardView
from .play import AbortView, AcceptDrawView, DeclineDrawView, MovesView, OfferDrawView, ResignView
from .players import PlayerGamesView, PlayersView, PlayerView, RatingHistoryView
from .practice import PracticeView

# Nothing else can be a name, and a NUL would not even reach PostgreSQL as a question.
NAME = r"(?P<name>[A-Za-z0-9_-]{1,30})"

urlpatterns = [
    path("players/", PlayersView.as_view(), name="players"),
    re_path(rf"^players/{NAME}/$", PlayerView.as_view(), name="player"),
    re_path(rf"^players/{NAME}/games/$", PlayerGamesView.as_view(), name="player-games"),
    re_path(rf"^players/{NAME}/rating-history/$", RatingHistoryView.as_view(), name="rating-history"),
    path("leaderboards/", LeaderboardsView.as_view(), name="leaderboards"),
    path("leaderboards/<str:pool>/", LeaderboardView.as_view(), name="leaderboard"),
    path("challenges/", ChallengesView.as_view(), name="challenges"),
    path("challenges/<int:pk>/", ChallengeView.as_view(), name="challenge"),
    path("challenges/<int:pk>/accept/", AcceptView.as_view(), name="accept"),
    path("challenges/<int:pk>/decline/", DeclineView.as_view(), name="decline"),
    path("challenges/<int:pk>/withdraw/", WithdrawView.as_view(), name="withdraw"),
    path("practice/", PracticeView.as_view(), name="practice"),
    path("games/", GamesView.as_view(), name="games"),
    path("games/<int:pk>/", GameView.as_view(), name="game"),
    path("games/<int:pk>/moves/", MovesView.as_view(), name="moves"),
    path("games/<int:pk>/draw-offer/", OfferDrawView.as_view(), name="draw-offer"),
    path("games/<int:pk>/draw-accept/", AcceptDrawView.as_view(), name="draw-accept"),
    path("games/<int:pk>/draw-decline/", DeclineDrawView.as_view(), name="draw-decline"),
    path("games/<int:pk>/resign/", ResignView.as_view(), name="resign"),
    path("games/<int:pk>/abort/", AbortView.as_view(), name="abort"),
    path("games/<int:pk>/game-string/", GameStringView.as_view(), name="game-string"),
]
