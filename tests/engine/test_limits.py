"""One limit everywhere: what is written can be read again, what is longer is refused in a sentence."""

from contextlib import suppress
from datetime import timedelta

import pytest

from engine import (
    BadGame,
    BadRecord,
    Board,
    EngineError,
    GameRecord,
    GameType,
    InvalidNotation,
    Rules,
    read_game,
    write_game,
)
from engine.board import replay
from engine.console import Console
from engine.limits import LONGEST_GAME, MOST_MOVES, MOST_PARTS, MOST_TEXT
from engine.notation.convert import FORMATS

RULES = Rules(GameType.parse("Base"))
OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
SHUFFLE = ("wQ \\wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-")
LONG = (OPENING + SHUFFLE * (MOST_MOVES // 4))[:MOST_MOVES]
TOO_LONG = (*LONG, SHUFFLE[0])


def test_the_longest_game_with_all_its_times_and_the_longest_text_survives_every_conversion() -> None:
    time = timedelta(hours=99_999, milliseconds=1)
    # What takes the most room: each sign is written as ten in UHP, as six in PGN, as four in SGF.
    text = "x" + "\n" * 50_000 + "}" * 40_000 + "]" * 40_000 + "\n3" * 10_000
    headers = {f"H{number}": '\\"' * 20 for number in range(700)}
    record = GameRecord(RULES, LONG, clocks=(time,) * MOST_MOVES, spent=(time,) * MOST_MOVES, headers=headers,
                        comments={MOST_MOVES: text})  # fmt: skip
    for to in FORMATS:
        written = write_game(record, to)
        assert len(written) > 1 << 19
        assert read_game(written) == record, to


def test_a_game_of_one_move_more_is_refused_everywhere() -> None:
    problem = f"the game cannot be read: it has more than {MOST_MOVES} moves"
    for text in (
        "Base;;;" + ";".join(TOO_LONG),
        '[GameType "Base"]\n' + "\n".join(TOO_LONG),
    ):
        with pytest.raises(BadRecord) as bad:
            read_game(text)
        assert str(bad.value).endswith(problem)
        assert bad.value.record.moves == LONG
    with pytest.raises(BadGame) as refused:
        replay(RULES, TOO_LONG)
    assert (refused.value.ply, str(refused.value.error)) == (MOST_MOVES, problem)
    with pytest.raises(ValueError, match="more than 5000 moves"):
        GameRecord(RULES, TOO_LONG)


def test_a_session_takes_no_more_moves_than_a_file() -> None:
    console = Console()
    refused = console.answer("newgame Base;;;" + ";".join(TOO_LONG))
    assert refused[0].startswith("err move 5001 ")
    assert refused[0].endswith("it has more than 5000 moves")
    assert console.answer("newgame Base;;;" + ";".join(LONG))[0].count(";") == 2 + MOST_MOVES
    for command in (f"play {SHUFFLE[0]}", "pass"):
        assert console.answer(command) == ["err a game has at most 5000 moves: try undo or newgame", "ok"]
    assert console.answer("undo")[0].count(";") == 1 + MOST_MOVES
    assert console.answer(f"play {LONG[-1]}")[0].count(";") == 2 + MOST_MOVES


def test_more_text_than_any_game_has_is_refused_everywhere() -> None:
    long = "x" * MOST_TEXT
    for record in ({"headers": {"White": long}}, {"comments": {0: long}}):
        with pytest.raises(ValueError, match="headers and comments have more than 200000 characters"):
            GameRecord(RULES, **record)  # type: ignore[arg-type]
    for text in (
        f'[GameType "Base"]\n[White "{long}"]\n',
        f'[GameType "Base"]\n{{{long}}}\n',
        f"# 0 {{{long}}}\nBase",
        f"(;SU[Hive]EV[{long}])",
    ):
        with pytest.raises(InvalidNotation, match="headers and comments have more than 200000 characters"):
            read_game(text)
    # One that does not fit because of the room each takes, however short it is.
    with pytest.raises(ValueError, match="more than 200000"):
        GameRecord(RULES, headers={f"H{number}": "" for number in range(MOST_TEXT // 12)})


@pytest.mark.parametrize(
    "text",
    [
        "(" * LONGEST_GAME,
        "(;SU[" + "x" * LONGEST_GAME,
        "(;SU[" + "\\]" * (LONGEST_GAME // 2) + "]",
        "(;SU[Hive]" + ";" * LONGEST_GAME,
        "(;SU[Hive]" + "A[]" * MOST_PARTS * 2,
        '[GameType "Base"]\n' + "{}" * MOST_PARTS * 2,
        '[GameType "Base"]\n' + "(" * MOST_PARTS * 2,
        '[GameType "Base"]\n' + "1." * (LONGEST_GAME // 2),
        '[GameType "Base"]\n' + "$1 " * MOST_PARTS + "1.",
        '[GameType "Base"]\n{' + "[%clk " * (LONGEST_GAME // 4),
        '[A "' * (LONGEST_GAME // 4),
        '[GameType "Base"]\n' + '[A "b"]\n' * MOST_PARTS * 2,
        "Base;;;" + "wA1;" * (LONGEST_GAME // 4),
        "# {\n" * (LONGEST_GAME // 2) + "Base",
        "# 1 {" + "\n# 1 {}" * (LONGEST_GAME // 6) + "\nBase",
    ],
    ids=range(15),
)  # fmt: skip
def test_long_nonsense_is_refused(text: str) -> None:
    with pytest.raises((InvalidNotation, BadRecord)):
        read_game(text)


BLANKS = " " * 300_000


@pytest.mark.parametrize(
    "text",
    [
        f"# [a{BLANKS}x] y\nBase",
        f"# [a{BLANKS}]x\nBase",
        f"# [{'a' * 300_000}\nBase",
        f'[GameType "Base"]\n[a "{BLANKS}[]',
        f"(;SU[hive]; P0[1 a{BLANKS}b])",
        f'(;SU[hive]P0[id "{"a b " * 20_000}"]RE[{"a b " * 50_000}])',
    ],
    ids=range(6),
)
def test_what_can_be_parted_in_many_ways_is_read_without_trying_them_all(text: str) -> None:
    with suppress(EngineError):
        read_game(text)


def test_a_sentence_does_not_repeat_all_of_a_long_move() -> None:
    with pytest.raises(BadGame) as refused:
        Board.from_game_string("Base;;;" + "x" * 100_000)
    assert refused.value.text == "x" * 100_000
    assert len(str(refused.value)) < 200


def test_a_board_itself_has_no_limit() -> None:
    board = replay(RULES, LONG)
    board.push_text(SHUFFLE[0])
    assert isinstance(board, Board)
    assert board.ply == MOST_MOVES + 1
