"""The board players and programs use: push and pop moves, ask for legal moves, outcome, keys and texts."""

from collections.abc import Callable, Iterable, Mapping
from random import Random

from . import reasons
from .core.generate import legal_moves
from .core.tables import PASS
from .describe import described, told, way
from .errors import BadGame, EngineError, IllegalMove, InvalidNotation
from .hexes import Hex, cell_of
from .history import History, Step
from .legal import LegalMoves
from .limits import MOST_MOVES, TOO_MANY_MOVES
from .moves import Move
from .notation import uhp
from .pieces import NUMBER_OF, Piece
from .rules import OpeningRule, RepetitionRule, Rules
from .search import best_move
from .snapshot import read_snapshot
from .standing import Standing


class Board(Standing):
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
        super().__init__(rules if rules is not None else Rules())
        self._history = History(seen)

    # Moves ----------------------------------------------------------------------------------------------

    def legal_moves(self) -> LegalMoves:
        """Return every legal move once; only a pass if there is no other, none after the end.

        The sequence compares with lists, and makes its moves only when they are looked at.
        """
        return LegalMoves(self._pos, self._at, [] if self._drawn else legal_moves(self._pos))

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
        if self._drawn:
            return IllegalMove("game_over")
        number = NUMBER_OF[move.piece]
        return reasons.refusal(self._pos, self._at, self.rules.game_type, number, move.destination)

    def push(self, move: Move) -> None:
        """Play ``move``.

        :raises IllegalMove: the rules refuse it; the board stays as it was.
        """
        error = self.why_illegal(move)
        if error is not None:
            raise error
        self._play(move)

    def push_text(self, text: str, *, climb_by_direction: bool = False) -> Move:
        """Read and play a move string in one go and return the move.

        :raises InvalidNotation, IllegalMove: as ``parse_move``.
        """
        move = self.parse_move(text, climb_by_direction=climb_by_direction)
        self._play(move)
        return move

    def pop(self) -> Move:
        """Take the last move back and return it.

        :raises IndexError: there is none, or it was played before the snapshot this board came from.
        """
        step = self._history.take_back()
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
        cell = cell_of(place)
        over = IllegalMove("game_over") if self._drawn else None
        error = over or reasons.refusal_on(self._pos, self.rules.game_type, piece, cell)
        if error is not None:
            raise error
        if not climb_by_direction and self._pos.height[cell] and uhp.names_direction(text):
            hint = uhp.move_text(self._pos, piece, cell)
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
        found = best_move(self._pos, depth=depth, seconds=seconds, nodes=nodes, stop=stop, slack=slack, chance=chance)
        return told(self._pos, self._at, found)

    # Repetition -----------------------------------------------------------------------------------------

    def repetition_key(self) -> str:
        """Return 32 hex digits, the same for all positions that count as repeated (see ``repetition``)."""
        return self._history.key(self._pos, self._at)

    def repetition_count(self) -> int:
        """Return how often the current position has occurred, this time included; 0 on the empty board."""
        if self._pos.ply == 0:
            return 0
        return self._history.count(self._pos, self._at)

    # Texts ----------------------------------------------------------------------------------------------

    def move_strings(self) -> list[str]:
        """Return the canonical texts of all moves played.

        :raises ValueError: the board came from a snapshot without its moves.
        """
        return self._history.texts()

    def game_string(self) -> str:
        """Return the UHP GameString.

        :raises ValueError: as ``move_strings``.
        """
        head = [str(self.rules.game_type), self.state_string(), self.turn_string()]
        return ";".join(head + self.move_strings())

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
            board._history.earlier = list(moves) if moves is not None else None
            board._history.seen.setdefault(board.repetition_key(), 1)
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

    def _play(self, move: Move) -> None:
        """Play a move already found legal."""
        pos = self._pos
        if move.piece is None or move.destination is None:
            text, packed, piece, old = "pass", PASS, -1, (0, 0)
        else:
            piece, end = NUMBER_OF[move.piece], cell_of(move.destination)
            text = uhp.move_text(pos, piece, end)
            start = pos.cell[piece]
            packed = piece << 20 | (end if start < 0 else start) << 10 | end
            old = self._at[piece]
            self._at[piece] = (move.destination[0], move.destination[1])
        self._history.add(Step(move, text, piece, old, self._drawn))
        pos.make(packed)
        if self.rules.repetition is RepetitionRule.THREEFOLD:
            self._drawn = self.repetition_count() >= 3

    def _pass_refusal(self) -> IllegalMove | None:
        if self.outcome() is not None:
            return IllegalMove("game_over")
        return None if self.must_pass() else IllegalMove("pass_not_allowed")


def replay(rules: Rules, moves: Iterable[str], *, climb_by_direction: bool = False) -> Board:
    """Play ``moves`` from the start; ``climb_by_direction`` as in ``Board.parse_move``.

    :raises BadGame: one of them cannot be read or is illegal, or there are more than ``limits.MOST_MOVES``; it names
        the ply, the reason and the board.
    """
    board = Board(rules)
    for ply, text in enumerate(moves):
        try:
            if ply >= MOST_MOVES:
                raise InvalidNotation("unreadable_game", problem=TOO_MANY_MOVES)
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
