"""Who leaves a running event, comes back, or is replaced: what becomes of the games and the standings."""

from __future__ import annotations

import pytest

from accounts.errors import DomainError
from accounts.models import Notification
from games.models import Game, RatingChange
from tests.factories import OPENING, play
from tests.tournaments.arbiters import LATER, acts, assert_replays, last, official, rule
from tests.tournaments.events import HOUR, T0, end_game, entrant, open_games, player, players, started
from tests.tournaments.test_formats_run import play_on
from tournaments.models import Match, MatchGame, Ruling
from tournaments.selectors.previews import preview_withdrawal
from tournaments.selectors.standings import left_out, standings_of
from tournaments.services.rulings import undo_ruling
from tournaments.services.running import record_result
from tournaments.services.withdrawals import expel, leave, reinstate, replace, withdraw_entrant

pytestmark = pytest.mark.django_db


def table(event) -> dict[str, int]:
    return {line.entrant.user.name: line.points for line in standings_of(event)}


def act(event, judge, whom, how=withdraw_entrant, **more):
    words = {"reason": "Asked to go.", "now": LATER, **more}
    return how(tournament_id=event.pk, actor=judge, entrant_id=entrant(event, whom).pk, **words)


def code(call, *args, **words) -> str:
    with pytest.raises(DomainError) as refusal:
        call(*args, **words)
    return refusal.value.code


def test_a_swiss_keeps_the_results_and_pairs_the_others_only():
    event = started(players(4), format="double_swiss", rounds=3)
    first = open_games(event)[0]
    gone = first.white.name
    end_game(first.pk, "white")
    record_result(game_id=first.pk, now=T0 + 3 * HOUR)
    left = leave(tournament_id=event.pk, user=first.white, now=LATER)
    assert leave(tournament_id=event.pk, user=first.white, now=LATER) == left, "twice is as once"
    assert (left.status, left.leaving, left.withdrawn_at) == ("withdrawn", "announced", LATER)
    own = MatchGame.objects.filter(match__games__game=first).select_related("game").order_by("number")
    assert [(slot.outcome, slot.forfeit) for slot in own] == [("white", False), ("white", True)], "1 – 1"
    assert table(event)[gone] == 1, "the match is drawn"
    assert last(event, "lost_by_leaving").after["outcome"] == "white"
    assert last(event, "withdrawn").after["entrant"] == left.pk
    play_on(event)
    event.refresh_from_db()
    assert event.status == "finished"
    later = Match.objects.filter(round__number__gt=1)
    assert not any(left.pk in (match.first_id, match.second_id) for match in later)
    assert event.sections.get().places.filter(entrant=left).exists()
    assert_replays(event)


def round_robin(**rules):
    """Four players, three games each: anna has won one or two of hers, by ``rules``."""
    return started(players(4), format="round_robin", games_per_pairing=1, **rules)


def won_by(event, name: str, *opponents: str) -> None:
    for slot in MatchGame.objects.filter(match__round__tournament=event).select_related("white__user", "black__user"):
        names = (slot.white.user.name, slot.black.user.name)
        other = names[1] if names[0] == name else names[0]
        if name in names and other in opponents:
            end_game(slot.game_id, "white" if names[0] == name else "black")
            record_result(game_id=slot.game_id, now=T0 + 3 * HOUR)


def test_with_less_than_half_of_a_round_robin_done_nothing_counts_but_all_stays_and_is_rated():
    event = round_robin()
    judge = official(event)
    won_by(event, "bertil", "anna")
    won_by(event, "cesar", "david")
    changes = RatingChange.objects.count()
    preview = preview_withdrawal(event, entrant(event, "bertil").pk, now=LATER)
    assert (preview.stands, preview.done, preview.scheduled, preview.lost) == (False, 1, 3, 2)
    by_name = {line.entrant.user.name: line for line in preview.counted}
    assert (by_name["bertil"].points_after, by_name["cesar"].points_after) == (2, 4)
    act(event, judge, "bertil")
    assert table(event) == {"cesar": 2, "anna": 0, "david": 0}
    assert {line.entrant.user.name: line.points_after for line in preview.annulled} == {**table(event), "bertil": None}
    assert [one.user.name for one in left_out(event.sections.get())] == ["bertil"]
    slots = MatchGame.objects.filter(counts=False)
    assert (slots.count(), slots.filter(recorded_at=None).count()) == (3, 0)
    assert RatingChange.objects.count() == changes
    assert acts(event).count("result_annulled") == 1
    play_on(event)
    event.refresh_from_db()
    assert (event.status, entrant(event, "bertil").final_rank) == ("finished", None)
    assert_replays(event)


