"""An event as a TRF file: matches of two games in two rounds each, and back."""

from dataclasses import replace

import pytest

from tests.tournaments.exchange.event_values import EVENT, ROUND_1, ROUND_2, match
from tournaments.exchange.event_data import ByeData, EventData, MatchData, RoundData, SectionData
from tournaments.exchange.event_trf import trf_document
from tournaments.exchange.trf import TrfDocument, TrfResult, read_trf, write_trf
from tournaments.exchange.trf_matches import double_swiss_event
from tournaments.exchange.trf_standings import standings_input
from tournaments.pairing.swiss.state import Outcome

SECTION = EVENT.sections[0]


def document(*rounds: RoundData, trf26: bool = True, **rules: object) -> TrfDocument:
    section = replace(
        SECTION, rules={"format": "double_swiss", "games_per_pairing": 2, "bye_points": 3, **rules}, rounds=rounds
    )
    return trf_document(replace(EVENT, sections=(section,)), section, trf26=trf26)


def cells(found: TrfDocument) -> dict[int, list[str]]:
    return {
        player.no: [f"{one.opponent}{one.colour}{one.code}" if one else "" for one in player.rounds]
        for player in found.players
    }


def test_a_match_of_two_games_is_two_rounds_with_the_colours_reversed():
    found = document(ROUND_1, ROUND_2)
    assert cells(found) == {
        1: ["3w1", "3b=", "2b="],  # the second game of round 2 is open
        2: ["4b1", "4w1", "1w="],
        3: ["1b0", "1w=", "5w+", "5b+"],
        4: ["2w0", "2b0", "0-H", "0-H"],
        5: ["0-U", "0-H", "3b-", "3w-"],
    }
    assert [player.points for player in found.players] == [20, 25, 25, 10, 15]
    assert (found.rounds_total, found.scoring.pairing_bye, found.comments) == (6, 10, [])


@pytest.mark.parametrize("trf26", [False, True])
def test_the_file_reads_back_and_other_readers_understand_it(trf26):
    found = document(ROUND_1, ROUND_2, trf26=trf26)
    text = write_trf(found)
    assert read_trf(text) == found
    assert text.startswith("012 Spring Cup – öppen, open\n042 2027/03/28\n062 5\n092 double swiss, 2 games a match")
    assert len(standings_input(found).games) == 2 * 2 + 1 + 2


def test_the_next_match_can_be_paired_from_the_file():
    event = double_swiss_event(read_trf(write_trf(document(ROUND_1))))
    assert (event.round_no, event.rounds_total) == (2, 3)
    points = {one.no: one.rounds[0].points for one in event.competitors}
    assert points == {1: 15, 2: 20, 3: 5, 4: 0, 5: 15}
    assert event.competitors[4].rounds[0].outcome is Outcome.PAIRING_BYE


def test_single_games_forfeits_and_who_was_not_there():
    both_lose = match(1, 11, 12, "none", forfeit=True)
    agreed = match(2, 13, 14, "draw", forfeit=True)
    found = document(RoundData(1, matches=(both_lose, agreed)), games_per_pairing=1, bye_points=2)
    assert cells(found) == {1: ["2w-"], 2: ["1b-"], 3: ["0-H"], 4: ["0-H"], 5: ["0-Z"]}
    assert read_trf(write_trf(found)) == found


def test_unrated_games_have_letters_and_unscored_ones_no_sign():
    played, other = match(1, 11, 12, "white"), match(2, 13, 14, "black")
    unrated = replace(played, games=(replace(played.games[0], rated=False),))
    unscored = replace(other, games=(replace(other.games[0], counts=False),))
    found = document(RoundData(1, matches=(unrated, unscored)), games_per_pairing=1)
    assert cells(found) == {1: ["2wW"], 2: ["1bL"], 3: [], 4: [], 5: ["0-Z"]}


def test_points_against_the_result_are_told_in_a_comment():
    played: MatchData = match(1, 11, 12, "white")
    ruled = replace(played, games=(replace(played.games[0], white_points=2, black_points=1),))
    shared = replace(played, games=(replace(played.games[0], white_points=3, black_points=0),))
    byes = tuple(ByeData(number, "absent", 0) for number in (13, 14, 15))
    assert cells(document(RoundData(1, matches=(ruled,), byes=byes), games_per_pairing=1))[2] == ["1b="]
    found = document(RoundData(1, matches=(shared,), byes=byes), games_per_pairing=1)
    assert found.comments == [" player 1 has 1.5 points, the results give 1.0"]
    assert found.players[0].rounds == (TrfResult(2, "w", "1"),)


def test_a_bye_worth_what_no_sign_is_worth_is_told_in_a_comment():
    found = document(RoundData(1, byes=(ByeData(15, "pairing", 5), ByeData(14, "requested", 3))))
    assert cells(found)[5] == ["0-U", "0-F"]
    assert cells(found)[4] == ["0-F", "0-H"]
    assert found.players[4].points == 25
    assert found.comments == [" player 5 has 2.5 points, the results give 2.0"]


def test_an_event_before_its_first_round_is_a_list_of_players():
    empty = SectionData(1, 1)
    assert trf_document(EventData("Cup"), empty) == TrfDocument(
        texts={"012": ["Cup"], "062": ["0"], "182": ["Bikupa"]}, trf26=True
    )
