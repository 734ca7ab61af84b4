"""What a board knows of its past: the plies to take back, and how often each position has occurred."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from .core.position import Position
from .moves import Move
from .repetition import repetition_key

Place = tuple[int, int]


class Step(NamedTuple):
    """What it takes to take one ply back."""

    move: Move
    text: str
    piece: int  # -1: a pass
    place: Place  # where the piece came from
    drawn: bool  # whether the game was drawn by repetition before


class History:
    """The plies of a board since the start or since its snapshot.

    ``seen`` counts the repetition keys of the positions before them. Keys are worked out when they are asked for,
    each once; counting the present position costs the same however long the game is.
    """

    def __init__(self, seen: Mapping[str, int] | None = None) -> None:
        self.steps: list[Step] = []
        self.earlier: list[str] | None = []  # move strings before ``steps``; None: not known
        self.seen: dict[str, int] = dict(seen or {})
        self._keys: list[str | None] = []  # of the positions after each of ``steps``, None: not asked yet
        self._counts: Counter[str] = Counter()  # of the keys that are known
        self._complete = 0  # so many keys from the first on are all known

    def add(self, step: Step) -> None:
        """Note a ply that was just played."""
        self.steps.append(step)
        self._keys.append(None)

    def take_back(self) -> Step:
        """Forget the last ply and return it.

        :raises IndexError: there is none.
        """
        if not self.steps:
            raise IndexError("no move to take back")
        key = self._keys.pop()
        if key is not None:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]
        self._complete = min(self._complete, len(self._keys))
        return self.steps.pop()

    def key(self, pos: Position, at: list[Place]) -> str:
        """Return the repetition key of the present position."""
        if not self._keys:
            return repetition_key(pos, at)
        return self._key_after(len(self._keys) - 1, pos, at)

    def count(self, pos: Position, at: list[Place]) -> int:
        """Return how often the present position has occurred, this time included."""
        key = self.key(pos, at)
        self._fill(pos, at)
        return self.seen.get(key, 0) + self._counts[key]

    def texts(self) -> list[str]:
        """Return the move strings of the whole game.

        :raises ValueError: those before the snapshot are not known.
        """
        if self.earlier is None:
            raise ValueError("the moves before this snapshot are not known: pass moves= to from_snapshot")
        return [*self.earlier, *(step.text for step in self.steps)]

    def _key_after(self, index: int, pos: Position, at: list[Place]) -> str:
        key = self._keys[index]
        if key is None:
            key = self._keys[index] = repetition_key(pos, at)
            self._counts[key] += 1
        return key

    def _fill(self, pos: Position, at: list[Place]) -> None:
        """Work out the keys of earlier positions that nobody asked for so far."""
        while self._complete < len(self._keys) and self._keys[self._complete] is not None:
            self._complete += 1
        back: list[tuple[int, Step, Place]] = []
        for index in range(len(self._keys) - 1, self._complete - 1, -1):
            self._key_after(index, pos, at)
            step = self.steps[index]
            back.append((pos.unmake(), step, at[step.piece]))
            if step.piece >= 0:
                at[step.piece] = step.place
        for packed, step, place in reversed(back):
            pos.make(packed)
            if step.piece >= 0:
                at[step.piece] = place
        self._complete = len(self._keys)
