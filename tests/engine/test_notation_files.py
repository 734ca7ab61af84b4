"""Every real file of Mzinga, hivegame and BoardSpace is the game it is known to be, and survives every conversion."""

import pytest

from engine import EngineError, OpeningRule
from engine.notation.convert import read_game
from engine.notation.reading import BadRecord
from engine.notation.record import Result

from .records import GAMES, INDEX, check_round_trips, data_of

NAMED = [name for name, game in INDEX.items() if game is not None]
# Test files of hivegame that break a rule, with the line and the rule; and games of BoardSpace's Hive-Ultimate.
REFUSED = {
    "hive-195.pgn": (19, 9, "wrong_side"),
    "hive-196.pgn": (17, 7, "just_moved"),
    "hive-197.pgn": (12, 2, "queen_not_placed"),
    "hive-198.pgn": (10, 0, "first_at_origin"),
    "hive-199.pgn": (18, 8, "enemy_contact"),
    "hive-200.pgn": (19, 9, "out_of_reach"),
    "hive-201.pgn": (15, 5, "wrong_side"),
    "hive-203.pgn": (20, 14, "unknown_piece"),
}
ULTIMATE = ["roach-072.sgf", "roach-165.sgf"]


def test_there_are_files() -> None:
    assert len(NAMED) > 20
    assert {name[-3:] for name in NAMED} == {"pgn", "sgf"}


@pytest.mark.parametrize("name", NAMED)
def test_a_file_is_the_game_the_index_names(name: str) -> None:
    record = read_game(data_of(name))
    game = GAMES[str(INDEX[name])]
    assert list(record.moves) == game["moves"]
    assert str(record.rules.game_type) == game["gametype"]
    assert record.result == (Result.OPEN if game["result"] == "unknown" else game["result"])
    tournament = game["opening_rule"] == "tournament"
    assert record.rules.opening is (OpeningRule.NO_QUEEN_FIRST if tournament else OpeningRule.QUEEN_MAY_OPEN)


@pytest.mark.parametrize("name", [name for name in INDEX if name not in (*REFUSED, *ULTIMATE)])
def test_a_file_survives_every_conversion(name: str) -> None:
    check_round_trips(read_game(data_of(name)))


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_breaks_a_rule_is_refused_with_line_and_reason(name: str) -> None:
    with pytest.raises(BadRecord) as bad:
        read_game(data_of(name))
    assert (bad.value.line, bad.value.ply, bad.value.code) == REFUSED[name]
    assert str(bad.value).startswith(f"line {bad.value.line}: move {bad.value.ply + 1} (")
    assert len(bad.value.record.moves) == bad.value.ply
    check_round_trips(bad.value.record)


@pytest.mark.parametrize("name", [name for name in ULTIMATE if name in INDEX])
def test_another_game_than_the_eight_types_is_refused(name: str) -> None:
    with pytest.raises(EngineError) as bad:
        read_game(data_of(name))
    assert bad.value.code == "unknown_game_type"
