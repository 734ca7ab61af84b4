"""Playing a move: the heart of correspondence play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count

import engine
from engine.openings import TURNS
from games import arrivals
from games.boards import SIDE_OF, board_of
from games.clock import Clock
from games.errors import GameOver, GamePaused, IllegalMove, NotAPlayer, NotYourTurn, StalePly
from games.events import record
from games.idempotency import Answer, Idempotency, store_answer, stored_answer
from games.models import Game, GameEvent, Move
from games.models.choices import RepetitionRuleChoice
from games.opening_words import opening_code
from games.refusals import sentence
from games.selectors.game_state import game_state
from games.services.finish import finish
from games.services.flags import flag_if_overdue
from games.services.lock import lock_game
from games.services.pauses import resume_if_due
from games.services.state import set_clock
from games.services.telling import settle_turn, tell_turn
from games.side import Side

# The ply by which both sides have had the turns that make an opening.
OPENED_AT = 2 * TURNS

# So many passes in a row, three a side: what was moved last rests no more, and still neither side can move.
DEAD_AFTER = 6


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """What became of a move: played (``move``), or too late, so that the game ended on time (``flagged``).

    ``answer`` is set if the request carried an `Idempotency`; on a retry it is the first answer, and ``move`` is None.
    """

    game: Game
    move: Move | None
    flagged: bool
    answer: Answer | None = None


def play_move(
    *,
    game_id: int,
    player_id: int,
    text: str,
    ply: int,
    received_at: datetime,
    idempotency: Idempotency[MoveOutcome] | None = None,
) -> MoveOutcome:
    """Play one move and start the opponent's clock; passes that are forced then are played as well.

    ``text`` is a UHP move string, any reference that names the cell will do. ``ply`` is how many moves the player had
    seen, so that a form sent twice plays once. ``received_at`` is when the server got the request, before it waited
    for anything: the clock judges that instant. A move that came too late ends the game on time and is not played.

    :raises NotFound: there is no such game.
    :raises NotAPlayer: it is somebody else's game.
    :raises KeyReused: the Idempotency-Key belongs to another request.
    :raises GameOver, StalePly, NotYourTurn, GamePaused: nothing is changed; ``extra["state"]`` is the state as it is.
    :raises IllegalMove: the text is no move, or the rules refuse it; nothing is changed.
    """
    with arrivals.on_its_way(game_id=game_id, player_id=player_id, received_at=received_at):
        return _play_move(game_id, player_id, text, ply, received_at, idempotency)


@transaction.atomic(durable=True)
def _play_move(
    game_id: int,
    player_id: int,
    text: str,
    ply: int,
    received_at: datetime,
    idempotency: Idempotency[MoveOutcome] | None,
) -> MoveOutcome:
    game = lock_game(game_id)
    side = game.side_of(player_id)
    if side is None:
        raise NotAPlayer
    if idempotency is not None:
        before = stored_answer(user_id=player_id, key=idempotency.key, request_hash=idempotency.request_hash)
        if before is not None:
            return MoveOutcome(game, None, flagged=False, answer=before)
    outcome = _judge_and_play(game, side, text, ply, received_at)
    if idempotency is None:
        return outcome
    answer = idempotency.build(outcome)
    store_answer(
        user_id=player_id,
        key=idempotency.key,
        request_hash=idempotency.request_hash,
        answer=answer,
        now=received_at,
    )
    return replace(outcome, answer=answer)


def _judge_and_play(game: Game, side: Side, text: str, ply: int, received_at: datetime) -> MoveOutcome:
    if not game.in_progress:
        raise GameOver(state=game_state(game, game.player(side), received_at))
    resume_if_due(game, now=received_at)
    if flag_if_overdue(game, side=side, now=received_at):
        return MoveOutcome(game, None, flagged=True)
    if ply != game.ply:
        raise StalePly(state=game_state(game, game.player(side), received_at))
    if side != game.side_to_move:
        raise NotYourTurn(state=game_state(game, game.player(side), received_at))
    if game.paused:
        raise GamePaused(state=game_state(game, game.player(side), received_at))
    board = board_of(game, seen=_seen(game))
    try:
        action = board.parse_move(text)
    except (engine.InvalidNotation, engine.IllegalMove) as error:
        raise IllegalMove(sentence(error), reason_code=error.code) from error
    return MoveOutcome(game, _play(game, board, action, received_at), flagged=False)


def _seen(game: Game) -> dict[str, int] | None:
    """Count the positions so far from their stored keys; None where the rules do not ask."""
    if game.repetition_rule != RepetitionRuleChoice.THREEFOLD:
        return None
    return dict(game.moves.order_by().values_list("position_key").annotate(times=Count("pk")))


def _play(game: Game, board: engine.Board, action: engine.Move, received_at: datetime) -> Move:
    """Play a legal move in time, and the passes it forces."""
    mover, ply_before = _mover(game), game.ply
    move = _push(game, board, action, game.clock.press(now=received_at), received_at)
    game.last_move_at = received_at
    # Moving on is an answer to the opponent's offer; the mover's own offer stands.
    if mover is Side.WHITE:
        game.black_draw_offer_ply = None
    else:
        game.white_draw_offer_ply = None
    record(game, GameEvent.Kind.MOVED, at=received_at, by_id=game.player(mover).pk, move=move.text)
    passes = 0
    while passes < DEAD_AFTER and board.outcome() is None and board.must_pass():
        _push(game, board, engine.Move.passing(), game.clock.forced_pass(), received_at, forced=True)
        record(game, GameEvent.Kind.MOVED, at=received_at, move="pass")
        passes += 1
    game.snapshot = board.snapshot()
    if ply_before < OPENED_AT <= game.ply:
        _name_openings(game)
    _conclude(game, board, mover, move, dead=passes == DEAD_AFTER, now=received_at)
    return move


def _push(
    game: Game,
    board: engine.Board,
    action: engine.Move,
    clock: Clock,
    received_at: datetime,
    *,
    forced: bool = False,
) -> Move:
    """Play one ply on the board, the clock and the record."""
    side = _mover(game)
    text, path = board.move_string(action), board.path(action)
    board.push(action)
    key = board.repetition_key()
    spent = timedelta(0) if forced else game.spent_in_turn(received_at)
    set_clock(game, clock)
    game.ply += 1
    game.position_key = key
    return Move.objects.create(
        game=game,
        ply=game.ply,
        text=text,
        piece=str(action.piece or ""),
        origin=_cell(action.origin),
        destination=_cell(action.destination),
        thrower=str(action.thrower or ""),
        path=[list(cell) for cell in path],
        forced=forced,
        played_at=received_at,
        spent=spent,
        clock_after=clock.white if side is Side.WHITE else clock.black,
        position_key=key,
    )


def _name_openings(game: Game) -> None:
    """Note with which opening each side began: once, from the first moves as they were played."""
    begun = game.moves.order_by("ply").values_list("text", flat=True)[:OPENED_AT]
    openings = engine.openings_of(engine.GameType.parse(game.game_type), begun)
    game.white_opening, game.black_opening = opening_code(openings.white), opening_code(openings.black)


def _conclude(game: Game, board: engine.Board, mover: Side, move: Move, *, dead: bool, now: datetime) -> None:
    """Finish the game if the board says so, else save it and call the opponent.

    ``dead``: neither side will ever have a move again. That is a draw by repetition also where repetition does not
    end a game, because nothing else could.
    """
    end = board.outcome()
    if end is None and not dead:
        game.save()
        settle_turn(game, side=mover, now=now)
        tell_turn(game, last_move=move.text if game.side_to_move != mover else "pass", now=now)
        return
    result, ending = Game.Result.DRAW.value, Game.Ending.REPETITION.value
    if end is not None:
        ending = end.ending
        result = SIDE_OF[end.winner].value if end.winner is not None else result
    finish(game, result=result, ending=ending, at=now, now=now, by=mover)


def _mover(game: Game) -> Side:
    side = game.side_to_move
    if side is None:
        raise ValueError(f"nobody is to move in game {game.pk}")
    return side


def _cell(cell: engine.Hex | None) -> str:
    return "" if cell is None else f"{cell.q},{cell.r}"
