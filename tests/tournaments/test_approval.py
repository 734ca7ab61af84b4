"""Results that an arbiter approves, and events that end or stick for want of players."""

from __future__ import annotations

import pytest

from accounts.errors import Conflict, Forbidden, ValidationFailed
from tests.tournaments.events import HOUR, T0, end_game, open_games, player, players, started
from tests.tournaments.test_formats_run import play_on
from tournaments.models import AuditEntry, Claim, Entrant, Match, Round, Stage, Tournament
from tournaments.selectors.desk import waits_for
from tournaments.services.approval import approve_results, reopen
from tournaments.services.rulings import set_result
from tournaments.services.running import record_result

pytestmark = pytest.mark.django_db

T1 = T0 + 500 * HOUR


def by(event: Tournament) -> dict:
    return {"tournament_id": event.pk, "actor": event.organiser, "now": T1}


def approved_by_an_arbiter(count: int = 2, **rules) -> Tournament:
    event = started(players(count), **{"format": "double_swiss", "rounds": 1, "approval": "arbiter", **rules})
    play_on(event)
    event.refresh_from_db()
    return event


def test_an_event_waits_for_approval_and_ends_with_it():
    event = approved_by_an_arbiter()
    assert (event.status, Entrant.objects.filter(final_rank=1).count()) == ("awaiting_approval", 0)
    assert event.organiser.notifications.filter(kind="event_approval").count() == 1
    assert [wait.kind for wait in waits_for(event.sections.get())] == ["approval"]
    with pytest.raises(Forbidden):
        approve_results(**{**by(event), "actor": player("zorn")})
    for _twice in range(2):
        assert approve_results(**by(event)).status == "finished"
    assert Entrant.objects.get(final_rank=1).user.name == "anna"
    assert AuditEntry.objects.filter(act__in=("results_approved", "event_finish")).count() == 2


def test_open_claims_are_decided_before_the_results_are_approved():
    event = approved_by_an_arbiter()
    claim = Claim.objects.create(
        tournament=event, match=Match.objects.get(), kind="claim", raised_by=Entrant.objects.first(), raised_at=T1,
        text="It was a draw",
    )  # fmt: skip
    with pytest.raises(Conflict) as refused:
        approve_results(**by(event))
    assert (refused.value.code, refused.value.extra["claims"]) == ("claims_open", [claim.pk])


def test_before_the_last_result_there_is_nothing_to_approve():
    event = started(players(2), format="double_swiss", rounds=1, approval="arbiter")
    with pytest.raises(Conflict) as refused:
        approve_results(**by(event))
    assert [wait["kind"] for wait in refused.value.extra["waits"]] == ["game", "game"]
    with pytest.raises(Conflict):
        reopen(**by(event), reason="Too early")


def test_each_stage_is_approved_before_the_next_begins():
    later = [{"format": "knock_out", "games_per_pairing": 2, "advance_per_group": 1}]
    event = approved_by_an_arbiter(
        4, format="round_robin", rounds=None, games_per_pairing=1, groups=2, later_stages=later
    )
    assert (event.status, [stage.status for stage in event.stages.all()]) == (
        "running", ["awaiting_approval", "pending"],
    )  # fmt: skip
    for _twice in range(2):
        approve_results(**by(event))
    assert [stage.status for stage in event.stages.all()] == ["finished", "running"]
    play_on(event)
    assert approve_results(**by(event)).status == "finished"


@pytest.mark.parametrize("approval", ["arbiter", "automatic"])
def test_a_finished_event_is_opened_again_corrected_and_approved(approval):
    event = approved_by_an_arbiter(approval=approval)
    approve_results(**by(event))
    with pytest.raises(ValidationFailed):
        reopen(**by(event), reason="")
    for _twice in range(2):
        reopen(**by(event), reason="Two results were changed over")
    event.refresh_from_db()
    assert (event.status, event.finished_at, Entrant.objects.exclude(final_rank=None).count()) == ("running", None, 0)
    official = player("zorn", is_staff=True)
    for slot in Match.objects.get().games.all():
        result = "black" if slot.white.seed == 1 else "white"
        set_result(
            tournament_id=event.pk, actor=official, match_game_id=slot.pk, result=result, reason="Changed over", now=T1
        )
    assert approve_results(**by(event)).status == "finished"
    assert Entrant.objects.get(final_rank=1).user.name == "bertil"


def test_when_fewer_than_two_are_left_the_event_ends_with_the_round():
    event = started(players(3), format="dutch", rounds=2)
    Entrant.objects.filter(tournament=event, seed__gt=1).update(status="withdrawn")
    for game in open_games(event):
        end_game(game.pk, "white", now=T0 + 3 * HOUR)
        record_result(game_id=game.pk, now=T0 + 3 * HOUR)
    event.refresh_from_db()
    assert (event.status, Round.objects.count()) == ("finished", 1)
    assert AuditEntry.objects.filter(act="section_deserted").count() == 1


def test_a_stage_that_cannot_begin_tells_who_runs_the_event_and_the_last_result_is_kept():
    later = [{"format": "double_swiss", "rounds": 2, "advance_per_group": 1}]
    event = started(players(4), format="round_robin", games_per_pairing=1, groups=2, later_stages=later, rated=False)
    Tournament.objects.filter(pk=event.pk).update(later_stages=[{**later[0], "games_per_pairing": 4}])
    play_on(event)
    event.refresh_from_db()
    assert [stage.status for stage in event.stages.all()] == ["finished", "pending"]
    assert event.organiser.notifications.filter(kind="event_stuck").count() == 1
    assert "2 games per pairing" in AuditEntry.objects.get(act="stage_not_started").reason
    Tournament.objects.filter(pk=event.pk).update(later_stages=later)
    approve_results(**by(event))
    assert Stage.objects.get(tournament=event, number=2).status == "running"


def test_with_one_left_for_the_next_stage_the_event_is_over():
    later = [{"format": "knock_out", "games_per_pairing": 2, "advance_per_group": 1}]
    event = started(players(4), format="round_robin", games_per_pairing=1, groups=2, later_stages=later)
    games = open_games(event)
    Entrant.objects.filter(tournament=event, seed__gt=1).update(status="withdrawn")
    for game in games:
        end_game(game.pk, "white", now=T0 + 3 * HOUR)
        record_result(game_id=game.pk, now=T0 + 3 * HOUR)
    event.refresh_from_db()
    assert (event.status, Entrant.objects.get(seed=1).final_rank) == ("finished", 1)
