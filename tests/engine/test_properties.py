"""What must hold of every position a game can reach."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Board, Move

from .playing import games, ordered, pairs, reference_of
from .symmetry import replayed, shifted, symmetry

QUICK = settings(max_examples=60, deadline=None)


def everything(board: Board) -> tuple[object, ...]:
    """All that a position is, the core's arrays included."""
    pos = board.position
    arrays = (pos.placed, pos.cell, pos.top, pos.height, pos.near)
    numbers = (pos.ply, pos.last, pos.holes, pos.tall)
    return (*map(tuple, arrays), *numbers, board.snapshot(), tuple(board.legal_moves()), board.outcome())


@QUICK
@given(games(plies=60))
def test_legal_moves_equal_the_slow_reference(board: Board) -> None:
    reference = reference_of(board)
    assert pairs(board.legal_moves()) == reference.moves()
    assert (board.outcome() is not None) == reference.over()
    assert board.must_pass() == (not reference.over() and not reference.moves())


@QUICK
@given(games())
def test_each_legal_move_done_and_undone_restores_everything(board: Board) -> None:
    before = everything(board)
    for move in board.legal_moves()[:12]:
        board.push(move)
        assert board.pop() == move
        assert everything(board) == before


@QUICK
@given(games())
def test_undoing_a_whole_game_ends_at_the_start(board: Board) -> None:
    while board.ply:
        board.pop()
    assert everything(board) == everything(Board(board.rules))


@QUICK
@given(games(), st.data())
def test_exactly_the_legal_moves_are_not_refused(board: Board, data: st.DataObject) -> None:
    legal = pairs(board.legal_moves())
    pieces = [piece for stack in board.stacks().values() for piece in stack]
    pieces += [piece for piece, _ in legal]
    for cell in board.stacks():
        for end in (*cell.neighbours(), cell):
            if pieces:
                piece = data.draw(st.sampled_from(pieces))
                error = board.why_illegal(Move("movement", piece, None, end))
                assert (error is None) == ((piece, (end.q, end.r)) in legal), (piece, end, error)


@QUICK
@given(games())
def test_a_move_string_names_its_move_and_only_it(board: Board) -> None:
    moves = board.legal_moves()
    texts = [board.move_string(move) for move in moves]
    assert len(set(texts)) == len(moves)
    for move, text in zip(moves, texts, strict=True):
        again = board.parse_move(text)
        assert (again, again.throwers) == (move, move.throwers)


@QUICK
@given(games())
def test_a_path_goes_from_cell_to_neighbour_and_ends_where_the_move_ends(board: Board) -> None:
    for move in board.legal_moves():
        way = board.path(move)
        if move.kind == "placement":
            assert way == [move.destination]
        if move.kind == "movement":
            assert (way[0], way[-1]) == (move.origin, move.destination)
            assert all(b in a.neighbours() for a, b in pairwise(way))
            if move.thrower is not None:
                assert len(way) == 3
                assert board.where(move.thrower) == way[1]


@QUICK
@given(games(), st.integers(1, 11))
def test_turning_and_mirroring_the_board_changes_nothing(board: Board, number: int) -> None:
    apply = symmetry(number)
    other = replayed(board, apply)
    assert pairs(other.legal_moves()) == {(piece, apply(end)) for piece, end in pairs(board.legal_moves())}
    assert other.repetition_key() == board.repetition_key()
    assert other.layout_key() == board.layout_key()
    assert other.outcome() == board.outcome()


@QUICK
@given(games(), st.integers(-(10**5), 10**5), st.integers(-(10**5), 10**5))
def test_shifting_the_hive_far_changes_nothing(board: Board, q: int, r: int) -> None:
    if board.ply == 0:
        return
    other = Board.from_snapshot(board.rules, shifted(board.snapshot(), q, r))
    assert pairs(other.legal_moves()) == {
        (piece, (end[0] + q, end[1] + r)) for piece, end in pairs(board.legal_moves())
    }
    assert other.repetition_key() == board.repetition_key()


@QUICK
@given(games(), st.lists(st.integers(0, 999), max_size=4))
def test_a_board_from_a_snapshot_goes_on_like_the_original(board: Board, choices: list[int]) -> None:
    other = Board.from_snapshot(board.rules, board.snapshot(), moves=board.move_strings())
    for choice in choices:
        moves = ordered(board.legal_moves())
        assert ordered(other.legal_moves()) == moves
        if not moves:
            break
        move = moves[choice % len(moves)]
        text = board.move_string(move)
        assert other.move_string(move) == text
        assert other.path(move) == board.path(move)
        other.push(other.parse_move(text))
        board.push(move)
    assert other.game_string() == board.game_string()
    assert other.snapshot() == board.snapshot()
    assert other.repetition_key() == board.repetition_key()
    assert other.last_moved == board.last_moved
    assert other.stacks() == board.stacks()


@QUICK
@given(games())
def test_a_piece_is_stuck_exactly_if_it_has_no_legal_move(board: Board) -> None:
    movable = {piece for piece, _ in pairs(board.legal_moves())}
    for stack in board.stacks().values():
        for piece in stack:
            assert (board.why_stuck(piece) is None) == (piece in movable)
