"""What a pairing says about itself: floats, byes, criteria that could not be kept, and impossible rounds."""

import random
from itertools import combinations

import networkx
import pytest

from games.side import Side
from tournaments.pairing.swiss.double_swiss import pair_double_swiss
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.swiss.matching import best_matching
from tournaments.pairing.swiss.result import FloatCause, NoLegalRound, Relaxation
from tournaments.pairing.swiss.state import Competitor, Outcome, PastRound, SwissEvent

from .playing import Event, Plan


def game(opponent: int, points: int, side: Side = Side.WHITE) -> PastRound:
    return PastRound(Outcome.GAME, points, opponent, side)


def first_round(players: int, **changes: object) -> SwissEvent:
    return SwissEvent(tuple(Competitor(no) for no in range(1, players + 1)), 1, 5, **changes)


def test_a_first_round_is_a_fold_and_the_last_number_has_the_bye():
    pairing = pair_dutch(first_round(7))
    assert pairing.plain() == [(1, 4), (5, 2), (3, 6), (7, 0)]
    assert pair_dutch(first_round(7, initial_side=Side.BLACK)).plain() == [(4, 1), (2, 5), (6, 3), (7, 0)]
    assert (pairing.bye.score, dict(pairing.bye.barred), pairing.bye.impossible_scores) == (0, {}, ())
    assert [(one.no, one.cause) for one in pairing.brackets[0].floaters] == [(7, FloatCause.ODD_NUMBER)]
    assert {board.article for board in pairing.boards} == {"5.2.5"}
    assert (pairing.system, pairing.edition) == ("dutch", "2026")


def test_nobody_or_one_entrant_is_a_round_too():
    assert pair_dutch(SwissEvent((), 1, 1)).plain() == []
    assert pair_dutch(first_round(1)).plain() == [(1, 0)]
    assert pair_double_swiss(first_round(1)).plain() == [(1, 0)]


def test_the_bye_names_who_could_not_have_it():
    rounds = [
        (game(2, 2), game(3, 2, Side.BLACK)),
        (game(1, 0, Side.BLACK), PastRound(Outcome.PAIRING_BYE, 2)),
        (PastRound(Outcome.PAIRING_BYE, 2), game(1, 0)),
        (PastRound(Outcome.FORFEIT_WIN, 2, 5), PastRound(Outcome.ABSENT)),
        (PastRound(Outcome.FORFEIT_LOSS, 0, 4), PastRound(Outcome.ABSENT)),
    ]
    pairing = pair_dutch(SwissEvent(tuple(Competitor(no, one) for no, one in enumerate(rounds, 1)), 3, 5))
    assert pairing.bye.no == 5
    higher = pair_dutch(SwissEvent(tuple(Competitor(no, one) for no, one in enumerate(rounds[:3], 1)), 3, 5))
    assert higher.bye.no == 1
    assert dict(higher.bye.barred) == {2: "had the bye of round 2", 3: "had the bye of round 1"}


def test_who_has_met_everybody_in_the_bracket_floats_for_that():
    alone = (
        Competitor(1, (game(2, 2),)),
        Competitor(2, (game(1, 2, Side.BLACK),)),
        Competitor(3, (game(4, 0),)),
        Competitor(4, (game(3, 0, Side.BLACK),)),
    )
    floaters = pair_dutch(SwissEvent(alone, 2, 3)).brackets[0].floaters
    assert [(one.no, one.cause) for one in floaters] == [(1, FloatCause.NO_OPPONENT), (2, FloatCause.NO_OPPONENT)]


def test_who_is_needed_below_floats_for_that():
    # 3 and 4 have met, so somebody must come down to each of them; 1 and 2 could have played.
    field = (
        Competitor(1, (PastRound(Outcome.FULL_BYE, 2),)),
        Competitor(2, (PastRound(Outcome.FULL_BYE, 2),)),
        Competitor(3, (game(4, 1),)),
        Competitor(4, (game(3, 1, Side.BLACK),)),
    )
    pairing = pair_dutch(SwissEvent(field, 2, 3))
    floaters = pairing.brackets[0].floaters
    assert [(one.no, one.cause) for one in floaters] == [(1, FloatCause.NEEDED_BELOW), (2, FloatCause.NEEDED_BELOW)]
    assert sorted(tuple(sorted(pair)) for pair in pairing.plain()) == [(1, 3), (2, 4)]


