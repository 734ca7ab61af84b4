"""Rulings: a result set in any state of a game, what follows from it, and how it is taken back."""

from __future__ import annotations

import pytest

from accounts.errors import DomainError, NotFound, ValidationFailed
from games.models import Game, Rating, RatingChange
from tests.factories import OPENING, play
from tests.tournaments.arbiters import LATER, acts, assert_replays, last, official, rule
from tests.tournaments.events import HOUR, T0, end_game, entrant, open_games, player, players, started
from tests.tournaments.test_formats_run import play_on
from tournaments.decision import Decision
from tournaments.models import Match, MatchGame, Ruling
from tournaments.selectors.previews import preview_result
from tournaments.selectors.standings import standings_of
from tournaments.services.rulings import rule_many, set_advance, undo_ruling
from tournaments.services.running import record_result

pytestmark = pytest.mark.django_db


def table(event) -> list[tuple[str, int]]:
    return [(line.entrant.user.name, line.points) for line in standings_of(event)]


def undo(event, judge, ruling: Ruling, now=LATER + HOUR) -> Ruling:
    return undo_ruling(tournament_id=event.pk, actor=judge, ruling_id=ruling.pk, reason="Appeal upheld.", now=now)


def code(call, *args, **words) -> str:
    with pytest.raises(DomainError) as refusal:
        call(*args, **words)
    return refusal.value.code


def test_a_game_in_play_ends_by_the_ruling_and_the_event_goes_on():
    event = started(players(4), format="dutch", rounds=2)
    judge = official(event)
    one, other = (MatchGame.objects.get(game=game) for game in open_games(event))
    play(one.game, *OPENING, start=T0 + HOUR)
    ruling = rule(event, judge, one, "draw")
    game = Game.objects.get(pk=one.game_id)
    assert (game.status, game.result, game.ending) == ("finished", "draw", "adjudication")
    one.refresh_from_db()
    assert (one.white_points, one.black_points, one.ruled, one.forfeit) == (1, 1, True, False)
    assert not record_result(game_id=game.pk, now=LATER), "it is counted already"
    entry = last(event, "ruling")
    assert (entry.actor, entry.reason, entry.before["outcome"]) == (judge, "So it is.", "")
    told = {"match": one.match_id, "game": 1, "outcome": "draw", "white_points": 1, "forfeit": False, "counts": True}
    assert told.items() <= entry.after.items()
    assert ruling.before["game"]["status"] == "in_progress"
    rule(event, judge, other, "white")
    assert event.round_set.get(number=2).status == "running", "both results are in: the next round begins"
    assert_replays(event)


def test_a_game_not_begun_is_decided_without_one_and_the_rest_of_its_match_is_played():
    event = started(players(4), format="round_robin", games_per_pairing=2, pacing="by_round")
    judge = official(event)
    slot = MatchGame.objects.filter(match__round__number=2, number=1).first()
    rule(event, judge, slot, "white", forfeit=True)
    slot.refresh_from_db()
    assert (slot.game, slot.white_points, slot.forfeit) == (None, 2, True)
    play_on(event)
    event.refresh_from_db()
    assert event.status == "finished"
    assert MatchGame.objects.filter(recorded_at=None).count() == 0
    assert MatchGame.objects.filter(game=None).get() == slot
    assert_replays(event)


def test_a_changed_result_changes_the_standings_and_not_the_pairings():
    event = started(players(4), format="dutch", rounds=3)
    judge = official(event)
    first = [MatchGame.objects.get(game=game) for game in open_games(event)]
    for slot in first:
        end_game(slot.game_id, "white")
        record_result(game_id=slot.game_id, now=T0 + 3 * HOUR)
    paired = list(Match.objects.filter(round__number=2).values_list("first", "second"))
    before = dict(table(event))
    preview = preview_result(event, first[0].pk, "black", True, False, now=LATER)
    rule(event, judge, first[0], "black")
    white, black = first[0].white.user.name, first[0].black.user.name
    after = dict(table(event))
    assert (before[white], before[black], after[white], after[black]) == (2, 0, 0, 2)
    assert list(Match.objects.filter(round__number=2).values_list("first", "second")) == paired
    assert last(event, "ruling").after["pairings_stand"] is True
    # what the preview said has come true
    assert [(line.entrant.user.name, line.points_after) for line in preview.lines] == table(event)
    assert {(line.entrant.user.name) for line in preview.changed} >= {white, black}
    assert {line.user.name for line in preview.ratings} == {white, black}
    for line in preview.ratings:
        assert Rating.objects.get(user=line.user).value == pytest.approx(line.after)
    assert_replays(event)


@pytest.mark.parametrize(
    ("result", "forfeit", "points", "ending"),
    [
        ("black", True, (0, 2), "forfeit"),
        ("none", True, (0, 0), "double_forfeit"),
        ("none", False, (0, 0), "adjudication"),
    ],
)
def test_forfeits_of_one_or_both(result, forfeit, points, ending):
    event = started(players(2), format="dutch", rounds=1)
    rule(event, official(event), MatchGame.objects.get(), result, forfeit=forfeit)
    slot = MatchGame.objects.select_related("game").get()
    assert (slot.white_points, slot.black_points) == points
    assert (slot.forfeit, slot.game.ending) == (forfeit, ending)
    assert not RatingChange.objects.exists()
    event.refresh_from_db()
    assert event.status == "finished"
    assert_replays(event)


