"""What is wrong with the rules of one stage. Pure."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ..pacing import BadRoundTimes, round_times
from ..tiebreaks import TIEBREAKS
from .stage import DOUBLE_SWISS, DUTCH, KNOCK_OUT, ROUND_ROBIN, StageRules

Found = dict[str, list[Any]]

MAX_POINTS = 20
MAX_ROUNDS = 50
MAX_GROUPS = 64
PACINGS = ("all_at_once", "by_round", "fixed_times", "by_hand", "at_most")
SCORE_BY = ("games", "matches")
OVERDUE = ("arbiter", "forfeit", "draw", "unscored")
DRAWN_MATCH = ("higher_seed", "deciders", "lot")
# Colours are balanced in matches of these lengths; a knock-out match may have any length up to nine.
GAMES: dict[str, tuple[int, ...]] = {
    ROUND_ROBIN: (1, 2, 4, 6),
    DOUBLE_SWISS: (2,),
    DUTCH: (1,),
    KNOCK_OUT: (1, 2, 3, 4, 5, 6, 7, 8, 9),
}


def add(found: Found, field: str, sentence: Any) -> None:
    """Put a sentence beside a field."""
    found.setdefault(field, []).append(sentence)


def one_of(found: Found, rules: object, field: str, allowed: Collection[str]) -> None:
    """Refuse a value that is not among those on offer."""
    if getattr(rules, field) not in allowed:
        add(found, field, format_lazy(_("Choose one of: {choices}."), choices=", ".join(allowed)))


def stage_problems(rules: StageRules, found: Found, *, formats: Collection[str], first: bool) -> None:
    """Add what is wrong with a stage. ``first``: it is the event's first, which nobody is promoted to."""
    if rules.format not in formats:
        add(found, "format", _("Choose one of the formats on offer."))
        return
    one_of(found, rules, "pacing", PACINGS)
    one_of(found, rules, "score_by", SCORE_BY)
    one_of(found, rules, "overdue", OVERDUE)
    one_of(found, rules, "drawn_match", DRAWN_MATCH)
    _check_format(rules, found, first=first)
    _check_pacing(rules, found)
    _check_points(rules, found)
    _check_tiebreaks(rules, found)


def _check_format(rules: StageRules, found: Found, *, first: bool) -> None:
    games = GAMES[rules.format]
    if rules.games_per_pairing not in games:
        if rules.format == ROUND_ROBIN:
            add(found, "games_per_pairing", _("Play 1, 2, 4 or 6 games per pairing, so that the colours are balanced."))
        else:
            allowed = ", ".join(map(str, games))
            sentence = _("This format is played with {n} games per pairing.")
            add(found, "games_per_pairing", format_lazy(sentence, n=allowed))
    if rules.final_games is not None and not (rules.format == KNOCK_OUT and rules.final_games in games):
        add(found, "final_games", _("Only the final of a knock-out has a length of its own: 1 to 9 games."))
    if not 1 <= rules.cycles <= 2 or (rules.cycles > 1 and rules.format != ROUND_ROBIN):
        add(found, "cycles", _("Only a round robin may be played twice over."))
    if rules.rounds is not None and not (rules.is_swiss and 1 <= rules.rounds <= MAX_ROUNDS):
        sentence = _("Only a Swiss has a number of rounds to choose: 1 to {n}, or empty for a fitting number.")
        add(found, "rounds", format_lazy(sentence, n=MAX_ROUNDS))
    if not 1 <= rules.groups <= MAX_GROUPS or (rules.groups > 1 and rules.format == KNOCK_OUT):
        add(found, "groups", format_lazy(_("Choose 1 to {n} groups; a knock-out has one."), n=MAX_GROUPS))
    if not 0 <= rules.requested_byes <= 10 or (rules.requested_byes and not rules.is_swiss):
        add(found, "requested_byes", _("Half-point byes may be asked for in a Swiss only, at most ten."))
    if rules.accelerated and not rules.is_swiss:
        add(found, "accelerated", _("Only a Swiss can be accelerated."))
    if rules.third_place and rules.format != KNOCK_OUT:
        add(found, "third_place", _("Only a knock-out has a match for third place."))
    if rules.decider_games not in (2, 4, 6, 8, 10):
        add(found, "decider_games", _("Deciding games are played in pairs: 2 to 10 of them."))
    if first and (rules.advance_per_group or rules.advance_next_best):
        add(found, "advance_per_group", _("Nobody is promoted to the first stage."))
    if rules.advance_per_group < 0 or rules.advance_next_best < 0:
        add(found, "advance_per_group", _("Give a number of players, 0 or more."))


