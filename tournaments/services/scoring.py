"""What a result is worth, and the stored score of a match. For the services; expects the event's lock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Game

from ..models import Match, MatchGame
from ..rules import StageRules


def points_of(rules: StageRules, result: str) -> tuple[int, int]:
    """Half points for (White, Black). No result, where both forfeited, is a loss for both."""
    win, draw, loss = rules.win_points, rules.draw_points, rules.loss_points
    return {
        Game.Result.WHITE: (win, loss),
        Game.Result.BLACK: (loss, win),
        Game.Result.DRAW: (draw, draw),
        Game.Result.NONE: (loss, loss),
    }[Game.Result(result)]


def rescore(match: Match, games: Sequence[MatchGame], rules: StageRules, now: datetime) -> None:
    """Write what the recorded ``games`` of a match make of its score and status.

    Deciding games count for who goes on only. A match is over when every game is recorded; where nobody scored in
    it, because both sides forfeited, neither wins.
    """
    totals = {match.first_id: 0, match.second_id: 0}
    for slot in games:
        if slot.recorded_at is not None and slot.counts and not slot.decider:
            totals[slot.white_id] += slot.white_points or 0
            totals[slot.black_id] += slot.black_points or 0
    match.first_points, match.second_points = totals[match.first_id], totals[match.second_id]
    if games and all(slot.recorded_at is not None for slot in games):
        match.status = Match.Status.FINISHED
        match.first_score, match.second_score = match_points(match, games, rules)
    else:
        started = any(slot.game_id is not None or slot.recorded_at is not None for slot in games)
        match.status = Match.Status.RUNNING if started else Match.Status.PENDING
        match.first_score = match.second_score = None
    match.save(update_fields=["first_points", "second_points", "first_score", "second_score", "status"])


def match_points(match: Match, games: Sequence[MatchGame], rules: StageRules) -> tuple[int, int]:
    """Half points of the match for (first, second)."""
    first, second = match.first_points, match.second_points
    win, draw, loss = rules.match_win_points, rules.match_draw_points, rules.match_loss_points
    if first != second:
        return (win, loss) if first > second else (loss, win)
    counting = [slot for slot in games if slot.counts]
    nobody_played = bool(counting) and all(slot.forfeit and slot.outcome == Game.Result.NONE for slot in counting)
    return (loss, loss) if nobody_played else (draw, draw)


def score_bye(match: Match, rules: StageRules) -> None:
    """Fill in what a bye is worth: of game points, and of the match. The caller saves."""
    whole, games = rules.win_points, rules.games_per_pairing
    match.first_points, match.first_score = {
        Match.Kind.PAIRING_BYE: (rules.bye_points, rules.match_win_points),
        Match.Kind.FULL_BYE: (whole * games, rules.match_win_points),
        Match.Kind.HALF_BYE: (rules.draw_points * games, rules.match_draw_points),
        Match.Kind.ZERO_BYE: (0, 0),
    }[Match.Kind(match.kind)]
    if match.kind == Match.Kind.PAIRING_BYE and not rules.bye_points:
        match.first_score = 0  # sitting out is worth nothing in this event
    match.status = Match.Status.FINISHED