def test_what_is_refused():
    event = started(players(3), format="round_robin", games_per_pairing=1)
    judge = official(event)
    pairs = official(event, "pairing", "pairer")
    anna = event.organiser
    own = MatchGame.objects.filter(white__user=anna).first() or MatchGame.objects.filter(black__user=anna).first()
    assert code(rule, event, anna, own, "white") == "own_game"
    assert code(rule, event, pairs, own, "white") == "forbidden"
    for bad in ({"reason": " x "}, {"result": "won"}, {"result": "draw", "forfeit": True}, {"reason": "x" * 1001}):
        with pytest.raises(ValidationFailed) as refusal:
            rule(event, judge, own, **{"result": "white", **bad})
        assert set(refusal.value.extra["errors"]) == {"reason" if "reason" in bad else "result"}
    another = started([player("xaver"), player("yngve")])
    assert code(rule, another, another.organiser, own, "white") == "no_such_game"
    assert not Ruling.objects.exists()
    assert_replays(event)


def test_the_same_ruling_twice_is_one_and_a_second_one_replaces_the_first():
    event = started(players(2), format="double_swiss", rounds=1)
    judge = official(event)
    slot = MatchGame.objects.get(number=1)
    once = rule(event, judge, slot, "white")
    assert rule(event, judge, slot, "white") == once
    again = rule(event, judge, slot, "black", reason="Looked again.")
    assert Ruling.objects.count() == 2
    assert code(undo, event, judge, once) == "ruling_superseded"
    undo(event, judge, again)
    slot.refresh_from_db()
    assert (slot.outcome, slot.ruled) == ("white", True)
    undo(event, judge, once)
    slot.refresh_from_db()
    assert (slot.outcome, slot.ruled, slot.recorded_at) == ("", False, None)
    assert_replays(event)


def test_an_undone_ruling_gives_back_the_game_with_its_clocks_and_opens_the_finished_event():
    event = started(players(2), format="dutch", rounds=1)
    judge = official(event)
    (game,) = open_games(event)
    game = play(game, *OPENING[:3], start=T0 + HOUR)
    clocks = (game.white_remaining, game.black_remaining)
    at = game.last_move_at + HOUR
    ruling = rule(event, judge, MatchGame.objects.get(), "white", now=at)
    event.refresh_from_db()
    assert (event.status, entrant(event, "anna").final_rank is not None) == ("finished", True)
    undo(event, judge, ruling, now=at + 50 * HOUR)
    event.refresh_from_db()
    game = Game.objects.get(pk=game.pk)
    assert (game.status, game.to_move, game.white_remaining) == ("in_progress", "black", clocks[0])
    assert game.flag_at == at + 50 * HOUR + clocks[1] - HOUR, "the hour before the ruling was Black's own"
    assert (event.status, event.finished_at, entrant(event, "anna").final_rank) == ("running", None, None)
    assert (event.round_set.get().status, event.sections.get().status) == ("running", "running")
    assert undo(event, judge, ruling).undone_at == at + 50 * HOUR, "twice is as once"
    assert last(event, "ruling_undone").after["outcome"] == ""
    end_game(game.pk, "black", now=at + 60 * HOUR)
    record_result(game_id=game.pk, now=at + 60 * HOUR)
    event.refresh_from_db()
    assert (event.status, table(event)[0][1]) == ("finished", 2)
    assert_replays(event)


def test_undoing_the_ruling_on_a_rated_game_brings_the_earlier_ratings_back():
    event = started([player("xaver"), player("yngve")], format="dutch", rounds=1)
    slot = MatchGame.objects.get()
    end_game(slot.game_id, "white")
    record_result(game_id=slot.game_id, now=T0 + 3 * HOUR)
    played = {row.user_id: row.value for row in Rating.objects.all()}
    judge = official(event)
    ruling = rule(event, judge, slot, "black", rated=False)
    assert Rating.objects.get(user=slot.white.user).value != played[slot.white.user_id]
    first = entrant(event, slot.black.user.name)
    assert first.final_rank == 1, "the final ranks of the finished event are written anew"
    undo(event, judge, ruling)
    assert {row.user_id: row.value for row in Rating.objects.all()} == pytest.approx(played)
    event.refresh_from_db()
    assert (event.status, entrant(event, slot.white.user.name).final_rank) == ("finished", 1)
    assert_replays(event)


