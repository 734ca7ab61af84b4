"""What must hold for every round: the absolute criteria C1-C3, completion C4, and the bye's score C5."""

from collections.abc import Sequence

from .matching import best_matching
from .state import Player, Strength


def may_meet(player: Player, opponent: Player) -> bool:
    """C1 and C3: not met before, not forbidden, and no two absolute claims to one colour, topscorers apart."""
    return opponent.no not in player.barred and not colours_clash(player, opponent)


def colours_clash(player: Player, opponent: Player) -> bool:
    """C3: both must have the same colour, and neither is a topscorer."""
    return (
        player.strength is Strength.ABSOLUTE
        and opponent.strength is Strength.ABSOLUTE
        and player.due is opponent.due
        and not player.top
        and not opponent.top
    )


class Crowd:
    """Players to choose opponents from, counted quickly."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self.numbers = {player.no for player in players}
        self._absolute: dict[object, set[int]] = {}
        for player in players:
            if player.strength is Strength.ABSOLUTE and not player.top:
                self._absolute.setdefault(player.due, set()).add(player.no)

    def reach(self, player: Player) -> int:
        """How many of the crowd ``player`` may meet; it may be one of the crowd."""
        out = len(player.barred & self.numbers) + (player.no in self.numbers)
        if player.strength is Strength.ABSOLUTE and not player.top:
            group = self._absolute.get(player.due, set())
            out += len(group) - len(player.barred & group) - (player.no in group)
        return len(self.numbers) - out

    def least_reach(self) -> int:
        """The least number of opponents that one of the crowd has in it."""
        return min((self.reach(player) for player in self.players), default=0)

    def pairs_without(self, spare: int) -> bool:
        """Whether all can be paired whichever ``spare`` of them, or one more to make an even number, are taken away.

        Dirac's theorem: a graph in which everybody may meet at least half of all has a
        perfect matching. Only a sufficient test: False decides nothing.
        """
        return self.least_reach() >= (len(self.players) + spare + 1) // 2 + 1


def can_complete(
    players: Sequence[Player], bye_takers: Sequence[Player] = (), joined_by: Sequence[Player] = ()
) -> bool:
    """Whether all ``players`` can be paired legally (C4).

    One of ``bye_takers`` stays without opponent, and one of ``joined_by`` plays along, if
    there are any.
    """
    extra = bool(bye_takers) + bool(joined_by)
    size = len(players)
    if (size + extra) % 2:
        return False
    if size > 2 * extra and Crowd(players).pairs_without(extra):
        return not joined_by or any(may_meet(one, other) for one in players for other in joined_by)
    edges = [(i, j, 1) for i, one in enumerate(players) for j in range(i + 1, size) if may_meet(one, players[j])]
    if bye_takers:
        takers = {player.no for player in bye_takers}
        edges += [(i, size, 1) for i, player in enumerate(players) if player.no in takers]
    if joined_by:
        last = size + extra - 1
        edges += [(i, last, 1) for i, one in enumerate(players) if any(may_meet(one, other) for other in joined_by)]
    return -1 not in best_matching(size + extra, edges, full=True)
