"""What the entry rules ask of a player, and until when a running Swiss takes newcomers. Pure."""

import pytest

from tournaments.eligibility import PlayerRecord, obstacles
from tournaments.registration import late_entry
from tournaments.rules import rules_from

SEASONED = PlayerRecord(rating=1700, provisional=False, rated_games=40, latest_games=20, lost_on_time=2)
NEWCOMER = PlayerRecord(rating=1500)


@pytest.mark.parametrize(
    ("rules", "record", "codes"),
    [
        ({}, NEWCOMER, []),
        ({"established_only": True}, SEASONED, []),
        ({"established_only": True}, NEWCOMER, ["rating_provisional"]),
        ({"min_rated_games": 40}, SEASONED, []),
        ({"min_rated_games": 41}, SEASONED, ["too_few_rated_games"]),
        ({"max_timeout_percent": 10}, SEASONED, []),  # 2 of 20 are 10 %, not more
        ({"max_timeout_percent": 9}, SEASONED, ["too_many_timeouts"]),
        ({"max_timeout_percent": 0}, NEWCOMER, []),  # too few games to speak of a share
        ({"max_timeout_percent": 0}, PlayerRecord(1500, latest_games=4, lost_on_time=4), []),
        ({"max_timeout_percent": 99}, PlayerRecord(1500, latest_games=5, lost_on_time=5), ["too_many_timeouts"]),
        ({"max_timeout_percent": 33}, PlayerRecord(1500, latest_games=6, lost_on_time=2), []),  # 33.3, rounded down
        (
            {"min_rating": 1600, "established_only": True, "min_rated_games": 5},
            NEWCOMER,
            ["rating_too_low", "rating_provisional", "too_few_rated_games"],
        ),
    ],
)
def test_every_rule_that_keeps_a_player_out_is_named(rules, record, codes):
    assert [obstacle.code for obstacle in obstacles(rules_from(rules), record)] == codes


@pytest.mark.parametrize(
    ("swiss", "until", "paired", "total", "expected"),
    [
        (False, 3, 1, 7, None),
        (True, 0, 1, 7, None),
        (True, 3, 1, 7, (2, 3, True)),
        (True, 3, 2, 7, (3, 3, True)),
        (True, 3, 3, 7, (4, 3, False)),
        (True, 9, 4, 5, (5, 5, True)),  # no later than the last round
        (True, 9, 5, 5, (6, 5, False)),
    ],
)
def test_late_entry_ends_with_the_pairing_of_its_last_round(swiss, until, paired, total, expected):
    late = late_entry(is_swiss=swiss, until=until, rounds_paired=paired, rounds_total=total)
    assert expected == (late and (late.first_round, late.last_round, late.is_open))
