"""Which player hears of what. Part of the transaction that makes it happen."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from accounts.services.notifications import Notice, notify, notify_each
from accounts.services.reading import settle
from games.models import Challenge, Game, GameEvent
from games.selectors.practice import bot_side, level_of
from games.side import Side

# What a move answers: the call to move, the warning, the opponent's offer, the news that the game has begun.
TOLD_OF_RULINGS = ("reason", "ending", "rated", "until_at", "minutes")
ASKS_TO_MOVE = ("turn", "low_time", "draw_offer", "challenge_accepted")


def settle_turn(game: Game, *, side: Side, now: datetime) -> None:
    """``side`` has moved: what asked for it counts as read."""
    _settle(game, [side], ASKS_TO_MOVE, now)


def settle_offer(game: Game, *, side: Side, now: datetime) -> None:
    """``side`` has answered the opponent's offer: the notice of it counts as read."""
    _settle(game, [side], ("draw_offer",), now)


def settle_end(game: Game, *, now: datetime) -> None:
    """The game is over: nothing that asked either side for something can be answered any more."""
    _settle(game, tuple(Side), ASKS_TO_MOVE, now)


def tell_turn(game: Game, *, now: datetime, last_move: str = "") -> None:
    """Tell the player to move that the clock runs; not against the computer, which has answered in seconds."""
    side = game.side_to_move
    if side is not None and bot_side(game) is None:
        _tell(game, side, "turn", f"turn:{game.pk}:{game.ply}", now, ply=game.ply, move=last_move)


def tell_first_turns(games: Iterable[Game], *, now: datetime) -> None:
    """`tell_turn` for many games that have just begun, in a fixed number of queries."""
    notices = [
        notice
        for game in games
        if (side := game.side_to_move) is not None
        and bot_side(game) is None
        and (notice := _notice(game, side, f"turn:{game.pk}:{game.ply}", {"ply": game.ply, "move": ""})) is not None
    ]
    notify_each(notices=notices, kind="turn", now=now)


def tell_offer(game: Game, *, by: Side, now: datetime) -> None:
    """Tell the opponent that ``by`` offers a draw."""
    _tell(game, by.other, "draw_offer", f"draw:{game.pk}:{game.ply}:{by}", now, ply=game.ply)


def tell_end(game: Game, *, by: Side | None, now: datetime) -> None:
    """Tell the players that the game is over, but not the one who ended it (``by``) and sees it."""
    for side in Side:
        if side != by:
            _tell(game, side, "game_end", f"end:{game.pk}", now, outcome=_outcome(game, side), ending=game.ending)


def tell_low_clock(game: Game, *, now: datetime) -> None:
    """Warn the player to move that the time for this turn runs low."""
    side = game.side_to_move
    if side is not None:
        # The deadline belongs to the key: after a grant of time the next warning is news.
        deadline = "" if game.flag_at is None else game.flag_at.isoformat()
        _tell(game, side, "low_time", f"low:{game.pk}:{game.ply}:{deadline}", now, ply=game.ply)


def tell_arbiter(game: Game, event: GameEvent, *, now: datetime) -> None:
    """Tell both players what an arbiter, or a rule of the event, has done with their game."""
    told = {name: value for name, value in event.data.items() if name in TOLD_OF_RULINGS}
    for side in Side:
        data = told | {"act": event.kind, "status": game.status, "your_move": side == game.side_to_move}
        data["by_rule"] = event.by_id is None
        if "side" in event.data:
            data["yours"] = event.data["side"] == side
        _tell(game, side, "arbiter", f"arbiter:{event.pk}", now, **data, outcome=_outcome(game, side))


def tell_challenge(challenge: Challenge, *, now: datetime) -> None:
    """Tell the named opponent of a direct challenge."""
    if challenge.opponent is not None:
        notify(
            user=challenge.opponent,
            kind="challenge",
            key=f"challenge:{challenge.pk}",
            url=challenge.get_absolute_url(),
            data=_terms(challenge) | {"opponent": challenge.challenger.shown_name},
            now=now,
        )


def tell_challenge_answer(challenge: Challenge, *, by_name: str, accepted: bool, now: datetime) -> None:
    """Tell the challenger that the challenge was accepted, or declined."""
    kind = "challenge_accepted" if accepted else "challenge_declined"
    data = _terms(challenge) | {"opponent": by_name}
    url = challenge.get_absolute_url()
    if challenge.game is not None:
        url = challenge.game.get_absolute_url()
        side = challenge.game.side_of(challenge.challenger_id)
        data |= {"game": challenge.game.pk, "your_move": side == challenge.game.side_to_move}
        if challenge.game.flag_at is not None:
            data["deadline_at"] = challenge.game.flag_at.isoformat()
    notify(user=challenge.challenger, kind=kind, key=f"{kind}:{challenge.pk}", url=url, data=data, now=now)


def settle_challenge(challenge: Challenge, *, now: datetime) -> None:
    """The challenge is closed: the notice to the challenged player, if there is one, counts as read."""
    if challenge.opponent_id is not None:
        settle(user_ids=[challenge.opponent_id], url=challenge.get_absolute_url(), now=now, kinds=("challenge",))


def _outcome(game: Game, side: Side) -> str:
    if game.result in tuple(Side):
        return "won" if game.result == side else "lost"
    return "drawn" if game.result == Game.Result.DRAW else "none"


def _terms(challenge: Challenge) -> dict[str, Any]:
    return {
        "challenge": challenge.pk,
        "game_type": challenge.game_type,
        "time_control": challenge.time_control,
        "rated": challenge.rated,
        "expires_at": challenge.expires_at.isoformat(),
    }


def _tell(game: Game, side: Side, kind: str, key: str, now: datetime, **data: Any) -> None:
    notice = _notice(game, side, key, data)
    if notice is not None:
        notify(user=notice.user, kind=kind, key=key, url=notice.url, data=notice.data, now=now)


def _notice(game: Game, side: Side, key: str, data: dict[str, Any]) -> Notice | None:
    """What the player of a side is told; None for the computer, which is told by the queue."""
    player = game.player(side)
    if level_of(player) is not None:
        return None
    data = data | {"game": game.pk, "opponent": game.player(side.other).shown_name}
    if game.flag_at is not None and side == game.side_to_move:
        data["deadline_at"] = game.flag_at.isoformat()
    return Notice(player, key, game.get_absolute_url(), data)


def _settle(game: Game, sides: Collection[Side], kinds: Collection[str], now: datetime) -> None:
    ids = [game.player(side).pk for side in sides]
    settle(user_ids=ids, url=game.get_absolute_url(), now=now, kinds=kinds)
