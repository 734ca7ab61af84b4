"""Coming to a Swiss event that runs, and asking a round off."""

import pytest
from django.db.models import Q

from accounts.errors import DomainError
from accounts.models import Notification
from tests.tournaments.events import HOUR, T0, end_game, entrant, event, open_games, player, players, started
from tests.tournaments.test_formats_run import play_on
from tournaments.models import AuditEntry, Match, PairingRun
from tournaments.pairing.record import replay
from tournaments.selectors.entries import byes_of, entry_desk, late_entry_of
from tournaments.selectors.pairing_state import pairing_state, places_of
from tournaments.selectors.standings import section_standings
from tournaments.services.entries import cancel_bye, enter, request_bye, withdraw
from tournaments.services.entry_decisions import add_entrants, approve
from tournaments.services.organise import edit_tournament
from tournaments.services.pairing import plan_of, run_pairing
from tournaments.services.running import record_result, start

pytestmark = pytest.mark.django_db


def code_of(act, **arguments) -> str:
    with pytest.raises(DomainError) as refusal:
        act(**arguments)
    return refusal.value.code


def play_round(tournament) -> None:
    for game in open_games(tournament):
        end_game(game.pk, "white")
        record_result(game_id=game.pk, now=T0 + 3 * HOUR)


def byes_had(tournament, name) -> list[tuple[int, str, int, int]]:
    rows = Match.objects.filter(first=entrant(tournament, name), second=None).order_by("round__number")
    return list(rows.values_list("round__number", "kind", "first_points", "first_score"))


def test_a_newcomer_gets_the_next_number_and_byes_for_the_rounds_missed_and_plays_the_next():
    cup = started(players(7), format="double_swiss", rounds=3, late_entry_until=3, late_points=1)
    play_round(cup)  # round 2 runs now
    maja = player("maja", rating=2400)
    assert (late_entry_of(cup).first_round, entry_desk(cup, maja, T0).can_enter) == (3, True)
    newcomer = enter(tournament_id=cup.pk, user=maja, now=T0 + 4 * HOUR)
    place = newcomer.places.get()
    assert (newcomer.status, newcomer.seed, newcomer.late_from, place.number) == ("entered", 8, 3, 8)
    # half a match for the last rounds missed, as many as may be asked off: one
    assert byes_had(cup, "maja") == [(1, "zero_bye", 0, 0), (2, "half_bye", 2, 1)]
    line = AuditEntry.objects.get(tournament=cup, act="late_entry")
    assert line.after["entrant"] == newcomer.pk
    assert [(bye["round"], bye["kind"]) for bye in line.after["byes"]] == [(1, "zero_bye"), (2, "half_bye")]
    standing = next(line for line in section_standings(cup.sections.get()) if line.entrant == newcomer)
    assert standing.points == 1
    play_round(cup)
    third = Match.objects.filter(round__number=3, kind="games")
    assert third.filter(Q(first=newcomer) | Q(second=newcomer)).count() == 1
    play_on(cup)
    cup.refresh_from_db()
    assert (cup.status, cup.round_set.count()) == ("finished", 3)
    for run in PairingRun.objects.filter(section__tournament=cup):
        assert replay(run.input) == plan_of(run)


def test_late_entry_ends_with_the_pairing_of_the_last_round_for_it_and_says_which_that_was():
    cup = started(players(4), format="dutch", late_entry_until=2)
    maja = player("maja")
    play_round(cup)
    with pytest.raises(DomainError) as refusal:
        enter(tournament_id=cup.pk, user=maja, now=T0)
    assert (refusal.value.code, refusal.value.extra["last_round"]) == ("late_entry_over", 2)
    assert "round 2" in str(refusal.value.message)
    assert not entry_desk(cup, maja, T0).can_enter
    edit_tournament(tournament_id=cup.pk, actor=cup.organiser, now=T0, late_entry_until=3)
    assert enter(tournament_id=cup.pk, user=maja, now=T0).late_from == 3
    section = cup.sections.get()
    settings = pairing_state(section, places_of(section), round_number=3).settings
    assert settings.rounds == 3, "five at the start would play four rounds, but the event is not made longer"


@pytest.mark.parametrize("rules", [{"format": "dutch"}, {"format": "round_robin"}, {"format": "knock_out"}])
def test_other_events_take_no_newcomers(rules):
    cup = started(players(4), **rules)
    maja = player("maja")
    assert code_of(enter, tournament_id=cup.pk, user=maja, now=T0) == "registration_closed"
    add = {"tournament_id": cup.pk, "actor": cup.organiser, "names": ["maja"], "now": T0}
    assert code_of(add_entrants, **add) == "registration_closed"


