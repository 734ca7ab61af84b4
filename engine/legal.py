"""The legal moves of one position as a sequence that makes its value objects only when they are looked at.

How many there are, whether one is among them and which is the n-th is answered from the core's ints. Values once
made are kept for all boards, because the same few thousand moves come back in every game.
"""

from collections.abc import Iterator, Sequence
from typing import overload

from .core.generate import copies_pillbug, throw_open
from .core.position import Position
from .core.tables import CELL_MASK, FIRST, MOSQUITO, NEAR, PASS, PER_SIDE, PILLBUG
from .describe import places_by_cell
from .hexes import Hex, cell_of
from .moves import Move
from .pieces import ALL_PIECES, NUMBER_OF, Piece

Place = tuple[int, int]

# A code is the core's move and, above its 25 bits, who throws: 1 the pillbug, 2 the mosquito, 4 they are Black's.
_THROWN = 25
_MOST_KEPT = 50_000  # values, some 10 MB; a game meets a few thousand

# Where the cells lie as long as the hive is near the place it began on, which nearly all hives always are.
_HOME: dict[int, Hex] = {cell_of((q, r)): Hex(q, r) for q in range(-16, 16) for r in range(-16, 16)}
# The border is left out: what lies beside a hive within these places is at home, too.
_WITHIN = frozenset(Hex(q, r) for q in range(-15, 15) for r in range(-15, 15))

# A frozen dataclass sets its fields twice as slowly as this.
_new = object.__new__
_set_kind, _set_piece, _set_origin, _set_destination, _set_throwers = (
    vars(Move)[name].__set__ for name in ("kind", "piece", "origin", "destination", "throwers")
)


class LegalMoves(Sequence[Move]):
    """All legal moves of a position, each once; they stay the same when the board moves on.

    Equal to a list of the same moves in the same order. A slice is a list.
    """

    __slots__ = ("_at", "_cells", "_codes", "_moves", "_values")

    def __init__(self, pos: Position, at: list[Place], moves: list[int]) -> None:
        """``moves`` are those the core has just found for ``pos``, or none."""
        thrown = pos.thrown
        self._moves = moves
        self._codes = moves if thrown >= len(moves) else moves[:thrown] + _with_throwers(pos, moves[thrown:])
        self._cells = tuple(pos.cell)
        self._at = tuple(at)
        self._values: _Values | None = None

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return map(self._known().__getitem__, self._codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        values = self._known()
        if isinstance(index, slice):
            return [values[code] for code in self._codes[index]]
        return values[self._codes[index]]

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        number = PASS
        if move.piece is not None and move.destination is not None:
            end = cell_of(move.destination)
            start = end if move.origin is None else cell_of(move.origin)
            number = NUMBER_OF.get(move.piece, 0) << 20 | start << 10 | end
        # Places far apart share a cell: the value has the last word.
        return number in self._moves and self[self._moves.index(number)] == move

    def __eq__(self, other: object) -> bool:
        if isinstance(other, list | LegalMoves):
            return list(self) == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Return what pickle and copy take along: not the values kept for all boards."""
        return None, {name: getattr(self, name) for name in self.__slots__ if name != "_values"} | {"_values": None}

    def _known(self) -> "_Values":
        if self._values is None:
            home = _WITHIN.issuperset(self._at)
            self._values = _KEPT if home else _Values(places_by_cell(self._cells, self._at))
        return self._values


class _Values(dict[int, Move]):
    """The values of codes, made when they are first asked for; cells lie where ``places`` says."""

    def __init__(self, places: dict[int, Hex]) -> None:
        super().__init__()
        self._places = places

    def __missing__(self, code: int) -> Move:
        if code < 0:
            return Move.passing()
        if len(self) >= _MOST_KEPT:
            self.clear()
        start, end = code >> 10 & CELL_MASK, code & CELL_MASK
        move: Move = _new(Move)
        _set_piece(move, ALL_PIECES[code >> 20 & 31])
        _set_destination(move, self._places[end])
        if start == end:
            _set_kind(move, "placement")
            _set_origin(move, None)
            _set_throwers(move, ())
        else:
            _set_kind(move, "movement")
            _set_origin(move, self._places[start])
            _set_throwers(move, _THROWERS[code >> _THROWN])
        self[code] = move
        return move


_KEPT = _Values(_HOME)


def forget() -> None:
    """Let go of all values that are kept; for measurements."""
    _KEPT.clear()


def _with_throwers(pos: Position, moves: list[int]) -> list[int]:
    """Return the codes of moves that need a thrower."""
    side = pos.ply & 1
    pillbug, mosquito = side * PER_SIDE + FIRST[PILLBUG], side * PER_SIDE + FIRST[MOSQUITO]
    able = [(bit, pos.cell[piece]) for bit, piece in ((1, pillbug), (2, mosquito)) if _can_throw(pos, piece, pillbug)]
    if len(able) == 1:
        bits = (side << 2 | able[0][0]) << _THROWN
        return [move | bits for move in moves]
    codes = []
    for move in moves:
        bits = side << 2
        start, end = move >> 10 & CELL_MASK, move & CELL_MASK
        for bit, cell in able:
            beside = NEAR[start - cell & CELL_MASK] and NEAR[end - cell & CELL_MASK]
            if beside and (pos.tall < 2 or throw_open(pos, cell, start, end)):
                bits |= bit
        codes.append(move | bits << _THROWN)
    return codes


def _can_throw(pos: Position, piece: int, pillbug: int) -> bool:
    cell = pos.cell[piece]
    if cell < 0 or pos.top[cell] != piece or piece == pos.last:
        return False
    return piece == pillbug or copies_pillbug(pos, cell)


def _throwers(bits: int) -> tuple[Piece, ...]:
    side = (bits >> 2) * PER_SIDE
    kinds = [kind for bit, kind in ((1, PILLBUG), (2, MOSQUITO)) if bits & bit]
    return tuple(ALL_PIECES[side + FIRST[kind]] for kind in kinds)


_THROWERS = tuple(_throwers(bits) for bits in range(8))
