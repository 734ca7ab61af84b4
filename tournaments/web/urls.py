"""Addresses of the event pages, under /tournaments/."""

from django.urls import include, path

from . import actions, claims, exports, organise, pages

app_name = "tournaments"

urlpatterns = [
    path("<int:pk>/console/", include("tournaments.web.console.urls")),
    path("", pages.event_index, name="list"),
    path("new/", organise.new, name="new"),
    path("claims/<int:game_id>/", claims.claim, name="claim"),
    path("claims/<int:claim_id>/take-back/", claims.take_back, name="claim-take-back"),
    path("<int:pk>/", pages.detail, name="detail"),
    path("<int:pk>/standings/", pages.standings, name="standings"),
    path("<int:pk>/rounds/", pages.rounds, name="rounds"),
    path("<int:pk>/crosstable/", pages.crosstable, name="crosstable"),
    path("<int:pk>/bracket/", pages.bracket, name="bracket"),
    path("<int:pk>/record/", pages.record, name="record"),
    path("<int:pk>/entrants/", pages.entrants, name="entrants"),
    path("<int:pk>/rules/", pages.rules, name="rules"),
    path("<int:pk>/export/<str:name>", exports.export, name="export"),
    path("calendar/<str:name>.ics", exports.player_calendar, name="player-calendar"),
    path("<int:pk>/edit/", organise.edit, name="edit"),
    path("<int:pk>/enter/", actions.enter_event, name="enter"),
    path("<int:pk>/check-in/", actions.check_in_to_event, name="check-in"),
    path("<int:pk>/decline/", actions.decline_event, name="decline"),
    path("<int:pk>/bye/", actions.ask_for_bye, name="bye"),
    path("<int:pk>/bye/cancel/", actions.take_bye_back, name="bye-cancel"),
    path("<int:pk>/leave/", actions.leave_event, name="leave"),
    path("<int:pk>/withdraw/", actions.withdraw_from_event, name="withdraw"),
    path("<int:pk>/publish/", actions.publish_event, name="publish"),
    path("<int:pk>/start/", actions.start_event, name="start"),
    path("<int:pk>/cancel/", actions.cancel_event, name="cancel"),
]