def test_from_half_of_a_round_robin_on_the_results_count_and_the_rest_is_forfeited():
    event = round_robin()
    won_by(event, "bertil", "anna", "cesar")
    act(event, official(event), "bertil", expel)
    assert table(event) == {"bertil": 4, "david": 2, "anna": 0, "cesar": 0}
    lost = MatchGame.objects.get(ruled=True)
    assert (lost.forfeit, lost.counts, lost.game.ending) == (True, True, "forfeit")
    assert (entrant(event, "bertil").status, acts(event)[-1]) == ("expelled", "expelled")
    assert Notification.objects.filter(kind="event_withdrawn", user__name="bertil").count() == 1
    assert_replays(event)


def test_who_has_moved_loses_a_rated_game_by_decision_and_who_has_not_forfeits():
    event = round_robin(withdrawal_rule="forfeit", silent_timeouts=0)
    slots = MatchGame.objects.select_related("game", "white__user")
    own = list(slots.filter(white__user__name="anna")) + list(slots.filter(black__user__name="anna"))
    assert len(own) == 3
    as_white, *_, as_black = own
    play(as_white.game, *OPENING[:2], start=T0 + HOUR)
    play(as_black.game, OPENING[0], start=T0 + HOUR)  # only the opponent has moved
    act(event, official(event), "anna")
    found = []
    for slot in (as_white, as_black):
        slot.refresh_from_db()
        found.append((slot.outcome, slot.forfeit, slot.game.ending))
    assert found == [("black", False, "adjudication"), ("white", True, "forfeit")]
    assert set(RatingChange.objects.values_list("game", flat=True)) == {as_white.game_id}
    assert_replays(event)


def test_a_return_to_a_round_robin_undoes_all_of_it():
    event = round_robin()
    judge = official(event)
    won_by(event, "bertil", "anna")
    slot = MatchGame.objects.filter(white__user__name="bertil", recorded_at=None).first()
    before, games = table(event), {game.pk for game in open_games(event)}
    act(event, judge, "bertil")
    assert len(table(event)) == 3
    act(event, judge, "bertil", reinstate, reason="A misunderstanding.")
    act(event, judge, "bertil", reinstate, reason="A misunderstanding.")
    assert (table(event), {game.pk for game in open_games(event)}) == (before, games)
    assert not MatchGame.objects.filter(counts=False).exists()
    back = entrant(event, "bertil")
    assert (back.status, back.leaving, back.withdrawn_at) == ("entered", "", None)
    assert acts(event).count("reinstated") == 1
    assert Game.objects.get(pk=slot.game_id).flag_at is not None
    play_on(event)
    event.refresh_from_db()
    assert event.status == "finished"
    assert_replays(event)


def test_in_a_swiss_a_late_return_is_for_the_next_pairing():
    event = started(players(6), format="dutch", rounds=3)
    judge = official(event)
    act(event, judge, "filip")
    round_one = [game.pk for game in open_games(event)]
    for pk in round_one:
        end_game(pk, "white")
        record_result(game_id=pk, now=LATER)
    assert event.round_set.filter(number=2).exists()
    act(event, judge, "filip", reinstate, reason="Back from hospital.")
    assert Ruling.objects.filter(undone_at=None).count() == 1, "what was lost in round 1 stays lost"
    play_on(event)
    third = Match.objects.filter(round__number=3)
    assert any(entrant(event, "filip").pk in (match.first_id, match.second_id) for match in third)
    assert_replays(event)


def test_the_opponent_goes_on_from_a_knock_out_match_also_when_behind():
    event = started(players(4), format="knock_out", games_per_pairing=2)
    judge = official(event)
    won_by_game = open_games(event)[0]
    end_game(won_by_game.pk, "white")
    record_result(game_id=won_by_game.pk, now=T0 + 3 * HOUR)
    leader, opponent = won_by_game.white, won_by_game.black
    act(event, judge, leader.name)
    match = Match.objects.get(games__game=won_by_game)
    assert (match.advances.user, match.status) == (opponent, "finished")
    assert last(event, "match_decided").after["why"] == "withdrawn"
    act(event, judge, leader.name, reinstate, reason="A misunderstanding.")
    match.refresh_from_db()
    assert (match.advances, match.status) == (None, "running"), "the next round was not paired yet"
    act(event, judge, leader.name)
    play_on(event)
    assert code(act, event, judge, leader.name, reinstate) == "not_running"
    assert_replays(event)


