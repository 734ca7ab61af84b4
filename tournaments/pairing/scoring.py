"""What matches and byes are worth, in game points (half points) and match points."""

from .format_types import FormatSettings, PastMatch
from .plan import ByeKind


def match_points(match: PastMatch, settings: FormatSettings) -> tuple[int, int]:
    """Match points of both sides, of White's in the first game first; (points, 0) for a bye.

    What the match says counts; otherwise they follow from the game points, and who
    forfeited the match has those of a loss.
    """
    if match.black_no is None:
        derived = bye_worth(match.kind or ByeKind.PAIRING, settings)[1], 0
    else:
        derived = (
            _side(match.white_points, match.black_points, match.white_no in match.forfeited_by, settings),
            _side(match.black_points, match.white_points, match.black_no in match.forfeited_by, settings),
        )
    white = derived[0] if match.white_match is None else match.white_match
    black = derived[1] if match.black_match is None else match.black_match
    return white, black


def _side(own: int, other: int, forfeited: bool, settings: FormatSettings) -> int:
    if forfeited or own < other:
        return settings.match_loss
    return settings.match_win if own > other else settings.match_draw


def bye_worth(kind: ByeKind, settings: FormatSettings) -> tuple[int, int]:
    """Game points and match points of a bye of a whole match.

    A pairing-allocated bye is a win; of two games a win and a draw (FIDE C.04.5), which
    wins the match; four and six games likewise. The organiser may set its game points.

    >>> bye_worth(ByeKind.PAIRING, FormatSettings(games_per_pairing=2))
    (3, 2)
    """
    games = settings.games_per_pairing
    if kind is ByeKind.PAIRING:
        points = settings.win * ((games + 1) // 2) + settings.draw * (games // 2)
        return (points if settings.bye_points is None else settings.bye_points), settings.match_win
    if kind is ByeKind.FULL:
        return settings.win * games, settings.match_win
    if kind is ByeKind.HALF:
        return settings.draw * games, settings.match_draw
    return 0, 0
