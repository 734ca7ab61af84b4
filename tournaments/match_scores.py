"""What a result is worth, and what the games of a match make of its score. Works on rows in memory, stores nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .rules import StageRules

if TYPE_CHECKING:
    from .models import Match, MatchGame


def points_of(rules: StageRules, result: str) -> tuple[int, int]:
    """Half points for (White, Black). No result, where both forfeited, is a loss for both.

    :raises KeyError: there is no such result.
    """
    win, draw, loss = rules.win_points, rules.draw_points, rules.loss_points
    return {"white": (win, loss), "black": (loss, win), "draw": (draw, draw), "none": (loss, loss)}[result]


def bye_worth(kind: str, rules: StageRules) -> tuple[int, int]:
    """What a bye of this `Match.Kind` is worth: half points of games, and of the match.

    :raises KeyError: it is no bye.
    """
    if kind == "pairing_bye":
        # where sitting out is worth no game points, it is worth nothing at all
        return rules.bye_points, rules.match_win_points if rules.bye_points else 0
    games = rules.games_per_pairing
    return {
        "full_bye": (rules.win_points * games, rules.match_win_points),
        "half_bye": (rules.draw_points * games, rules.match_draw_points),
        "zero_bye": (0, 0),
    }[kind]


def tally(match: Match, games: Sequence[MatchGame], rules: StageRules) -> None:
    """Set what the recorded ``games`` of a match make of its score and status.

    Deciding games count for who goes on only. A match is over when every game is recorded; where nobody scored in
    it, because both sides forfeited, neither wins. One of which no game counts is worth nothing to either.
    """
    totals = {match.first_id: 0, match.second_id: 0}
    for slot in games:
        if slot.recorded_at is not None and slot.counts and not slot.decider:
            totals[slot.white_id] += slot.white_points or 0
            totals[slot.black_id] += slot.black_points or 0
    match.first_points, match.second_points = totals[match.first_id], totals[match.second_id]
    if games and all(slot.recorded_at is not None for slot in games):
        match.status = "finished"
        match.first_score, match.second_score = match_points(match, games, rules)
    else:
        # a game decided before it was begun does not keep the others of its match from beginning
        match.status = "running" if any(slot.game_id is not None for slot in games) else "pending"
        match.first_score = match.second_score = None


def match_points(match: Match, games: Sequence[MatchGame], rules: StageRules) -> tuple[int, int]:
    """Half points of the match for (first, second)."""
    first, second = match.first_points, match.second_points
    win, draw, loss = rules.match_win_points, rules.match_draw_points, rules.match_loss_points
    if first != second:
        return (win, loss) if first > second else (loss, win)
    counting = [slot for slot in games if slot.counts]
    if not counting:
        return 0, 0
    nobody_played = all(slot.forfeit and slot.outcome == "none" for slot in counting)
    return (loss, loss) if nobody_played else (draw, draw)
