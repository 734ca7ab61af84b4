"""How rounds follow each other: at fixed times across a change of the clock, after a rest, and when nobody is left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts.errors import Conflict
from tests.tournaments.events import HOUR, T0, end_game, open_games, players, started
from tournaments.models import Entrant, Match, Round, Section, Tournament
from tournaments.selectors.desk import waits_for
from tournaments.services.pairing_desk import start_round
from tournaments.services.running import open_due_rounds, record_result

pytestmark = pytest.mark.django_db


def finish_round(event: Tournament, now: datetime) -> None:
    for game in open_games(event):
        end_game(game.pk, "white", now=now)
        record_result(game_id=game.pk, now=now)


def test_rounds_at_fixed_times_keep_the_hour_of_the_wall_when_the_clock_changes():
    """Stockholm is at UTC+1 until the night of 28 March 2027, in which 02:30 does not exist, and then at UTC+2."""
    event = started(
        players(4),
        format="dutch",
        rounds=3,
        pacing="fixed_times",
        time_zone="Europe/Stockholm",
        round_starts=["2027-03-27T18:00", "2027-03-28T02:30", "2027-03-28T18:00"],
        time_control="1d",
    )
    began = []
    for at in (
        datetime(2027, 3, 27, 17, tzinfo=UTC),
        datetime(2027, 3, 28, 1, tzinfo=UTC),  # the first instant after the jump
        datetime(2027, 3, 28, 16, tzinfo=UTC),
    ):
        assert Section.objects.get().next_round_at == at
        assert [wait.kind for wait in waits_for(Section.objects.get())] == ["time"]
        assert open_due_rounds(now=at - timedelta(seconds=1)) == 0
        assert [open_due_rounds(now=at), open_due_rounds(now=at)] == [1, 0]
        began.append(Round.objects.latest("number").number)
        finish_round(event, at + HOUR)
    assert began == [1, 2, 3]
    event.refresh_from_db()
    assert event.status == "finished"


def test_a_round_that_waits_for_games_starts_with_the_last_of_them_and_one_after_a_rest():
    event = started(
        players(4),
        format="dutch",
        rounds=3,
        pacing="fixed_times",
        round_starts=["2026-12-01T12:00", "2026-12-02T12:00", "2026-12-20T12:00"],
    )
    assert open_due_rounds(now=datetime(2026, 12, 1, 12, tzinfo=UTC)) == 1
    assert open_due_rounds(now=datetime(2026, 12, 3, 12, tzinfo=UTC)) == 0, "two games are open"
    finish_round(event, datetime(2026, 12, 4, tzinfo=UTC))
    assert Round.objects.get(number=2).started_at == datetime(2026, 12, 4, tzinfo=UTC)


def test_a_rest_lies_between_two_rounds_unless_they_are_started_by_hand():
    event = started(players(4), format="dutch", rounds=3, rest_hours=24)
    finish_round(event, T0 + 2 * HOUR)
    section = Section.objects.get()
    assert (Round.objects.count(), section.next_round_at) == (1, T0 + 26 * HOUR)
    start_round(tournament_id=event.pk, actor=event.organiser, section_id=section.pk, now=T0 + 3 * HOUR)
    assert Round.objects.get(number=2).status == "running"
    assert open_due_rounds(now=T0 + 30 * HOUR) == 0


def test_a_paused_event_starts_nothing_and_says_so():
    event = started(players(4), format="dutch", rounds=2, pacing="by_hand")
    Tournament.objects.filter(pk=event.pk).update(paused_at=T0)
    with pytest.raises(Conflict) as refused:
        start_round(tournament_id=event.pk, actor=event.organiser, section_id=Section.objects.get().pk, now=T0)
    assert [wait["kind"] for wait in refused.value.extra["waits"]] == ["event_paused"]


@pytest.mark.parametrize("left", [1, 0])
def test_an_event_that_everybody_leaves_is_over_with_its_round_and_pairs_no_further(left):
    event = started(players(5), format="dutch", rounds=4)
    games = open_games(event)
    Entrant.objects.filter(tournament=event, seed__gt=left).update(status="withdrawn")
    for game in games:
        end_game(game.pk, "white", now=T0 + 3 * HOUR)
        record_result(game_id=game.pk, now=T0 + 3 * HOUR)
    event.refresh_from_db()
    assert (event.status, Round.objects.count()) == ("finished", 1)


def test_the_last_one_of_a_knock_out_wins_it_by_byes_in_as_many_rounds_as_it_has():
    event = started(players(8), format="knock_out", games_per_pairing=2)
    games = open_games(event)
    Entrant.objects.filter(tournament=event, seed__gt=1).update(status="withdrawn")
    for game in games:
        end_game(game.pk, "white" if game.white.name == "anna" else "black", now=T0 + 3 * HOUR)
        record_result(game_id=game.pk, now=T0 + 3 * HOUR)
    event.refresh_from_db()
    assert (event.status, Round.objects.count()) == ("finished", 3)
    assert Entrant.objects.get(seed=1).final_rank == 1
    assert not Match.objects.filter(round__number__gt=1, kind="games").exists()
