"""How good a bracket can be at best, counted without looking at who has met whom.

The bound is cheap and usually reached. Where a matching reaches it, the matching is
proved best without a search of the whole bracket; where a decision would push the bound
below the best value, the decision is proved wrong.
"""

from collections import Counter
from dataclasses import dataclass

from games.side import Side

from .criteria import Layout
from .state import Float, Player, Strength


@dataclass(frozen=True, slots=True)
class Sort:
    """All that the bound looks at in a player.

    ``paired`` is what it adds by being paired, whoever the partner is; ``left`` what it
    may add by being left over, None when it cannot be.
    """

    moved_down: bool
    due: Side | None
    mild: bool
    absolute_top: bool
    paired: int
    left: int | None


class Tally:
    """The players of a bracket still to be paired, by sorts.

    ``following`` is how many residents of the next bracket take part in the matching,
    ``others`` how many from below in all, the bye included; ``closed`` as in `Graph`.
    """

    def __init__(self, layout: Layout, following: int, others: int, *, closed: bool) -> None:
        self.layout = layout
        self.sorts: Counter[Sort] = Counter()
        self._following = following
        self._others = others
        self._closed = closed
        self._each_pair = layout.one("C6") + layout.one("C10") + layout.one("C11")

    def sort_of(self, player: Player, *, moved_down: bool, left: int | None) -> Sort:
        one = self.layout.one
        paired = one(f"C7 at {player.score}") if moved_down else 0
        for back, names in enumerate((("C14", "C15", "C18", "C19"), ("C16", "C17", "C20", "C21"))):
            repeated = player.floats[back] is Float.DOWN
            if moved_down:
                paired += one(names[1]) + one(f"{names[3]} at {player.score}")
                paired += one(f"{names[2]} at {player.score}") if repeated else 0
            elif repeated:
                paired += one(names[0])
        absolute_top = player.top and player.strength is Strength.ABSOLUTE
        return Sort(moved_down, player.due, player.strength is Strength.MILD, absolute_top, paired, left)

    def best(self, without: tuple[Sort, ...] = ()) -> int:
        """An upper bound of what the pairs among those counted, ``without`` some, can add up to."""
        left = self.sorts.copy()
        for sort in without:
            left[sort] -= 1
        total = sum(left.values())
        below = (self._following + total % 2) // 2 if self._following else 0  # pairs in the following bracket
        edges = (total + self._others) // 2 if self._closed else total // 2 + below
        outside = below * self.layout.one("C8") + (edges << self.layout.low)
        if total % 2 == 0:
            return outside + self._value(left, total // 2)
        best = 0
        for sort, count in list(left.items()):
            if count and sort.left is not None:
                left[sort] = count - 1
                best = max(best, sort.left + self._value(left, total // 2))
                left[sort] = count
        return outside + best

    def _value(self, left: Counter[Sort], pairs: int) -> int:
        due = {Side.WHITE: 0, Side.BLACK: 0, None: 0}
        soft = {Side.WHITE: 0, Side.BLACK: 0, None: 0}  # those whose claim may be refused without breach of C13
        value = pairs * self._each_pair
        for sort, count in left.items():
            due[sort.due] += count
            if sort.mild or sort.absolute_top:
                soft[sort.due] += count
            value += count * sort.paired
        major = Side.WHITE if due[Side.WHITE] >= due[Side.BLACK] else Side.BLACK
        same = max(0, (due[major] - due[major.other] - due[None] + 1) // 2)
        value += (pairs - same) * self.layout.one("C12")
        return value + (pairs - max(0, same - soft[major])) * self.layout.one("C13")
