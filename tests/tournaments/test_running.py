"""Start, results, next rounds and the end, without anybody watching."""

from datetime import timedelta

import pytest
import time_machine
from django.db import transaction

from accounts.errors import Conflict, Forbidden
from accounts.models import Notification
from games.event_links import event_links
from games.models import Game, RatingChange
from games.services.endings import abort, resign
from games.services.finish import abandon
from games.services.lock import lock_game
from hive_site import local_pool
from tests.tournaments.events import (
    HOUR,
    T0,
    decide,
    end_game,
    entrant,
    event,
    open_games,
    player,
    players,
    started,
)
from tournaments import tasks
from tournaments.models import Entrant, Match, MatchGame, Round
from tournaments.selectors import rounds_of, standings_of
from tournaments.services.entries import enter, withdraw
from tournaments.services.organise import create_tournament
from tournaments.services.running import record_result, repair_results, start, start_due_tournaments

pytestmark = pytest.mark.django_db


def test_seeds_by_rating_of_the_start_and_equal_ratings_by_time_of_entry():
    organiser = player("nils")
    open_event = event(organiser)
    late, early, strong = player("late", rating=1700), player("early", rating=1700), player("strong", rating=1600)
    for user, minutes in ((strong, 0), (late, 2), (early, 1)):
        enter(tournament_id=open_event.pk, user=user, now=T0 + timedelta(minutes=minutes))
    strong.ratings.update(value=1900)  # has won since
    start(tournament_id=open_event.pk, actor=organiser, now=T0 + HOUR)
    seeded = Entrant.objects.order_by("seed").values_list("seed", "user__name", "rating")
    assert list(seeded) == [(1, "strong", 1900), (2, "early", 1700), (3, "late", 1700)]


