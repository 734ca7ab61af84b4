"""What would have to be set aside to make an impossible round possible."""

from collections.abc import Sequence
from itertools import combinations

from .legality import colours_clash
from .matching import best_matching
from .result import Relaxation
from .state import Player


def relaxations(players: Sequence[Player], *, colours: bool = True) -> tuple[tuple[Relaxation, ...], ...]:
    """The smallest sets of rules without which a round exists; all sets of that size, most harmless first.

    Members of one group may meet. ``colours`` tells whether colours restrict who may meet at all.
    """
    rules = [rule for rule in Relaxation if colours or rule is not Relaxation.COLOURS]
    for size in range(1, len(rules) + 1):
        found = tuple(choice for choice in combinations(rules, size) if _exists(players, choice, colours))
        if found:
            return found
    return ()


def _exists(players: Sequence[Player], dropped: tuple[Relaxation, ...], colours: bool) -> bool:
    odd = len(players) % 2
    edges = []
    for i, one in enumerate(players):
        for j in range(i + 1, len(players)):
            if _allowed(one, players[j], dropped, colours):
                edges.append((i, j, 1))
        if odd and (not one.bye_barred or Relaxation.SECOND_BYE in dropped):
            edges.append((i, len(players), 1))
    return len(players) > 1 and -1 not in best_matching(len(players) + odd, edges, full=True)


def _allowed(one: Player, other: Player, dropped: tuple[Relaxation, ...], colours: bool) -> bool:
    if other.no in one.met and Relaxation.REMATCHES not in dropped:
        return False
    if other.no in one.forbidden and Relaxation.FORBIDDEN_PAIRS not in dropped:
        return False
    return not colours or Relaxation.COLOURS in dropped or not colours_clash(one, other)