def test_colours_that_could_not_be_granted_are_counted():
    rounds = [(game(3, 2),), (game(4, 2),), (game(1, 0),), (game(2, 0),)]  # all had White: each pair costs one
    pairing = pair_dutch(SwissEvent(tuple(Competitor(no, one) for no, one in enumerate(rounds, 1)), 2, 5))
    assert [dict(bracket.broken) for bracket in pairing.brackets] == [{"C12": 1, "C13": 1}] * 2


@pytest.mark.parametrize("pair", [pair_dutch, pair_double_swiss])
def test_the_same_event_always_gives_the_same_round(pair):
    event = Event.new(Plan(players=31, rounds=5, forfeits=0.1, win=4, match=True), 3)
    for _round in range(4):
        before = event.next_round()
        pairing = pair(before)
        assert pair(before) == pairing
        shuffled = list(before.competitors)
        random.Random(1).shuffle(shuffled)
        again = pair(SwissEvent(tuple(shuffled), before.round_no, before.rounds_total, win=4, draw=2))
        assert again.plain() == pairing.plain()
        event.play(before, pairing)


def all_met(players: int) -> tuple[Competitor, ...]:
    """Everybody has met everybody, with colours in balance."""
    numbers = range(1, players + 1)
    return tuple(
        Competitor(no, tuple(game(other, 1, list(Side)[(no + other) % 2]) for other in numbers if other != no))
        for no in numbers
    )


def both_due_black() -> tuple[Competitor, ...]:
    """Two who have had White twice, and four who are gone."""
    gone = (PastRound(Outcome.ABSENT), PastRound(Outcome.ABSENT))
    return (
        Competitor(1, (game(9, 4), game(8, 4))),
        Competitor(2, (game(7, 0), game(6, 4))),
        *(Competitor(no, gone, available=False) for no in (6, 7, 8, 9)),
    )


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (SwissEvent(all_met(4), 4, 5), ((Relaxation.REMATCHES,),)),
        (first_round(2, forbidden=frozenset({frozenset({1, 2})})), ((Relaxation.FORBIDDEN_PAIRS,),)),
        (SwissEvent(both_due_black(), 3, 5), ((Relaxation.COLOURS,),)),
        (
            SwissEvent(tuple(Competitor(no, (PastRound(Outcome.PAIRING_BYE, 2),)) for no in (1, 2, 3)), 2, 5),
            ((Relaxation.SECOND_BYE,),),
        ),
        (
            SwissEvent(
                tuple(Competitor(no, (PastRound(Outcome.PAIRING_BYE, 2),)) for no in (1, 2, 3)),
                2,
                5,
                forbidden=frozenset(frozenset(pair) for pair in combinations((1, 2, 3), 2)),
            ),
            ((Relaxation.FORBIDDEN_PAIRS, Relaxation.SECOND_BYE),),
        ),
    ],
)
def test_an_impossible_round_names_the_least_that_would_help(event, expected):
    with pytest.raises(NoLegalRound) as refusal:
        pair_dutch(event)
    assert refusal.value.relaxations == expected


def test_colours_never_make_a_double_swiss_round_impossible():
    pairing = pair_double_swiss(SwissEvent(both_due_black(), 3, 5, win=4, draw=2))
    assert (pairing.plain(), pairing.boards[0].article) == ([(2, 1)], "4.3.4")


def test_the_matching_is_the_heaviest_by_another_program():
    rng = random.Random(4)
    for size in (6, 9, 14):
        for full in (True, False):
            edges = [(i, j, rng.randrange(1 << 100)) for i, j in combinations(range(size), 2) if rng.random() < 0.6]
            partner = best_matching(size, edges, full=full)
            graph = networkx.Graph()
            graph.add_weighted_edges_from(edges)
            theirs = networkx.max_weight_matching(graph, maxcardinality=full)
            weight = {frozenset(edge[:2]): edge[2] for edge in edges}
            ours = [frozenset({i, j}) for i, j in enumerate(partner) if j > i]
            assert sum(weight[pair] for pair in ours) == sum(weight[frozenset(pair)] for pair in theirs)
