"""The Dutch system: FIDE C.04.3, the edition applied from 1 February 2026."""

from .board_order import board_key
from .bracket import Bracket
from .colours import side_of
from .legality import bye_score, can_complete
from .order import settle
from .start import begin
from .lookahead import View, FLOATERS, view_needed
from .prepare import prepare
from .state import Player, SwissEvent
from games.side import Side


class NoLegalRound(Exception):
    pass


def pair_dutch(event: SwissEvent):
    players = prepare(event)
    lowest = None
    if len(players) % 2:
        lowest = bye_score(players)
        if lowest is None:
            raise NoLegalRound
    elif not can_complete(players):
        raise NoLegalRound
    pairs, bye = _brackets(players, lowest)
    result = []
    for one, other in pairs:
        side, _ = side_of(one, other, event.initial_side)
        result.append((one, other) if side is Side.WHITE else (other, one))
    result.sort(key=lambda p: board_key(*p))
    return [(a.no, b.no) for a, b in result] + ([(bye.no, 0)] if bye else [])


def _brackets(players: list[Player], lowest: int | None):
    pairs = []
    moved: list[Player] = []
    left = list(players)
    while left:
        score = left[0].score
        residents = [p for p in left if p.score == score]
        left = left[len(residents):]
        nxt = [p for p in left if p.score == left[0].score] if left else []
        rest = left[len(nxt):]
        bracket = _matched(moved, residents, nxt, rest, lowest)
        settle(bracket)
        pairs += [(bracket.players[a], bracket.players[b]) for a, b in bracket.pairs_here()]
        moved = [bracket.players[v] for v in bracket.floaters()]
    assert len(moved) == (lowest is not None), moved
    return pairs, (moved[0] if moved else None)


def _matched(moved, residents, following, rest, lowest):
    score = residents[0].score
    view = view_needed([*moved, *residents], score, following, rest, lowest)
    if view is View.BRACKET:
        bracket = Bracket(moved, residents, closed=False)
        begin(bracket)
        if len(bracket.floaters()) <= FLOATERS:
            return bracket
    if view is View.FOLLOWING:
        bracket = Bracket(moved, residents, following, closed=False)
        begin(bracket)
        if bracket.partner.count(-1) <= FLOATERS:
            return bracket
    bracket = Bracket(moved, residents, following, rest, bye_score=lowest)
    begin(bracket)
    if lowest is not None and lowest >= score and len(bracket.floaters()) == 1:
        bracket = Bracket(moved, residents, following, rest, bye_score=lowest, single_bye=True)
        begin(bracket)
    return bracket
