"""An event followed from its record alone comes to the same pairings, results and standings."""

from __future__ import annotations

import random

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.events import HOUR, T0, end_game, open_games, player, players, started
from tests.tournaments.test_formats_run import play_on
from tournaments.models import Entrant, MatchGame, Tournament
from tournaments.selectors.record import record_differences, record_of, run_differences
from tournaments.services import pairing_desk as desk
from tournaments.services.approval import approve_results, reopen
from tournaments.services.entries import enter
from tournaments.services.rulings import set_result, undo_ruling
from tournaments.services.running import record_result
from tournaments.services.withdrawals import withdraw_entrant

pytestmark = pytest.mark.django_db


def play_round(event: Tournament, rng: random.Random, now) -> None:
    for game in open_games(event):
        end_game(game.pk, rng.choices(("white", "black", "draw"), (5, 4, 1))[0], now=now)
        record_result(game_id=game.pk, now=now)


def same(event: Tournament) -> None:
    event.refresh_from_db()
    assert record_differences(event) == []
    assert run_differences(event) == []


def test_a_swiss_with_everything_an_arbiter_does_replays_after_every_round():
    rng = random.Random(7)
    event = started(
        players(9), format="double_swiss", rounds=4, pacing="by_hand", late_entry_until=3, approval="arbiter", seats=20
    )
    official = player("zorn", is_staff=True)
    who = {"tournament_id": event.pk, "actor": official}
    at = {**who, "section_id": event.sections.get().pk}
    for number in range(1, 5):
        now = T0 + 10 * number * HOUR
        if number == 2:
            late = player("late", rating=1500)
            enter(tournament_id=event.pk, user=late, now=now)
            leaving = Entrant.objects.get(tournament=event, seed=6)
            withdraw_entrant(**who, entrant_id=leaving.pk, reason="Moved away", now=now)
        desk.preview_round(**at, now=now)
        if number == 3:
            desk.publish_round(**at, now=now)
            desk.start_round(**at, now=now)
            desk.re_pair(**at, reason="A wrong result before", now=now)
        desk.publish_round(**at, now=now)
        desk.start_round(**at, now=now)
        same(event)
        play_round(event, rng, now)
        same(event)
    slots = list(MatchGame.objects.filter(match__round__number=1, game__isnull=False)[:2])
    now = T0 + 60 * HOUR
    ruling = set_result(**who, match_game_id=slots[0].pk, result="draw", reason="Agreed on", now=now)
    set_result(**who, match_game_id=slots[1].pk, result="none", reason="Neither came", forfeit=True, now=now)
    undo_ruling(**who, ruling_id=ruling.pk, reason="A mistake", now=now)
    same(event)
    approve_results(**who, now=now)
    reopen(**who, reason="An appeal", now=now)
    approve_results(**who, now=now)
    same(event)
    assert event.status == "finished"


@pytest.mark.parametrize(
    "rules",
    [
        {"format": "round_robin", "games_per_pairing": 2},
        {"format": "round_robin", "groups": 2, "later_stages": [
            {"format": "knock_out", "advance_per_group": 2, "drawn_match": "deciders", "third_place": True}]},
    ],
)  # fmt: skip
def test_a_round_robin_with_a_withdrawal_and_a_final_replays(rules):
    event = started(players(6), **rules)
    official = player("zorn", is_staff=True)
    play_on(event, most=400) if "groups" in rules else None
    if "groups" not in rules:
        game = open_games(event)[0]
        end_game(game.pk, "draw")
        record_result(game_id=game.pk, now=T0 + 3 * HOUR)
        leaving = MatchGame.objects.get(game=game).white
        withdraw_entrant(tournament_id=event.pk, actor=official, entrant_id=leaving.pk, reason="Ill", now=T0 + 4 * HOUR)
        same(event)
        play_on(event)
    same(event)


def test_the_command_says_same_or_what_differs(capsys):
    event = started(players(2), format="double_swiss", rounds=1)
    play_on(event)
    call_command("replay_event", event.pk)
    assert capsys.readouterr().out == "same\n"
    MatchGame.objects.filter(number=1).update(white_points=1, black_points=1, outcome="draw")
    with pytest.raises(CommandError):
        call_command("replay_event", event.pk)
    assert "match" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("replay_event", 0)


def test_readers_see_the_public_lines_and_officials_all():
    event = started(players(2), format="double_swiss", rounds=1)
    assert not record_of(event).filter(act="event_created").exists()
    assert record_of(event, full=True).first().act == "event_created"
