"""What a result is worth, and the stored score of a match. For the services; expects the event's lock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ..match_scores import bye_worth, points_of, tally
from ..models import Match, MatchGame
from ..rules import StageRules

__all__ = ["points_of", "rescore", "score_bye"]


def rescore(match: Match, games: Sequence[MatchGame], rules: StageRules, now: datetime) -> None:
    """Store what the recorded ``games`` of a match make of its score and status, see `match_scores.tally`."""
    tally(match, games, rules)
    match.save(update_fields=["first_points", "second_points", "first_score", "second_score", "status"])


def score_bye(match: Match, rules: StageRules) -> None:
    """Fill in what a bye is worth: of game points, and of the match. The caller saves."""
    match.first_points, match.first_score = bye_worth(match.kind, rules)
    match.status = Match.Status.FINISHED
