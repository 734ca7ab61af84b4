"""What an arbiter may do with one game: rulings, taking them back, time granted."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction

from accounts.models import Notification
from games.errors import Conflict, FlagPending, GameOver, NotFound, ValidationFailed
from games.models import Game, GameEvent, Rating, RatingChange
from games.ruling import Ruling
from games.services import arbiter
from games.services.endings import abort, resign
from games.services.flags import GUARD, sweep_flags, warn_low_clocks
from games.services.offers import offer_draw
from tests.factories import DAY, HOUR, OPENING, T0, make_game, make_user, play

pytestmark = pytest.mark.django_db
MS = timedelta(milliseconds=1)
NOW = T0 + 2 * DAY
SEEN = (
    "status", "result", "ending", "finished_at", "rated", "to_move", "white_remaining", "black_remaining",
    "turn_started_at", "turn_spent", "flag_at", "warn_at", "paused_at", "paused_until", "white_draw_offer_ply",
    "black_draw_offer_ply", "white_last_offer_ply", "black_last_offer_ply", "ply", "snapshot",
)  # fmt: skip


@pytest.fixture
def judge():
    return make_user("judge")


def in_one(act, **words):
    """Call it as the services of an event do: inside their transaction."""
    with transaction.atomic():
        return act(**words)


def rule(game, judge, result, *, rated=True, now=NOW, **words):
    words = {"reason": "Help from an engine."} | words
    return in_one(
        arbiter.adjudicate, game_id=game.pk, result=result, rated=rated, by_id=judge.pk, now=now, **words
    )  # fmt: skip


def take_back(game, ruling, judge, now=NOW + DAY):
    ruling = Ruling.from_json(ruling.to_json())
    return in_one(arbiter.reinstate, game_id=game.pk, ruling=ruling, by_id=judge.pk, now=now, reason="Mistaken.")


def facts(game):
    game.refresh_from_db()
    return {name: getattr(game, name) for name in SEEN}


def ledger():
    fields = ("game", "user", "value_before", "deviation_before", "value_after", "deviation_after", "rated_at")
    ratings = ("user", "value", "deviation", "volatility", "wins", "draws", "losses", "last_rated_at", "listed_until")
    return (
        sorted(RatingChange.objects.values_list(*fields)),
        sorted(Rating.objects.exclude(last_rated_at=None).values_list(*ratings)),
    )


def running(rated=True):
    return play(make_game(time_control="5d+12h/10d", rated=rated), *OPENING)


def paused():
    game = running()
    in_one(arbiter.pause, game_id=game.pk, by_id=game.white_id, reason="Power cut.", now=T0 + DAY)
    return game


def resigned():
    game = running()
    resign(game_id=game.pk, player_id=game.white_id, now=T0 + DAY)
    return game


def flagged():
    game = running()
    sweep_flags(now=game.flag_at + DAY)
    return game


def offered():
    game = running()
    offer_draw(game_id=game.pk, player_id=game.black_id, now=T0 + DAY)
    return game


def aborted():
    game = make_game(rated=False)
    abort(game_id=game.pk, player_id=game.white_id, now=T0 + DAY)
    return game


@pytest.mark.parametrize("state", [running, paused, resigned, flagged, offered, aborted])
@pytest.mark.parametrize("result", ["white", "none"])
def test_a_game_in_any_state_takes_any_result_and_the_ruling_can_be_taken_back(state, result, judge):
    game = state()
    before, rated_before = facts(game), ledger()
    ruling = rule(game, judge, result)
    after = facts(game)
    assert (after["status"], after["result"], after["ending"]) == ("finished", result, "adjudication")
    assert (after["flag_at"], after["to_move"], after["paused_at"]) == (None, "", None)
    assert after["finished_at"] == (before["finished_at"] or NOW)
    assert game.rating_changes.count() == (2 if game.rated and result != "none" else 0)
    game = take_back(game, ruling, judge)
    again = facts(game)
    assert ledger() == rated_before
    if state in (running, offered):  # goes on, and the day of the ruling is nobody's
        assert again["white_remaining"] == before["flag_at"] - NOW
        assert (again["turn_started_at"], again["flag_at"]) == (NOW + DAY, before["flag_at"] + DAY)
        assert again["warn_at"] == before["warn_at"] + DAY
        moving = ("white_remaining", "turn_started_at", "turn_spent", "flag_at", "warn_at")
        before |= {name: again[name] for name in moving}
    assert again == before


def test_what_a_ruling_does_is_recorded_for_the_players_and_told_once(judge):
    game = resigned()
    value = Rating.objects.get(user=game.white).value
    ruling = rule(game, judge, "white", reason="Black had left the event.")
    event = game.events.get(pk=ruling.event_id)
    assert (event.kind, event.by, event.at) == (GameEvent.Kind.RULED, judge, NOW)
    assert event.data["reason"] == "Black had left the event."
    after = Rating.objects.get(user=game.white).value
    assert event.data["ratings"][str(game.white_id)] == [value, after]
    assert after > 1500 > value
    told = {row.user_id: row.data for row in Notification.objects.filter(kind="arbiter")}
    assert {user: data["outcome"] for user, data in told.items()} == {game.white_id: "won", game.black_id: "lost"}


def test_a_player_whose_time_was_up_before_the_ruling_has_lost_on_time_first(judge):
    game = running()
    deadline = game.flag_at
    with pytest.raises(FlagPending):
        rule(game, judge, "draw", now=deadline + GUARD - MS)
    ruling = rule(game, judge, "draw", now=deadline + GUARD)
    assert facts(game)["finished_at"] == deadline
    game = take_back(game, ruling, judge, now=deadline + DAY)
    assert (game.result, game.ending, game.finished_at) == ("black", "flag", deadline)
    assert Rating.objects.get(user=game.black).wins == 1


def test_a_ruling_that_is_not_to_be_rated_takes_the_old_change_back(judge):
    game = resigned()
    rule(game, judge, "white", rated=False)
    assert ledger() == ([], [])
    assert {row.value for row in Rating.objects.all()} == {1500.0}


@pytest.mark.parametrize(
    ("words", "ending", "changes"),
    [
        ({"result": "white"}, "adjudication", 2),
        ({"result": "white", "forfeit": True}, "forfeit", 0),
        ({"result": "none", "forfeit": True}, "double_forfeit", 0),
        ({"result": "none"}, "adjudication", 0),
    ],
)
def test_how_a_ruling_ends_a_game(words, ending, changes, judge):
    game = running()
    rule(game, judge, **words)
    assert (facts(game)["ending"], game.rating_changes.count()) == (ending, changes)


def test_a_casual_game_and_one_in_which_not_both_moved_are_never_rated(judge):
    for game in (running(rated=False), play(make_game(), "wS1")):
        rule(game, judge, "black")
        assert not game.rating_changes.exists()


def test_rulings_are_taken_back_in_turn_and_each_only_once(judge):
    game = running()
    first = rule(game, judge, "white")
    second = rule(game, judge, "draw", now=NOW + HOUR)
    with pytest.raises(Conflict, match="later ruling"):
        take_back(game, first, judge)
    for _ in range(2):
        assert take_back(game, second, judge).result == "white"
    assert take_back(game, first, judge).in_progress
    version = Game.objects.get(pk=game.pk).version
    assert take_back(game, first, judge, now=NOW + 2 * DAY).version == version, "a double click"
    other = running()
    foreign = replace(first, game_id=other.pk)
    with pytest.raises(NotFound):
        take_back(other, foreign, judge)


def test_a_game_that_was_paused_until_a_time_now_past_goes_on_at_once(judge):
    game = running()
    in_one(arbiter.pause, game_id=game.pk, by_id=judge.pk, reason="Power cut.", now=T0 + DAY, until=NOW + HOUR)
    had = facts(game)["white_remaining"]
    ruling = rule(game, judge, "black")
    game = take_back(game, ruling, judge, now=NOW + 2 * HOUR)
    assert (game.paused, game.white_remaining, game.flag_at) == (False, had, NOW + 2 * HOUR + had)


def test_several_games_are_ruled_upon_and_reinstated_together(judge):
    games = [resigned(), running(), resigned()]
    before = ledger()
    verdicts = [arbiter.Verdict(game.pk, "none", rated=False, forfeit=True) for game in games]
    rulings = in_one(arbiter.adjudicate_all, verdicts=verdicts, by_id=judge.pk, reason="Expelled.", now=NOW)
    assert set(Game.objects.values_list("ending", flat=True)) == {"double_forfeit"}
    in_one(arbiter.reinstate_all, rulings=list(rulings.values()), by_id=judge.pk, now=NOW)
    assert ledger() == before
    assert sorted(Game.objects.values_list("ending", flat=True)) == ["", "resignation", "resignation"]


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("reason", {"result": "white", "reason": " "}),
        ("reason", {"result": "white", "reason": "x" * 1001}),
        ("result", {"result": "grey"}),
        ("result", {"result": "draw", "forfeit": True}),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(field, words, judge):
    game = running()
    with pytest.raises(ValidationFailed) as refusal:
        rule(game, judge, **words)
    assert list(refusal.value.extra["errors"]) == [field]
    assert facts(game)["status"] == "in_progress"


def test_the_forecast_says_what_the_ruling_then_does_and_stores_nothing(judge):
    game = resigned()
    later = play(make_game(game.black, make_user(), now=NOW), *OPENING)
    resign(game_id=later.pk, player_id=later.white_id, now=NOW + DAY)
    before = ledger()
    forecast = arbiter.preview_ratings(game_id=game.pk, result="white", rated=True, now=NOW + 2 * DAY)
    assert ledger() == before
    assert set(forecast) == {game.white_id, game.black_id, later.black_id}
    rule(game, judge, "white", now=NOW + 2 * DAY)
    assert {user: after for user, (_, after) in forecast.items()} == dict(Rating.objects.values_list("user", "value"))


def grant(game, side, amount, *, now=NOW, **words):
    return in_one(
        arbiter.grant_time, game_id=game.pk, side=side, amount=amount, by_id=game.white_id, reason="Ill.", now=now,
        **words,
    )  # fmt: skip


@pytest.mark.parametrize("control", ["3d", "5d+12h/10d", "14d total"])
def test_time_granted_moves_the_deadline_of_whoever_is_on_move_and_is_never_capped(control):
    game = play(make_game(time_control=control), *OPENING)
    deadline, black = game.flag_at, game.black_remaining
    game = grant(game, "white", 20 * DAY)
    assert (game.flag_at, game.black_remaining) == (deadline + 20 * DAY, black)
    game = grant(game, "black", 20 * DAY)
    assert (game.flag_at, game.black_remaining) == (deadline + 20 * DAY, black + 20 * DAY)
    game = play(game, "wG2 -wG1")
    assert game.flag_at == game.last_move_at + black + 20 * DAY
    assert game.events.filter(kind=GameEvent.Kind.TIME_GRANTED).count() == 2
    assert Notification.objects.filter(kind="arbiter").count() == 4


def test_time_is_granted_to_a_paused_game_without_setting_it_going():
    game = paused()
    had = facts(game)["white_remaining"]
    game = grant(game, "white", DAY)
    assert (game.white_remaining, game.flag_at, game.paused) == (had + DAY, None, True)


def test_after_a_grant_the_player_is_warned_again():
    game = running()
    assert warn_low_clocks(now=game.warn_at) == 1
    game = grant(Game.objects.get(pk=game.pk), "white", 3 * DAY, now=game.warn_at + HOUR)
    assert warn_low_clocks(now=game.warn_at) == 1
    assert Notification.objects.filter(kind="low_time").count() == 2


def test_a_form_sent_twice_grants_once():
    game = running()
    grant(game, "white", DAY, version=game.version)
    with pytest.raises(Conflict) as refusal:
        grant(game, "white", DAY, version=game.version)
    assert refusal.value.code == "stale_version"


def test_time_is_not_granted_to_a_game_that_is_over_nor_beyond_reason():
    with pytest.raises(GameOver):
        grant(resigned(), "white", DAY)
    game = running()
    for amount in (timedelta(0), -DAY, 60 * DAY + HOUR, timedelta(seconds=90)):
        with pytest.raises(ValidationFailed):
            grant(game, "white", amount)
    with pytest.raises(ValidationFailed):
        grant(game, "red", DAY)
    assert grant(game, "white", DAY, now=game.flag_at + GUARD).ending == "flag", "too late"
