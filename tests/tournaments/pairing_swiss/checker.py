"""What every paired round must keep, written from the rules and sharing no code with the pairing.

Sources: FIDE C.04.1 (basic rules), C.04.3 Articles 1.7, 1.8 and 2.1, C.04.5 Articles 1 and 2.1.
"""

import networkx

from games.side import Side
from tournaments.pairing.swiss.result import SwissPairing
from tournaments.pairing.swiss.state import Competitor, Outcome, SwissEvent


def check_dutch(event: SwissEvent, pairing: SwissPairing) -> None:
    """Everybody once, nobody twice against the same, one bye at most and never a second, colours within the limits."""
    _check_coverage(event, pairing)
    by_no = {one.no: one for one in event.competitors}
    for board in pairing.boards:
        white, black = by_no[board.white], by_no[board.black]
        _check_pair(event, white, black)
        top = _is_topscorer(event, white) or _is_topscorer(event, black)
        claims = _absolute_claim(white), _absolute_claim(black)
        if not top:
            assert claims[0] is None or claims[0] is not claims[1], f"{white.no}, {black.no}: {claims[0]} due"
            assert claims[0] is not Side.BLACK, f"{white.no} has White but must have Black"
            assert claims[1] is not Side.WHITE, f"{black.no} has Black but must have White"
    if pairing.bye:
        _check_bye(event, by_no[pairing.bye.no], colours=True)


def check_double(event: SwissEvent, pairing: SwissPairing) -> None:
    """As for the Dutch system, without limits for colours; and nobody begins with one colour out of turn."""
    _check_coverage(event, pairing)
    by_no = {one.no: one for one in event.competitors}
    for board in pairing.boards:
        white, black = by_no[board.white], by_no[board.black]
        _check_pair(event, white, black)
        assert _sides(white).count(Side.WHITE) <= _sides(black).count(Side.WHITE), "who began less often begins"
    if pairing.bye:
        _check_bye(event, by_no[pairing.bye.no], colours=False)


def check_impossible(event: SwissEvent, *, colours: bool) -> None:
    """There really is no round (networkx decides)."""
    assert lowest_bye(event, colours=colours) is None


def lowest_bye(event: SwissEvent, *, colours: bool) -> int | None:
    """The lowest score of an entrant whose bye leaves everybody else an opponent (networkx decides).

    With an even number nobody needs the bye, and the answer is 0 if all can be paired. None: nothing works.
    """
    here = [one for one in event.competitors if one.available]
    graph = networkx.Graph()
    graph.add_nodes_from(one.no for one in here)
    for i, one in enumerate(here):
        for other in here[i + 1 :]:
            if _may_meet(event, one, other, colours):
                graph.add_edge(one.no, other.no)
    if len(here) % 2 == 0:
        return 0 if 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(here) else None
    for score in sorted({_score(event, one) for one in here if _bye_allowed(event, one)}):
        takers = [one for one in here if _score(event, one) == score and _bye_allowed(event, one)]
        for taker in sorted(takers, key=lambda one: -one.no):
            rest = graph.subgraph(no for no in graph if no != taker.no)
            if 2 * len(networkx.max_weight_matching(rest, maxcardinality=True)) == len(rest):
                return score
    return None


def _check_coverage(event: SwissEvent, pairing: SwissPairing) -> None:
    seated = [no for board in pairing.boards for no in (board.white, board.black)]
    if pairing.bye:
        seated.append(pairing.bye.no)
    here = sorted(one.no for one in event.competitors if one.available)
    assert sorted(seated) == here, "everybody who is there plays once or has the bye, and nobody else"
    assert bool(pairing.bye) == (len(here) % 2 == 1)
    if pairing.bye:
        taker = next(one for one in event.competitors if one.no == pairing.bye.no)
        assert _bye_allowed(event, taker), f"{taker.no} must not have the bye"


def _check_bye(event: SwissEvent, taker: Competitor, *, colours: bool) -> None:
    """The bye goes to the lowest score it can go to; where that is not plain, everything is tried."""
    score = _score(event, taker)
    if any(_bye_allowed(event, one) and _score(event, one) < score for one in event.competitors if one.available):
        assert lowest_bye(event, colours=colours) == score


def _check_pair(event: SwissEvent, one: Competitor, other: Competitor) -> None:
    assert other.no not in _met(one), f"{one.no} and {other.no} have met"
    assert frozenset({one.no, other.no}) not in event.forbidden, f"{one.no} and {other.no} are kept apart"


def _may_meet(event: SwissEvent, one: Competitor, other: Competitor, colours: bool) -> bool:
    if other.no in _met(one) or frozenset({one.no, other.no}) in event.forbidden:
        return False
    if not colours or _is_topscorer(event, one) or _is_topscorer(event, other):
        return True
    claim = _absolute_claim(one)
    return claim is None or claim is not _absolute_claim(other)


def _met(one: Competitor) -> set[int | None]:
    return {past.opponent for past in one.rounds if past.outcome is Outcome.GAME}


def _sides(one: Competitor) -> list[Side | None]:
    return [past.side for past in one.rounds if past.outcome is Outcome.GAME]


def _score(event: SwissEvent, one: Competitor) -> int:
    virtual = one.virtual[event.round_no - 1] if len(one.virtual) >= event.round_no else 0
    return sum(past.points for past in one.rounds) + virtual


def _bye_allowed(event: SwissEvent, one: Competitor) -> bool:
    for past in one.rounds:
        if past.outcome is Outcome.PAIRING_BYE or (past.outcome is not Outcome.GAME and past.points >= event.win):
            return False
    return True


def _is_topscorer(event: SwissEvent, one: Competitor) -> bool:
    if event.round_no != event.rounds_total:
        return False
    return _score(event, one) > event.win * (event.round_no - 1) / 2


def _absolute_claim(one: Competitor) -> Side | None:
    """The colour that must come, because of three too many of the other or two in a row (1.7.1)."""
    sides = _sides(one)
    more = sides.count(Side.WHITE) - sides.count(Side.BLACK)
    if abs(more) >= 2:
        return Side.BLACK if more > 0 else Side.WHITE
    if len(sides) >= 2 and sides[-1] is sides[-2]:
        return Side.BLACK if sides[-1] is Side.WHITE else Side.WHITE
    return None
