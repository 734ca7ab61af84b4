"""The knock-out: tree, byes, colours, drawn matches, withdrawals, third place."""

import pytest

from tournaments.pairing.formats import ByeKind, DrawnMatch, FormatError, FormatSettings, PastMatch, format_for
from tournaments.pairing.knock_out import NeedsDecider, Why, advances, bracket, decide, places

from .states import byes, pairs, plan, state


def settings(**changes) -> FormatSettings:
    return FormatSettings(**changes)


def won(round_no: int, winner: int, loser: int) -> PastMatch:
    return PastMatch(round_no, winner, loser, 2, 0)


@pytest.mark.parametrize(
    ("entrants", "first_round", "with_bye"),
    [
        (2, [(1, 2)], []),
        (3, [(2, 3)], [1]),
        (5, [(4, 5)], [1, 2, 3]),
        (6, [(4, 5), (3, 6)], [1, 2]),
        (8, [(1, 8), (4, 5), (2, 7), (3, 6)], []),
    ],
)
def test_the_first_seed_meets_the_last_and_byes_go_to_the_top(entrants, first_round, with_bye):
    found = plan("knock_out", state(entrants), 1)
    assert pairs(found) == first_round
    assert sorted(byes(found)) == [(no, "U") for no in with_bye]


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (1024, 10)])
def test_rounds_until_one_is_left(entrants, rounds):
    assert format_for("knock_out").rounds_total(state(entrants)) == rounds


def test_winners_meet_in_the_fixed_tree_and_losers_for_third_place():
    first = [won(1, 1, 8), won(1, 5, 4), won(1, 7, 2), won(1, 3, 6)]
    second = plan("knock_out", state(8, *first), 2)
    assert (pairs(second), second.reasons["names"]) == ([(1, 5), (3, 7)], ["semi_final", "semi_final"])
    event = state(8, *first, won(2, 5, 1), won(2, 3, 7), settings={"third_place": True})
    last = plan("knock_out", event, 3)
    assert pairs(last) == [(3, 5), (1, 7)]
    assert (last.reasons["names"], last.reasons["slots"]) == (["final", "third_place"], [1, 2])
    done = state(8, *event.history, won(3, 5, 3), won(3, 7, 1), settings={"third_place": True})
    assert (bracket(done).champion, places(bracket(done))) == (5, [[5], [3], [7], [1], [2, 4, 6, 8]])
    without = state(8, *event.history, won(3, 5, 3))
    assert places(bracket(without)) == [[5], [3], [1, 7], [2, 4, 6, 8]]


def test_the_tree_tells_where_everybody_comes_from():
    tree = bracket(state(5, won(1, 4, 5)))
    final = tree.rounds[2][0]
    assert [(place.no, place.settled, place.origin, place.slot) for place in (final.upper, final.lower)] == [
        (None, False, "winner", 1),
        (None, False, "winner", 2),
    ]
    semi = tree.rounds[1][0]
    assert (semi.numbers, semi.to_play, semi.result.why) == ((1, 4), True, Why.OPEN)
    assert [tie.result.why for tie in tree.rounds[0]] == [Why.BYE, Why.POINTS, Why.BYE, Why.BYE]


def test_a_round_waits_for_the_matches_before_it_and_names_them():
    with pytest.raises(FormatError, match="before these matches are decided: 2–3"):
        plan("knock_out", state(4, won(1, 1, 4)), 2)
    for round_no in (0, 3):
        with pytest.raises(ValueError, match="no round"):
            plan("knock_out", state(4), round_no)


def test_games_of_a_match_alternate_colours_and_rounds_have_their_own_number():
    event = state(4, settings={"best_of": (3, 4)})
    assert plan("knock_out", event, 1).matches[0].games == ((1, 4), (4, 1), (1, 4))
    final = state(4, won(1, 1, 4), won(1, 2, 3), settings={"best_of": (3, 4)})
    assert len(plan("knock_out", final, 2).matches[0].games) == 4


def test_who_began_fewer_matches_with_white_begins_the_next():
    # By the seeds 1 and 3 have White and 2 and 4 Black; so 4 and 2 begin their next match against them.
    first = plan("knock_out", state(8), 1)
    assert [(match.white_no, match.black_no) for match in first.matches] == [(1, 8), (5, 4), (7, 2), (3, 6)]
    second = plan(
        "knock_out", state(8, won(1, 1, 8), PastMatch(1, 5, 4, 0, 2), PastMatch(1, 7, 2, 0, 2), won(1, 3, 6)), 2
    )
    assert [(match.white_no, match.black_no) for match in second.matches] == [(4, 1), (2, 3)]
    assert second.reasons["colours"] == ["fewer_whites", "fewer_whites"]
    black = plan("knock_out", state(8, settings={"white_first": False}), 1)
    assert [match.white_no for match in black.matches] == [8, 4, 2, 6]


