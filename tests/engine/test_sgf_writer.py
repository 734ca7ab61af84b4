"""SGF as it is written: the actions BoardSpace knows, and cells that stay on its board."""

import random
from datetime import timedelta

import pytest

from engine import Board
from engine.notation.reading import decode
from engine.notation.record import GameRecord, Result
from engine.notation.sgf import read_sgf
from engine.notation.sgf_writer import write_sgf

from .cases import cases, rules_of
from .playing import ordered
from .records import data_of


def test_what_is_written_is_what_boardspace_writes() -> None:
    record = GameRecord.of(
        Board.from_game_string("Base+MLP;;;wP;bM wP-;wQ -wP;bQ bM\\;wA1 \\wP;bA1 bQ\\;wQ /wP"),
        result=Result.WHITE_WINS,
        headers={"White": "Ada", "Black": "Bo [x]", "WhiteElo": "1700", "Site": "here", "Annotator": "Cy"},
        spent=[timedelta(seconds=1)],
        clocks=[timedelta(seconds=59)],
        comments={0: "hello", 2: "a]b"},
    )
    assert write_sgf(record).splitlines() == [
        "(;",
        "GM[27]",
        "VV[1]",
        "SU[Hive-PLM]",
        "PC[here]",
        "RE[Game won by Ada]",
        'P0[id "Ada"]',
        "P0[ranking 1700]",
        'P1[id "Bo \\[x\\]"]',
        'C[\\[OpeningRule "no_queen_first"\\]',
        '\\[RepetitionRule "none"\\]',
        '\\[SgfResult ""\\]',
        '\\[Annotator "Cy"\\]]',
        "; P0[0 Start P0]C[hello]",
        "; P0[1 move W wP1 N 13 .]",
        "; P0[2 done]TM[1000]C[\\[%clk 0:00:59\\]]",
        "; P1[3 move B bM1 O 13 wP-]",
        "; P1[4 done]C[a\\]b]",
        "; P0[5 move W wQ M 13 -wP]",
        "; P0[6 done]",
        "; P1[7 move B bQ O 12 bM\\\\]",
        "; P1[8 done]",
        "; P0[9 move W wA1 N 14 \\\\wP]",
        "; P0[10 done]",
        "; P1[11 move B bA1 O 11 bQ\\\\]",
        "; P1[12 done]",
        "; P0[13 move W wQ M 12 /wP]",
        "; P0[14 done]",
        ";",
        ")",
    ]


def test_throws_are_told_as_pmove_and_climbs_with_a_dot() -> None:
    text = write_sgf(read_sgf(decode(data_of("mzinga-017.sgf"))))
    assert "pmove B bS2 M 9 wP\\\\]" in text
    assert read_sgf(text).moves == read_sgf(decode(data_of("mzinga-017.sgf"))).moves
    climbing = next(game for game in cases("games.jsonl") if any(" wQ" in move[3:] for move in game["moves"]))
    record = GameRecord(rules_of(climbing), tuple(climbing["moves"]))
    board = Board(record.rules)
    lines = [line for line in write_sgf(record).splitlines() if "ove " in line or " pass" in line]
    assert len(lines) == len(record.moves)
    for move, line in zip(record.moves, lines, strict=True):
        played_move = board.parse_move(move)
        onto = played_move.destination in board.stacks() or board.ply == 0
        assert line.endswith(" .]") == onto
        assert line.endswith("pass]") == (move == "pass")
        board.push(played_move)


@pytest.mark.parametrize(("columns", "letters"), [(16, 1), (40, 2)])
def test_a_hive_that_wanders_off_gets_another_origin(columns: int, letters: int) -> None:
    # BoardSpace has the columns A to Z and begins on N; Mzinga reads one letter only.
    board = Board.from_game_string("Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wA2 -wQ;bA2 bQ-")
    chance = random.Random(1)
    while max(cell.q for cell in board.stacks()) < columns:
        moves = ordered(board.legal_moves())
        moves = [move for move in moves if move.kind == "movement"] or moves
        gains = [move.destination.q - move.origin.q if move.destination and move.origin else 0 for move in moves]
        best = max(gains)
        board.push(chance.choice([move for move, gain in zip(moves, gains, strict=True) if gain == best or best <= 0]))
    record = GameRecord.of(board)
    text = write_sgf(record)
    assert read_sgf(text) == record
    assert max(len(line.split()[5]) for line in text.splitlines() if " move " in line) == letters
