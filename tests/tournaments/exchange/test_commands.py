"""The commands that check us against other programs."""

import csv
import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.event_files import events, read_event
from tournaments.exchange.trf import TrfDocument, TrfPlayer, TrfResult, write_trf
from tournaments.management.commands.standings import show_value
from tournaments.standings import Edition, standings

DATA = Path(__file__).parents[2] / "data" / "pairing"


def run(*args: str, **options: object) -> str:
    out = io.StringIO()
    call_command(*args, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


@pytest.mark.parametrize("path", sorted(DATA.glob("*_0040p_*.trf"))[:4], ids=lambda path: path.stem)
def test_pair_prints_what_other_programs_print(path):
    assert run("pair", str(path)) == path.with_suffix(".pairs").read_text()
    assert run("pair", str(path), "--explain") == path.with_suffix(".pairs").read_text()


def test_pair_says_when_there_is_no_legal_round_and_what_would_help():
    path = next(path for path in sorted(DATA.glob("*.pairs")) if path.read_text().startswith("IMPOSSIBLE"))
    with pytest.raises(CommandError, match=r"No legal round exists.*rematches") as refusal:
        run("pair", str(path.with_suffix(".trf")))
    assert refusal.value.returncode == 1


def test_a_double_swiss_is_paired_match_by_match_from_two_columns_each(tmp_path):
    def games(opponent: int, colours: str, results: str) -> tuple[TrfResult, ...]:
        return tuple(TrfResult(opponent, colour, code) for colour, code in zip(colours, results, strict=True))

    bye = (TrfResult(0, "-", "U"), TrfResult(0, "-", "H"))
    field = {1: games(3, "wb", "11"), 2: games(4, "bw", "0="), 3: games(1, "bw", "00"), 4: games(2, "wb", "1="), 5: bye}
    document = TrfDocument(
        players=[TrfPlayer(no, rounds=rounds) for no, rounds in field.items()],
        rounds_total=6,
        initial_colour="w",
        system="FIDE_DOUBLESWISS",
        trf26=True,
    )
    file = tmp_path / "event.trf"
    file.write_text(write_trf(document))
    # Scores 2, ½, 0, 1½, 1½: 3 is the lowest and has the bye; 1 needs one of 4 and 5, the first is 4. 5 has had no
    # colour, so 2, who began with Black, begins with White (4.3.5).
    assert run("pair", str(file)) == "3\n4 1\n2 5\n3 0\n"
    document.players[0] = TrfPlayer(1, rounds=field[1][:1])
    document.players[2] = TrfPlayer(3, rounds=field[3][:1])
    file.write_text(write_trf(document))
    with pytest.raises(CommandError, match="a game and a bye") as refusal:
        run("pair", str(file))
    assert refusal.value.returncode == 3


def test_pair_refuses_a_system_that_it_does_not_know(tmp_path):
    file = tmp_path / "event.trf"
    players = [TrfPlayer(1), TrfPlayer(2)]
    file.write_text(write_trf(TrfDocument(players=players, rounds_total=3, system="FIDE_DUBOV", trf26=True)))
    with pytest.raises(CommandError, match="the file is for FIDE_DUBOV"):
        run("pair", str(file))
    assert run("pair", str(file), "--system", "dutch") == "1\n1 2\n"


@pytest.mark.parametrize("command", ["pair", "standings"])
def test_a_file_that_cannot_be_used_is_refused_with_the_place(command, tmp_path):
    path = tmp_path / "bad.trf"
    path.write_text("XXR 3\n001    x")
    with pytest.raises(CommandError, match="line 2, column 5") as refusal:
        run(command, str(path))
    assert refusal.value.returncode == 3
    with pytest.raises(CommandError, match="Cannot read"):
        run(command, str(tmp_path / "missing.trf"))


@pytest.mark.parametrize("path", events(), ids=lambda path: path.stem)
@pytest.mark.parametrize("edition", ["2024", "2026"])
def test_standings_of_an_event_come_out_of_its_file_as_they_do_inside(path, edition, tmp_path):
    event = read_event(path)
    if event.system != "swiss" or event.win_points != 1:
        pytest.skip("its file would need other records")
    file = tmp_path / "event.trf"
    file.write_text(write_trf(as_document(event.players)))
    codes = ["BH", "BH/C1", "BH/M1", "SB", "PS", "WIN", "BWG", "DE", "ARO", "FB", "AOB", "REP"]
    table = list(csv.reader(io.StringIO(run("standings", str(file), tiebreaks=",".join(codes), edition=edition))))
    assert table[0] == ["rank", "start number", "points", *codes]
    edition_ = Edition.FIDE_2024 if edition == "2024" else Edition.FIDE_2026
    rows = standings(event.entrants, event.games, None, ["PTS", *codes], "swiss", byes=event.byes, edition=edition_)
    assert table[1:] == [
        [str(row.rank), str(row.entrant.id), f"{row.points / 2:.1f}", *(show_value(row.value(code)) for code in codes)]
        for row in rows
    ]


def as_document(players: list[dict]) -> TrfDocument:
    return TrfDocument(
        players=[
            TrfPlayer(
                no=one["no"],
                rating=one["rating"],
                rounds=tuple(TrfResult(opponent, colour, code) for opponent, colour, code in one["rounds"]),
            )
            for one in players
        ]
    )


def test_standings_answer_under_the_names_they_were_asked_by(tmp_path):
    file = tmp_path / "event.trf"
    players = [
        TrfPlayer(1, rounds=(TrfResult(2, "w", "0"),)),
        TrfPlayer(2, rounds=(TrfResult(1, "b", "1"),)),
    ]
    file.write_text(write_trf(TrfDocument(players=players)))
    names = "bh-c1,SonnebornBerger,HeadToHead,WinsAsBlack,tpn"
    assert run("standings", str(file), tiebreaks=names).splitlines() == [
        f"rank,start number,points,{names}",
        "1,2,1.0,0,0,,1,2",
        "2,1,0.0,0,0,,0,1",
    ]
    with pytest.raises(CommandError, match="There is no tie-break “XX”"):
        run("standings", str(file), tiebreaks="XX")


def test_a_round_robin_is_ranked_by_the_rules_of_round_robins(tmp_path):
    file = tmp_path / "event.trf"
    players = [
        TrfPlayer(1, rounds=(TrfResult(2, "w", "+"),)),
        TrfPlayer(2, rounds=(TrfResult(1, "b", "-"),)),
    ]
    file.write_text(write_trf(TrfDocument(texts={"092": ["Individual: Round-Robin"]}, players=players)))
    assert run("standings", str(file), tiebreaks="WON").splitlines()[1] == "1,1,1.0,1"
    assert run("standings", str(file), tiebreaks="WON", system="swiss").splitlines()[1] == "1,1,1.0,0"
