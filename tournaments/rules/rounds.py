"""How many rounds a stage has. Pure."""

from __future__ import annotations

from .stage import KNOCK_OUT, ROUND_ROBIN, StageRules


def knock_out_rounds(entrants: int) -> int:
    """Rounds until one is left.

    >>> [knock_out_rounds(n) for n in (2, 3, 8, 9)]
    [1, 2, 3, 4]
    """
    return max(1, (entrants - 1).bit_length())


def fitting_rounds(entrants: int) -> int:
    """Rounds of a Swiss that leave one leader as a rule: one more than a knock-out would need.

    >>> [fitting_rounds(n) for n in (4, 8, 16, 64, 200)]
    [3, 4, 5, 7, 9]
    """
    return min(knock_out_rounds(entrants) + 1, entrants - 1 + entrants % 2)


def rounds_of_stage(rules: StageRules, entrants: int) -> int:
    """The rounds of a stage with so many entrants."""
    if rules.format == KNOCK_OUT:
        return knock_out_rounds(entrants)
    if rules.format == ROUND_ROBIN:
        return (entrants - 1 + entrants % 2) * rules.cycles
    return min(rules.rounds or fitting_rounds(entrants), entrants - 1 + entrants % 2)
