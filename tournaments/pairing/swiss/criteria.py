"""The criteria of a bracket as one number per pair: the more, the better (C.04.3 Article 2).

Each criterion from C6 on has its own bits in the number, the more important the higher,
wide enough for the sum over all pairs. The heaviest matching then keeps every criterion as
well as those before it allow. C1-C5 are not in the number: they decide which pairs exist.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from .legality import colours_clash
from .matching import MAX_BITS
from .state import Float, Player, Strength


class Part(IntEnum):
    """Where somebody stands while a bracket is paired, from the top down."""

    MOVED_DOWN = 0
    RESIDENT = 1
    NEXT = 2  # residents of the following bracket
    REST = 3
    BYE = 4  # not a player: whoever is paired with it gets the bye


@dataclass(frozen=True, slots=True)
class Kind:
    """All that the number of a pair depends on. Players of one kind are interchangeable but for whom they have met."""

    part: Part
    score: int = 0
    colours: tuple[object, ...] = ()
    floats: tuple[Float, ...] = ()
    takes_bye: bool = False
    played: int = 0


class Layout:
    """Which bits of the number belong to which criterion, for one bracket.

    ``low`` bits at the bottom stay free, for the order in which candidates are generated.
    ``left_out`` are criteria of lowest priority that found no room; that takes thousands in
    one bracket, or moved-down players of very many scores.
    """

    def __init__(
        self, moved_down: Sequence[Player], residents: Sequence[Player], others: int, *, low: int, single_bye: bool
    ) -> None:
        self.single_bye = single_bye
        self._fields: list[tuple[str, int]] = []
        levels = Counter(player.score for player in moved_down)
        pairs = (len(moved_down) + len(residents)) // 2
        self.levels = sorted(levels, reverse=True)
        self._add("C6", pairs)
        self._add_levels("C7", levels)
        if others:
            current = len(moved_down) + len(residents)
            self._add("C8", min(current + others // 2, others))
            self._add_levels("C8", levels)
            self._add("C8 residents", min(len(residents), others))
        if single_bye:
            self._add("C9", max((player.played for player in (*moved_down, *residents)), default=0))
        tops = any(player.top for player in (*moved_down, *residents))
        for name in ("C10", "C11") if tops else ():
            self._add(name, pairs)
        self._add("C12", pairs)
        self._add("C13", pairs)
        for resident, opponent, back in (("C14", "C15", 0), ("C16", "C17", 1)):
            self._add(resident, sum(player.floats[back] is Float.DOWN for player in residents))
            if any(player.floats[back] is Float.UP for player in residents):
                self._add(opponent, len(moved_down))
        for own, opponent, back in (("C18", "C19", 0), ("C20", "C21", 1)):
            self._add_levels(own, Counter(player.score for player in moved_down if player.floats[back] is Float.DOWN))
            if any(player.floats[back] is Float.UP for player in residents):
                self._add_levels(opponent, levels)
        self.left_out: list[str] = []
        while sum(bits for _name, bits in self._fields) + low > MAX_BITS:
            self.left_out.append(self._fields.pop()[0])
        self.shifts: dict[str, int] = {}
        shift = low
        for name, bits in reversed(self._fields):
            self.shifts[name] = shift
            shift += bits
        self.bits = shift
        self.low = low

    def _add(self, name: str, most: int) -> None:
        if most:
            self._fields.append((name, most.bit_length()))

    def _add_levels(self, name: str, levels: Counter[int]) -> None:
        for score in sorted(levels, reverse=True):
            self._add(f"{name} at {score}", levels[score])

    def one(self, name: str) -> int:
        """The number that adds one to a criterion; 0 for one that is not in play."""
        shift = self.shifts.get(name)
        return 0 if shift is None else 1 << shift

    def read(self, weight: int) -> dict[str, int]:
        """A sum of numbers, taken apart again."""
        values = {}
        for name, bits in self._fields:
            values[name] = weight >> self.shifts[name] & ((1 << bits) - 1)
        return values

    def pair(self, upper: Kind, lower: Kind, one: Player, other: Player) -> int:
        """The number of a pair, the one who stands higher first; 0 when the two must not be paired here.

        ``one`` and ``other`` may be any players of these kinds.
        """
        exists = 1 << self.low
        if lower.part is Part.BYE:
            if not upper.takes_bye:
                return 0
            in_bracket = upper.part <= Part.RESIDENT
            return exists + (upper.played * self.one("C9") if self.single_bye and in_bracket else 0)
        if lower.part is Part.MOVED_DOWN:
            return 0
        if colours_clash(one, other):
            return 0
        if lower.part is Part.RESIDENT:
            return exists + self._in_bracket(upper, lower, one, other)
        if lower.part is Part.NEXT:
            weight = exists + self.one("C8")
            if upper.part is Part.MOVED_DOWN:
                weight += self.one(f"C8 at {upper.score}")
            elif upper.part is Part.RESIDENT:
                weight += self.one("C8 residents")
            return weight
        return exists

    def _in_bracket(self, upper: Kind, lower: Kind, one: Player, other: Player) -> int:
        moved_down = upper.part is Part.MOVED_DOWN
        weight = self.one("C6")
        if moved_down:
            weight += self.one(f"C7 at {upper.score}")
        for name, kept in colour_criteria(one, other):
            if kept:
                weight += self.one(name)
        for resident, opponent, own, back in (("C14", "C15", "C18", 0), ("C16", "C17", "C20", 1)):
            repeated = upper.floats[back] is Float.DOWN
            weight += self.one(resident) * ((lower.floats[back] is Float.DOWN) + (repeated and not moved_down))
            if moved_down:
                if repeated:
                    weight += self.one(f"{own} at {upper.score}")
                if lower.floats[back] is not Float.UP:
                    weight += self.one(opponent)
                    weight += self.one(f"{'C19' if back == 0 else 'C21'} at {upper.score}")
        return weight


def colour_criteria(one: Player, other: Player) -> Iterable[tuple[str, bool]]:
    """C10-C13 for a pair, and whether each is kept."""
    same = one.due is not None and one.due is other.due
    absolute = one.strength is Strength.ABSOLUTE and other.strength is Strength.ABSOLUTE
    clash = same and absolute
    yield "C10", not (clash and abs(one.difference) > 1 and abs(other.difference) > 1)
    yield "C11", not (clash and _three_in_a_row(one, other))
    yield "C12", not same
    strong = (Strength.STRONG, Strength.ABSOLUTE)
    yield "C13", not (same and one.strength in strong and other.strength in strong and not absolute)


def _three_in_a_row(one: Player, other: Player) -> bool:
    """Whether whoever loses the claim to the colour both must have gets the other one a third time."""
    if abs(one.difference) == abs(other.difference):
        return one.repeated is not None and one.repeated is other.repeated
    loser = other if abs(one.difference) > abs(other.difference) else one
    return loser.repeated is not None
