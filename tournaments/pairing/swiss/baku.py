"""Baku acceleration (FIDE C.04.7): virtual points that let the upper half meet each other first."""


def upper_half(entrants: int) -> int:
    """How many entrants the accelerated group GA has: half of all, rounded up to an even number (1.2).

    >>> upper_half(161)
    82
    """
    return 2 * -(-entrants // 4)


def virtual_points(rounds_total: int, *, win: int, draw: int) -> tuple[int, ...]:
    """The virtual points of a member of GA, round by round (1.4).

    The first half of all rounds is accelerated (rounded up): by a win in the first half of
    those (rounded up), by a draw in the others.

    >>> virtual_points(9, win=2, draw=1)
    (2, 2, 2, 1, 1, 0, 0, 0, 0)
    """
    accelerated = -(-rounds_total // 2)
    full = -(-accelerated // 2)
    return (win,) * full + (draw,) * (accelerated - full) + (0,) * (rounds_total - accelerated)
