"""Tables of an event as CSV, and entrants from one."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exchange.csv_cells import protect, unprotect
from tournaments.exchange.csv_entrants import ImportedEntrant, read_entrants_csv
from tournaments.exchange.csv_tables import (
    EntrantRow,
    GameRow,
    StandingsRow,
    write_entrants_csv,
    write_games_csv,
    write_standings_csv,
)


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_lines_end_and_cells_are_quoted_as_rfc_4180_has_it():
    text = write_entrants_csv([EntrantRow(1, "ada", 'Ada "the ant", Countess', 1815, "London\nHive")])
    assert text == (
        'start number,user name,name,rating,club,status\r\n1,ada,"Ada ""the ant"", Countess",1815,"London\nHive",\r\n'
    )


@pytest.mark.parametrize("name", ["=1+2", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "'=1"])
def test_a_name_that_a_spreadsheet_would_run_as_a_formula_is_text(name):
    cell = table(write_entrants_csv([EntrantRow(None, "x", name)]))[1][2]
    assert cell == "'" + name
    assert unprotect(cell) == name


def test_numbers_stay_numbers():
    rows = [StandingsRow(1, 12, "-Ada", 9, 5, ("-0.5", "12.25"))]
    lines = table(write_standings_csv(rows, ["XY", "BH"]))
    assert lines == [
        ["rank", "start number", "name", "points", "played", "XY", "BH"],
        ["1", "12", "'-Ada", "4.5", "5", "-0.5", "12.25"],
    ]
    with pytest.raises(ValueError, match="2 values for 1 tie-breaks"):
        write_standings_csv(rows, ["BH"])


def test_games_open_played_and_byes():
    rows = [
        GameRow(1, 1, 2, "Ada", "Bo", 1, 2, 1, 1, "", "https://hive.example/games/7"),
        GameRow(1, 2, 1, "Cy", "Di", 3, 4),
        GameRow(1, 3, 1, "Ed", white_no=5, white_points=3, note="bye"),
    ]
    assert table(write_games_csv(rows))[1:] == [
        ["1", "1", "2", "1", "Ada", "2", "Bo", "0.5", "0.5", "", "https://hive.example/games/7"],
        ["1", "2", "1", "3", "Cy", "4", "Di", "", "", "", ""],
        ["1", "3", "1", "5", "Ed", "", "", "1.5", "", "bye", ""],
    ]


@given(st.text())
def test_protection_can_be_taken_off_again(text):
    assert unprotect(protect(text)) == text.replace("\0", "")
    assert not protect(text).startswith(("=", "@", "\t", "\r"))


def test_entrants_are_read_back_as_they_were_written():
    rows = [EntrantRow(1, "ada", "=Ada; Countess", 1815, "Höör"), EntrantRow(None, "bo", "Bo")]
    found = read_entrants_csv(write_entrants_csv(rows))
    assert not found.problems
    assert found.entrants == (
        ImportedEntrant(2, "ada", "=Ada; Countess", 1, 1815, "Höör"),
        ImportedEntrant(3, "bo", "Bo"),
    )
    assert found.ignored == ("status",)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_what_spreadsheets_save_is_read(separator, line_end):
    lines = [["Name", "ELO", "Notes"], ["Ada", "1815.0", ""], ["", "", ""], ['"Bo', ' x"', "", ""][:3], ["Cy"]]
    text = "\ufeff" + line_end.join(separator.join(cells) for cells in lines)
    if separator != ",":
        text = text.replace(f'"Bo{separator} x"', '"Bo x"')
    found = read_entrants_csv(text)
    assert not found.problems
    assert [(entrant.line, entrant.name, entrant.rating) for entrant in found.entrants] == [
        (2, "Ada", 1815),
        (4, "Bo, x" if separator == "," else "Bo x", None),
        (5, "Cy", None),
    ]
    assert found.ignored == ("Notes",)


def test_every_line_that_cannot_be_used_is_named():
    text = "user name,rating,seed\nada,high,1\nbo,1500,1\n,1500,\nADA,5000,2\ncy,1500,3,extra\ndi,1500,0\n"
    assert [(problem.line, problem.sentence) for problem in read_entrants_csv(text).problems] == [
        (2, "The rating must be a whole number from 0 to 4000, not “high”."),
        (3, "The start number 1 stands in line 2 already."),
        (4, "The name is missing."),
        (5, "The rating must be a whole number from 0 to 4000, not “5000”."),
        (5, "The user name “ADA” stands in line 2 already."),
        (6, "4 cells, but only 3 columns have a name."),
        (7, "The start number must be a whole number from 1 to 9999, not “0”."),
    ]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "The file is empty"),
        ("\n\nada\nbo", 3, "must name the columns"),
        ("name,player\nada,bo", 1, "Two columns mean the same, the second is “player”."),
        ("name", 1, "no entrant"),
        ('name\nada\n"bo\ncy', 2, "quotation mark is not closed in or after this line"),
        ("name\nada\nAda", 3, "“Ada” stands in line 2 already: give user names"),
        ("name\n" + "x" * 201, 2, "more than 200 characters"),
        ("name\na\0b", 2, "signs no name has"),
        ('"name', 1, "cannot be read as CSV"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(text, line, words):
    (problem,) = read_entrants_csv(text).problems
    assert (problem.line, words in problem.sentence) == (line, True), problem


def test_the_line_of_a_problem_counts_line_ends_inside_of_cells():
    found = read_entrants_csv('name,rating\n"a\nb",1\nc,x\n')
    assert found.entrants[0].name == "a b"
    assert [problem.line for problem in found.problems] == [4]


@given(st.text(alphabet=",;\"\n\r\t na0='", max_size=60))
def test_any_text_is_read_or_refused_with_a_line(text):
    found = read_entrants_csv("name\n" + text)
    assert all(problem.line >= 1 and problem.sentence for problem in found.problems)
