"""Addresses under ``/api/v1/`` that concern events."""

from django.urls import URLPattern, URLResolver, include, path

from games.api.event_games import register

from . import entries, events, news, officials, pairing, rulings, tables, webhooks
from .event_games import games_of_event

register(games_of_event)
Paths = list[URLPattern | URLResolver]

_entry: Paths = [
    path("approve/", officials.ApproveEntryView.as_view(), name="approve-entry"),
    path("decline/", officials.DeclineEntryView.as_view(), name="decline-entry"),
    path("remove/", officials.RemoveEntryView.as_view(), name="remove-entry"),
    path("club/", officials.ClubView.as_view(), name="club"),
    path("withdraw/", officials.WithdrawEntryView.as_view(), name="withdraw-entry"),
    path("withdraw/preview/", rulings.WithdrawalPreviewView.as_view(), name="withdrawal-preview"),
    path("expel/", officials.ExpelView.as_view(), name="expel"),
    path("reinstate/", officials.ReinstateView.as_view(), name="reinstate"),
    path("replace/", officials.ReplaceView.as_view(), name="replace"),
]
_entries: Paths = [
    path("", entries.EntriesView.as_view(), name="entries"),
    path("all/", officials.AllEntriesView.as_view(), name="all-entries"),
    path("invite/", officials.InviteView.as_view(), name="invite"),
    path("add/", officials.AddEntrantsView.as_view(), name="add-entrants"),
    path("import/", officials.ImportView.as_view(), name="import-entrants"),
    path("me/", entries.OwnEntryView.as_view(), name="own-entry"),
    path("me/check-in/", entries.CheckInView.as_view(), name="check-in"),
    path("me/decline/", entries.DeclineInvitationView.as_view(), name="decline-invitation"),
    path("me/leave/", entries.LeaveView.as_view(), name="leave"),
    path("me/byes/", entries.RequestByeView.as_view(), name="byes"),
    path("me/byes/<int:round_number>/", entries.ByeView.as_view(), name="bye"),
    path("<int:entrant_id>/", include(_entry)),
]
_section: Paths = [
    path("rounds/", tables.SectionRoundsView.as_view(), name="section-rounds"),
    path("standings/", tables.SectionStandingsView.as_view(), name="section-standings"),
    path("crosstable/", tables.SectionCrosstableView.as_view(), name="section-crosstable"),
    path("bracket/", tables.BracketView.as_view(), name="bracket"),
    path("waits/", pairing.WaitsView.as_view(), name="waits"),
    path("preview/", pairing.PreviewView.as_view(), name="preview"),
    path("publish/", pairing.PublishRoundView.as_view(), name="publish-round"),
    path("start-round/", pairing.StartRoundView.as_view(), name="start-round"),
    path("re-pair/", pairing.RePairView.as_view(), name="re-pair"),
]
_match_game: Paths = [
    path("result/", rulings.ResultView.as_view(), name="result"),
    path("result/preview/", rulings.ResultPreviewView.as_view(), name="result-preview"),
    path("time/", rulings.GrantView.as_view(), name="grant-time"),
    path("pause/", rulings.PauseGameView.as_view(), name="pause-game"),
    path("resume/", rulings.ResumeGameView.as_view(), name="resume-game"),
]
_event: Paths = [
    path("", events.EventView.as_view(), name="tournament"),
    path("publish/", events.PublishView.as_view(), name="publish"),
    path("start/", events.StartView.as_view(), name="start"),
    path("cancel/", events.CancelView.as_view(), name="cancel"),
    path("pause/", events.PauseView.as_view(), name="pause"),
    path("resume/", events.ResumeView.as_view(), name="resume"),
    path("approve/", events.ApproveView.as_view(), name="approve"),
    path("reopen/", events.ReopenView.as_view(), name="reopen"),
    path("entries/", include(_entries)),
    path("officials/", officials.OfficialsView.as_view(), name="officials"),
    path("officials/<int:official_id>/", officials.OfficialView.as_view(), name="official"),
    path("forbidden-pairs/", officials.ForbiddenPairsView.as_view(), name="forbidden-pairs"),
    path("forbidden-pairs/<int:pair_id>/lift/", officials.LiftView.as_view(), name="lift"),
    path("rounds/", tables.RoundsView.as_view(), name="rounds"),
    path("rounds/<int:round_id>/deadline/", pairing.DeadlineView.as_view(), name="deadline"),
    path("standings/", tables.StandingsView.as_view(), name="standings"),
    path("crosstable/", tables.CrosstableView.as_view(), name="crosstable"),
    path("games/", events.EventGamesView.as_view(), name="tournament-games"),
    path("sections/<int:section_id>/", include(_section)),
    path("match-games/<int:match_game_id>/", include(_match_game)),
    path("matches/<int:match_id>/advance/", rulings.AdvanceView.as_view(), name="advance"),
    path("rulings/", rulings.RulingsView.as_view(), name="rulings"),
    path("rulings/bulk/", rulings.BulkView.as_view(), name="rule-many"),
    path("rulings/bulk/preview/", rulings.BulkPreviewView.as_view(), name="rulings-preview"),
    path("rulings/<int:ruling_id>/undo/", rulings.UndoView.as_view(), name="undo"),
    path("claims/", news.ClaimsView.as_view(), name="claims"),
    path("claims/<int:claim_id>/decide/", news.DecideClaimView.as_view(), name="decide-claim"),
    path("claims/<int:claim_id>/take-back/", news.TakeBackClaimView.as_view(), name="take-back-claim"),
    path("announcements/", news.AnnouncementsView.as_view(), name="announcements"),
    path("webhooks/", webhooks.WebhooksView.as_view(), name="webhooks"),
    path("webhooks/<int:webhook_id>/", webhooks.WebhookView.as_view(), name="webhook"),
    path("webhooks/<int:webhook_id>/test/", webhooks.TestWebhookView.as_view(), name="test-webhook"),
    path("record/", news.RecordView.as_view(), name="record"),
]

urlpatterns: Paths = [
    path("presets/", events.PresetsView.as_view(), name="presets"),
    path("tournaments/", events.EventsView.as_view(), name="tournaments"),
    path("tournaments/<int:pk>/", include(_event)),
    path("games/<int:pk>/claims/", news.GameClaimsView.as_view(), name="game-claims"),
]
