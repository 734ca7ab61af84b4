"""Two at one desk, and two workers at one deadline: one effect. PostgreSQL only, where the row lock keeps order."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from accounts.models import Notification
from games.models import Game
from tests.tournaments.events import HOUR, T0, end_game, open_games, players, started
from tests.tournaments.test_races import at_once
from tournaments.models import AuditEntry, Match, PairingRun, Round
from tournaments.services import pairing_desk as desk
from tournaments.services.approval import approve_results
from tournaments.services.deadlines import look_at_rounds
from tournaments.services.running import open_due_rounds, record_result

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

TURNS = 3


def test_previews_publications_and_starts_at_once_make_one_round():
    users = players(4)
    for turn in range(TURNS):
        event = started(users, name=f"Event {turn}", format="dutch", rounds=1, pacing="by_hand", rated=False)
        at = {"tournament_id": event.pk, "actor": users[0], "section_id": event.sections.get().pk, "now": T0}
        at_once(*[partial(desk.preview_round, **at)] * 2)
        assert PairingRun.objects.filter(section__tournament=event, status="preview").count() == 1
        at_once(*[partial(desk.publish_round, **at, number=1)] * 2, partial(desk.start_round, **at, number=1))
        at_once(*[partial(desk.start_round, **at, number=1)] * 2)
        assert list(event.round_set.values_list("number", "status")) == [(1, "running")]
        assert len(open_games(event)) == 2
    assert Game.objects.count() == 2 * TURNS
    assert AuditEntry.objects.filter(act="round_paired").count() == TURNS


def test_a_start_and_a_taking_back_at_once_leave_one_round_or_none():
    users = players(4)
    for turn in range(TURNS):
        event = started(users, name=f"Event {turn}", format="dutch", rounds=1, pacing="by_hand", rated=False)
        at = {"tournament_id": event.pk, "actor": users[0], "section_id": event.sections.get().pk, "now": T0}
        desk.start_round(**at)
        at_once(partial(desk.re_pair, **at, reason="A mistake"), partial(desk.start_round, **at, number=1))
        rounds = event.round_set.count()
        assert rounds in (0, 1)
        assert len(open_games(event)) == 2 * rounds


def test_two_workers_at_a_deadline_decide_each_game_once_and_start_one_round():
    users = players(4)
    for turn in range(TURNS):
        rules = {"format": "dutch", "rounds": 2, "round_hours": 24, "time_control": "30d", "overdue": "forfeit"}
        event = started(users, name=f"Event {turn}", rest_hours=1, **rules)
        late = T0 + timedelta(hours=26)
        at_once(*[partial(look_at_rounds, now=late)] * 2, partial(open_due_rounds, now=late))
        assert AuditEntry.objects.filter(tournament=event, act="overdue").count() == 2
        at_once(*[partial(open_due_rounds, now=late + HOUR)] * 3)
        assert list(Round.objects.filter(tournament=event).values_list("status", flat=True)) == ["finished", "running"]
        assert Match.objects.filter(round__tournament=event).count() == 4


def test_two_approvals_end_an_event_once():
    users = players(2)
    for turn in range(TURNS):
        rules = {"format": "double_swiss", "rounds": 1, "approval": "arbiter"}
        event = started(users, name=f"Event {turn}", **rules)
        for game in open_games(event):
            end_game(game.pk, "draw")
            record_result(game_id=game.pk, now=T0 + 3 * HOUR)
        at_once(*[partial(approve_results, tournament_id=event.pk, actor=users[0], now=T0 + 4 * HOUR)] * 3)
        assert AuditEntry.objects.filter(tournament=event, act="event_finish").count() == 1
    assert Notification.objects.filter(kind="event_finished").count() == 2 * TURNS
