"""From a stored game to the engine's board, without replaying."""

from engine import Board, Color, GameType, OpeningRule, RepetitionRule, Rules
from games.models import Game
from games.side import Side

COLOR_OF = {Side.WHITE: Color.WHITE, Side.BLACK: Color.BLACK}
SIDE_OF = {color: side for side, color in COLOR_OF.items()}


def rules_of(*, game_type: str, opening_rule: str, repetition_rule: str) -> Rules:
    """Return the engine's rules for the values the tables store."""
    return Rules(GameType.parse(game_type), OpeningRule(opening_rule), RepetitionRule(repetition_rule))


def board_of(game: Game, *, seen: dict[str, int] | None = None) -> Board:
    """Return the present position. ``seen``: see `engine.Board.from_snapshot`; needed only to play on."""
    rules = rules_of(game_type=game.game_type, opening_rule=game.opening_rule, repetition_rule=game.repetition_rule)
    return Board.from_snapshot(rules, game.snapshot, seen=seen)
