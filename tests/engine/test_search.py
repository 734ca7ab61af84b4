"""The player: takes a win, keeps to its limits, beats chance and a player who looks one ply ahead."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings

from engine import Board, Color, GameType, IllegalMove, Move, RepetitionRule, Rules
from engine.core.evaluate import WIN, evaluate
from engine.core.generate import legal_moves
from engine.core.position import Position
from engine.core.search import Search

from .cases import cases
from .playing import games, step

QUIET = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
TYPES = [str(game_type) for game_type in GameType.ALL]


def one_move_before_the_end(state: str) -> list[Board]:
    """Return recorded games stopped before a last move by which its mover won."""
    boards = []
    for record in cases("games.jsonl"):
        winner_moved = record["plies"] % 2 == (1 if state == "WhiteWins" else 0)
        if record["final_state"] == state and winner_moved and record["opening_rule"] == "tournament":
            game = f"{record['gametype']};;;{';'.join(record['moves'][:-1])}"
            boards.append(Board.from_game_string(game))
        if len(boards) == 12:
            break
    assert boards
    return boards


@pytest.mark.parametrize(("state", "winner"), [("WhiteWins", Color.WHITE), ("BlackWins", Color.BLACK)])
@pytest.mark.parametrize("depth", [1, 2])
def test_it_takes_a_win(state: str, winner: Color, depth: int) -> None:
    for board in one_move_before_the_end(state):
        board.push(board.best_move(depth=depth))
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.winner is winner


def test_it_takes_a_win_also_when_it_draws_by_lot_among_good_moves() -> None:
    for board in one_move_before_the_end("WhiteWins"):
        board.push(board.best_move(depth=1, slack=500, chance=random.Random(3)))
        assert board.outcome() is not None


def plain(pos: Position, depth: int, ply: int = 1) -> int:
    """The score of a position by trying everything: no bounds, no table, no order."""
    if pos.over():
        score = evaluate(pos)
        return score - ply if score > 0 else score + ply if score < 0 else 0
    if depth == 0:
        return evaluate(pos)
    best = -10 * WIN
    moves = legal_moves(pos)
    for move in moves:
        pos.make(move)
        best = max(best, -plain(pos, depth if len(moves) == 1 else depth - 1, ply + 1))
        pos.unmake()
    return best


@settings(max_examples=15, deadline=None)
@given(games(plies=24))
def test_two_plies_ahead_the_score_is_that_of_trying_everything(board: Board) -> None:
    if board.outcome() is not None:
        return
    pos = Board.from_snapshot(board.rules, board.snapshot()).position  # without a past that could repeat
    moves = legal_moves(pos)
    found = Search(pos, lambda: False, 0).best(moves, 2, 0)
    scores = {}
    for move in moves:
        pos.make(move)
        scores[move] = -plain(pos, 1)
        pos.unmake()
    best = max(scores.values())
    assert {(score, move) for score, move in found} == {(best, move) for move in moves if scores[move] == best}


def test_stopping_the_search_gives_a_legal_move_and_the_position_back() -> None:
    board = one_move_before_the_end("WhiteWins")[0]
    board.pop()
    before = board.snapshot()
    for patience in (0, 1, 5, 40, 400):
        asked = iter(range(patience))
        move = board.best_move(depth=9, stop=lambda asked=asked: next(asked, None) is None)  # type: ignore[misc]
        assert move in board.legal_moves()
        assert board.snapshot() == before


def test_an_error_out_of_stop_is_not_swallowed() -> None:
    def stop() -> bool:
        raise KeyboardInterrupt

    board = Board.from_game_string(QUIET)
    before = board.snapshot()
    with pytest.raises(KeyboardInterrupt):
        board.best_move(depth=3, stop=stop)
    assert board.snapshot() == before
    assert board.pop() == Board.from_game_string(QUIET).pop()


def test_it_looks_at_no_more_positions_than_allowed_but_at_one_ply_always() -> None:
    board = one_move_before_the_end("WhiteWins")[0]
    board.pop()
    for most in (1, 300, 2000):
        search = Search(board.position, lambda: False, most)
        moves = search.first_order(legal_moves(board.position))
        for depth in range(1, 9):
            search.best(moves, depth, -1)
            if search.stopped:
                break
        assert search.stopped
        assert search.nodes <= max(most, len(moves)) + 250  # the moves of one position are looked at together


def test_limited_by_depth_or_positions_the_answer_is_always_the_same() -> None:
    board = Board.from_game_string(QUIET)
    answers = {board.move_string(board.best_move(nodes=700)) for _ in range(3)}
    assert len(answers) == 1
    assert len({board.move_string(board.best_move(depth=2)) for _ in range(3)}) == 1


def test_what_was_drawn_by_lot_can_be_drawn_again_and_is_not_much_worse() -> None:
    board = Board.from_game_string(QUIET)
    drawn = [board.best_move(depth=1, slack=8, chance=random.Random(seed)) for seed in (1, 2, 3, 4, 1)]
    assert drawn[0] == drawn[4]
    assert len(set(drawn)) > 1
    scores = {}
    for move in board.legal_moves():
        board.push(move)
        scores[move] = -evaluate(board.position)
        board.pop()
    assert all(scores[move] >= max(scores.values()) - 8 for move in drawn)


def test_a_search_without_a_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="depth="):
        Board().best_move()


def test_time_is_a_limit() -> None:
    board = one_move_before_the_end("WhiteWins")[0]
    assert board.best_move(seconds=0.0) in board.legal_moves()
    assert board.best_move(seconds=-1) in board.legal_moves()


def test_a_finished_game_has_no_best_move() -> None:
    board = one_move_before_the_end("WhiteWins")[0]
    board.push(board.best_move(depth=1))
    with pytest.raises(IllegalMove):
        board.best_move(depth=1)


def there_and_back(board: Board) -> Move | None:
    """Play the best move by one ply, some answer, and both back; return the best move, None if that cannot be."""
    first = board.best_move(depth=1)
    back = Move("movement", first.piece, None, first.origin)
    if first.kind != "movement" or first.throwers:
        return None
    board.push(first)
    for answer in board.legal_moves():
        if answer.kind != "movement" or answer.throwers or answer.piece == first.piece:
            continue
        board.push(answer)
        if board.outcome() is None and board.is_legal(back):
            board.push(back)
            again = Move("movement", answer.piece, None, answer.origin)
            if board.outcome() is None and board.is_legal(again):
                board.push(again)
                return first
            board.pop()
        board.pop()
    board.pop()
    return None


def test_whoever_is_ahead_does_not_go_where_the_game_has_been() -> None:
    compared = 0
    for record in cases("positions.jsonl")[::3]:
        board = Board.from_game_string(record["gamestring"])
        if board.outcome() is not None or evaluate(board.position) < 30 or board.ply < 8:
            continue
        first = there_and_back(board)
        if first is None:
            continue
        compared += 1
        assert board.best_move(depth=1) != first, record["id"]
        assert Board.from_snapshot(board.rules, board.snapshot()).best_move(depth=1) == first
        if compared == 5:
            break
    assert compared >= 2


def opponents_move(board: Board, opponent: str, chance: random.Random) -> Move:
    """A random move, or a random one of the best by looking one ply ahead."""
    if opponent == "random":
        return chance.choice(board.legal_moves())
    return board.best_move(depth=1, chance=chance)


def played(game_type: str, number: int, opponent: str, **limits: int) -> str:
    """Play one game against ``opponent``, with White if ``number`` is even: "won", "lost", "drawn" or "long"."""
    board = Board(Rules(GameType.parse(game_type), repetition=RepetitionRule.THREEFOLD))
    chance = random.Random(number)
    mover = number % 2
    while (outcome := board.outcome()) is None and board.ply < 300:
        if board.ply < 2:
            step(board, chance.randrange(10**6))
        elif board.ply % 2 == mover:
            board.push(board.best_move(**limits))
        else:
            board.push(opponents_move(board, opponent, chance))
    if outcome is None or outcome.winner is None:
        return "long" if outcome is None else "drawn"
    return "won" if outcome.winner is Color(mover) else "lost"


@pytest.mark.parametrize("game_type", TYPES)
def test_it_beats_a_player_who_moves_at_random(game_type: str) -> None:
    assert [played(game_type, number, "random", nodes=400) for number in range(2)] == ["won", "won"]


def test_it_lets_out_who_is_locked_in_rather_than_wait_for_ever() -> None:
    assert played("Base+LP", 11, "random", nodes=1500) == "won"


def test_it_beats_a_player_who_looks_one_ply_ahead() -> None:
    results = Counter(played(game_type, n, "greedy", nodes=1500) for n, game_type in enumerate(("Base", "Base+MLP")))
    assert results["won"] == 2


@pytest.mark.slow
@pytest.mark.parametrize("game_type", TYPES)
def test_it_beats_a_player_who_looks_one_ply_ahead_in_nine_of_ten(game_type: str) -> None:
    results = Counter(played(game_type, number, "greedy", nodes=8000) for number in range(10))
    assert results["won"] >= 9, results


@pytest.mark.slow
@pytest.mark.parametrize("game_type", TYPES)
def test_it_beats_a_player_who_moves_at_random_every_time(game_type: str) -> None:
    assert {played(game_type, number, "random", nodes=1500) for number in range(40)} == {"won"}
