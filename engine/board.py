"""The board players and programs use: push and pop moves, ask for legal moves, outcome, keys and texts."""

import time
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import NamedTuple

from . import reasons
from .core.generate import legal_moves
from .core.position import Position
from .core.tables import PASS, PER_SIDE, PIECES
from .describe import described, described_all, way
from .errors import BadGame, EngineError, IllegalMove, InvalidNotation
from .hexes import Hex, cell_of
from .moves import Move
from .notation import uhp
from .pieces import ALL_PIECES, BUGS, NUMBER_OF, Bug, Color, Piece
from .repetition import layout_key, repetition_key
from .rules import OpeningRule, Outcome, RepetitionRule, Rules
from .search import DEEPEST, best_move
from .snapshot import read_snapshot, write_snapshot


class _Step(NamedTuple):
    """What ``pop`` needs to take one ply back."""

    move: Move
    text: str
    piece: int
    place: tuple[int, int]
    drawn: bool


class Board:
    """The hive, both reserves and the turn of one game under ``rules``.

    ``seen`` counts the repetition keys of the game so far, the current position included, for a board that
    does not know its own past (see ``from_snapshot``).

    >>> board = Board()
    >>> board.push(board.parse_move("wS1"))
    >>> board.push(board.parse_move("bA1 wS1-"))
    >>> board.game_string()
    'Base+MLP;InProgress;White[2];wS1;bA1 wS1-'
    """

    def __init__(self, rules: Rules | None = None, *, seen: Mapping[str, int] | None = None) -> None:
        self.rules = rules if rules is not None else Rules()
        game_type = self.rules.game_type
        self._pos = Position(
            game_type.mosquito,
            game_type.ladybug,
            game_type.pillbug,
            self.rules.opening is OpeningRule.QUEEN_MAY_OPEN,
        )
        self._at: list[tuple[int, int]] = [(0, 0)] * PIECES
        self._steps: list[_Step] = []
        self._keys: list[str | None] = []  # of the positions after each of _steps, None: not asked yet
        self._seen: dict[str, int] = dict(seen or {})
        self._earlier: list[str] | None = []  # move strings before _steps; None: not known
        self._drawn = False

    # The turn -------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """Moves played so far, passes included; 0 at the start."""
        return self._pos.ply

    @property
    def to_move(self) -> Color:
        """Whose turn it is; after the end, whose it would be."""
        return Color(self._pos.ply & 1)

    @property
    def last_moved(self) -> Piece | None:
        """The piece placed, moved or thrown on the last ply; None at the start and after a pass."""
        return ALL_PIECES[self._pos.last] if self._pos.last >= 0 else None

    def outcome(self) -> Outcome | None:
        """Return how the game ended on the board, None if it goes on."""
        white, black = self._pos.surrounded(0), self._pos.surrounded(1)
        if white and black:
            return Outcome(None, "both_surrounded")
        if white or black:
            return Outcome(Color.BLACK if white else Color.WHITE, "surrounded")
        return Outcome(None, "repetition") if self._drawn else None

    # Moves ----------------------------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """Return every legal move once; only a pass if there is no other, ``[]`` after the end."""
        if self._drawn:
            return []
        return described_all(self._pos, self._at, legal_moves(self._pos))

    def must_pass(self) -> bool:
        """Say whether the side to move has only a pass."""
        return not self._drawn and legal_moves(self._pos) == [PASS]

    def is_legal(self, move: Move) -> bool:
        """Say whether ``move`` may be played now."""
        return self.why_illegal(move) is None

    def why_illegal(self, move: Move) -> IllegalMove | None:
        """Return the rule that refuses ``move``, None if it is legal."""
        if move.piece is None or move.destination is None:
            return self._pass_refusal()
        return self._refusal(NUMBER_OF[move.piece], move.destination)

    def push(self, move: Move) -> None:
        """Play ``move``.

        :raises IllegalMove: the rules refuse it; the board stays as it was.
        """
        error = self.why_illegal(move)
        if error is not None:
            raise error
        if move.piece is None or move.destination is None:
            self._play(move, -1, (0, 0))
        else:
            self._play(move, NUMBER_OF[move.piece], move.destination)

    def push_text(self, text: str, *, climb_by_direction: bool = False) -> Move:
        """Read and play a move string in one go and return the move.

        :raises InvalidNotation, IllegalMove: as ``parse_move``.
        """
        move = self.parse_move(text, climb_by_direction=climb_by_direction)
        if move.piece is None or move.destination is None:
            self._play(move, -1, (0, 0))
        else:
            self._play(move, NUMBER_OF[move.piece], move.destination)
        return move

    def pop(self) -> Move:
        """Take the last move back and return it.

        :raises IndexError: there is none, or it was played before the snapshot this board came from.
        """
        if not self._steps:
            raise IndexError("no move to take back")
        step = self._steps.pop()
        self._keys.pop()
        self._pos.unmake()
        if step.piece >= 0:
            self._at[step.piece] = step.place
        self._drawn = step.drawn
        return step.move

    def parse_move(self, text: str, *, climb_by_direction: bool = False) -> Move:
        """Read a UHP move string and check it against the rules.

        Any reference that names the destination is accepted (see ``engine.notation.uhp.read_move``).
        A direction says "beside", so one that leads onto an occupied cell is refused, as in Mzinga;
        ``climb_by_direction`` accepts it, for records of programs that write climbs that way.

        :raises InvalidNotation: the text is no move.
        :raises IllegalMove: the rules refuse it; the error says why.
        """
        named = uhp.read_move(text, self._pos, self._at)
        if named is None:
            error = self._pass_refusal()
            if error is not None:
                raise error
            return Move.passing()
        piece, place = named
        error = self._refusal(piece, place)
        if error is not None:
            raise error
        if not climb_by_direction and self._pos.height[cell_of(place)] and uhp.names_direction(text):
            hint = uhp.move_text(self._pos, piece, cell_of(place))
            raise IllegalMove("name_the_stack", hint=hint)
        return described(self._pos, self._at, piece, place)

    def move_string(self, move: Move) -> str:
        """Return the canonical UHP text of a legal ``move`` that is not played yet."""
        if move.piece is None or move.destination is None:
            return "pass"
        return uhp.move_text(self._pos, NUMBER_OF[move.piece], cell_of(move.destination))

    def path(self, move: Move) -> list[Hex]:
        """Return the cells a legal ``move`` passes, from origin to destination, each beside the one before.

        A placement has only its destination, a pass nothing; a jump names the cells below it, a throw the
        thrower's cell.
        """
        return way(self._pos, move)

    def why_stuck(self, piece: Piece) -> IllegalMove | None:
        """Return why the side to move can do nothing with ``piece`` now, None if it can."""
        if self._drawn:
            return IllegalMove("game_over")
        return reasons.stuck(self._pos, self.rules.game_type, NUMBER_OF[piece])

    # The position ---------------------------------------------------------------------------------------

    def stacks(self) -> dict[Hex, tuple[Piece, ...]]:
        """Return the pieces on every occupied cell, from the ground to the top."""
        pos = self._pos
        return {
            Hex(*self._at[piece]): tuple(ALL_PIECES[under] for under in pos.stack(cell))
            for piece, cell in enumerate(pos.cell)
            if cell >= 0 and pos.top[cell] == piece
        }

    def where(self, piece: Piece) -> Hex | None:
        """Return the cell of ``piece``, None while it is in the reserve."""
        number = NUMBER_OF[piece]
        return Hex(*self._at[number]) if self._pos.cell[number] >= 0 else None

    def reserve(self, color: Color) -> list[tuple[Bug, int]]:
        """Return how many of each bug ``color`` has not placed yet, for every bug of the game type."""
        placed, counts = self._pos.placed, self._pos.counts
        return [(bug, counts[k] - placed[color.value * 8 + k]) for k, bug in enumerate(BUGS) if counts[k]]

    def queen_neighbours(self, color: Color) -> int | None:
        """Return how many of the six cells around the queen are occupied, None before she is placed."""
        cell = self._pos.cell[color.value * PER_SIDE]
        return self._pos.near[cell].bit_count() if cell >= 0 else None

    def repetition_key(self) -> str:
        """Return 32 hex digits, the same for all positions that count as repeated (see ``repetition``)."""
        if not self._keys:
            return repetition_key(self._pos, self._at)
        key = self._keys[-1]
        if key is None:
            key = self._keys[-1] = repetition_key(self._pos, self._at)
        return key

    def layout_key(self) -> str:
        """Return 32 hex digits that name the layout and the side to move, whatever moved last."""
        return layout_key(self._pos, self._at)

    def repetition_count(self) -> int:
        """Return how often the current position has occurred, this time included; 0 on the empty board."""
        if self._pos.ply == 0:
            return 0
        self._fill_keys()
        key = self.repetition_key()
        return self._seen.get(key, 0) + self._keys.count(key)

    @property
    def position(self) -> Position:
        """The core's position, for search and counting; whoever makes moves on it unmakes them."""
        return self._pos

    def best_move(
        self,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        slack: int = 0,
        chance: Random | None = None,
    ) -> Move:
        """Return a good legal move; the board stays as it is.

        The search ends at the first of its limits: ``depth`` plies, ``seconds`` on the clock, ``nodes``
        positions, ``stop`` saying so. With ``chance`` one of the moves that are at most ``slack`` points worse
        than the best is drawn (a cell more around a queen is some 6 to 33 points). Without it, and limited by depth
        or nodes only, the same game always gets the same answer.

        :raises IllegalMove: the game is over.
        :raises ValueError: there is no limit at all.
        """
        if depth is None and seconds is None and nodes is None:
            raise ValueError("say how long to think: depth=, seconds= or nodes=")
        if self.outcome() is not None:
            raise IllegalMove("game_over")
        if seconds is not None:
            end = time.monotonic() + seconds
            asked = stop

            def stop() -> bool:
                return time.monotonic() >= end or asked()

        found = best_move(
            self._pos,
            depth=DEEPEST if depth is None else depth,
            nodes=0 if nodes is None else max(1, nodes),
            stop=stop,
            slack=slack,
            chance=chance,
        )
        return described_all(self._pos, self._at, [found])[0]

    # Texts ----------------------------------------------------------------------------------------------

    def state_string(self) -> str:
        """Return the UHP GameStateString."""
        outcome = self.outcome()
        if outcome is None:
            return "InProgress" if self._pos.ply else "NotStarted"
        if outcome.winner is None:
            return "Draw"
        return "WhiteWins" if outcome.winner is Color.WHITE else "BlackWins"

    def turn_string(self) -> str:
        """Return the UHP TurnString, such as ``White[3]``."""
        return f"{'Black' if self._pos.ply & 1 else 'White'}[{self._pos.ply // 2 + 1}]"

    def move_strings(self) -> list[str]:
        """Return the canonical texts of all moves played.

        :raises ValueError: the board came from a snapshot without its moves.
        """
        if self._earlier is None:
            raise ValueError("the moves before this snapshot are not known: pass moves= to from_snapshot")
        return [*self._earlier, *(step.text for step in self._steps)]

    def game_string(self) -> str:
        """Return the UHP GameString.

        :raises ValueError: as ``move_strings``.
        """
        head = [str(self.rules.game_type), self.state_string(), self.turn_string()]
        return ";".join(head + self.move_strings())

    def snapshot(self) -> str:
        """Return a short text from which ``from_snapshot`` restores the position without replaying."""
        return write_snapshot(self._pos, self._at, self._drawn)

    # Ways to make one -----------------------------------------------------------------------------------

    @classmethod
    def from_snapshot(
        cls,
        rules: Rules,
        text: str,
        *,
        seen: Mapping[str, int] | None = None,
        moves: Iterable[str] | None = None,
    ) -> "Board":
        """Restore a board from ``snapshot()``; its moves cannot be popped.

        ``seen`` counts the repetition keys after every ply so far, the current one included; without it a
        third repetition of earlier positions is not noticed. ``moves`` are the earlier move strings, needed
        only for ``game_string``.

        :raises InvalidSnapshot: the text is no snapshot of a position of ``rules``.
        """
        board = cls(rules, seen=seen)
        board._at, board._drawn = read_snapshot(text, board._pos)
        if board._pos.ply:
            board._earlier = list(moves) if moves is not None else None
            board._seen.setdefault(board.repetition_key(), 1)
        return board

    @classmethod
    def from_game_string(
        cls,
        text: str,
        opening: OpeningRule = OpeningRule.NO_QUEEN_FIRST,
        repetition: RepetitionRule = RepetitionRule.NONE,
        *,
        climb_by_direction: bool = False,
    ) -> "Board":
        """Replay a UHP GameString; ``climb_by_direction`` as in ``parse_move``.

        :raises InvalidNotation: the text is no GameString.
        :raises BadGame: a move of it cannot be read or is illegal.
        """
        game_type, moves = uhp.split_game_string(text)
        rules = Rules(game_type, opening, repetition)
        return replay(rules, moves, climb_by_direction=climb_by_direction)

    # Inside ---------------------------------------------------------------------------------------------

    def _play(self, move: Move, piece: int, place: tuple[int, int]) -> None:
        """Play a move already found legal."""
        pos = self._pos
        if piece < 0:
            text, packed, old = "pass", PASS, (0, 0)
        else:
            end = cell_of(place)
            text = uhp.move_text(pos, piece, end)
            start = pos.cell[piece]
            packed = piece << 20 | (end if start < 0 else start) << 10 | end
            old = self._at[piece]
            self._at[piece] = (place[0], place[1])
        self._steps.append(_Step(move, text, piece, old, self._drawn))
        self._keys.append(None)
        pos.make(packed)
        if self.rules.repetition is RepetitionRule.THREEFOLD:
            self._drawn = self.repetition_count() >= 3

    def _pass_refusal(self) -> IllegalMove | None:
        if self.outcome() is not None:
            return IllegalMove("game_over")
        return None if self.must_pass() else IllegalMove("pass_not_allowed")

    def _refusal(self, piece: int, place: tuple[int, int]) -> IllegalMove | None:
        if self._drawn:
            return IllegalMove("game_over")
        return reasons.refusal(self._pos, self._at, self.rules.game_type, piece, place)

    def _fill_keys(self) -> None:
        """Work out the keys of this board's earlier positions that nobody asked for so far."""
        first = next((i for i, key in enumerate(self._keys) if key is None), len(self._keys))
        back: list[tuple[int, _Step, tuple[int, int]]] = []
        while len(self._steps) - len(back) > first:
            index = len(self._steps) - len(back) - 1
            step = self._steps[index]
            if self._keys[index] is None:
                self._keys[index] = repetition_key(self._pos, self._at)
            back.append((self._pos.unmake(), step, self._at[step.piece]))
            if step.piece >= 0:
                self._at[step.piece] = step.place
        for packed, step, place in reversed(back):
            self._pos.make(packed)
            if step.piece >= 0:
                self._at[step.piece] = place


def replay(rules: Rules, moves: Iterable[str], *, climb_by_direction: bool = False) -> Board:
    """Play ``moves`` from the start; ``climb_by_direction`` as in ``Board.parse_move``.

    :raises BadGame: one of them cannot be read or is illegal; it names the ply, the reason and the board.
    """
    board = Board(rules)
    for ply, text in enumerate(moves):
        try:
            board.push_text(text, climb_by_direction=climb_by_direction)
        except EngineError as error:
            raise BadGame(ply, text, error, board) from error
    return board


def explain(board: Board, text: str) -> str | None:
    """Return the sentence why ``text`` is refused, None if it is a legal move.

    >>> explain(Board(), "wQ")
    'the queen may not be placed on the first turn in this event'
    """
    try:
        board.parse_move(text)
    except (InvalidNotation, IllegalMove) as error:
        return str(error)
    return None
