"""Two players and one seat, at the same moment. PostgreSQL only: there the row lock is what keeps order."""

from __future__ import annotations

from functools import partial

import pytest

from tests.tournaments.events import HOUR, T0, end_game, event, open_games, player, players, started
from tests.tournaments.test_races import at_once
from tournaments.models import AuditEntry, Match, Place
from tournaments.services.entries import check_in, enter, withdraw
from tournaments.services.organise import edit_tournament
from tournaments.services.running import record_result, start

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 2


def statuses(tournament) -> list[str]:
    return sorted(tournament.entrants.values_list("status", flat=True))


def test_two_players_and_the_last_seat_make_one_entry_and_one_that_waits():
    nils, users = player("nils"), players(4)
    for turn in range(ROUNDS):
        cup = event(nils, name=f"Event {turn}", seats=3)
        for user in users[:2]:
            enter(tournament_id=cup.pk, user=user, now=T0)
        at_once(*(partial(enter, tournament_id=cup.pk, user=user, now=T0) for user in users[2:]))
        assert statuses(cup) == ["entered"] * 3 + ["waiting"]


def test_seats_given_back_go_to_who_waits_never_to_who_comes_at_that_moment():
    nils, users = player("nils"), players(7)
    for turn in range(ROUNDS):
        cup = event(nils, name=f"Event {turn}", seats=2)
        for place, user in enumerate(users[:4]):
            enter(tournament_id=cup.pk, user=user, now=T0 + place * HOUR)
        at_once(
            partial(withdraw, tournament_id=cup.pk, user=users[0], now=T0 + 5 * HOUR),
            partial(withdraw, tournament_id=cup.pk, user=users[1], now=T0 + 5 * HOUR),
            partial(enter, tournament_id=cup.pk, user=users[4], now=T0 + 5 * HOUR),
            partial(edit_tournament, tournament_id=cup.pk, actor=nils, now=T0 + 5 * HOUR, name=f"Cup {turn}"),
        )
        found = dict(cup.entrants.values_list("user__name", "status"))
        expected = ["withdrawn", "withdrawn", "entered", "entered", "waiting"]
        assert found == {user.name: status for user, status in zip(users, expected, strict=False)}
        moved = AuditEntry.objects.filter(tournament=cup, act="entered", before__status="waiting")
        assert moved.count() == 2


def test_a_check_in_at_the_moment_of_the_start_counts_or_is_too_late():
    users = players(4)
    for turn in range(ROUNDS):
        cup = event(users[0], name=f"Event {turn}", check_in_opens_at=T0 + HOUR, starts_at=T0 + 3 * HOUR)
        for user in users:
            enter(tournament_id=cup.pk, user=user, now=T0)
        for user in users[:3]:
            check_in(tournament_id=cup.pk, user=user, now=T0 + HOUR)
        at_once(
            partial(check_in, tournament_id=cup.pk, user=users[3], now=T0 + 2 * HOUR),
            partial(start, tournament_id=cup.pk, actor=users[0], now=T0 + 2 * HOUR),
        )
        last = cup.entrants.get(user=users[3])
        assert (last.status, last.seed) in {("entered", 4), ("withdrawn", None)}
        assert (last.checked_in_at is not None) == (last.status == "entered")


def test_a_late_entry_at_the_moment_of_the_pairing_is_in_the_round_or_has_a_bye_for_it():
    users, maja = players(4), player("maja")
    for turn in range(ROUNDS):
        cup = started(users, name=f"Event {turn}", format="dutch", rounds=3, late_entry_until=3)
        games = [game.pk for game in open_games(cup)]
        for game_id in games:
            end_game(game_id, "white")
        record_result(game_id=games[0], now=T0 + 2 * HOUR)
        at_once(
            partial(record_result, game_id=games[1], now=T0 + 3 * HOUR),
            partial(enter, tournament_id=cup.pk, user=maja, now=T0 + 3 * HOUR),
        )
        place = Place.objects.get(entrant__user=maja, section__tournament=cup)
        second = Match.objects.filter(round__section=place.section, round__number=2)
        own = [match for match in second if place.entrant_id in (match.first_id, match.second_id)]
        assert [match.kind for match in own] in (["games"], ["pairing_bye"], ["zero_bye"])
        assert (own[0].kind == "zero_bye") == (place.entrant.late_from == 3)