def flag(event, game: Game, hours: int) -> None:
    winner = "black" if game.to_move == "white" else "white"
    end_game(game.pk, winner, ending="flag", ply=0, now=T0 + hours * HOUR)
    record_result(game_id=game.pk, now=T0 + hours * HOUR)


def test_games_lost_on_time_in_a_row_are_a_silent_withdrawal():
    event = started(players(4), format="round_robin", games_per_pairing=2, silent_timeouts=2, withdrawal_rule="forfeit")
    as_white = [game for game in open_games(event) if game.white.name == "david"]
    flag(event, as_white[0], 3)
    lost = next(game for game in open_games(event) if game.black.name == "david")
    end_game(lost.pk, "white", now=T0 + 4 * HOUR)
    record_result(game_id=lost.pk, now=T0 + 4 * HOUR)
    flag(event, as_white[1], 5)
    assert entrant(event, "david").is_active, "a game played between breaks the row"
    flag(event, as_white[2], 6)
    david = entrant(event, "david")
    assert (david.status, david.leaving) == ("withdrawn", "silent")
    assert not any("david" in (game.white.name, game.black.name) for game in open_games(event))
    assert last(event, "withdrawn").actor is None
    told = Notification.objects.filter(kind="event_withdrawn").values_list("user__name", flat=True)
    assert set(told) == {"david", "anna"}, "the player and the organiser"
    assert Ruling.objects.filter(by=None).count() == 2
    assert_replays(event)


def test_the_rule_of_silence_can_be_off():
    event = started(players(4), format="round_robin", games_per_pairing=1, silent_timeouts=0)
    for hours, game in enumerate([game for game in open_games(event) if game.white.name == "anna"], start=3):
        flag(event, game, hours)
    assert entrant(event, "anna").is_active
    assert_replays(event)


def test_what_is_refused():
    event = round_robin()
    judge = official(event)
    anna = event.organiser
    assert code(act, event, anna, "bertil") == "own_game", "anna plays against bertil"
    assert code(act, event, anna, "anna", expel) == "own_game"
    assert code(act, event, official(event, "pairing", "pairer"), "bertil") == "forbidden"
    assert code(act, event, judge, "bertil", reason="") == "validation_failed"
    assert code(leave, tournament_id=event.pk, user=judge, now=LATER) == "not_entered"
    act(event, judge, "bertil")
    slot = MatchGame.objects.filter(ruled=True).first()
    ruling = Ruling.objects.get(match_game=slot)
    words = {"tournament_id": event.pk, "actor": judge, "reason": "No.", "now": LATER}
    assert code(undo_ruling, ruling_id=ruling.pk, **words) == "player_left"
    rule(event, judge, slot, "draw", reason="Agreed beforehand.")
    slot.refresh_from_db()
    assert (slot.outcome, slot.counts) == ("draw", False), "it is still annulled"
    assert_replays(event)


def test_another_player_takes_a_seat_in_which_nothing_was_played():
    event = round_robin()
    judge = official(event)
    nils = player("nils", rating=1700)
    old_games = {game.pk for game in open_games(event) if "david" in (game.white.name, game.black.name)}
    kept = {game.pk for game in open_games(event)} - old_games
    won_by(event, "anna", "bertil")
    new = act(event, judge, "david", replace, name="Nils")
    assert (new.user, new.seed, round(new.rating), new.status) == (nils, 4, 1700, "entered")
    assert [place.entrant_id for place in event.sections.get().places.order_by("number")][3] == new.pk
    assert (entrant(event, "david").leaving, entrant(event, "david").seed) == ("replaced", None)
    now_open = {game.pk for game in open_games(event)}
    assert len(now_open & kept) == 2, "the games of the others go on"
    assert sum("nils" in (game.white.name, game.black.name) for game in open_games(event)) == 3
    assert set(Game.objects.filter(pk__in=old_games).values_list("status", flat=True)) == {"aborted"}
    assert not any(record_result(game_id=pk, now=LATER) for pk in old_games)
    assert code(act, event, judge, "bertil", replace, name="judge") == "games_begun"
    assert code(act, event, judge, "cesar", replace, name="nils") == "already_in"
    assert code(act, event, judge, "cesar", replace, name="nobody") == "no_such_player"
    assert code(act, event, judge, "david", reinstate) == "replaced"
    assert code(act, event, judge, "david", replace, name="nils") == "player_left"
    play_on(event)
    event.refresh_from_db()
    assert (event.status, set(table(event))) == ("finished", {"anna", "bertil", "cesar", "nils"})
    assert_replays(event)