def test_many_games_are_decided_together_or_not_at_all():
    event = started(players(4), format="round_robin", games_per_pairing=1)
    judge = official(event)
    ids = list(MatchGame.objects.values_list("pk", flat=True))
    words = {"tournament_id": event.pk, "actor": judge, "reason": "Nobody came.", "now": LATER}
    with pytest.raises(NotFound):
        rule_many(items=[Decision(pk, "none", forfeit=True) for pk in [*ids, 10**9]], **words)
    assert not Ruling.objects.exists()
    assert Game.objects.filter(status="in_progress").count() == 6
    made = rule_many(items=[Decision(pk, "none", forfeit=True) for pk in ids], **words)
    assert [ruling.match_game_id for ruling in made] == ids
    event.refresh_from_db()
    assert (event.status, acts(event).count("ruling")) == ("finished", 6)
    assert {points for _name, points in table(event)} == {0}
    assert_replays(event)


def knock_out(count: int, **rules):
    return started(players(count), format="knock_out", games_per_pairing=1, bye_points=2, **rules)


def test_who_goes_on_from_a_knock_out_match_changes_seats_until_a_move_is_played():
    event = knock_out(4, third_place=True)
    judge = official(event)
    semi, other = (MatchGame.objects.get(game=game) for game in open_games(event))
    for slot in (semi, other):
        end_game(slot.game_id, "white")
        record_result(game_id=slot.game_id, now=T0 + 3 * HOUR)
    final, third = Match.objects.filter(round__number=2).order_by("slot")
    old_games = [game.pk for game in open_games(event)]
    preview = preview_result(event, semi.pk, "black", True, False, now=LATER)
    assert [(one.before, one.after) for one in preview.goes_on] == [(semi.white, semi.black)]
    ruling = rule(event, judge, semi, "black")
    final.refresh_from_db()
    third.refresh_from_db()
    assert {final.first_id, final.second_id} == {semi.black_id, other.white_id}
    assert {third.first_id, third.second_id} == {semi.white_id, other.black_id}
    assert set(Game.objects.filter(pk__in=old_games).values_list("status", flat=True)) == {"aborted"}
    players_now = {(game.white_id, game.black_id) for game in open_games(event)}
    assert all(semi.black.user_id in pair or semi.white.user_id in pair for pair in players_now)
    assert acts(event).count("seat_changed") == 2
    final_game = MatchGame.objects.get(match=final).game
    play(final_game, OPENING[0], start=LATER)
    assert code(undo, event, judge, ruling) == "next_round_begun"
    semi.refresh_from_db()
    assert semi.outcome == "black", "a refusal changes nothing"
    assert_replays(event)


def test_an_arbiter_says_who_goes_on_whatever_the_points():
    event = knock_out(4)
    judge = official(event)
    for game in open_games(event):
        end_game(game.pk, "white")
        record_result(game_id=game.pk, now=T0 + 3 * HOUR)
    match = Match.objects.filter(round__number=1).first()
    loser = match.second if match.advances_id == match.first_id else match.first
    words = {"tournament_id": event.pk, "actor": judge, "match_id": match.pk, "reason": "Unwell.", "now": LATER}
    for _twice in range(2):
        set_advance(entrant_id=loser.pk, **words)
    match.refresh_from_db()
    assert (match.advances, match.advance_ruled) == (loser, True)
    assert acts(event).count("advance_ruled") == 1
    final = Match.objects.get(round__number=2)
    assert loser.pk in (final.first_id, final.second_id)
    set_advance(entrant_id=None, **words)
    match.refresh_from_db()
    assert (match.advances != loser, match.advance_ruled) == (True, False)
    assert_replays(event)


def test_a_ruling_that_draws_a_decided_match_has_it_played_on_also_in_a_finished_event():
    event = started(players(2), format="knock_out", games_per_pairing=2, drawn_match="deciders", decider_games=2)
    judge = official(event)
    play_on(event)
    event.refresh_from_db()
    assert event.status == "finished"
    slots = list(MatchGame.objects.order_by("number"))
    ruling = rule(event, judge, slots[0], "black" if slots[0].outcome == "white" else "white")
    event.refresh_from_db()
    assert (event.status, MatchGame.objects.filter(decider=True, game__status="in_progress").count()) == ("running", 2)
    undo(event, judge, ruling)
    event.refresh_from_db()
    assert (event.status, MatchGame.objects.filter(decider=True).count()) == ("finished", 0)
    assert_replays(event)


def test_a_game_of_the_groups_can_be_corrected_while_the_knock_out_runs():
    event = started(
        players(4), format="round_robin", games_per_pairing=1, groups=2,
        later_stages=[{"format": "knock_out", "games_per_pairing": 1, "bye_points": 2, "advance_per_group": 1}],
    )  # fmt: skip
    judge = official(event)
    for game in open_games(event):
        end_game(game.pk, "white")
        record_result(game_id=game.pk, now=T0 + 3 * HOUR)
    final = Match.objects.get(round__section__stage__number=2)
    slot = MatchGame.objects.filter(match__round__section__stage__number=1).first()
    rule(event, judge, slot, "black")
    assert slot.match.round.section.places.get(entrant=slot.black).rank == 1
    final.refresh_from_db()
    assert slot.white_id in (final.first_id, final.second_id), "who went on stays"
    assert Match.objects.filter(round__section__stage__number=2).count() == 1
    play_on(event)
    event.refresh_from_db()
    assert event.status == "finished"
    assert_replays(event)
