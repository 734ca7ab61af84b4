"""Double Swiss as C.04.5 words it, by listing everything. Only for a handful of players; shares no code with ours."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from games.side import Side
from tournaments.pairing.swiss.state import Competitor, Outcome, PastRound, SwissEvent


@dataclass(frozen=True)
class Man:
    no: int
    tpn: int
    score: int
    met: frozenset[int]
    floated: bool
    no_bye: bool
    played: int
    firsts: tuple[Side, ...]
    rank: tuple[int, int]  # second score, most first, then pairing number


def men_of(event: SwissEvent) -> list[Man]:
    """All who are to be paired, by score and number (1.2)."""
    total = {
        one.no: [sum(past.points for past in one.rounds[:k]) for k in range(event.round_no)]
        for one in event.competitors
    }
    took_part = {Outcome.GAME, Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, Outcome.PAIRING_BYE}
    numbered = [
        one
        for one in sorted(event.competitors, key=lambda one: one.no)
        if one.available or any(past.outcome in took_part for past in one.rounds)
    ]
    men = []
    for tpn, one in enumerate(numbered, 1):
        if not one.available:
            continue
        games = [past for past in one.rounds if past.outcome is Outcome.GAME]
        banned = {no for pair in event.forbidden if one.no in pair for no in pair} - {one.no}
        men.append(
            Man(
                one.no,
                tpn,
                total[one.no][-1],
                frozenset({past.opponent for past in games} | banned),
                _floated(one, event, total),
                any(
                    past.outcome is Outcome.PAIRING_BYE
                    or (past.outcome is not Outcome.GAME and past.points >= event.win)
                    for past in one.rounds
                ),
                len(games),
                tuple(past.side for past in games),
                (-one.second, tpn),
            )
        )
    return sorted(men, key=lambda man: (-man.score, man.rank))


def _bars_bye(past: PastRound, event: SwissEvent) -> bool:
    """C2: had the bye, or won a match without play."""
    return past.outcome is Outcome.PAIRING_BYE or (past.outcome is not Outcome.GAME and past.points >= event.win)


def _floated(one: Competitor, event: SwissEvent, total: dict[int, list[int]]) -> bool:
    """1.5: met somebody of another score in the round before."""
    if event.round_no < 2 or one.rounds[-1].outcome is not Outcome.GAME:
        return False
    return total[one.no][event.round_no - 2] != total[one.rounds[-1].opponent][event.round_no - 2]


def matchings(men: list[Man]) -> Iterator[list[tuple[Man, Man]]]:
    """Every way to pair all of ``men`` without a repetition (C1)."""
    if not men:
        yield []
        return
    first, *others = men
    for other in others:
        if other.no not in first.met:
            for rest in matchings([man for man in others if man is not other]):
                yield [(first, other), *rest]


def can_be_paired(men: list[Man]) -> bool:
    return next(matchings(men), None) is not None


def without(men: list[Man], out: tuple[Man, ...] | list[Man]) -> list[Man]:
    return [man for man in men if man not in out]


def pair_by_hand(event: SwissEvent) -> list[tuple[int, int]] | None:
    """All pairs (White of the first game first) in board order and the bye last; None when there is no legal round."""
    men = men_of(event)
    last = event.round_no == event.rounds_total
    bye = None
    if len(men) % 2:
        takers = [man for man in men if not man.no_bye and can_be_paired(without(men, [man]))]
        if not takers:
            return None
        bye = min(takers, key=lambda man: (man.score, -man.played, [-part for part in man.rank]))  # 3.4
    left = without(men, [bye]) if bye else men
    if not can_be_paired(left):
        return None
    pairs: list[tuple[Man, Man]] = []
    while left:
        top = [man for man in left if man.score == left[0].score]
        raised = upfloaters(top, left[len(top) :], last)
        found = bracket(top, raised, last)
        pairs += found
        left = without(left, [man for pair in found for man in pair])
    boards = sorted(pairs, key=board_place)
    return [colours(pair, event.initial_side) for pair in boards] + ([(bye.no, 0)] if bye else [])


def legal_sets(top: list[Man], lower: list[Man]) -> list[tuple[Man, ...]]:
    """The smallest sets that complete ``top`` legally and leave a legal rest (C1, C3, C4)."""
    for size in range(len(lower) + 1):
        found = [
            group
            for group in combinations(lower, size)
            if can_be_paired([*top, *group]) and can_be_paired(without(lower, group))
        ]
        if found:
            return found
    return []


def upfloaters(top: list[Man], lower: list[Man], last: bool) -> tuple[Man, ...]:
    sets = legal_sets(top, lower)
    best = max(sorted(man.score for man in group) for group in sets)
    sets = [group for group in sets if sorted(man.score for man in group) == best]  # C5

    def after(group: tuple[Man, ...]) -> int:
        """C6: upfloaters the following score group will need; nothing when it is empty now."""
        following = [man for man in lower if man.score == lower[0].score and man not in group] if lower else []
        if not following:
            return 0
        needed = legal_sets(following, without(without(lower, group), following))
        return len(needed[0])

    def order(group: tuple[Man, ...]) -> tuple[int, int, list[tuple[int, int]]]:
        floated = 0 if last else sum(man.floated for man in group)  # C7
        return after(group), floated, [man.rank for man in sorted(group, key=lambda man: (-man.score, man.rank))]

    return min(sets, key=order)


def bracket(top: list[Man], raised: tuple[Man, ...], last: bool) -> list[tuple[Man, Man]]:
    def order(pairing: list[tuple[Man, Man]]) -> tuple[int, list[int], list[tuple[int, int]]]:
        members = sorted(
            (tuple(sorted(pair, key=lambda man: man.rank)) for pair in pairing), key=lambda pair: pair[0].rank
        )
        opponents = [other for pair in pairing for man, other in (pair, pair[::-1]) if man in raised and other.floated]
        return 0 if last else len(opponents), [pair[0].rank for pair in members], [pair[1].rank for pair in members]

    return min(matchings([*top, *raised]), key=order)


def board_place(pair: tuple[Man, Man]) -> tuple[int, int, int]:
    first, second = sorted(pair, key=lambda man: (-man.score, man.rank))
    return -first.score, -second.score, first.rank


def colours(pair: tuple[Man, Man], initial: Side) -> tuple[int, int]:
    """Article 4.3, for the higher-ranked player first."""
    high, low = sorted(pair, key=lambda man: (-man.score, man.rank))
    own, other = list(high.firsts), list(low.firsts)
    if not own and not other:
        white = (high.tpn % 2 == 1) == (initial is Side.WHITE)
    elif own.count(Side.WHITE) != other.count(Side.WHITE):
        white = own.count(Side.WHITE) < other.count(Side.WHITE)
    else:
        differing = [k for k in range(1, min(len(own), len(other)) + 1) if own[-k] is not other[-k]]
        if differing:
            white = own[-differing[0]] is Side.BLACK
        elif own:
            white = own[-1] is Side.BLACK
        else:
            white = other[-1] is Side.WHITE
    return (high.no, low.no) if white else (low.no, high.no)
