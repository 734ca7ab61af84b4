"""The rule a refusal names is really broken: each claim looked up in the slow reference, for every near miss."""

from collections import Counter
from collections.abc import Callable

import pytest

from engine import Board, Bug, Color, Move, Piece
from engine.hexes import Hex
from engine.pieces import ALL_PIECES

from .cases import cases, rules_of
from .playing import reference_of
from .reference import Cell, Reference, around, beside

Claim = Callable[[Reference, Piece, Cell], bool]


def here(ref: Reference, piece: Piece) -> Cell:
    """The cell of a piece on the board."""
    cell = ref.place_of(piece)
    assert cell is not None
    return cell


def own_ends(ref: Reference, piece: Piece) -> set[Cell]:
    """Where the piece could go by its own power if it may leave."""
    return ref.ends(piece.bug, here(ref, piece))


def gate(ref: Reference, piece: Piece, end: Cell) -> bool:
    """Both cells beside the step are higher than the step is taken."""
    start = here(ref, piece)
    air = ref.lifted(start)
    level = max(air.height(start), air.height(end))
    return end in around(start) and all(air.height(cell) > level for cell in beside(start, end))


def loses_contact(ref: Reference, piece: Piece, end: Cell) -> bool:
    """Neither cell beside the step is occupied."""
    start = here(ref, piece)
    return end in around(start) and not any(cell in ref.stacks for cell in beside(start, end))


def between(ref: Reference, piece: Piece, end: Cell) -> list[Cell]:
    """Cells of the mover's pillbugs and pillbug-like mosquitoes, resting ones too, beside both piece and end."""
    awake = Reference(ref.game_type, ref.queen_may_open, ref.stacks, ref.ply, None)
    both = set(around(here(ref, piece))) & set(around(end)) & set(ref.stacks)
    return [cell for cell in both if awake.can_throw(cell)]


def throw_gate(ref: Reference, piece: Piece, end: Cell) -> bool:
    """No way up or down past stacks."""
    start = here(ref, piece)
    air = ref.lifted(start)
    able = [cell for cell in between(ref, piece, end) if ref.can_throw(cell)]
    return bool(able) and not any(air.step_allowed(start, c) and air.step_allowed(c, end) for c in able)


def in_hand(ref: Reference, piece: Piece) -> bool:
    return ref.place_of(piece) is None


def queen_down(ref: Reference) -> bool:
    return ref.place_of(Piece(ref.mover, Bug.QUEEN)) is not None


def no_queen_yet(ref: Reference, piece: Piece, end: Cell) -> bool:
    return piece.color is ref.mover and not in_hand(ref, piece) and not queen_down(ref)


