"""The standings of one section from its rules and plain results: the same from the tables as from the record. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .rules import StageRules
from .standings import StandingRow, standings
from .tiebreaks import TIEBREAKS, ByeResult, EntrantLine, GameResult, Scoring, System


def game_scoring(rules: StageRules) -> Scoring:
    """What games are worth."""
    return Scoring(win=rules.win_points, draw=rules.draw_points, loss=rules.loss_points, bye=rules.bye_points)


def match_scoring(rules: StageRules) -> Scoring:
    """What matches are worth."""
    return Scoring(
        win=rules.match_win_points,
        draw=rules.match_draw_points,
        loss=rules.match_loss_points,
        bye=rules.match_win_points if rules.bye_points else 0,
    )


def section_rows(
    rules: StageRules,
    lines: Sequence[EntrantLine],
    games: Sequence[GameResult],
    byes: Sequence[ByeResult],
    *,
    active: Collection[int],
    rounds_to_come: int,
) -> list[StandingRow]:
    """The standings, best first. ``active`` are those who play in the rounds that are still to be paired."""
    to_come = 0 if rules.is_knock_out else max(0, rounds_to_come)
    return standings(
        lines,
        games,
        game_scoring(rules),
        [code for code in rules.tiebreaks if code in TIEBREAKS],
        System.SWISS if rules.is_swiss else System.ROUND_ROBIN,
        byes=byes,
        games_to_come=dict.fromkeys(active, to_come * rules.games_per_pairing),
        matches_to_come=dict.fromkeys(active, to_come),
        score_by=rules.score_by,
        match_scoring=match_scoring(rules),
    )
