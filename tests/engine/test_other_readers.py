"""What Mzinga and hivegame make of our files, by readers that do only what those programs do.

Both are stricter or simpler than ours: Mzinga takes every line that is no tag, comment or result for a move, and
of SGF only one letter for a column; hivegame knows results as scores and splits every line at its blanks.
"""

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from engine import BadRecord, Board, GameRecord, InvalidNotation, OpeningRule, Result, Rules, read_game, write_game

from .records import INDEX, data_of

STATES = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")
SCORES = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2-1/2": Result.DRAW}


def records() -> list[tuple[str, GameRecord]]:
    """Return every real game, with clocks and a comment added where there are none."""
    found = []
    for name in INDEX:
        try:
            record = read_game(data_of(name))
        except (BadRecord, InvalidNotation):
            continue
        clocks = tuple(timedelta(seconds=ply) for ply in range(len(record.moves)))
        comments = {0: "before", 1: "3 ants {here}", 2: "wait\n3. wA1 bQ-\n[5] and [%] 5"}
        found.append((name, replace(record, clocks=clocks, comments={**comments, **record.comments})))
    return found


RECORDS = records()


def mzinga_pgn(text: str) -> tuple[list[str], str, dict[str, str]]:
    """Return moves, result and tags as Mzinga reads PGN."""
    moves, tags, inside = [], {}, False
    result = ""
    for line in map(str.strip, text.splitlines()):
        if inside:
            inside = not line.endswith("}")
        elif line.startswith("[") and line.endswith("]"):
            key, _, value = line.strip("[]").partition(" ")
            tags[key] = value.replace('"', "").strip()
            if key == "Result":
                result = tags[key]
        elif line.startswith("{"):
            inside = not line.endswith("}")
        elif line in STATES:
            result = line
        elif line:
            moves.append(line.lstrip(".0123456789").strip())
    return moves, result, tags


def hivegame_pgn(text: str) -> tuple[list[str], Result | None]:
    """Return moves and result as hivegame reads PGN."""
    moves: list[str] = []
    result = None
    for line in text.splitlines():
        words = line.split()
        if "[Result" in line:
            result = SCORES.get(words[1].strip('"]'))
        if "[" in line or not words or not re.search(r"\d", words[0]):
            continue
        assert len(words) > 2 or words[1:] == ["pass"] or not moves, line
        moves.append(" ".join(words[1:]))
    return moves, result


def mzinga_sgf(text: str) -> tuple[list[str], str]:
    """Return moves and the RE value as Mzinga reads SGF: it goes by the references, and for a dot by the cell."""
    moves: list[str] = []
    stacks: dict[str, list[str]] = {}
    done, result = True, ""
    for line in text.splitlines():
        move = re.search(r"(?:move [wb]|p?dropb) ([a-z0-9]+) ([a-z] [0-9]+) ([a-z0-9\\\-/.]*)", line, re.IGNORECASE)
        said = re.search(r"RE\[(.+)\]", line)
        if said:
            result = said[1]
        elif move:
            assert done
            piece = re.sub(r"([MLP])1", r"\1", move[1])
            reference = re.sub(r"([MLP])1", r"\1", move[3].replace("\\\\", "\\"))
            if reference == ".":
                reference = stacks[move[2]][-1] if moves else ""
            for stack in stacks.values():
                if stack and stack[-1] == piece:
                    stack.pop()
            stacks.setdefault(move[2], []).append(piece)
            moves.append(f"{piece} {reference}".strip())
            done = False
        elif re.search(r"P[01]\[[0-9]+ pass\]", line):
            moves.append("pass")
            done = False
        elif re.search(r"P[01]\[[0-9]+ done\]", line):
            done = True
    return moves, result


def canonical(record: GameRecord, moves: list[str]) -> tuple[str, ...]:
    """Return what strict programs understand by ``moves``."""
    board = Board(Rules(record.rules.game_type, OpeningRule.QUEEN_MAY_OPEN))
    for move in moves:
        board.push_text(move)
    return tuple(board.move_strings())


@pytest.mark.parametrize(("name", "record"), RECORDS, ids=[name for name, _ in RECORDS])
def test_mzinga_and_hivegame_read_what_we_write(name: str, record: GameRecord) -> None:
    text = write_game(record, "pgn")
    assert read_game(text) == record
    moves, result, tags = mzinga_pgn(text)
    assert tuple(moves) == record.moves
    assert tags["White"] == record.header("White")
    assert tags["GameType"] == str(record.rules.game_type)
    if record.result is not Result.OPEN:
        assert result == record.result
    moves, score = hivegame_pgn(text)
    assert tuple(moves) == record.moves
    assert score == (None if record.result is Result.OPEN else record.result)
    moves, said = mzinga_sgf(write_game(record, "sgf"))
    assert canonical(record, moves) == record.moves
    if record.result in (Result.WHITE_WINS, Result.BLACK_WINS) and not record.header("SgfResult"):
        winner = record.header("White" if record.result is Result.WHITE_WINS else "Black")
        assert winner in said
