"""Setting rules aside where no round exists otherwise, for as few pairs as possible.

What is wished for only (members of a group kept apart) gives way by itself; the rules of
`Relaxation` only as far as an arbiter has named them. The pairs that break a rule are found
by one matching of the whole field, and the pairing then goes on with just these allowed.
"""

from collections.abc import Sequence

from .legality import can_complete, colours_clash
from .matching import Edge, best_matching
from .relax import relaxations
from .result import NoLegalRound, Relaxation, SetAside
from .state import Player

GROUPS = "groups"  # not a relaxation: it needs no arbiter

# From the rule that gives way first to the one that is kept longest.
_LADDER = (
    GROUPS,
    Relaxation.FORBIDDEN_PAIRS,
    Relaxation.COLOURS,
    Relaxation.SECOND_BYE,
    Relaxation.REMATCHES,
)


def make_possible(
    players: Sequence[Player], relax: frozenset[Relaxation] = frozenset(), *, colours: bool
) -> tuple[SetAside, ...]:
    """Allow, in ``players``, what a round needs, and tell which pairs were allowed against which rule.

    Nothing is changed where a round exists that keeps everything. ``colours`` tells
    whether colours restrict who may meet at all.

    :raises NoLegalRound: what is named in ``relax`` does not suffice.
    """
    odd = len(players) % 2
    takers = [player for player in players if not player.bye_barred] if odd else []
    if (takers or not odd) and can_complete(players, takers):
        return ()
    ladder = [rule for rule in _LADDER if rule == GROUPS or rule in relax]
    width = (len(players) // 2 + 1).bit_length()
    distance = _Distance(players)
    cost = {rule: 1 << (distance.bits + step * width) for step, rule in enumerate(ladder)}
    top = 1 << (distance.bits + len(ladder) * width)
    broken: dict[tuple[int, int], list[str]] = {}
    edges: list[Edge] = []

    def offer(i: int, j: int, rules: list[str]) -> None:
        if all(rule in cost for rule in rules):
            edges.append((i, j, top - sum(cost[rule] for rule in rules) - (distance.of(i, j) if rules else 0)))
            broken[i, j] = rules

    for i, one in enumerate(players):
        for j in range(i + 1, len(players)):
            offer(i, j, _broken(one, players[j], colours))
        if odd:
            offer(i, len(players), [Relaxation.SECOND_BYE] if one.bye_barred else [])
    partner = best_matching(len(players) + odd, edges, full=True)
    if len(players) < 2 or -1 in partner:
        raise NoLegalRound(relaxations(players, colours=colours))
    found: dict[str, list[tuple[int, ...]]] = {}
    for i, j in enumerate(partner):
        if i < j:
            for rule in broken[i, j]:
                found.setdefault(rule, []).append(_allow(players, i, j, rule))
    return tuple(SetAside(str(rule), tuple(sorted(found[rule]))) for rule in _LADDER if rule in found)


class _Distance:
    """How far a pair is from one the systems would make: apart in score, then in place, as one number.

    In a score group the natural opponent stands half the group further down. The number of
    the bye is the score above the lowest one.
    """

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players
        self._places: list[int] = []
        self._sizes: dict[int, int] = {}
        for player in players:
            self._places.append(self._sizes.get(player.score, 0))
            self._sizes[player.score] = self._places[-1] + 1
        self._width = (len(players) ** 2).bit_length()
        gaps = sum(player.score - players[-1].score for player in players)
        self.bits = self._width + (gaps + 1).bit_length()

    def of(self, i: int, j: int) -> int:
        one = self._players[i]
        other = self._players[min(j, len(self._players) - 1)]
        if one.score != other.score:
            return (one.score - other.score) << self._width
        half = self._sizes[one.score] // 2
        return abs(self._places[j] - self._places[i] - half) if j < len(self._players) else 0


def _broken(one: Player, other: Player, colours: bool) -> list[str]:
    """The rules that this pair breaks."""
    rules: list[str] = []
    if other.no in one.apart:
        rules.append(GROUPS)
    if other.no in one.met:
        rules.append(Relaxation.REMATCHES)
    if other.no in one.forbidden:
        rules.append(Relaxation.FORBIDDEN_PAIRS)
    if colours and colours_clash(one, other):
        rules.append(Relaxation.COLOURS)
    return rules


def _allow(players: Sequence[Player], i: int, j: int, rule: str) -> tuple[int, ...]:
    one = players[i]
    if j == len(players):
        one.bye_barred = ""
        return (one.no,)
    other = players[j]
    if rule == Relaxation.COLOURS:
        # As topscorers are, for whom C.04.3 itself gives up C3.
        one.top = other.top = True
    else:
        one.barred -= {other.no}
        other.barred -= {one.no}
    return tuple(sorted((one.no, other.no)))
