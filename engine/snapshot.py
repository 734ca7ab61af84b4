"""Text of a position that is read back without replaying the game.

``1;ply;last;state;stacks``: the version, plies played, the piece placed, moved or thrown on the last ply or
``-``, ``draw`` if the game ended by repetition or else ``-``, and the stacks as ``q,r=ground+...+top`` with
spaces between. Places are those of the original game, so stored paths and arrows stay valid.
"""

from .core.position import Position
from .core.tables import FIRST, KIND, PER_SIDE, PIECES
from .errors import InvalidSnapshot
from .hexes import DIRECTIONS, cell_of
from .pieces import PIECE_TEXT

Place = tuple[int, int]
_NUMBERS = {text: n for n, text in enumerate(PIECE_TEXT)}
_LONGEST = 2000


def write_snapshot(pos: Position, at: list[Place], drawn: bool) -> str:
    """Return the snapshot of a position; ``drawn`` by repetition."""
    stacks: dict[Place, list[str]] = {}
    for piece, cell in enumerate(pos.cell):
        if cell >= 0 and pos.top[cell] == piece:
            stacks[at[piece]] = [PIECE_TEXT[member] for member in pos.stack(cell)]
    text = " ".join(f"{q},{r}={'+'.join(stack)}" for (q, r), stack in sorted(stacks.items()))
    last = PIECE_TEXT[pos.last] if pos.last >= 0 else "-"
    return f"1;{pos.ply};{last};{'draw' if drawn else '-'};{text}"


def read_snapshot(text: str, pos: Position) -> tuple[list[Place], bool]:
    """Set up ``pos``, which is empty, and return the place of every piece and whether the game is drawn.

    :raises InvalidSnapshot: the text is no snapshot, or of no position that these rules can reach.
    """
    fields = text.split(";")
    if len(text) > _LONGEST or len(fields) != 5:
        raise InvalidSnapshot("unreadable_snapshot", problem="it does not have five parts")
    version, ply, last, state, stacks = fields
    if version != "1":
        raise InvalidSnapshot("unreadable_snapshot", problem=f"version {version[:10]!r} is not known")
    if not (ply.isascii() and ply.isdigit() and len(ply) < 7) or state not in ("-", "draw"):
        raise InvalidSnapshot("unreadable_snapshot", problem="the ply or the state is wrong")
    at = _set_up(stacks, pos)
    pos.ply = int(ply)
    _check_hive(pos, at)
    if last != "-":
        pos.last = _NUMBERS.get(last, -1)
        if pos.last < 0 or pos.cell[pos.last] < 0 or pos.top[pos.cell[pos.last]] != pos.last:
            raise InvalidSnapshot("unreadable_snapshot", problem=f"{last[:10]!r} cannot have moved last")
    return at, state == "draw"


def _set_up(stacks: str, pos: Position) -> list[Place]:
    at: list[Place] = [(0, 0)] * PIECES
    taken: set[Place] = set()
    for stack in stacks.split():
        place, _, names = stack.partition("=")
        try:
            q, r = (int(number) for number in place.split(","))
            pieces = [_NUMBERS[name] for name in names.split("+")]
        except (ValueError, KeyError):
            raise InvalidSnapshot("unreadable_snapshot", problem=f"{stack[:40]!r} is no stack") from None
        if (q, r) in taken or max(abs(q), abs(r)) > 10**6:
            raise InvalidSnapshot("unreadable_snapshot", problem=f"there is no room for {stack[:40]!r}")
        taken.add((q, r))
        for piece in pieces:
            if pos.cell[piece] >= 0:
                raise InvalidSnapshot("unreadable_snapshot", problem=f"{PIECE_TEXT[piece]} is there twice")
            pos.put(piece, cell_of((q, r)))
            pos.placed[piece // PER_SIDE * 8 + KIND[piece]] += 1
            at[piece] = (q, r)
    if len(taken) != len({cell_of(place) for place in taken}):
        raise InvalidSnapshot("unreadable_snapshot", problem="the hive is not one")
    return at


def _check_hive(pos: Position, at: list[Place]) -> None:
    """Refuse what would make later answers wrong: gaps in the hive or the numbering, pieces not in play."""
    for piece, cell in enumerate(pos.cell):
        kind = KIND[piece]
        copy = piece % PER_SIDE - FIRST[kind]
        if cell >= 0 and not copy < pos.placed[piece // PER_SIDE * 8 + kind] <= pos.counts[kind]:
            raise InvalidSnapshot("unreadable_snapshot", problem=f"{PIECE_TEXT[piece]} cannot be on the board")
    places = {at[piece] for piece, cell in enumerate(pos.cell) if cell >= 0}
    if sum(pos.placed[:8]) > (pos.ply + 1) // 2 or sum(pos.placed[8:]) > pos.ply // 2 or (pos.ply and not places):
        raise InvalidSnapshot("unreadable_snapshot", problem="the ply does not fit the pieces")
    todo = list(places)[:1]
    reached = set(todo)
    for q, r in todo:  # grows while it is read
        for dq, dr in DIRECTIONS:
            beside = (q + dq, r + dr)
            if beside in places and beside not in reached:
                reached.add(beside)
                todo.append(beside)
    if reached != places:
        raise InvalidSnapshot("unreadable_snapshot", problem="the hive is not one")
