"""All games of an event in one file, read back by the engine's own readers."""

from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest

from engine.notation.convert import read_game
from tournaments.exchange.games_bundle import EventGame, record_of, write_bundle

MOVES = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
HOUR = timedelta(hours=1)
GAMES = [
    EventGame(
        *("Ada", 'Bo "the bee"', "Base+MLP", MOVES, "white", "resignation", 2, 14, 1),
        started_at=datetime(2027, 3, 28, 23, 30, tzinfo=UTC),
        white_rating=1815,
        time_control="3d",
        clocks=(70 * HOUR, None, 71 * HOUR),
        url="https://hive.example/games/9",
    ),
    EventGame("Cy", "Di", "Base", ("wQ", "bQ wQ-"), "draw", opening_rule="queen_may_open", repetition_rule="none"),
    EventGame("Ed", "Flo", "Base+P", (), "black", "forfeit", 2, 15, 2),
    EventGame("Gus", "Hal", "Base+M", MOVES[:1]),
]


def records():
    return [record_of(game, event="Spring Cup", site="https://hive.example") for game in GAMES]


def test_every_game_of_a_pgn_file_comes_back_whole():
    text = "".join(write_bundle(records(), "pgn"))
    assert [read_game(text, number) for number in range(1, 5)] == records()
    assert [dict(read_game(text, number).headers) for number in range(1, 5)] == [dict(r.headers) for r in records()]
    first = text.split("\n\n")[0].split("\n")
    assert first[:7] == [
        '[GameType "Base+MLP"]',
        '[Date "2027.03.28"]',
        '[Event "Spring Cup"]',
        '[Site "https://hive.example/games/9"]',
        '[Round "2.14.1"]',
        '[White "Ada"]',
        '[Black "Bo \\"the bee\\""]',
    ]
    assert '[Termination "resignation"]' in first


def test_a_uhp_file_has_one_gamestring_a_line():
    assert "".join(write_bundle(records(), "uhp")).split("\n") == [
        "Base+MLP;WhiteWins;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-",
        "Base;Draw;White[2];wQ;bQ wQ-",
        "Base+P;BlackWins;White[1]",
        "Base+M;InProgress;Black[1];wS1",
        "",
    ]


@pytest.mark.parametrize("form", ["pgn", "uhp"])
def test_thousands_of_games_come_in_chunks_while_they_are_read(form):
    read = 0

    def endless():
        nonlocal read
        game = records()[0]
        while True:
            read += 1
            yield game

    chunks = list(islice(write_bundle(endless(), form), 3))
    assert all(64 * 1024 <= len(chunk) < 66 * 1024 for chunk in chunks)
    assert sum(chunk.count("wQ -wS1") for chunk in chunks) == read < 5_000
    assert list(write_bundle([], form)) == []


def test_what_cannot_be_written_is_refused_at_once():
    with pytest.raises(ValueError, match="not a form of a bundle"):
        write_bundle([], "sgf")
    with pytest.raises(ValueError, match="more clock times than moves"):
        record_of(EventGame("a", "b", "Base", clocks=(HOUR,)), event="", site="")
