"""No text, however broken or long, makes a reader do more than refuse it; whatever is read survives conversion."""

from datetime import timedelta

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import BadGame, Board, EngineError, IllegalMove, InvalidNotation
from engine.notation.convert import read_game
from engine.notation.reading import BadRecord
from engine.notation.record import GameRecord, Result

from .playing import games
from .records import BUNDLED_FILES, check_round_trips

FILES = sorted(path.name for path in BUNDLED_FILES.glob("*.[ps]g[nf]"))

PIECES = [
    "(;", ")", ";", "[", "]", "{", "}", "\\", '"', "\n", "\r", " ", "\x00", "é", "\xa0", "\u2028", "#", "&#125;",
    "GM[27]", "GM[1]", "SU[Hive-PLM]", "SU[hive]", "SU[Hive-Ultimate]", "DT[March 3, 2018]", "RE[Game won by A]",
    'P0[id "A"]', 'P1[id "B"]', "C[x]", "C[\\[%clk 0:01:02\\]]", "TM[1000]", "TM[x]", "; P0[1 move W wS1 N 13 .]",
    "; P0[2 done]", "; P1[3 pick B 1 bA1]", "; P1[4 dropb bA1 O 13 wS1-]", "; P1[5 done]TM[77]", "; P0[6 resign]",
    "; P0[7 offerdraw]", "; P1[8 acceptdraw]", "P0[9 passdone]", "P1[time 0:00:01 ]", "XX[y]", "dropb", "done",
    '[GameType "Base+MLP"]', '[GameType "Base"]', '[Result "1-0"]', '[Result "Draw"]', '[White "A"]', "[x]",
    '[OpeningRule "no_queen_first"]', '[RepetitionRule "threefold"]', "1. wS1", "2. bA1 wS1-", "3. wQ -wS1", "wQ",
    "4. pass", "{a}", "[%]", "[%] 3 x", "3 x", "{[%clk 1:00:00] [%used 0:00:01.5]}", "1-0", "WhiteWins", "½-½", "*",
    "Base+MLP;InProgress;White[1];", "Base;Draw;White[2];wS1;bA1 wS1-", "wS1;", "bA1 wS1-;", "# [White \"A\"]",
    "# 1 {[%clk 0:00:09]}", "(", "; x", "$1", "!?", "%", "\ud800", "wS1 bA1 wS1- 1-0",
]  # fmt: skip


def check(data: bytes | str) -> None:
    """Read; what can be read, wholly or up to the first bad move, must survive every conversion."""
    try:
        check_round_trips(read_game(data))
    except BadRecord as error:
        check_prefix(error)
    except (InvalidNotation, IllegalMove, BadGame) as error:
        refused: EngineError = error
        assert str(refused)


def check_prefix(error: BadRecord) -> None:
    assert error.line >= 1
    assert error.code
    assert error.ply == len(error.record.moves)
    assert isinstance(error.board, Board)
    check_round_trips(error.record)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=200), st.binary(max_size=200)))
@example("")
@example("(")
@example("(;SU[Hive]")
@example("Base;;;")
@example('[GameType "Base"]\n{')
def test_any_text_is_a_game_or_a_documented_error(data: bytes | str) -> None:
    check(data)


@settings(max_examples=250, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25), st.sampled_from(["", " ", "\n"]), st.integers(0, 3))
def test_any_mixture_of_what_files_consist_of(pieces: list[str], between: str, start: int) -> None:
    begin = ["", "(;SU[Hive-PLM]", '[GameType "Base+MLP"]\n', "Base+MLP;;;"][start]
    check(begin + between + between.join(pieces))


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    data = (BUNDLED_FILES / draw(st.sampled_from(FILES))).read_bytes()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        to = min(len(data), at + draw(st.integers(0, 40)))
        middle = draw(
            st.one_of(
                st.just(b""),
                st.just(data[at:to] * 2),
                st.sampled_from(PIECES).map(lambda text: text.encode("utf-8", "replace")),
                st.binary(max_size=3),
            )
        )
        data = data[:at] + middle + data[to:]
    return data[: draw(st.integers(0, len(data)))] if draw(st.integers(0, 3)) == 0 else data


@settings(max_examples=60, deadline=None)
@given(mutations())
def test_a_damaged_file_is_read_as_far_as_it_goes(data: bytes) -> None:
    check(data)


TEXTS = st.one_of(
    st.text(max_size=20),
    st.lists(st.sampled_from([*PIECES, "A", "b c", "2024.03.15", "Wed May 22 12:57:07 EDT 2013"]), max_size=4).map(
        "".join
    ),
)
NAMES = st.one_of(
    st.sampled_from(
        ["Event", "Site", "Date", "Round", "White", "Black", "TimeControl", "WhiteElo", "BlackElo", "WhiteTime",
         "BlackTime", "SgfDate", "SgfResult", "SgfGameName", "SgfSetup", "SgfCM", "SgfTM", "SgfLong", "Result",
         "ResultScore", "Termination", "C", "SU"]
    ),
    st.from_regex(r"[A-Za-z%;#]{1,5}", fullmatch=True),
)  # fmt: skip
TIMES = st.one_of(st.none(), st.integers(0, 10**9).map(lambda ms: timedelta(milliseconds=ms)))


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    board = draw(games(plies=12))
    times = st.lists(TIMES, max_size=board.ply)
    result = Result.on_board(board)
    if result is Result.OPEN:
        result = draw(st.sampled_from(Result))
    return GameRecord.of(
        board,
        result=result,
        headers=draw(st.dictionaries(NAMES, TEXTS, max_size=6)),
        clocks=draw(times),
        spent=draw(times),
        comments=draw(st.dictionaries(st.integers(0, board.ply), TEXTS, max_size=3)),
    )


@settings(max_examples=150, deadline=None)
@given(records())
def test_a_record_with_anything_in_it_survives_every_conversion(record: GameRecord) -> None:
    check_round_trips(record)
