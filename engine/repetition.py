"""Keys of positions that are equal up to translation, rotation, mirror image and like pieces changed over.

Two keys, both pure functions of the position: ``layout_key`` of the stacks and the side to move, and
``repetition_key``, which adds the effective rest of the piece placed, moved or thrown last: the set of legal
moves (kind, from, to) that this rest takes away. A rest that takes nothing away makes no difference.

Source: tournament rule of the World Hive Championship (third repetition draws), as defined there by the
legal moves that correspond under the same symmetry. Keys are stable: they use no hash that varies.
"""

from collections.abc import Iterable
from hashlib import blake2b

from .core.generate import copies_pillbug, legal_moves
from .core.position import Position
from .core.tables import CELL_MASK, FIRST, KIND, MOSQUITO, NEIGHBOURS, PER_SIDE, PIECES, PILLBUG
from .describe import places_by_cell

Place = tuple[int, int]
Item = tuple[int, Place, Place]
_CODES = tuple(KIND[piece] + 1 + 8 * (piece // PER_SIDE) for piece in range(PIECES))


def layout_key(pos: Position, at: list[Place]) -> str:
    """Return 32 hex digits that name the layout and the side to move."""
    return _digest(pos.ply & 1, _canonical(_stacks(pos, at), []))


def repetition_key(pos: Position, at: list[Place]) -> str:
    """Return 32 hex digits that name the layout, the side to move and the effective rest."""
    return _digest(pos.ply & 1, _canonical(_stacks(pos, at), _forbidden(pos, at)))


def _digest(side: int, form: tuple[list[int], list[int]]) -> str:
    text = f"{side}:{form[0]}:{form[1]}"
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _stacks(pos: Position, at: list[Place]) -> list[tuple[int, int, int]]:
    """Return (q, r, code) of every stack; the code has five bits a piece, the top piece lowest."""
    stacks = []
    top, below = pos.top, pos.below
    for piece, cell in enumerate(pos.cell):
        if cell >= 0 and top[cell] == piece:
            member, code, shift = piece, 0, 0
            while member >= 0:
                code |= _CODES[member] << shift
                member = below[member]
                shift += 5
            q, r = at[piece]
            stacks.append((q, r, code))
    return stacks


def _rest_could_matter(pos: Position) -> bool:
    """Say whether the last-moved piece is one of the mover's own or beside one of the mover's throwers."""
    if pos.last < 0:
        return False
    side = pos.ply & 1
    if pos.last // PER_SIDE == side:
        return True
    around = NEIGHBOURS[pos.cell[pos.last]]
    for thrower in (side * PER_SIDE + FIRST[PILLBUG], side * PER_SIDE + FIRST[MOSQUITO]):
        cell = pos.cell[thrower]
        if cell in around and (KIND[thrower] == PILLBUG or copies_pillbug(pos, cell)):
            return True
    return False


def _forbidden(pos: Position, at: list[Place]) -> list[Item]:
    """Return what the rest of the last-moved piece takes away: (colour and kind, from, to)."""
    if not _rest_could_matter(pos):
        return []
    allowed = legal_moves(pos)
    last, pos.last = pos.last, -1
    freed = set(legal_moves(pos)).difference(allowed)
    pos.last = last
    items: list[Item] = []
    places = places_by_cell(pos.cell, at) if freed else {}
    for move in freed:
        if move >= 0:
            piece = move >> 20
            kind = KIND[piece] + 8 * (piece // PER_SIDE)
            items.append((kind, at[piece], places[move & CELL_MASK]))
    return items


def _axes(places: Iterable[Place]) -> tuple[list[int], list[int], list[int]]:
    """Return the three cube coordinates of ``places``, axis by axis."""
    qs, rs, ss = [], [], []
    for q, r in places:
        qs.append(q)
        rs.append(r)
        ss.append(-q - r)
    return qs, rs, ss


def _canonical(stacks: list[tuple[int, int, int]], forbidden: list[Item]) -> tuple[list[int], list[int]]:
    """Return the smallest spelling of the position among its twelve rotations and mirror images.

    A symmetry of the grid takes an ordered pair of the three cube axes, both with the same sign. Only those
    that make the hive's bounding box smallest need be spelled out.
    """
    if not stacks:
        return [], []
    codes = [code for _, _, code in stacks]
    axes = _axes((q, r) for q, r, _ in stacks)
    starts, ends = _axes(item[1] for item in forbidden), _axes(item[2] for item in forbidden)
    spans = [max(axis) - min(axis) for axis in axes]
    pairs = [(a, b) for a in range(3) for b in range(3) if a != b]
    smallest = min((spans[a], spans[b]) for a, b in pairs)
    best: tuple[list[int], list[int]] | None = None
    for a, b in pairs:
        if (spans[a], spans[b]) != smallest:
            continue
        for sign in (1, -1):
            a0, b0 = _least(axes[a], sign), _least(axes[b], sign)
            form = [
                (sign * u - a0) << 41 | (sign * v - b0) << 35 | code
                for u, v, code in zip(axes[a], axes[b], codes, strict=True)
            ]
            form.sort()
            if best is not None and form > best[0]:
                continue
            # A cell beside the hive may be one step outside the box: + 1 keeps every digit positive.
            moves = sorted(
                kind << 24
                | (sign * starts[a][i] - a0 + 1) << 18
                | (sign * starts[b][i] - b0 + 1) << 12
                | (sign * ends[a][i] - a0 + 1) << 6
                | (sign * ends[b][i] - b0 + 1)
                for i, (kind, _, _) in enumerate(forbidden)
            )
            if best is None or (form, moves) < best:
                best = form, moves
    assert best is not None
    return best


def _least(axis: list[int], sign: int) -> int:
    return min(axis) if sign > 0 else -max(axis)