def test_a_match_is_over_when_the_side_behind_cannot_draw_level():
    best_of_5 = settings(best_of=(5,))
    assert decide(PastMatch(1, 1, 8, 0, 0, games=0), best_of_5).why is Why.OPEN
    assert decide(PastMatch(1, 1, 8, 5, 1, games=3), best_of_5).why is Why.OPEN
    assert decide(PastMatch(1, 1, 8, 6, 0, games=3), best_of_5).no == 1
    assert decide(PastMatch(1, 1, 8, 2, 6, games=4), best_of_5).no == 8
    assert decide(PastMatch(1, 1, 8, 5, 5), best_of_5).why is Why.HIGHER_SEED


DRAWN = PastMatch(1, 8, 1, 2, 2)


def test_a_drawn_match_goes_to_the_higher_seed():
    found = decide(DRAWN, settings(best_of=(2,)))
    assert (found.no, found.why) == (1, Why.HIGHER_SEED)


def test_a_drawn_match_may_go_on_in_pairs_until_somebody_leads_and_then_to_the_higher_seed():
    event = state(8, settings={"best_of": (2,), "drawn_match": DrawnMatch.DECIDERS, "decider_games": 4})
    first = ((8, 1), (1, 8))
    assert advances(DRAWN, event) == NeedsDecider(first)
    one_game = [(8, 1, 2, 0)]
    assert decide(PastMatch(1, 8, 1, 2, 2, deciders=(*one_game,)), event.settings).why is Why.OPEN
    assert advances(DRAWN, event, deciders=[*one_game, (1, 8, 1, 1)]) == 8
    level = [*one_game, (1, 8, 2, 0)]
    assert advances(DRAWN, event, deciders=level) == NeedsDecider(first)
    assert advances(DRAWN, event, deciders=[*level, *level]) == 1


def test_deciders_of_an_odd_match_begin_with_the_other_colour():
    event = state(2, settings={"best_of": (1,), "drawn_match": DrawnMatch.DECIDERS, "decider_games": 2})
    assert advances(PastMatch(1, 1, 2, 1, 1), event) == NeedsDecider(((2, 1), (1, 2)))


def test_a_lot_falls_as_its_seed_says_and_always_alike():
    falls = [decide(DRAWN, settings(best_of=(2,), drawn_match=DrawnMatch.LOT, lot_seed=seed)).no for seed in range(40)]
    assert falls == [
        decide(PastMatch(1, 1, 8, 2, 2), settings(best_of=(2,), drawn_match=DrawnMatch.LOT, lot_seed=seed)).no
        for seed in range(40)
    ]
    assert set(falls) == {1, 8}


def test_rulings_come_before_forfeits_and_forfeits_before_points():
    assert decide(PastMatch(1, 1, 8, 4, 0, forfeited_by=frozenset({1})), settings()).no == 8
    assert decide(PastMatch(1, 1, 8, 4, 0, winner=8), settings()).why is Why.RULED
    nobody = decide(PastMatch(1, 1, 8, 0, 0, forfeited_by=frozenset({1, 8})), settings())
    assert (nobody.no, nobody.settled) == (None, True)
    with pytest.raises(ValueError, match="a bye is no match"):
        decide(PastMatch(1, 1, None, 2), settings())


def test_who_withdraws_after_winning_leaves_the_next_opponent_a_bye():
    first = [won(1, 1, 4), won(1, 3, 2)]
    gone = state(4, *first, active={1: False}, settings={"third_place": True})
    final = plan("knock_out", gone, 2)
    assert (pairs(final), byes(final)) == ([(2, 4)], [(3, "U")])
    assert final.reasons["byes"] == [{"no": 3, "slot": 1, "why": "withdrawn"}]
    # Once paired so, it stays so, whoever comes back.
    back = state(4, *first, PastMatch(2, 3, None, 2, kind=ByeKind.PAIRING))
    assert bracket(back).champion == 3


def test_after_a_double_forfeit_the_next_opponent_has_a_bye():
    nobody = PastMatch(1, 2, 3, 0, 0, forfeited_by=frozenset({2, 3}))
    final = plan("knock_out", state(4, won(1, 1, 4), nobody), 2)
    assert (pairs(final), byes(final)) == ([], [(1, "U")])
    both = state(2, active={1: False, 2: False})
    assert (bracket(both).champion, plan("knock_out", both, 1).reasons["nobody"]) == (None, [1])


@pytest.mark.parametrize(
    ("entrants", "changes", "words"),
    [
        (1, {}, "at least two"),
        (1025, {}, "at most 1024"),
        (8, {"best_of": ()}, "1 to 9 games"),
        (8, {"best_of": (2, 10)}, "1 to 9 games"),
        (8, {"decider_games": 3}, "even number"),
        (8, {"drawn_match": DrawnMatch.DECIDERS}, "how many games may be added"),
    ],
)
def test_what_cannot_be_played_is_refused(entrants, changes, words):
    with pytest.raises(FormatError, match=words):
        format_for("knock_out").validate(entrants, settings(**changes))
    format_for("knock_out").validate(8, settings(best_of=(2, 9), third_place=True))
