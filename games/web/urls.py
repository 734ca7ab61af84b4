"""Addresses of the pages of games and challenges."""

from django.urls import path

from . import challenges, practice, views

app_name = "games"
urlpatterns = [
    path("games/", views.game_list, name="list"),
    path("games/new/", challenges.new, name="new"),
    path("games/practice/", practice.practice, name="practice"),
    path("games/<int:pk>/", views.detail, name="detail"),
    path("games/<int:pk>/state/", views.state, name="state"),
    path("games/<int:pk>/move/", views.move, name="move"),
    path("games/<int:pk>/resign/", views.resign, name="resign"),
    path("games/<int:pk>/abort/", views.abort, name="abort"),
    path("games/<int:pk>/draw-offer/", views.offer_draw, name="draw_offer"),
    path("games/<int:pk>/draw-accept/", views.accept_draw, name="draw_accept"),
    path("games/<int:pk>/draw-decline/", views.decline_draw, name="draw_decline"),
    path("challenges/", challenges.challenges, name="challenges"),
    path("challenges/<uuid:token>/", challenges.challenge, name="challenge"),
    path("challenges/<uuid:token>/accept/", challenges.accept, name="challenge_accept"),
    path("challenges/<uuid:token>/decline/", challenges.decline, name="challenge_decline"),
    path("challenges/<uuid:token>/withdraw/", challenges.withdraw, name="challenge_withdraw"),
]