def _check_pacing(rules: StageRules, found: Found) -> None:
    if rules.pacing in ("all_at_once", "at_most") and rules.format != ROUND_ROBIN:
        add(found, "pacing", _("This format needs the results of a round to pair the next: play round by round."))
    limit = rules.max_games_at_once
    if rules.pacing == "at_most" and (limit is None or not 1 <= limit <= 100):
        add(found, "max_games_at_once", _("Say how many games a player has at a time: 1 to 100."))
    elif rules.pacing == "at_most" and limit is not None and limit < rules.games_per_pairing:
        add(found, "max_games_at_once", _("The games of one match start together: allow at least as many as it has."))
    if not 0 <= rules.rest_hours <= 24 * 60:
        add(found, "rest_hours", _("Rest at most sixty days between two rounds."))
    if rules.round_hours is not None and not 1 <= rules.round_hours <= 24 * 365:
        add(
            found,
            "round_hours",
            _("A round lasts from an hour to a year; leave it empty for no deadline."),
        )
    if rules.round_starts:
        try:
            round_times(rules.round_starts, "UTC")
        except BadRoundTimes as error:
            add(found, "round_starts", str(error))
    elif rules.pacing == "fixed_times":
        add(found, "round_starts", _("Give the time at which each round starts."))


def _check_points(rules: StageRules, found: Found) -> None:
    """Two draws may not be worth more than a win and a loss, and a bye no more than wins (FIDE arbiters' practice)."""
    names = ("win_points", "draw_points", "loss_points", "bye_points")
    for field in (*names, "match_win_points", "match_draw_points", "match_loss_points"):
        if not 0 <= getattr(rules, field) <= MAX_POINTS:
            add(found, field, format_lazy(_("Points lie between 0 and {n}."), n=MAX_POINTS // 2))
    for prefix in ("", "match_"):
        win, draw, loss = (getattr(rules, f"{prefix}{name}_points") for name in ("win", "draw", "loss"))
        if win <= loss:
            add(found, f"{prefix}win_points", _("A win must be worth more than a loss."))
        if not loss <= draw <= win:
            add(found, f"{prefix}draw_points", _("A draw is worth at least a loss and at most a win."))
        elif 2 * draw > win + loss:
            add(found, f"{prefix}draw_points", _("Two draws may not be worth more than a win and a loss."))
    if rules.bye_points > rules.win_points * rules.games_per_pairing:
        add(found, "bye_points", _("A bye may not be worth more than winning the games it replaces."))


def _check_tiebreaks(rules: StageRules, found: Found) -> None:
    unknown = [code for code in rules.tiebreaks if code not in TIEBREAKS]
    if unknown:
        sentence = _("Unknown: {codes}. Choose from {known}.")
        add(found, "tiebreaks", format_lazy(sentence, codes=", ".join(unknown)[:60], known=", ".join(TIEBREAKS)))
    if len(set(rules.tiebreaks)) != len(rules.tiebreaks):
        add(found, "tiebreaks", _("Name each tie-break once."))
    if rules.tiebreaks[:1] != ("PTS",):
        add(found, "tiebreaks", _("Points (PTS) come first: tie-breaks separate players with equal points."))
