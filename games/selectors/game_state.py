"""The state of a game as pages and programs read it. The shape is part of the public API."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import engine
from accounts.models import User
from games.actions import actions_of
from games.boards import COLOR_OF, board_of
from games.clock import TimeControl, to_ms
from games.event_links import event_links
from games.models import Game, Move
from games.opening_words import opening_state
from games.refusals import sentence
from games.result_words import result_text
from games.selectors.arbiter import decision_on
from games.selectors.ratings import CurrentRating, current_ratings
from games.side import Side

Json = dict[str, Any]

UHP_STATE = {"white": "WhiteWins", "black": "BlackWins", "draw": "Draw"}


def game_state(game: Game, viewer: User | None, now: datetime) -> Json:
    """Return everything that a page or a program shows of ``game``, as ``viewer`` (None: a visitor) may see it.

    ``game`` comes with its players. The position is the stored one: nothing is replayed, and the number of queries
    (four at most, five where an arbiter decided) does not depend on how many moves were played.
    """
    board = board_of(game)
    moves = list(game.moves.order_by("ply"))
    legal = board.legal_moves() if game.in_progress else []
    side = game.side_of(viewer.pk) if viewer is not None else None
    ratings = current_ratings([game.white_id, game.black_id], game.pool, now)
    places = _places(board, legal)
    control = TimeControl.parse(game.time_control)
    return {
        "id": game.pk,
        "version": game.version,
        "url": game.get_absolute_url(),
        "white": player_state(game.white, ratings[game.white_id]),
        "black": player_state(game.black, ratings[game.black_id]),
        "game_type": game.game_type,
        "rules": {"opening": game.opening_rule, "repetition": game.repetition_rule},
        "rated": game.rated,
        "pool": game.pool,
        "time_control": {"code": control.code, "kind": control.kind, "text": control.describe()},
        "event": _event(game),
        "status": game.status,
        "result": game.result or None,
        "ending": game.ending or None,
        "result_text": result_text(game),
        "ply": game.ply,
        "turn": board.turn_string(),
        "openings": {"white": opening_state(game.white_opening), "black": opening_state(game.black_opening)},
        "to_move": game.to_move or None,
        "game_string": _game_string(game, board, moves),
        "legal_moves": [place["move"] for place in places],
        "places": [place for place in places if place["piece"] is not None],
        "position": _position(board),
        "moves": [_move(move) for move in moves],
        "clocks": _clocks(game, now),
        "flag_at": _iso(game.flag_at),
        "paused_at": _iso(game.paused_at),
        "paused_until": _iso(game.paused_until),
        "decision": _decision(game),
        "draw_offers": [
            {"by": str(by), "ply": game.draw_offer_ply(by)} for by in Side if game.draw_offer_ply(by) is not None
        ],
        "rating_changes": _rating_changes(game),
        "you": str(side) if side is not None else None,
        "actions": actions_of(game, side),
        "stuck": _stuck(board, legal) if side is not None and side == game.side_to_move else {},
    }


def player_state(user: User, rating: CurrentRating) -> Json:
    """Return what every page shows of a player."""
    return {
        "name": user.name,
        "display_name": user.shown_name,
        "rating": rating.shown,
        "deviation": round(rating.deviation),
        "provisional": rating.provisional,
        "country": user.country,
        "is_bot": user.is_bot,
        "url": user.get_absolute_url(),
    }


def _event(game: Game) -> Json | None:
    link = event_links([game.pk]).get(game.pk) if game.in_event else None
    return None if link is None else {"id": link.id, "name": link.name, "url": link.url, "round": link.round}


def _game_string(game: Game, board: engine.Board, moves: list[Move]) -> str:
    state = UHP_STATE.get(game.result) or ("InProgress" if game.ply else "NotStarted")
    return ";".join([game.game_type, state, board.turn_string(), *(move.text for move in moves)])


def _places(board: engine.Board, legal: Sequence[engine.Move]) -> list[Json]:
    return [
        {
            "move": board.move_string(move),
            "piece": str(move.piece) if move.piece is not None else None,
            "from": list(move.origin) if move.origin is not None else None,
            "to": list(move.destination) if move.destination is not None else None,
            "by": str(move.thrower) if move.thrower is not None else None,
            "path": [list(cell) for cell in board.path(move)],
        }
        for move in legal
    ]


def _position(board: engine.Board) -> Json:
    return {
        "stacks": [
            {"cell": list(cell), "pieces": [str(piece) for piece in pieces]}
            for cell, pieces in sorted(board.stacks().items())
        ],
        "reserves": {str(side): _reserve(board, color) for side, color in COLOR_OF.items()},
        "queen_neighbours": {str(side): board.queen_neighbours(color) for side, color in COLOR_OF.items()},
    }


def _reserve(board: engine.Board, color: engine.Color) -> list[Json]:
    kinds = []
    for bug, left in board.reserve(color):
        copies = board.rules.game_type.count(bug)
        number = copies - left + 1 if copies > 1 else 0
        following = str(engine.Piece(color, bug, number)) if left else None
        kinds.append({"bug": bug.letter, "left": left, "next": following})
    return kinds


def _move(move: Move) -> Json:
    return {
        "ply": move.ply,
        "move": move.text,
        "text": move.text,
        "piece": move.piece or None,
        "from": _cell(move.origin),
        "to": _cell(move.destination),
        "by": move.thrower or None,
        "path": move.path,
        "at": _iso(move.played_at),
        "spent_ms": to_ms(move.spent),
        "clock_ms": to_ms(move.clock_after),
        "forced": move.forced,
    }


def _clocks(game: Game, now: datetime) -> Json:
    clock = game.clock
    sides = {str(side): {"remaining_ms": to_ms(clock.remaining(side, now=now))} for side in Side}
    return sides | {"running": clock.running, "now": _iso(now)}


def _decision(game: Game) -> Json | None:
    decision = decision_on(game)
    if decision is None:
        return None
    return {"kind": decision.kind, "by": decision.by, "reason": decision.reason, "at": _iso(decision.at)}


def _rating_changes(game: Game) -> Json | None:
    if not game.rated or game.status != Game.Status.FINISHED:
        return None
    changes = {change.user_id: change for change in game.rating_changes.all()}
    if not changes:
        return None
    return {
        str(side): {
            "before": round(changes[game.player(side).pk].value_before),
            "after": round(changes[game.player(side).pk].value_after),
        }
        for side in Side
    }


def _stuck(board: engine.Board, legal: Sequence[engine.Move]) -> Json:
    """Say of each top piece of the side to move that cannot go anywhere why that is."""
    movable = {move.piece for move in legal}
    stuck = {}
    for pieces in board.stacks().values():
        top = pieces[-1]
        if top.color is board.to_move and top not in movable:
            error = board.why_stuck(top)
            if error is not None:
                stuck[str(top)] = {"code": error.code, "reason": sentence(error)}
    return stuck


def _cell(text: str) -> list[int] | None:
    return [int(number) for number in text.split(",")] if text else None


def _iso(instant: datetime | None) -> str | None:
    return None if instant is None else instant.isoformat()
