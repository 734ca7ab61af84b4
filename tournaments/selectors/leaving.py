"""What becomes of the results of somebody who leaves, by the event's rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from games.models import Game

from ..decision import Decision
from ..models import Entrant, MatchGame, Section
from ..rules import ROUND_ROBIN
from ..tiebreaks import GameResult
from ..withdrawal import WithdrawalRule, games_done, results_stand
from .results import games_of


def results_would_stand(section: Section, entrant: Entrant) -> bool:
    """Whether the entrant's results would go on counting in the section on leaving now. One query at most.

    Only a round robin may annul them: a Swiss and a knock-out keep what was played.
    """
    rule = rule_of(section)
    if rule is not WithdrawalRule.HALF_SCHEDULE:
        return rule is WithdrawalRule.FORFEIT
    games, _uncounted, _outcomes = games_of(section)
    done, scheduled = schedule_done(section, entrant, games)
    return results_stand(rule, done, scheduled)


def rule_of(section: Section) -> WithdrawalRule:
    """The rule for who leaves this section."""
    if section.stage.rules.format != ROUND_ROBIN:
        return WithdrawalRule.FORFEIT
    return WithdrawalRule(section.tournament.withdrawal_rule)


def schedule_done(section: Section, entrant: Entrant, games: tuple[GameResult, ...]) -> tuple[int, int]:
    """How many own games the entrant has completed, of how many in the whole round robin."""
    rules = section.stage.rules
    opponents = section.places.count() - 1
    return games_done(entrant.pk, games), opponents * rules.cycles * rules.games_per_pairing


def losses(own: Iterable[MatchGame], entrant: Entrant, annulled_in: Collection[int], now: datetime) -> list[Decision]:
    """How the entrant's open games end on leaving: by forfeit where the entrant has not moved.

    ``annulled_in`` are the sections in which nothing of it counts. Games whose clock has run out are left to it.
    """
    decisions = []
    for slot in own:
        if not _can_be_lost(slot, now):
            continue
        as_white = slot.white_id == entrant.pk
        moved = slot.game is not None and slot.game.ply > (0 if as_white else 1)
        decisions.append(
            Decision(
                slot.pk,
                Game.Result.BLACK if as_white else Game.Result.WHITE,
                rated=moved,
                forfeit=not moved,
                counts=slot.counts and slot.match.round.section_id not in annulled_in,
            )
        )
    return decisions


def _can_be_lost(slot: MatchGame, now: datetime) -> bool:
    if slot.recorded_at is not None:
        return False
    game = slot.game
    if game is None:
        return True
    if game.status == Game.Status.FINISHED:
        return False  # over already, and about to be counted
    return game.flag_at is None or game.flag_at > now


def stays_out(slot: MatchGame) -> bool:
    """Whether a game is annulled with somebody who has left: whatever its result, it does not count."""
    return not slot.counts and (slot.white.has_left or slot.black.has_left)