def test_an_application_is_approved_late_and_a_preview_made_without_the_newcomer_is_dropped():
    cup = started(players(4), format="dutch", rounds=3, late_entry_until=3, entry="open", pacing="by_hand", seats=6)
    section = cup.sections.get()
    section.tournament = section.stage.tournament = cup
    preview = run_pairing(section, 1, now=T0)
    cup.entry = "approval"
    cup.save()
    users = [player(name, rating=1200) for name in ("maja", "oskar", "freja")]
    entries = [enter(tournament_id=cup.pk, user=user, now=T0) for user in users]
    assert [entry.status for entry in entries] == ["pending"] * 3
    for entry in entries[:2]:
        approve(tournament_id=cup.pk, actor=cup.organiser, entrant_id=entry.pk, now=T0)
    assert [entrant(cup, name).seed for name in ("maja", "oskar")] == [5, 6]
    preview.refresh_from_db()
    assert preview.status == "discarded"
    decide = {"tournament_id": cup.pk, "actor": cup.organiser, "entrant_id": entries[2].pk, "now": T0}
    assert code_of(approve, **decide) == "event_full"
    told = Notification.objects.get(user=users[0])
    assert (told.data["what"], told.data["round"]) == ("approved", 1)


def test_a_newcomer_plays_in_the_section_of_the_own_rating():
    cup = started(players(6), format="dutch", rounds=3, late_entry_until=3, section_bands=[1900])
    upper, lower = (enter(tournament_id=cup.pk, user=player(name, rating=rating), now=T0) for name, rating in
                    (("maja", 1900), ("oskar", 1400)))  # fmt: skip
    assert [(one.places.get().section.name, one.places.get().number) for one in (upper, lower)] == [
        ("≥ 1900", 4),
        ("< 1900", 4),
    ]


def test_a_round_asked_off_is_worth_half_a_match_within_the_limit_until_it_is_paired():
    users = players(5)
    cup = event(users[0], format="dutch", rounds=4, requested_byes=1)
    for user in users:
        enter(tournament_id=cup.pk, user=user, now=T0)
    ask = {"tournament_id": cup.pk, "user": users[0], "now": T0}
    for _twice in range(2):
        request_bye(**ask, round_number=2)
    assert code_of(request_bye, **ask, round_number=3) == "byes_used_up"
    assert code_of(request_bye, **(ask | {"user": player("maja")}), round_number=3) == "not_entered"
    cancel_bye(**ask, round_number=2)
    cancel_bye(**ask, round_number=2)
    request_bye(**ask, round_number=1)
    start(tournament_id=cup.pk, actor=users[0], now=T0)
    assert byes_had(cup, "anna") == [(1, "half_bye", 1, 1)]
    assert code_of(cancel_bye, **ask, round_number=1) == "round_paired"
    other = ask | {"user": users[1]}
    assert code_of(request_bye, **other, round_number=1) == "round_paired"
    assert code_of(request_bye, **other, round_number=5) == "no_such_round"
    assert byes_of(cup, entrant(cup, "bertil")).rounds == (2, 3, 4)
    request_bye(**other, round_number=4)
    acts = AuditEntry.objects.filter(tournament=cup, act__startswith="bye_").values_list("act", "after__round")
    assert list(acts) == [("bye_requested", 2), ("bye_cancelled", 2), ("bye_requested", 1), ("bye_requested", 4)]
    play_on(cup)
    assert byes_had(cup, "bertil")[-1] == (4, "half_bye", 1, 1)


def test_rounds_missed_at_half_a_point_use_up_the_byes_that_may_be_asked():
    cup = started(players(4), format="dutch", rounds=3, late_entry_until=2, late_points=1, requested_byes=1)
    maja = player("maja")
    enter(tournament_id=cup.pk, user=maja, now=T0)
    assert code_of(request_bye, tournament_id=cup.pk, user=maja, round_number=3, now=T0) == "byes_used_up"


def test_a_round_robin_has_no_rounds_to_ask_off_and_who_gives_the_seat_back_asks_for_nothing():
    users = players(2)
    table = event(users[0])
    enter(tournament_id=table.pk, user=users[1], now=T0)
    assert code_of(request_bye, tournament_id=table.pk, user=users[1], round_number=1, now=T0) == "no_byes"
    cup = event(users[0], format="dutch", rounds=3)
    enter(tournament_id=cup.pk, user=users[1], now=T0)
    request_bye(tournament_id=cup.pk, user=users[1], round_number=1, now=T0)
    withdraw(tournament_id=cup.pk, user=users[1], now=T0)
    enter(tournament_id=cup.pk, user=users[1], now=T0)
    assert byes_of(cup, entrant(cup, users[1].name)).asked == ()