CLAIMS: dict[str, Claim] = {
    "game_over": lambda ref, piece, end: ref.over(),
    "not_in_game": lambda ref, piece, end: ref.game_type.count(piece.bug) == 0,
    "wrong_side": lambda ref, piece, end: (
        piece.color is not ref.mover
        and (
            in_hand(ref, piece)
            or not queen_down(ref)
            or not between(ref, piece, end)
            or end in ref.stacks
            or ref.stacks[here(ref, piece)][-1] != piece
        )
    ),
    "queen_first": lambda ref, piece, end: piece.bug is Bug.QUEEN and ref.ply < 2 and not ref.queen_may_open,
    "queen_due": lambda ref, piece, end: ref.ply >= 6 and not queen_down(ref) and piece.bug is not Bug.QUEEN,
    "queen_not_placed": no_queen_yet,
    "not_next_copy": lambda ref, piece, end: (
        in_hand(ref, piece) and piece.number > 1 and (in_hand(ref, Piece(piece.color, piece.bug, piece.number - 1)))
    ),
    "first_at_origin": lambda ref, piece, end: ref.ply == 0 and end != (0, 0),
    "no_contact": lambda ref, piece, end: in_hand(ref, piece) and not ref.colors_at(end),
    "no_hive_contact": lambda ref, piece, end: not ref.colors_at(end),
    "enemy_contact": lambda ref, piece, end: in_hand(ref, piece) and ref.mover.other in ref.colors_at(end),
    "covered": lambda ref, piece, end: ref.stacks[here(ref, piece)][-1] != piece,
    "stunned": lambda ref, piece, end: piece == ref.last,
    "pinned": lambda ref, piece, end: not ref.one_hive_without(here(ref, piece)),
    "same_cell": lambda ref, piece, end: end == here(ref, piece),
    "occupied": lambda ref, piece, end: end in ref.stacks,
    "gate": gate,
    "loses_contact": loses_contact,
    "nothing_to_copy": lambda ref, piece, end: (
        piece.bug is Bug.MOSQUITO
        and not own_ends(ref, piece)
        and not ({ref.stacks[n][-1].bug for n in around(here(ref, piece)) if n in ref.stacks} - {Bug.MOSQUITO})
    ),
    "boxed_in": lambda ref, piece, end: not own_ends(ref, piece),
    "out_of_reach": lambda ref, piece, end: bool(own_ends(ref, piece)) and end not in own_ends(ref, piece),
    "stacked": lambda ref, piece, end: ref.height(here(ref, piece)) > 1 and bool(between(ref, piece, end)),
    "just_moved": lambda ref, piece, end: piece == ref.last and bool(between(ref, piece, end)),
    "thrower_stunned": lambda ref, piece, end: any(
        ref.stacks[cell][-1] == ref.last for cell in between(ref, piece, end)
    ),
    "throw_gate": throw_gate,
}


def near_misses(board: Board) -> Counter[str]:
    """Ask every piece for every cell of the hive and beside it; check what is refused, and count the reasons."""
    ref = reference_of(board)
    legal = ref.moves()
    cells: set[Cell] = {(0, 0)}
    for cell in ref.stacks:
        cells.add(cell)
        cells.update(around(cell))
    found: Counter[str] = Counter()
    for piece in ALL_PIECES:
        for end in sorted(cells):
            error = board.why_illegal(Move("movement", piece, None, Hex(*end)))
            assert (error is None) == ((piece, end) in legal), (board.game_string(), str(piece), end, error)
            if error is not None:
                found[error.code] += 1
                assert CLAIMS[error.code](ref, piece, end), (board.game_string(), str(piece), end, error.code)
                assert str(piece) in str(error) or error.code in (
                    "game_over",
                    "occupied",
                    "queen_first",
                    "queen_due",
                    ("queen_not_placed"),
                ), error
    return found


def test_every_reason_given_in_recorded_positions_is_true() -> None:
    positions = [record for record in cases("positions.jsonl") if len(record["valid"]) > 25]
    found: Counter[str] = Counter()
    for record in positions[:: max(1, len(positions) // 9)]:
        found += near_misses(Board.from_game_string(record["gamestring"]))
    assert len(found) > 9, found


def test_every_reason_given_in_the_first_plies_is_true() -> None:
    found: Counter[str] = Counter()
    for record in cases("games.jsonl")[:8]:
        board = Board(rules_of(record))
        for text in record["moves"][:9]:
            found += near_misses(board)
            board.push_text(text)
    assert {"queen_due", "queen_not_placed", "not_next_copy", "wrong_side"} <= set(found)


@pytest.mark.slow
def test_every_reason_given_in_many_positions_is_true() -> None:
    for name in ("positions.jsonl", "illegal_moves.jsonl"):
        for record in cases(name)[::8]:
            near_misses(Board.from_game_string(record["gamestring"]))


def test_the_reason_belongs_to_the_side_to_move() -> None:
    """An opponent's piece that nobody can throw is refused as such, whatever else keeps it where it is."""
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    for piece in ALL_PIECES:
        if piece.color is Color.BLACK:
            error = board.why_illegal(Move("movement", piece, None, Hex(5, 5)))
            assert error is not None
            assert error.code == ("wrong_side" if board.rules.game_type.count(piece.bug) else "not_in_game")
