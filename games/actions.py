"""What a player of a game may do. The pages show it and the services insist on it, so it stands in one place. Pure."""

from games.models import Game
from games.side import Side

# A player whose offer was declined waits so many plies: five moves of their own.
PLIES_BETWEEN_OFFERS = 10


def offer_refusal(game: Game, side: Side) -> str | None:
    """Return the code of why ``side`` may not offer a draw in this running game, None if it may.

    Sources: lichess for the wait between offers, hivegame.com for none before both have moved.
    """
    if not game.both_moved:
        return "offer_too_early"
    if game.draw_offer_ply(side) is not None:
        return "offer_open"
    if game.draw_offer_ply(side.other) is not None:
        return "offer_to_answer"
    last = game.last_offer_ply(side)
    if last is not None and game.ply < last + PLIES_BETWEEN_OFFERS:
        return "offer_too_soon"
    return None


def can_abort(game: Game) -> bool:
    """Say whether the game can still be called off: a casual game outside events, until both have moved."""
    return game.in_progress and not game.in_event and not game.rated and not game.both_moved


def can_resign(game: Game) -> bool:
    """Say whether a player can resign: always, but where the game can still be called off."""
    return game.in_progress and not can_abort(game)


def actions_of(game: Game, side: Side | None) -> list[str]:
    """Return what the player on ``side`` may do now; nothing for a spectator."""
    if side is None or not game.in_progress:
        return []
    offered = game.draw_offer_ply(side.other) is not None
    allowed = {
        "move": side == game.side_to_move and not game.paused,
        "resign": can_resign(game),
        "draw-offer": offer_refusal(game, side) is None,
        "draw-accept": offered,
        "draw-decline": offered,
        "abort": can_abort(game),
    }
    return [action for action, may in allowed.items() if may]
