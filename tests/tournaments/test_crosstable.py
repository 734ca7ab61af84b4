"""The crosstable shows every game twice, once from each side, in the order of the ranks."""

from games.side import Side
from tournaments.crosstable import crosstable
from tournaments.standings import EntrantLine, GameResult, Scoring

from .hand_made import entrants, match

ANN, BOB, CID = EntrantLine(10, 1), EntrantLine(20, 2), EntrantLine(30, 3)
GAMES = [
    GameResult(2, 1, 20, 10, None, None, number=2, ref=102),
    GameResult(2, 1, 10, 20, 2, 0, number=1, ref=101),
    GameResult(1, 1, 30, 10, 0, 2, white_forfeited=True, ref=100),
]


def test_cells_stand_in_the_given_order_with_the_diagonal_marked():
    rows = crosstable([CID, ANN, BOB], GAMES)
    assert [row.entrant for row in rows] == [CID, ANN, BOB]
    assert [[cell.opponent for cell in row.cells] for row in rows] == [[30, 10, 20]] * 3
    assert [[cell.diagonal for cell in row.cells] for row in rows] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]


def test_a_cell_lists_the_games_of_the_pair_in_playing_order():
    (_, ann_against_bob, ann_against_cid), (bob_against_ann, *_), _ = (
        row.cells for row in crosstable([ANN, BOB, CID], GAMES)
    )
    assert [(g.ref, g.side, g.points, g.finished) for g in ann_against_bob.games] == [
        (101, Side.WHITE, 2, True),
        (102, Side.BLACK, None, False),
    ]
    assert [(g.ref, g.side, g.points) for g in bob_against_ann.games] == [
        (101, Side.BLACK, 0),
        (102, Side.WHITE, None),
    ]
    assert [(g.ref, g.points, g.forfeit, g.round_no) for g in ann_against_cid.games] == [(100, 2, True, 1)]


def test_a_cell_adds_up_its_finished_games():
    ann, bob, cid = crosstable([ANN, BOB, CID], GAMES)
    assert [cell.points for cell in ann.cells] == [None, 2, 2]
    assert [cell.points for cell in bob.cells] == [0, None, None]
    assert [cell.points for cell in cid.cells] == [0, None, None]


def test_with_matches_scored_a_cell_has_match_points_once_the_match_is_finished():
    games = [*match(1, 2, "1", "="), *match(3, 1, "1", None, round_no=2), *match(2, 3, "1", "0", round_no=3)]
    games.append(GameResult(3, 203, 2, 3, 2, 0, number=3, decider=True))
    rows = crosstable(entrants(3), games, Scoring())
    assert [[cell.match_points for cell in row.cells] for row in rows] == [
        [None, 2, None],
        [0, None, 2],
        [None, 0, None],
    ]
    assert [[cell.points for cell in row.cells] for row in rows] == [[None, 3, 0], [1, None, 2], [2, 2, None]]
    assert [game.decider for game in rows[1].cells[2].games] == [False, False, True]
    assert {cell.match_points for row in crosstable(entrants(3), games) for cell in row.cells} == {None}
