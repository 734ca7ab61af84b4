"""The console in the hands of an arbiter: who sees it, pairing by hand, decisions shown before they are made."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.events import players, started
from tournaments.models import MatchGame, PairingRun, Ruling
from tournaments.services.officials import give_role

pytestmark = pytest.mark.django_db
PAGES = ("console", "console-games", "console-results", "console-entrants", "console-claims", "console-officials")


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(name: str, event, *more: int) -> str:
    return reverse(f"tournaments:{name}", args=[event.pk, *more])


def test_who_has_a_role_sees_every_page_and_nobody_else():
    users = players(5)
    event = started(users[:4], format="double_swiss", rounds=2, now=timezone.now())
    give_role(tournament_id=event.pk, actor=users[0], name=users[4].name, role="arbiter", now=timezone.now())
    for name in PAGES:
        assert signed_in(users[4]).get(address(name, event)).status_code == 200, name
        assert signed_in(users[1]).get(address(name, event)).status_code == 403, name
        assert Client().get(address(name, event)).status_code == 302, name


def test_a_round_is_previewed_changed_by_hand_and_published():
    users = players(4)
    event = started(users, format="double_swiss", rounds=2, pacing="by_hand", now=timezone.now())
    section, client = event.sections.get(), signed_in(users[0])
    assert not event.round_set.exists()
    client.post(address("console-pair", event, section.pk))
    assert PairingRun.objects.get(status="preview").round_number == 1
    page = client.get(address("console-preview", event, section.pk)).content.decode()
    assert "No rule is broken." in page
    client.post(
        address("console-edit", event, section.pk),
        {"white": ["1", "3"], "black": ["2", "4"], "bye": [""], "kind": ["U"], "reason": "they asked for it"},
    )
    answer = client.post(address("console-publish", event, section.pk), {"number": 1, "start": "1"}, follow=True)
    assert "The round has started." in answer.content.decode()
    matches = event.round_set.get().matches.order_by("board")
    assert [(match.first.user.name, match.second.user.name) for match in matches] == [
        ("anna", "bertil"), ("cesar", "david"),
    ]  # fmt: skip


def test_what_a_decision_changes_is_shown_before_it_is_made_and_it_can_be_taken_back():
    users = players(5)
    event = started(users[:4], format="round_robin", games_per_pairing=1, now=timezone.now())
    give_role(tournament_id=event.pk, actor=users[0], name=users[4].name, role="arbiter", now=timezone.now())
    client = signed_in(users[4])
    slot = MatchGame.objects.get(white__user=users[0], black__user=users[3])
    where = address("console-decide", event, slot.pk)
    form = {"result": "black_forfeits", "reason": "did not appear"}
    shown = client.post(where, form).content.decode()
    assert "What it would change" in shown
    assert not Ruling.objects.exists()
    assert "The result is set." in client.post(where, {**form, "confirm": "1"}, follow=True).content.decode()
    slot.refresh_from_db()
    assert (slot.outcome, slot.forfeit, slot.ruled) == ("white", True, True)
    client.post(address("console-undo", event, Ruling.objects.get().pk), {"reason": "he was there"})
    slot.refresh_from_db()
    assert (slot.outcome, slot.recorded_at) == ("", None)


def test_a_player_with_a_role_does_not_rule_on_an_own_game():
    users = players(4)
    event = started(users, format="round_robin", games_per_pairing=1, now=timezone.now())
    slot = MatchGame.objects.get(white__user=users[0], black__user=users[3])
    where = address("console-decide", event, slot.pk)
    form = {"result": "white", "reason": "I say so", "confirm": "1"}
    assert "another official has to decide" in signed_in(users[0]).post(where, form).content.decode()
    assert not Ruling.objects.exists()


def test_a_player_asks_from_the_game_and_an_official_answers():
    users = players(5)
    event = started(users[:4], format="round_robin", games_per_pairing=1, now=timezone.now())
    give_role(tournament_id=event.pk, actor=users[0], name=users[4].name, role="arbiter", now=timezone.now())
    slot = MatchGame.objects.get(white__user=users[1], black__user=users[2])
    ask = reverse("tournaments:claim", args=[slot.game_id])
    assert ask in signed_in(users[1]).get(slot.game.get_absolute_url()).content.decode()
    assert ask not in signed_in(users[3]).get(slot.game.get_absolute_url()).content.decode()
    assert signed_in(users[3]).get(ask).status_code == 403
    assert signed_in(users[1]).post(ask, {"kind": "claim", "text": "short"}).status_code == 422
    signed_in(users[1]).post(ask, {"kind": "claim", "text": "My opponent writes that the game is mine."})
    claim = event.claims.get()
    form = {"verdict": "dismissed", "answer": "Play on, please."}
    answer = signed_in(users[4]).post(address("console-answer", event, claim.pk), form, follow=True)
    assert "The answer is sent." in answer.content.decode()
    assert "Play on, please." in signed_in(users[1]).get(ask).content.decode()
