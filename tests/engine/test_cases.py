"""Recorded games, positions with all their legal moves, refused moves: answers several engines agree on."""

import pytest

from engine import Board, Bug, EngineError, GameType, Piece, Rules
from engine.core.perft import perft
from engine.hexes import Hex

from .cases import cases, rules_of


@pytest.mark.parametrize("game_type", [str(game_type) for game_type in GameType.ALL])
def test_recorded_games_replay_with_the_right_number_of_moves_at_every_ply(game_type: str) -> None:
    for record in cases("games.jsonl"):
        if record["gametype"] != game_type:
            continue
        board = Board(rules_of(record))
        counts = record["valid_counts"]["mzingacpp"]
        for ply, text in enumerate(record["moves"]):
            if ply < len(counts) and counts[ply] is not None and ply % 3 == 0:
                assert perft(board.position, 1) == counts[ply], (record["id"], ply)
            move = board.parse_move(text)
            assert board.move_string(move) == text
            board.push(move)
        assert board.state_string() == record["final_state"], record["id"]
        assert (board.outcome() is None) == (record["final_state"] == "InProgress")
        assert board.move_strings() == record["moves"]


def test_positions_have_exactly_these_legal_moves() -> None:
    for record in cases("positions.jsonl"):
        board = Board.from_game_string(record["gamestring"])
        moves = board.legal_moves()
        got = {(move.piece, move.destination) for move in moves}
        assert len(got) == len(moves), record["id"]
        wanted: set[tuple[Piece | None, Hex | None]] = set()
        for text in record["valid"]:
            move = board.parse_move(text)
            wanted.add((move.piece, move.destination))
        assert got == wanted, (record["id"], record["tags"])
        assert sorted(board.move_string(move) for move in moves) == sorted(record["valid"]), record["id"]
        assert board.state_string() == record["state"]


def test_ways_over_the_board_are_ways_the_bugs_can_go() -> None:
    """No cell twice, a spider's three steps, a throw over a thrower that may throw."""
    for record in cases("positions.jsonl")[::6]:
        board = Board.from_game_string(record["gamestring"])
        for move in board.legal_moves():
            if move.kind != "movement":
                continue
            way = board.path(move)
            assert len(set(way)) == len(way), (record["id"], move)
            if move.throwers:
                assert [way[0], way[2]] == [move.origin, move.destination]
                assert way[1] in {board.where(thrower) for thrower in move.throwers}, record["id"]
            elif move.piece is not None and move.piece.bug is Bug.SPIDER:
                assert len(way) == 4


def test_illegal_moves_are_refused_with_a_reason() -> None:
    for record in cases("illegal_moves.jsonl"):
        board = Board.from_game_string(record["gamestring"])
        before = board.snapshot()
        with pytest.raises(EngineError) as refused:
            board.push_text(record["illegal_move"])
        assert str(refused.value), record["id"]
        assert board.snapshot() == before


def test_midgame_perft() -> None:
    for record in cases("perft_midgame.jsonl"):
        board = Board.from_game_string(record["gamestring"])
        for depth, leaves in enumerate(record["perft"]):
            if leaves < 20_000:
                assert perft(board.position, depth) == leaves, (record["source"], depth)


@pytest.mark.slow
def test_midgame_perft_deep() -> None:
    for record in cases("perft_midgame.jsonl"):
        board = Board.from_game_string(record["gamestring"])
        for depth, leaves in enumerate(record["perft"]):
            if leaves < 20_000_000:
                assert perft(board.position, depth) == leaves, (record["source"], depth)


def test_first_third_repetitions() -> None:
    for record in cases("repetition.jsonl"):
        board = Board(rules_of(record))
        plies: dict[str, list[int]] = {}
        first = None
        for text in record["moves"]:
            board.push_text(text)
            seen = plies.setdefault(board.repetition_key(), [])
            seen.append(board.ply)
            if len(seen) == 3 and first is None:
                first = list(seen)
        assert first == record["first_threefold"]["sym_legal"], record["id"]


def test_a_game_string_of_a_bare_game_type_is_a_new_game() -> None:
    board = Board.from_game_string("Base+MLP")
    assert board.rules == Rules(GameType.parse("Base+MLP"))
    assert board.game_string() == "Base+MLP;NotStarted;White[1]"
