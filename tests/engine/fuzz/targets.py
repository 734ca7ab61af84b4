"""What the engine reads from outside, as functions of bytes that may raise nothing, and true inputs to begin with.

``run.py`` feeds them for hours; ``test_fuzz.py`` feeds them the seeds and some damage in every test run.
"""

from collections.abc import Callable, Iterator

from engine import BadGame, Board, IllegalMove, InvalidNotation, InvalidSnapshot
from engine.console import Console
from engine.notation.convert import read_game
from engine.notation.reading import BadRecord

from ..cases import cases

CROWDED = (
    "1;39;wB2;-;-3,2=wA1 -3,3=bP+wB1 -2,2=bM -1,2=bQ+wB2 -1,3=bA1 -1,4=wM 0,-1=wL 0,1=bL 0,2=wA3 1,-1=bG1 "
    "1,0=wQ 1,1=bG3 2,-1=bG2 2,0=wP+bB1 2,1=wS1 3,-2=wA2"
)
LINES = 60  # of one session: more only repeat


def uhp_session(data: bytes) -> None:
    """A session of commands, one a line; what would take long on purpose is left out."""
    console = Console(clock=lambda: 0.0)
    for line in data.decode(errors="replace").splitlines()[:LINES]:
        words = line.lower().split()
        if words[:1] in (["perft"], ["bestmove"]) and words[-1] not in ("0", "1", "00:00:00"):
            continue
        answer = console.answer(line)
        assert answer == [] if not line.strip() else answer[-1] == "ok"


def game_string(data: bytes) -> None:
    """A GameString, read with either kindness to climbs; what is read is written and read again."""
    text = data.decode(errors="replace")
    for climb in (False, True):
        try:
            board = Board.from_game_string(text, climb_by_direction=climb)
        except (InvalidNotation, BadGame) as error:
            str(error)
            continue
        assert Board.from_game_string(board.game_string()).snapshot() == board.snapshot()


def move(data: bytes) -> None:
    """A move string on a crowded board."""
    board = Board.from_snapshot(Board().rules, CROWDED)
    text = data.decode(errors="replace")
    try:
        found = board.parse_move(text)
    except (InvalidNotation, IllegalMove) as error:
        str(error)
    else:
        assert found in board.legal_moves()


def snapshot(data: bytes) -> None:
    """A snapshot; a board that comes of it can be asked everything."""
    rules = Board().rules
    try:
        board = Board.from_snapshot(rules, data.decode(errors="replace"))
    except InvalidSnapshot as error:
        str(error)
        return
    for found in board.legal_moves():
        board.path(found)
    board.repetition_key()
    assert Board.from_snapshot(rules, board.snapshot()).snapshot() == board.snapshot()


def record(data: bytes) -> None:
    """A file of a recorded game: UHP, PGN or SGF."""
    try:
        read_game(data)
    except (InvalidNotation, BadRecord) as error:
        str(error)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "uhp_session": uhp_session,
    "game_string": game_string,
    "move": move,
    "snapshot": snapshot,
    "record": record,
}


def seeds(target: str) -> Iterator[bytes]:
    """True inputs of a target, and refused ones."""
    for case in cases("positions.jsonl")[::40]:
        board = Board.from_game_string(case["gamestring"])
        if target == "snapshot":
            yield board.snapshot().encode()
        elif target == "move":
            yield from (text.encode() for text in case["valid"][:2])
        elif target == "uhp_session":
            yield f"newgame {case['gamestring']}\nvalidmoves\nplay {case['valid'][:1]}\nundo\nperft 1\n".encode()
        else:
            yield case["gamestring"].encode()
    for case in cases("illegal_moves.jsonl")[::20]:
        if target == "uhp_session":
            yield f"newgame {case['gamestring']}\nplay {case['illegal_move']}\nbestmove depth 1\n".encode()
        elif target == "move":
            yield case["illegal_move"].encode()
    if target == "record":
        yield b'[GameType "Base"]\n[Result "WhiteWins"]\n\n1. wS1\n{a comment}\n2. bS1 wS1-\n\nWhiteWins\n'
        yield b' (;\nGM[27]VV[1]\nSU[hive]\nP0[id "a"]\nP1[id "b"]\n; P0[0 Start P0]\n; P0[1 dropb S1 N 13 .]\n)\n'
