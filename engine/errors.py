"""What the engine raises: every refusal has a stable code, its data, and a sentence a player understands.

``code`` and ``params`` are for programs and translations; ``str(error)`` is the English sentence. The codes
are part of the public interface.
"""

from collections.abc import Mapping
from types import MappingProxyType

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # InvalidNotation
        "unreadable_move": "{text!r} is not a move: write a piece and where it goes, such as wA1 -bQ",
        "unknown_piece": "there is no piece called {text!r}",
        "reference_missing": "say where {piece} goes: beside or on top of a piece, such as {piece} -bQ",
        "unknown_game_type": "{text!r} is not a game type: write Base, or Base+ and some of M, L and P",
        "unreadable_game": "the game cannot be read: {problem}",
        # InvalidSnapshot
        "unreadable_snapshot": "the stored position cannot be read: {problem}",
        # IllegalMove
        "game_over": "the game is over",
        "pass_not_allowed": "you have other moves, passing is not allowed",
        "not_in_game": "{piece} is not part of {game_type}",
        "reference_not_in_play": "{reference} is not on the board",
        "first_at_origin": "the first piece of the game needs no reference: write only {piece}",
        "wrong_side": "{piece} belongs to your opponent",
        "queen_first": "the queen may not be placed on the first turn in this event",
        "queen_due": "your queen must be placed by your fourth turn",
        "not_next_copy": "{piece} may not be placed before {next}",
        "occupied": "there is already a piece on that cell",
        "name_the_stack": "that cell is occupied: to climb onto it, write {hint}",
        "no_contact": "{piece} must be placed next to a piece of your own colour",
        "no_hive_contact": "{piece} must touch the hive",
        "no_room": "there is no cell where you may place a piece now",
        "enemy_contact": "{piece} may not be placed next to a piece of your opponent",
        "queen_not_placed": "bugs may only move after your queen is placed",
        "covered": "{piece} is covered by {top}",
        "stunned": "{piece} was moved by your opponent last turn and cannot move now",
        "just_moved": "{piece} moved last turn and cannot be thrown now",
        "thrower_stunned": "{thrower} was moved by your opponent last turn and cannot throw now",
        "stacked": "{piece} is part of a stack and cannot be thrown",
        "throw_gate": "stacks on both sides close the way over {thrower}",
        "same_cell": "{piece} must end on another cell",
        "pinned": "moving {piece} would split the hive",
        "gate": "{piece} does not fit through the gap",
        "loses_contact": "{piece} would leave the hive on its way",
        "nothing_to_copy": "{piece} touches no bug it could move like",
        "boxed_in": "{piece} has nowhere to go",
        "out_of_reach": "{piece} cannot reach that cell",
    }
)


_SHOWN = 60  # characters of a move that cannot be read


class EngineError(Exception):
    """Base of all errors of the engine: a ``code``, its ``params`` and an English sentence."""

    def __init__(self, code: str, **params: str) -> None:
        for name, text in params.items():
            if not text.isascii():
                # Half a character cannot be encoded, and answers are sent.
                params[name] = text.encode("utf-8", "replace").decode()
        self.code = code
        self.params = params
        super().__init__(SENTENCES[code].format(**params))

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.params)


def _rebuild(kind: type[EngineError], code: str, params: dict[str, str]) -> EngineError:
    return kind(code, **params)


class InvalidNotation(EngineError, ValueError):
    """The text cannot be read at all."""


class IllegalMove(EngineError, ValueError):
    """The move can be read but the rules refuse it; the sentence says which rule."""


class InvalidSnapshot(EngineError, ValueError):
    """The text is not a snapshot of a position of these rules."""


class BadGame(EngineError, ValueError):
    """A game record stops being a game at move ``ply`` (0 is the first); ``error`` is the reason.

    ``board`` holds the position after the moves before it. The sentence shows the beginning of a long ``text``.
    """

    def __init__(self, ply: int, text: str, error: EngineError, board: object) -> None:
        self.ply = ply
        self.text = text
        self.error = error
        self.board = board
        self.code = error.code
        self.params = error.params
        Exception.__init__(self, f"move {ply + 1} ({text[:_SHOWN]}): {error}")

    def __reduce__(self) -> tuple[object, ...]:
        return BadGame, (self.ply, self.text, self.error, self.board)
