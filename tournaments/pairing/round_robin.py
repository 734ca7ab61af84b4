"""Round robin by Berger tables: everybody meets everybody, with colours as even as can be.

Source: FIDE Handbook C.05, Annex 1 (Berger tables).
"""

from .plan import Bye, ByeKind, RoundPlan, plan_match


def rounds_needed(entrants: int) -> int:
    """How many rounds ``entrants`` need to meet each other once; one more if their number is odd."""
    return entrants - 1 if entrants % 2 == 0 else entrants


def berger(entrants: int) -> list[list[tuple[int, int]]]:
    """The Berger table: for each round its pairs (white, black), in the order it is printed in.

    With an odd number the table of one more is used, and who would meet the additional
    number has a bye, so is missing from that round; everybody then has White as often as
    Black.

    :raises ValueError: fewer than two entrants.

    >>> berger(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    if entrants < 2:
        raise ValueError("a round robin needs at least two entrants")
    last = entrants + entrants % 2
    return [[pair for pair in _table_round(last, round_no) if max(pair) <= entrants] for round_no in range(1, last)]


def _table_round(last: int, round_no: int) -> list[tuple[int, int]]:
    """One round of the table for an even number ``last``.

    All but ``last`` stand in a circle. One of them, the pivot, meets ``last``; the others
    meet in pairs equally far from the pivot, and the one after it in the circle has White.
    """
    circle = last - 1
    # The pivot k solves 2k = round + 1 in the circle; last/2 is the inverse of 2 there.
    pivot = (round_no + 1) * (last // 2) % circle or circle
    first = (pivot, last) if round_no % 2 else (last, pivot)
    others = [((pivot + step) % circle or circle, (pivot - step) % circle or circle) for step in range(1, last // 2)]
    return [first, *others]


def two_cycles(entrants: int) -> list[list[tuple[int, int]]]:
    """The Berger table twice, the second time with colours reversed.

    The last two rounds of the first cycle change places, so that nobody has one colour
    three times running where the cycles meet (C.05, Annex 1, recommends it).

    :raises ValueError: fewer than two entrants.
    """
    first = berger(entrants)
    second = [[(black, white) for white, black in pairs] for pairs in first]
    return [*first[:-2], *reversed(first[-2:]), *second]


def schedule(entrants: int, games_per_pairing: int, cycles: int = 1) -> list[RoundPlan]:
    """All rounds of the event, each match with ``games_per_pairing`` games (1, 2, 4 or 6).

    With two ``cycles`` everybody meets everybody in two matches.

    :raises ValueError: fewer than two entrants, or another number of games or cycles.
    """
    if cycles not in (1, 2):
        raise ValueError(f"a round robin has one or two cycles, not {cycles}")
    rounds = []
    table = berger(entrants) if cycles == 1 else two_cycles(entrants)
    for number, pairs in enumerate(table, start=1):
        playing = {no for pair in pairs for no in pair}
        rounds.append(
            RoundPlan(
                number=number,
                matches=tuple(plan_match(white, black, games_per_pairing) for white, black in pairs),
                byes=tuple(Bye(no, ByeKind.ZERO) for no in range(1, entrants + 1) if no not in playing),
            )
        )
    return rounds
