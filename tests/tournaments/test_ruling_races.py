"""An arbiter rules while the result of the same game is being recorded. PostgreSQL only: the row lock keeps order."""

from __future__ import annotations

import threading
from functools import partial

import pytest

from tests.tournaments.arbiters import LATER, assert_replays, official, rule
from tests.tournaments.events import HOUR, T0, end_game, players, started
from tests.tournaments.test_races import at_once
from tournaments.models import AuditEntry, MatchGame, Ruling, Tournament
from tournaments.services import results, rulings
from tournaments.services.running import record_result

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 4


def test_a_ruling_stands_whatever_the_order_and_the_event_ends_once():
    users = players(2)
    judge = None
    orders = set()
    for turn in range(ROUNDS):
        event = started(users, name=f"Event {turn}", format="dutch", rounds=1)
        judge = judge or official(event, name="judge")
        event.officials.get_or_create(user=judge, role="arbiter", defaults={"given_at": T0})
        slot = MatchGame.objects.get(match__round__tournament=event)
        end_game(slot.game_id, "white", now=T0 + 3 * HOUR)
        calls = [
            partial(record_result, game_id=slot.game_id, now=LATER),
            partial(rule, event, judge, slot, "black"),
            partial(rule, event, judge, slot, "black"),
        ]
        at_once(*(calls if turn % 2 else reversed(calls)))
        slot.refresh_from_db()
        ruling = Ruling.objects.get(match_game=slot)  # the same ruling twice is one
        assert (slot.outcome, slot.ruled, slot.game.result) == ("black", True, "black")
        orders.add(ruling.before["slot"]["outcome"])
        assert AuditEntry.objects.filter(tournament=event, act="event_finish").count() == 1
        assert_replays(event)
    assert orders <= {"", "white"}


def test_without_the_lock_the_ruling_would_be_lost(monkeypatch):
    event = started(players(2), format="dutch", rounds=1, approval="arbiter")
    judge = official(event)
    slot = MatchGame.objects.get()
    end_game(slot.game_id, "white", now=T0 + 3 * HOUR)
    ruled, counting = threading.Event(), results.count

    def count_late(*args, **words):
        assert ruled.wait(20)
        counting(*args, **words)

    def rule_meanwhile():
        try:
            return rule(event, judge, slot, "black")
        finally:
            ruled.set()

    for module in (results, rulings):
        monkeypatch.setattr(module, "locked", lambda pk: Tournament.objects.get(pk=pk))
    monkeypatch.setattr(results, "count", count_late)
    at_once(partial(record_result, game_id=slot.game_id, now=LATER), rule_meanwhile)
    slot.refresh_from_db()
    assert (Ruling.objects.count(), slot.outcome) == (1, "white"), "the result has overwritten the ruling"
