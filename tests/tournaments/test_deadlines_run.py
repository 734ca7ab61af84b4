"""Deadlines as the sweep lives them: reminders, the rule's outcome, putting them off."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.errors import Conflict, Forbidden, ValidationFailed
from accounts.models import Notification
from games.models import Game, RatingChange
from tests.tournaments.events import HOUR, T0, end_game, open_games, player, players, started
from tournaments.models import AuditEntry, Match, MatchGame, Round, Section, Tournament
from tournaments.selectors.desk import waits_for
from tournaments.services.deadlines import extend_deadline, look_at_rounds
from tournaments.services.running import open_due_rounds, record_result

pytestmark = pytest.mark.django_db

START = T0 + HOUR  # of the event, by `started`
DAY = timedelta(days=1)


def week(count: int = 4, *, overdue: str, **rules) -> Tournament:
    """Single games, a week a round."""
    values = {"format": "dutch", "rounds": 2, "round_hours": 168, "time_control": "30d", **rules}
    return started(players(count), overdue=overdue, **values)


def moved(game: Game, plies: int) -> None:
    Game.objects.filter(pk=game.pk).update(ply=plies, to_move="white" if plies % 2 == 0 else "black")


def first_round(event: Tournament) -> list[tuple[str, int, int, bool, bool]]:
    slots = MatchGame.objects.filter(match__round__tournament=event, match__round__number=1).order_by("match__board")
    return [(slot.outcome, slot.white_points, slot.black_points, slot.forfeit, slot.counts) for slot in slots]


def reminders() -> int:
    return Notification.objects.filter(kind="event_deadline").count()


def test_players_of_open_matches_are_reminded_three_times_and_never_twice():
    event = week(overdue="arbiter")
    end_game(open_games(event)[0].pk, "white", now=START)
    record_result(game_id=Game.objects.earliest("pk").pk, now=START)
    told = []
    for hours in (0, 95, 96, 97, 143, 144, 163, 164, 167):
        for _twice in range(2):
            look_at_rounds(now=START + hours * HOUR)
        told.append(reminders() // 2)
    assert told == [0, 0, 1, 1, 1, 2, 2, 3, 3]
    assert look_at_rounds(now=START + 150 * HOUR) == 0


@pytest.mark.parametrize(
    ("overdue", "plies", "results", "rated"),
    [
        # one game without a move, one in which Black is to move
        ("forfeit", (0, 5), [("black", 0, 2, True, True), ("white", 2, 0, False, True)], 1),
        ("draw", (0, 6), [("draw", 1, 1, False, True), ("draw", 1, 1, False, True)], 1),
        ("unscored", (0, 5), [("none", 0, 0, False, False), ("none", 0, 0, False, False)], 0),
    ],
)
def test_what_the_rule_makes_of_open_games_at_the_deadline(overdue, plies, results, rated):
    event = week(overdue=overdue)
    for game, ply in zip(open_games(event), plies, strict=True):
        moved(game, ply)
    late = START + 7 * DAY + 3 * HOUR  # the sweep was down for three hours
    for _twice in range(2):
        look_at_rounds(now=late)
    assert first_round(event) == results
    games = Game.objects.order_by("pk")[:2]
    if overdue == "unscored":
        assert {game.status for game in games} == {"in_progress"}
    else:
        assert {game.finished_at for game in games} == {START + 7 * DAY}
    assert RatingChange.objects.count() == 2 * rated
    assert list(Round.objects.values_list("number", "status")) == [(1, "finished"), (2, "running")]


def test_an_unscored_game_goes_on_beside_the_next_round_and_counts_no_more():
    event = week(overdue="unscored")
    look_at_rounds(now=START + 7 * DAY)
    old, new = list(Game.objects.order_by("pk")[:2]), open_games(event)[2:]
    assert len(new) == 2
    end_game(old[0].pk, "white", now=START + 8 * DAY)
    assert not record_result(game_id=old[0].pk, now=START + 8 * DAY)
    match = MatchGame.objects.get(game=old[0]).match
    assert (match.status, match.first_points, match.second_points) == ("finished", 0, 0)
    pairs = [frozenset((match.first_id, match.second_id)) for match in Match.objects.all()]
    assert len(set(pairs)) == 4, "who still plays each other is not paired again"


def test_the_arbiter_is_asked_once_and_the_round_waits_until_it_is_decided_or_put_off():
    event = week(overdue="arbiter")
    deadline = START + 7 * DAY
    for hours in range(3):
        look_at_rounds(now=deadline + hours * HOUR)
    assert event.organiser.notifications.filter(kind="event_overdue").count() == 1
    assert AuditEntry.objects.filter(act="round_overdue").count() == 1
    assert [wait.kind for wait in waits_for(Section.objects.get())] == ["game", "game"]
    stored = Round.objects.get(number=1)
    before = reminders()
    order = {"tournament_id": event.pk, "actor": event.organiser, "round_id": stored.pk, "now": deadline + 4 * HOUR}
    for _twice in range(2):
        extend_deadline(**order, deadline=deadline + 2 * DAY, reason="The site was down")
    assert reminders() == before + 4
    assert AuditEntry.objects.filter(act="deadline_changed").count() == 1
    look_at_rounds(now=deadline + 5 * HOUR)
    look_at_rounds(now=deadline + 3 * DAY)
    assert event.organiser.notifications.filter(kind="event_overdue").count() == 2


def test_a_match_may_have_a_deadline_of_its_own():
    event = week(overdue="forfeit")
    match = Match.objects.get(board=2)
    extend_deadline(
        tournament_id=event.pk,
        actor=event.organiser,
        round_id=match.round_id,
        match_id=match.pk,
        deadline=START + 9 * DAY,
        reason="A flight was late",
        now=START + DAY,
    )
    look_at_rounds(now=START + 7 * DAY)
    assert [row[0] for row in first_round(event)] == ["black", ""]
    look_at_rounds(now=START + 9 * DAY)
    assert [row[0] for row in first_round(event)] == ["black", "black"]
    assert Match.objects.get(pk=match.pk).games.get().recorded_at == START + 9 * DAY


def test_a_flag_that_fell_before_the_deadline_decides_first_and_a_pause_waits():
    event = week(overdue="draw")
    flagged, paused = open_games(event)
    Game.objects.filter(pk=flagged.pk).update(flag_at=START + 6 * DAY)
    Game.objects.filter(pk=paused.pk).update(paused_at=START + DAY, flag_at=None, turn_started_at=None, warn_at=None)
    look_at_rounds(now=START + 7 * DAY)
    assert [row[0] for row in first_round(event)] == ["", ""]
    assert Round.objects.get().look_at == START + 7 * DAY + timedelta(minutes=1)


def test_nothing_falls_due_in_a_paused_event():
    event = week(overdue="forfeit")
    Tournament.objects.filter(pk=event.pk).update(paused_at=START)
    assert look_at_rounds(now=START + 8 * DAY) == 0
    assert open_due_rounds(now=START + 8 * DAY) == 0
    assert [row[0] for row in first_round(event)] == ["", ""]


def test_many_overdue_games_are_decided_in_batches(monkeypatch):
    monkeypatch.setattr("tournaments.services.deadlines.BATCH", 3)
    event = week(10, overdue="forfeit", rated=False)
    assert look_at_rounds(now=START + 7 * DAY) == 1
    assert [row[0] for row in first_round(event)] == ["black"] * 5
    assert Round.objects.get(number=1).status == "finished"


def test_who_may_put_off_a_deadline_and_what_is_refused():
    event = week(overdue="arbiter")
    stored = Round.objects.get()
    order = {"tournament_id": event.pk, "actor": event.organiser, "round_id": stored.pk, "now": START}
    with pytest.raises(Forbidden):
        extend_deadline(**{**order, "actor": player("zorn")}, deadline=START + DAY, reason="Please")
    with pytest.raises(ValidationFailed):
        extend_deadline(**order, deadline=START, reason="Please")
    with pytest.raises(ValidationFailed):
        extend_deadline(**order, deadline=START + DAY, reason="")
    Round.objects.update(status="finished")
    with pytest.raises(Conflict):
        extend_deadline(**order, deadline=START + DAY, reason="Please")
