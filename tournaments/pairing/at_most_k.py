"""At most k games at a time: which matches of a schedule can start now."""

from collections.abc import Mapping, Sequence


def startable(matches: Sequence[tuple[int, int, int]], open_games: Mapping[int, int], limit: int) -> list[int]:
    """The indexes of the matches to start now, in schedule order.

    ``matches`` are those not started, in schedule order: (one side, other side, games that
    start together). ``open_games`` is how many games each player has in progress. Nobody
    gets more than ``limit`` at a time, except that a match of more games than that starts
    when neither side has any game open.

    From the first match to the last, one starts when both sides have room. So nothing that
    could start is left waiting, the earlier of two matches goes first, and everything is
    played in the end: when no game is open, the first match waiting starts.

    :raises ValueError: the limit is less than one game.

    >>> startable([(1, 4, 1), (1, 2, 1), (2, 3, 1)], {4: 1}, 1)
    [1]
    """
    if limit < 1:
        raise ValueError(f"nobody can play with at most {limit} games at a time")
    busy = dict(open_games)
    chosen = []
    for index, (one, other, games) in enumerate(matches):
        if all(busy.get(no, 0) + games <= limit or not busy.get(no, 0) for no in (one, other)):
            chosen.append(index)
            for no in (one, other):
                busy[no] = busy.get(no, 0) + games
    return chosen
