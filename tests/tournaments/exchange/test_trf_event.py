"""From a TRF file to the event to pair: which round, who is there, with how many points."""

import pytest

from games.side import Side
from tournaments.exchange.trf import TrfError, read_trf
from tournaments.exchange.trf_event import start_numbers, swiss_event
from tournaments.pairing.swiss.state import Outcome, SwissEvent


def player(no: int, points: float, *rounds: str) -> str:
    head = f"001 {no:4}      {'Player':33} {2400 - no:4}                           {points:5.1f} {no:4}  "
    return head + "  ".join(f"{one:8}" for one in rounds)


def event(*lines: str) -> SwissEvent:
    return swiss_event(read_trf("\n".join(lines)))


def test_the_round_after_the_last_paired_one_is_next():
    found = event("XXR 5", player(1, 1, "   2 w 1"), player(2, 0, "   1 b 0"), player(3, 1, "0000 - U"))
    assert (found.round_no, found.rounds_total) == (2, 5)
    assert [one.rounds[0].outcome for one in found.competitors] == [Outcome.GAME, Outcome.GAME, Outcome.PAIRING_BYE]
    assert event("XXR 5", player(1, 0), player(2, 0)).round_no == 1


def test_who_has_a_bye_in_the_next_round_is_absent_whether_the_points_count_it_or_not():
    for points in (1.0, 1.5):
        found = event(
            "XXR 5",
            player(1, points, "   2 w 1", "0000 - H"),
            player(2, 0, "   1 b 0"),
            player(3, 0),
            player(4, 0),
            "240 Z 002    3",
            "XXZ 4",
        )
        assert [one.available for one in found.competitors] == [False, True, False, False]
        assert found.competitors[0].rounds[0].points == 10


def test_a_blank_round_is_an_absence_and_a_double_forfeit_is_no_meeting():
    found = event("XXR 5", player(1, 0, "   2 w -"), player(2, 0, "   1 b -"), player(3, 1, "0000 - F"), player(4, 0))
    outcomes = [one.rounds[0].outcome for one in found.competitors]
    assert outcomes == [Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS, Outcome.FULL_BYE, Outcome.ABSENT]


def test_points_that_do_not_follow_from_the_results_are_refused():
    with pytest.raises(TrfError, match=r"line 2, column 81: player 1 has 2.0 points here, but the results give 1.0"):
        event("XXR 5", player(1, 2, "   2 w 1"), player(2, 0, "   1 b 0"))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([player(1, 0)], "how many rounds"),
        (["XXR 5"], "no players"),
        (["XXR 1", player(1, 1, "   2 w 1"), player(2, 0, "   1 b 0")], "all 1 rounds are paired"),
    ],
)
def test_what_is_missing_is_named(lines, words):
    with pytest.raises(TrfError, match=words):
        event(*lines)


def test_virtual_points_come_from_either_record_or_from_the_name_of_the_system():
    field = [player(no, 0) for no in range(1, 9)]
    rounds = {
        "XXA": event("XXR 9", "XXA    1  1.0", "XXA    4  1.0", *field),
        "250": event("142 9", "250       1.0 001 003    1    4", *field),
        "192": event("142 9", "192 FIDE_DUTCH_2025_BAKU", *field),
    }
    assert [one.virtual_in(1) for one in rounds["XXA"].competitors] == [10, 0, 0, 10, 0, 0, 0, 0]
    for name in ("250", "192"):
        assert [one.virtual_in(1) for one in rounds[name].competitors] == [10] * 4 + [0] * 4


def test_the_initial_colour_is_what_the_file_says_or_what_round_1_shows():
    pair = [player(1, 1, "   2 b 1"), player(2, 0, "   1 w 0")]
    assert event("XXR 5", "XXC white1", *pair).initial_side is Side.WHITE
    assert event("XXR 5", *pair).initial_side is Side.BLACK


def test_forbidden_pairs_hold_in_their_rounds_only():
    field = [player(no, 0) for no in (1, 2, 3)]
    assert event("142 9", "260 001 003    1    3", *field).forbidden == {frozenset({1, 3})}
    assert event("142 9", "260 002 003    1    3", *field).forbidden == frozenset()
    assert event("XXR 9", "XXP 1 2 3", *field).forbidden == {frozenset(p) for p in ((1, 2), (1, 3), (2, 3))}


def test_the_order_in_the_file_counts_when_the_file_says_so():
    document = read_trf("\n".join(["XXR 3", "XXC rank", player(7, 0), player(2, 0)]))
    assert [one.no for one in swiss_event(document).competitors] == [1, 2]
    assert start_numbers(document) == {1: 7, 2: 2}
