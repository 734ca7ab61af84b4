"""Addresses of the console, under /tournaments/<pk>/console/. Their names begin with "console"."""

from django.urls import path

from . import games, news, pairing, people

SECTION = "sections/<int:section_id>"

urlpatterns = [
    path("", pairing.home, name="console"),
    path(f"{SECTION}/", pairing.preview, name="console-preview"),
    path(f"{SECTION}/pair/", pairing.pair, name="console-pair"),
    path(f"{SECTION}/edit/", pairing.edit, name="console-edit"),
    path(f"{SECTION}/discard/", pairing.discard, name="console-discard"),
    path(f"{SECTION}/publish/", pairing.publish, name="console-publish"),
    path(f"{SECTION}/start/", pairing.begin, name="console-start"),
    path(f"{SECTION}/again/", pairing.again, name="console-again"),
    path("apart/", pairing.keep_apart, name="console-apart"),
    path("games/", games.games, name="console-games"),
    path("games/decide/", games.decide_many, name="console-decide-many"),
    path("games/<int:slot_id>/", games.decide, name="console-decide"),
    path("games/<int:slot_id>/time/", games.give_time, name="console-time"),
    path("games/<int:slot_id>/pause/", games.pause, name="console-pause"),
    path("results/", games.results, name="console-results"),
    path("rulings/<int:ruling_id>/undo/", games.undo, name="console-undo"),
    path("matches/<int:match_id>/advance/", games.advance, name="console-advance"),
    path("rounds/<int:round_id>/deadline/", games.deadline, name="console-deadline"),
    path("pause/", games.pause_all, name="console-pause-all"),
    path("entrants/", people.entrants, name="console-entrants"),
    path("entrants/add/", people.add, name="console-add"),
    path("entrants/<int:entrant_id>/leave/", people.withdrawal, name="console-withdrawal"),
    path("entrants/<int:entrant_id>/club/", people.club, name="console-club"),
    *(
        path(f"entrants/<int:entrant_id>/{what}/", people.decide_entry, {"what": what}, name=f"console-{what}")
        for what in ("approve", "decline", "remove", "reinstate")
    ),
    path("claims/", people.claims, name="console-claims"),
    path("claims/<int:claim_id>/", people.answer_claim, name="console-answer"),
    path("officials/", people.officials, name="console-officials"),
    path("officials/change/", people.change_role, name="console-role"),
    path("news/", news.news, name="console-news"),
    path("news/change/", news.change_webhook, name="console-webhook"),
    path("announce/", people.tell, name="console-announce"),
    path("approval/", people.approval, name="console-approval"),
]