def test_all_at_once_starts_every_game_with_the_rules_of_the_event():
    rules = {"game_type": "Base+ML", "opening_rule": "queen_may_open", "repetition_rule": "none", "rated": False}
    running = started(players(4), time_control="5d+12h/10d", **rules)
    games = open_games(running)
    assert len(games) == 12  # 6 pairings, 2 games each
    for game in games:
        assert {name: getattr(game, name) for name in rules} == rules
        assert (game.time_control, game.in_event, game.created_at) == ("5d+12h/10d", True, T0 + HOUR)
    assert set(Round.objects.values_list("status", flat=True)) == {"running"}


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("games", [1, 2, 4, 6])
def test_everybody_meets_everybody_as_often_as_the_rules_say_with_balanced_colours(count, games):
    started(players(count), games_per_pairing=games)
    pairs: dict[frozenset[int], list[int]] = {}
    for white, black in MatchGame.objects.values_list("white_id", "black_id"):
        pairs.setdefault(frozenset((white, black)), []).append(white)
    assert len(pairs) == count * (count - 1) // 2
    for pair, whites in pairs.items():
        assert len(whites) == games
        if games > 1:
            assert all(whites.count(one) == games // 2 for one in pair)


def test_a_bye_is_a_match_without_a_second_and_counts_when_its_round_begins():
    running = started(players(3), games_per_pairing=1, pacing="by_round", bye_points=1)
    byes = Match.objects.filter(second=None).order_by("round__number")
    assert [(bye.round.number, bye.first.user.name) for bye in byes] == [(1, "anna"), (2, "cesar"), (3, "bertil")]
    assert not MatchGame.objects.filter(match__in=byes).exists()
    assert {line.entrant.user.name: line.points for line in standings_of(running)} == {
        "anna": 1, "bertil": 0, "cesar": 0,
    }  # fmt: skip


def test_starting_twice_starts_once():
    users = players(4)
    running = started(users)
    again = start(tournament_id=running.pk, actor=users[0], now=T0 + 5 * HOUR)
    assert (again.started_at, again.version) == (running.started_at, running.version)
    assert (Round.objects.count(), MatchGame.objects.count(), Game.objects.count()) == (3, 12, 12)
    assert Notification.objects.filter(kind="event_started").count() == 4


def test_an_event_needs_two_and_its_organiser_to_start():
    nils, maja, oskar = player("nils"), player("maja"), player("oskar")
    open_event = event(nils)
    enter(tournament_id=open_event.pk, user=maja, now=T0)
    with pytest.raises(Conflict) as refusal:
        start(tournament_id=open_event.pk, actor=nils, now=T0)
    assert refusal.value.code == "too_few_entrants"
    enter(tournament_id=open_event.pk, user=oskar, now=T0)
    with pytest.raises(Forbidden):
        start(tournament_id=open_event.pk, actor=maja, now=T0)
    assert start(tournament_id=open_event.pk, actor=nils, now=T0).status == "running"


def test_a_draft_does_not_start():
    nils = player("nils")
    draft = create_tournament(organiser=nils, now=T0, name="Club")
    with pytest.raises(Conflict) as refusal:
        start(tournament_id=draft.pk, actor=nils, now=T0)
    assert refusal.value.code == "wrong_status"


def test_who_withdrew_does_not_play():
    nils, maja, oskar, freja = player("nils"), player("maja"), player("oskar"), player("freja")
    open_event = event(nils)
    for user in (maja, oskar, freja):
        enter(tournament_id=open_event.pk, user=user, now=T0)
    withdraw(tournament_id=open_event.pk, user=oskar, now=T0)
    start(tournament_id=open_event.pk, actor=nils, now=T0)
    assert {line.entrant.user.name for line in standings_of(open_event.__class__.objects.get())} == {"maja", "freja"}
    assert not Notification.objects.filter(user=oskar).exists()


def test_due_events_start_by_the_schedule_and_those_with_too_few_wait():
    nils = player("nils")
    due, small, later = (event(nils, name=f"Event {n}", starts_at=T0 + n * HOUR) for n in (1, 2, 9))
    users = players(2)
    for one in (due, later):
        for user in users:
            enter(tournament_id=one.pk, user=user, now=T0)
    enter(tournament_id=small.pk, user=users[0], now=T0)
    assert start_due_tournaments(now=T0 + HOUR / 2) == 0
    assert start_due_tournaments(now=T0 + 3 * HOUR) == 1
    for one in (due, small, later):
        one.refresh_from_db()
    assert (due.status, small.status, later.status) == ("running", "registration", "registration")
    assert start_due_tournaments(now=T0 + 3 * HOUR) == 0


def test_the_next_round_starts_when_the_last_counting_game_ends_and_all_are_told():
    running = started(players(4), games_per_pairing=1, pacing="by_round")
    decide(running, {("anna", "david"): "white"})
    assert [view.round.status for view in rounds_of(running)] == ["running", "pending", "pending"]
    decide(running, {("bertil", "cesar"): "draw"}, now=T0 + 9 * HOUR)
    first, second, third = (view.round for view in rounds_of(running))
    assert (first.status, first.finished_at) == ("finished", T0 + 9 * HOUR)
    assert (second.status, second.started_at, third.status) == ("running", T0 + 9 * HOUR, "pending")
    assert {(game.white.name, game.black.name) for game in open_games(running)} == {
        ("david", "cesar"), ("anna", "bertil"),
    }  # fmt: skip
    told = Notification.objects.filter(kind="event_round").values_list("user__name", "data__round")
    assert sorted(told) == [("anna", 2), ("bertil", 2), ("cesar", 2), ("david", 2)]


def test_white_is_told_of_an_event_game_once_by_the_event_or_by_the_turn():
    wants, wants_not = player("maja"), player("oskar", mail_event=False)
    running = event(wants)
    for user in (wants, wants_not):
        enter(tournament_id=running.pk, user=user, now=T0)
    start(tournament_id=running.pk, actor=wants, now=T0)
    kinds = {user.name: sorted(user.notifications.values_list("kind", flat=True)) for user in (wants, wants_not)}
    assert kinds == {"maja": ["event_started"], "oskar": ["event_started", "turn"]}


@pytest.mark.parametrize(
    ("result", "ending", "ply", "points", "forfeit"),
    [
        ("white", "surrounded", 30, (6, 0), False),
        ("black", "flag", 2, (0, 6), False),
        ("black", "flag", 1, (0, 6), True),  # the clock ran out before both had moved: did not appear
        ("draw", "agreement", 30, (2, 2), False),
        ("white", "forfeit", 1, (6, 0), True),
        ("none", "double_forfeit", 0, (0, 0), True),
    ],
)
def test_what_a_result_is_worth(result, ending, ply, points, forfeit):
    running = started(players(2), games_per_pairing=1, win_points=6, draw_points=2)
    slot = MatchGame.objects.get()
    end_game(slot.game_id, result, ending=ending, ply=ply)
    assert record_result(game_id=slot.game_id, now=T0 + 3 * HOUR)
    slot.refresh_from_db()
    assert ((slot.white_points, slot.black_points), slot.outcome, slot.forfeit) == (points, result, forfeit)
    assert slot.recorded_at == T0 + 3 * HOUR
    running.refresh_from_db()
    assert running.status == "finished"


def test_a_result_counts_once_however_often_it_is_reported():
    running = started(players(2), games_per_pairing=2)
    slot = MatchGame.objects.first()
    assert not record_result(game_id=slot.game_id, now=T0)  # still in play
    end_game(slot.game_id, "white")
    assert record_result(game_id=slot.game_id, now=T0)
    assert not record_result(game_id=slot.game_id, now=T0 + HOUR)
    assert [line.points for line in standings_of(running)] == [2, 0]
    assert not record_result(game_id=987654, now=T0)


def test_shared_first_place_is_kept():
    running = started(players(2), games_per_pairing=2, tiebreaks=["PTS", "DE", "WIN", "SB", "BWG"])
    decide(running, {("anna", "bertil"): "draw", ("bertil", "anna"): "draw"})
    assert [entrant(running, name).final_rank for name in ("anna", "bertil")] == [1, 1]


def test_a_lost_task_is_repaired_by_the_sweep():
    running = started(players(4), games_per_pairing=1)
    for game in open_games(running):
        end_game(game.pk, "white")  # no task has run: the worker was killed
    assert repair_results(now=T0 + 3 * HOUR, limit=2) == 2
    assert repair_results(now=T0 + 3 * HOUR) == 4
    assert repair_results(now=T0 + 3 * HOUR) == 0
    running.refresh_from_db()
    assert running.status == "finished"


def test_the_end_of_a_game_sends_the_task_after_the_commit(django_capture_on_commit_callbacks):
    running = started(players(2), games_per_pairing=1)
    local_pool.drop_held()
    with django_capture_on_commit_callbacks(execute=True):
        end_game(open_games(running)[0].pk, "white")
    assert [name for name, _ in local_pool.held()].count("tournaments.tasks.record_result") == 1
    with django_capture_on_commit_callbacks(execute=True):
        local_pool.run_held()
    running.refresh_from_db()
    assert running.status == "finished"


def test_resigning_before_the_first_moves_is_a_forfeit_that_counts_but_is_not_rated():
    running = started(players(2), games_per_pairing=1)
    game = open_games(running)[0]
    resign(game_id=game.pk, player_id=game.black_id, now=T0 + 2 * HOUR)
    record_result(game_id=game.pk, now=T0 + 2 * HOUR)
    slot = MatchGame.objects.get()
    assert (slot.white_points, slot.black_points, slot.forfeit) == (2, 0, True)
    assert not RatingChange.objects.exists()


def test_players_cannot_call_a_game_of_an_event_off():
    running = started(players(2), games_per_pairing=1, rated=False)
    game = open_games(running)[0]
    with pytest.raises(Conflict):
        abort(game_id=game.pk, player_id=game.white_id, now=T0 + 2 * HOUR)


def test_a_game_that_was_aborted_all_the_same_is_played_anew_with_the_same_colours():
    running = started(players(2), games_per_pairing=1)
    slot = MatchGame.objects.get()
    old = slot.game_id
    with transaction.atomic():
        abandon(lock_game(old), at=T0 + 2 * HOUR, now=T0 + 2 * HOUR)
    assert repair_results(now=T0 + 3 * HOUR) == 1
    slot.refresh_from_db()
    assert slot.game_id != old
    assert (slot.game.white.name, slot.game.black.name, slot.recorded_at) == ("anna", "bertil", None)
    assert slot.game.created_at == T0 + 3 * HOUR
    assert not record_result(game_id=old, now=T0 + 3 * HOUR)
    running.refresh_from_db()
    assert running.status == "running"


def test_a_games_page_finds_its_event_and_round():
    running = started(players(4), games_per_pairing=1)
    slots = {slot.game_id: slot for slot in MatchGame.objects.select_related("match__round")}
    links = event_links([*slots, 99999])
    assert links.keys() == slots.keys()
    for game_id, link in links.items():
        assert (link.id, link.name, link.round) == (running.pk, running.name, slots[game_id].match.round.number)
        assert link.url == f"/tournaments/{running.pk}/"


def test_the_schedule_starts_events_and_repairs_results():
    nils = player("nils")
    due = event(nils, now=T0 - 48 * HOUR, starts_at=T0 - 24 * HOUR, games_per_pairing=1)
    for user in players(2):
        enter(tournament_id=due.pk, user=user, now=T0 - 30 * HOUR)
    with time_machine.travel(T0, tick=False):
        assert tasks.start_due_tournaments() == 1
        end_game(open_games(due)[0].pk, "white")
        assert tasks.repair_results() == 1
    due.refresh_from_db()
    assert (due.started_at, due.status, due.finished_at) == (T0, "finished", T0)
