"""What an organiser may choose, and what is refused with which field named."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.utils import translation

from tournaments.models import Tournament
from tournaments.rules import ENTRY_FIELDS, Rules, problems, rules_from
from tournaments.rules_words import half_points, rules_in_words

FORMATS = Tournament.Format.values
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def faults(**values) -> dict[str, list[str]]:
    rules = rules_from({"name": "Club round robin", "format": "round_robin", **values})
    found = problems(rules, now=NOW, changed=frozenset(values), formats=FORMATS)
    return {field: [str(sentence) for sentence in sentences] for field, sentences in found.items()}


def test_every_rule_but_the_description_makes_another_version():
    berlin = timezone(timedelta(hours=1))
    plain = Rules(name="Club", starts_at=NOW)
    assert plain.version == Rules(name="Club", starts_at=NOW.astimezone(berlin), description="Welcome").version
    others = {
        "name": "Cup", "format": "dutch", "games_per_pairing": 4, "pacing": "by_hand", "game_type": "Base",
        "opening_rule": "queen_may_open", "repetition_rule": "none", "time_control": "5d", "rated": False, "seats": 8,
        "min_rating": 1200, "max_rating": 1900, "registration_opens_at": NOW, "registration_closes_at": NOW,
        "starts_at": NOW + DAY, "win_points": 3, "draw_points": 0, "loss_points": 1, "bye_points": 1,
        "tiebreaks": ("PTS",), "stage_name": "Groups", "cycles": 2, "rounds": 5, "groups": 4, "score_by": "games",
        "match_win_points": 3, "match_draw_points": 0, "match_loss_points": 1, "requested_byes": 0,
        "max_games_at_once": 4, "rest_hours": 24, "round_hours": 240, "round_starts": ("2026-12-05T18:00",),
        "overdue": "draw", "accelerated": True, "final_games": 4, "third_place": True, "drawn_match": "lot",
        "decider_games": 4, "advance_per_group": 2, "advance_next_best": 2, "waiting_list": False,
        "entry": "approval", "established_only": True, "min_rated_games": 10, "max_timeout_percent": 10,
        "section_bands": (1600,), "check_in_opens_at": NOW, "time_zone": "Europe/Stockholm", "late_entry_until": 2,
        "late_points": 1, "withdrawal_rule": "annul", "silent_timeouts": 3, "approval": "arbiter",
        "analysis_allowed": True, "later_stages": ({"format": "knock_out"},),
    }  # fmt: skip
    assert set(others) == set(Rules.names()) - {"description", "entry_password"}
    versions = {plain.changed({name: value}).version for name, value in others.items()}
    assert len(versions - {plain.version}) == len(others)


def test_a_name_is_all_that_an_event_needs():
    assert faults() == {}


def test_the_fields_are_those_of_the_table():
    columns = {field.name for field in Tournament._meta.get_fields()}
    assert set(Rules.names()) <= columns
    assert set(Rules.names()) >= ENTRY_FIELDS


def test_defaults_are_those_of_the_table():
    stored = Tournament(name="Club round robin")
    for name in Rules.names():
        ours = getattr(rules_from({"name": "Club round robin"}), name)
        assert (list(ours) if isinstance(ours, tuple) else ours) == getattr(stored, name), name


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": "ab"}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": "two\nlines"}, "name"),
        ({"name": "   "}, "name"),
        ({"description": "x" * 20_001}, "description"),
        ({"format": "scheveningen"}, "format"),
        ({"games_per_pairing": 3}, "games_per_pairing"),
        ({"pacing": "whenever"}, "pacing"),
        ({"game_type": "Base+X"}, "game_type"),
        ({"opening_rule": "queen"}, "opening_rule"),
        ({"repetition_rule": "fivefold"}, "repetition_rule"),
        ({"time_control": "fast"}, "time_control"),
        ({"time_control": "5d+12h"}, "time_control"),
        ({"seats": 1}, "seats"),
        ({"seats": 101}, "seats"),
        ({"seats": 5001}, "seats"),
        ({"min_rating": 399}, "min_rating"),
        ({"max_rating": 4001}, "max_rating"),
        ({"min_rating": 1800, "max_rating": 1700}, "max_rating"),
        ({"tiebreaks": ["PTS", "LUCK"]}, "tiebreaks"),
        ({"tiebreaks": ["PTS", "SB", "sb"]}, "tiebreaks"),
        ({"tiebreaks": ["SB", "PTS"]}, "tiebreaks"),
    ],
)
def test_refuses(values, field):
    assert list(faults(**values)) == [field]


def test_every_fault_is_named_at_once():
    assert set(faults(name="", seats=0, time_control="?", win_points=0)) == {
        "name",
        "seats",
        "time_control",
        "win_points",
        "draw_points",
    }


@pytest.mark.parametrize(
    ("win", "draw", "loss", "bye", "wrong"),
    [
        (2, 1, 0, 0, []),  # 1, ½, 0
        (6, 2, 0, 6, []),  # 3, 1, 0; a bye may be worth a win
        (2, 1, 0, 5, ["bye_points"]),
        (3, 2, 0, 0, ["draw_points"]),  # two draws 2, a win and a loss 1½
        (4, 2, 0, 2, []),  # two draws exactly as much as a win and a loss
        (2, 0, 1, 0, ["draw_points"]),
        (2, 3, 0, 0, ["draw_points"]),
        (1, 1, 1, 0, ["win_points"]),
        (-1, 0, 0, 0, ["win_points", "draw_points", "bye_points"]),
        (22, 0, 0, 0, ["win_points"]),
    ],
)
def test_points_must_make_sense(win, draw, loss, bye, wrong):
    assert list(faults(win_points=win, draw_points=draw, loss_points=loss, bye_points=bye)) == wrong


@pytest.mark.parametrize(
    ("opens", "closes", "starts", "wrong"),
    [
        (1, 5, 6, []),
        (None, None, 6, []),
        (-3, 5, 5, []),  # opened already; closes with the start
        (5, 5, 6, ["registration_closes_at"]),
        (6, 5, 7, ["registration_closes_at"]),
        (1, 7, 6, ["starts_at"]),
        (6, None, 6, ["starts_at"]),
        (None, 0, 6, ["registration_closes_at"]),
        (None, None, -1, ["starts_at"]),
    ],
)
def test_dates_are_in_order_and_to_come(opens, closes, starts, wrong):
    def at(days):
        return None if days is None else NOW + days * DAY

    dates = {"registration_opens_at": at(opens), "registration_closes_at": at(closes), "starts_at": at(starts)}
    assert list(faults(**dates)) == wrong


def test_a_date_that_has_passed_is_no_fault_when_something_else_is_edited():
    rules = rules_from({"name": "Club round robin", "starts_at": NOW - DAY})
    assert problems(rules, now=NOW, changed={"description"}, formats=FORMATS) == {}


def test_too_many_games_at_one_moment_are_refused_but_not_round_by_round():
    # 64 x 63 / 2 pairings x 6 games = 12,096; by round 32 x 6 = 192.
    assert list(faults(seats=64, games_per_pairing=6)) == ["seats"]
    assert faults(seats=64, games_per_pairing=6, pacing="by_round") == {}


def test_time_controls_and_tie_breaks_are_stored_in_one_form():
    rules = rules_from({"name": " Club ", "time_control": " 5D + 12H / 10d", "tiebreaks": ["sb", "bh/c1"]})
    assert (rules.name, rules.time_control, rules.tiebreaks) == ("Club", "5d+12h/10d", ("PTS", "SB", "BH/C1"))


def test_differences_name_what_changed():
    before = rules_from({"name": "Club", "time_control": "1d"})
    assert before.differences(before.changed({"time_control": "24h", "seats": 8})) == {"seats"}


def words(**values) -> str:
    sections = rules_in_words(rules_from({"name": "Club", "format": "round_robin", **values}))
    return " ".join(sentence for section in sections for sentence in section.sentences)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"games_per_pairing": 1}, "Everybody meets everybody, in one game."),
        ({"games_per_pairing": 4}, "in matches of 4 games with each colour equally often"),
        ({"opening_rule": "no_queen_first"}, "Nobody may place the queen first: the site refuses such a move."),
        ({"opening_rule": "queen_may_open"}, "The queen may be placed first."),
        ({"repetition_rule": "none"}, "Repeating a position does not end the game."),
        ({"time_control": "3d"}, "Each player has 3 days a move"),
        ({"rated": False}, "The games are not rated."),
        ({"min_rating": 1600}, "Ratings from 1600 may enter."),
        ({"min_rating": 1600, "max_rating": 1900}, "Ratings from 1600 to 1900 may enter."),
        ({"starts_at": datetime(2027, 1, 9, 18, tzinfo=UTC)}, "starts by itself on 9 Jan 2027, 18:00 UTC"),
        ({"pacing": "by_round"}, "the next starts by itself when the last game of a round ends"),
        ({"win_points": 6, "draw_points": 2}, "A win brings 3, a draw 1, a loss 0."),
        ({"tiebreaks": ["SB", "DE"]}, "1. Sonneborn-Berger: "),
        ({"tiebreaks": []}, "Players with equal points share the place."),
    ],
)
def test_players_read_the_rule_in_words(values, sentence):
    assert sentence in words(**values)


def test_half_points_are_written_as_players_write_them():
    assert [half_points(n) for n in (0, 1, 2, 5, 20)] == ["0", "½", "1", "2½", "10"]


def test_a_knock_out_of_single_games_needs_nothing_more_said():
    assert faults(format="knock_out", games_per_pairing=1) == {}
