"""TRF files: what is read, what is written, and what a faulty file is told."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exchange.trf import (
    TrfAbsences,
    TrfDocument,
    TrfError,
    TrfForbidden,
    TrfPlayer,
    TrfResult,
    TrfScoring,
    TrfVirtual,
    read_trf,
    write_trf,
)

DATA = Path(__file__).parents[2] / "data" / "pairing"
SHARED = Path(__file__).parents[4] / "shared" / "cases"


def placed(*cells: tuple[int, str]) -> str:
    """A line with each text in its column, counted from 1."""
    line = ""
    for column, text in cells:
        line = line.ljust(column - 1) + text
    return line


PLAYER = placed(
    (1, "001"),
    (8, "1"),
    (10, "m"),
    (12, "GM"),
    (15, "Berger, Johann"),
    (49, "2450"),
    (54, "AUT"),
    (62, "1234567"),
    (70, "1845/04/11"),
    (82, "1.5"),
    (89, "2"),
    (92, "   2 w 1"),
    (102, "0000 - H"),
)
RIVAL = placed((1, "001"), (8, "2"), (15, "Anderssen, Adolf"), (82, "0.0"), (92, "   1 b 0"), (102, "0000 - Z"))


def lines(*text: str) -> str:
    return "\n".join(text) + "\n"


def test_every_column_of_a_player_is_read():
    player, rival = read_trf(lines(PLAYER, RIVAL)).players
    assert player == TrfPlayer(
        no=1,
        name="Berger, Johann",
        sex="m",
        title="GM",
        rating=2450,
        federation="AUT",
        fide_id="1234567",
        birth="1845/04/11",
        points=15,
        rank=2,
        rounds=(TrfResult(2, "w", "1"), TrfResult(0, "-", "H")),
    )
    assert (rival.rating, rival.title, rival.points) == (None, "", 0)


def test_settings_of_both_dialects_mean_the_same():
    old = read_trf(lines("XXR 9", "XXC black1", "BBW 3.0", "BBD 1.0", "BBU 1.0", "XXP 1 2", PLAYER, RIVAL))
    new = read_trf(lines("142 9", "152 B", "162  W 3.0    D 1.0    P 1.0", "260 001 009    1    2", PLAYER, RIVAL))
    assert (old.rounds_total, old.initial_colour) == (new.rounds_total, new.initial_colour) == (9, "b")
    assert old.scoring == new.scoring == TrfScoring(win=30, draw=10, pairing_bye=10)
    assert old.forbidden == [TrfForbidden((1, 2))]
    assert new.forbidden == [TrfForbidden((1, 2), 1, 9)]
    assert (old.trf26, new.trf26) == (False, True)


def test_points_that_fill_their_columns_are_read():
    document = TrfDocument(scoring=TrfScoring(win=100, draw=50), trf26=True)
    assert "162  W10.0    D 5.0" in write_trf(document)
    assert read_trf(write_trf(document)) == document


def test_absences_and_virtual_points_are_read():
    document = read_trf(lines("240 Z 003    2    1", "250       1.0 001 003    1   16", "XXA    1  1.0  0.5", "XXZ 2"))
    assert document.absences == [TrfAbsences("Z", 3, (2, 1))]
    assert document.virtual == [TrfVirtual(None, 10, 1, 3, 1, 16)]
    assert document.accelerations == {1: (10, 5)}
    assert document.absent_now == [2]


def test_javafo_scoring_is_read():
    scoring = read_trf(lines("XXS W=3.0 D=1.0 PAB=1.5 FW=2.0 HPB=0.5")).scoring
    assert scoring == TrfScoring(win=30, draw=10, pairing_bye=15, forfeit_win=20, half_bye=5)
    assert scoring.points(TrfResult(0, "-", "F")) == 30
    assert scoring.points(TrfResult(2, "w", "+")) == 20


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_line_end_is_read(line_end):
    document = read_trf(line_end.join(["012 Café", PLAYER, RIVAL]).encode() + line_end.encode())
    assert (document.name, len(document.players)) == ("Café", 2)


def test_files_that_are_not_utf_8_are_taken_as_latin_1():
    assert read_trf("012 Café\n".encode("latin-1")).name == "Café"
    assert read_trf(b"\xef\xbb\xbf012 Caf\xc3\xa9\n").name == "Café"


def test_unknown_records_and_comments_are_kept():
    document = read_trf(
        lines("### made by hand", "013 Team One                            1    2", "XYZ what", PLAYER, RIVAL)
    )
    assert document.comments == [" made by hand"]
    assert document.other == ["013 Team One                            1    2", "XYZ what"]
    assert read_trf(write_trf(document)) == document


@pytest.mark.parametrize("trf26", [False, True])
def test_a_whole_document_survives_writing_and_reading(trf26):
    document = TrfDocument(
        texts={"012": ["An event"], "112": ["One", "Two"], "132": ["26/03/01"]},
        players=[
            TrfPlayer(
                1, "Berger, Johann", "m", "GM", 2450, "AUT", "1234567", "1845/04/11", 15, 1, (TrfResult(2, "w", "1"),)
            ),
            TrfPlayer(2, "A", points=0, rounds=(TrfResult(1, "b", "0"),)),
            TrfPlayer(30, "Late", points=0, rounds=(None, TrfResult(0, "-", "Z"))),
        ],
        rounds_total=9,
        initial_colour="b",
        by_rank=True,
        scoring=TrfScoring(30, 10, 0, 5, 5, 10, 20, 5, 10),
        system="FIDE_DUTCH_2025" if trf26 else "",
        absences=[TrfAbsences("H", 3, (1, 30))] if trf26 else [],
        virtual=[TrfVirtual(None, 10, 1, 3, 1, 2)] if trf26 else [],
        accelerations={1: (10, 10, 5)},
        forbidden=[TrfForbidden((1, 2, 30)), *([TrfForbidden((1, 2), 2, 4)] if trf26 else [])],
        absent_now=[30],
        comments=[" hello"],
        other=["013 A team"],
        trf26=trf26,
    )
    assert read_trf(write_trf(document)) == document
    assert read_trf(write_trf(document, line_end="\r\n")) == document


def test_more_points_than_the_format_has_room_for_are_not_written():
    with pytest.raises(ValueError, match=r"no room for the 100\.0 points of player 1"):
        write_trf(TrfDocument(players=[TrfPlayer(1, points=1000)]))


def test_all_files_at_hand_survive_writing_and_reading():
    paths = [*DATA.glob("*.trf"), *SHARED.glob("pairing/*9_r0*.trf"), *SHARED.glob("tiebreaks/*.trf")]
    assert len(paths) > 100
    for path in paths:
        document = read_trf(path.read_bytes())
        assert read_trf(write_trf(document)) == document, path.stem
        players = [line for line in path.read_text().splitlines() if line.startswith("001")]
        assert [line for line in write_trf(document).splitlines() if line.startswith("001")] == [
            line.rstrip() for line in players
        ], path.stem


@given(st.randoms(use_true_random=False))
def test_a_damaged_file_is_read_or_refused_with_a_place_but_never_more(rng):
    good = lines("XXR 9", "XXC white1", "162  W 1.0    D 0.5", "XXA    1  1.0", "240 Z 003    2", PLAYER, RIVAL)
    text = list(good)
    for _damage in range(rng.randint(1, 6)):
        text[rng.randrange(len(text))] = rng.choice(["", " ", "\n", "9", "²", "x", "-", ".", "\0", "0000 - U", "1e9"])
    damaged = "".join(text)
    document = TrfDocument()
    with contextlib.suppress(TrfError):
        document = read_trf(damaged)
    assert read_trf(write_trf(document)) == document


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        (lines("XXR many", PLAYER), 1, 5, "number of rounds"),
        (lines("XXR 0"), 1, 5, "from 1 to 99"),
        (lines("152 green"), 1, 5, "W or B"),
        (lines("XXC white2"), 1, 5, "white1"),
        (lines("162  W 1.0    Q 0.5"), 1, 15, "knows the codes"),
        (lines("162  W 1.0    D"), 1, 15, "followed by its points"),
        (lines("BBW 1.05"), 1, 5, "one decimal"),
        (lines("BBW x"), 1, 5, "such as 2.5"),
        (lines("XXS WIN=3"), 1, 5, "XXS knows"),
        (lines("240 Q 003    1"), 1, 5, "H, F or Z"),
        (lines("240 Z        1"), 1, 7, "needs a round"),
        (lines("260 abc 009    1    2"), 1, 5, "whole number"),
        (lines("XXP 1 two"), 1, 7, "start numbers"),
        (lines("XXA one 1.0"), 1, 5, "needs a start number"),
        (lines("012 x", PLAYER[:4] + "   x" + PLAYER[8:]), 2, 5, "start number"),
        (lines(PLAYER, PLAYER), 2, 5, "two players with the number 1"),
        (lines(PLAYER), 1, 92, "no player 2"),
        (lines(PLAYER, RIVAL[:91] + "   1 w 0"), 1, 92, "do not agree about round 1"),
        (lines(PLAYER, RIVAL[:91] + "0000 - Z"), 1, 92, "does not name player 1"),
        (lines(PLAYER[:91] + "   1 w 1"), 1, 92, "cannot meet itself"),
        (lines(PLAYER[:91] + "   2 g 1"), 1, 97, "colour must be"),
        (lines(PLAYER[:91] + "   2 w ?"), 1, 99, "result must be one of"),
        (lines(PLAYER[:91] + "   2 w H"), 1, 92, "a bye (H) has opponent 0000"),
        (lines(PLAYER[:91] + "0000 - 1"), 1, 92, "needs an opponent"),
        (lines(PLAYER[:48] + "24x0" + PLAYER[52:]), 1, 49, "rating"),
        (lines(PLAYER[:80] + " 1,x" + PLAYER[84:]), 1, 81, "points"),
    ],
)
def test_a_faulty_file_is_told_where_and_what(text, line, column, words):
    with pytest.raises(TrfError) as refusal:
        read_trf(text)
    assert (refusal.value.line, refusal.value.column) == (line, column), str(refusal.value)
    assert words in refusal.value.problem
