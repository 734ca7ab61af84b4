"""What the rule of an event makes of games that are open at their deadline. For the services; expects the lock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from games.models import Game
from games.services.lock import lock_games

from ..decision import Decision
from ..models import Match, MatchGame, Round, Tournament
from ..pacing import OverdueOutcome, OverdueResult, overdue_outcome
from .audit import log, where
from .counting import knowing, scored, slots_of, subject_of
from .deciding import decide_slots
from .scoring import rescore


@dataclass(slots=True)
class Passed:
    """What a pass over overdue games has done: the games ``decided``; whether some are ``waiting`` for their flag, for
    the count of their result or for the end of a pause; whether there is ``more`` than the limit.
    """

    decided: list[MatchGame] = field(default_factory=list)
    waiting: bool = False
    more: bool = False


def decide_overdue(
    tournament: Tournament, stored: Round, matches: Sequence[Match], now: datetime, *, limit: int
) -> Passed:
    """Give the open games of overdue matches what the stage's rule says. The caller settles what follows.

    A game whose flag fell before the deadline has ended on time; one that an arbiter has paused waits. What ends here
    ends at the deadline, or with the last move, where that came later.
    """
    rule = stored.section.stage.rules.overdue
    deadlines = {match.pk: match.deadline or stored.deadline for match in matches}
    found = list(slots_of(tournament).filter(match__in=deadlines, recorded_at=None).order_by("match__board", "number"))
    games = lock_games(slot.game_id for slot in found if slot.game_id is not None)
    passed = Passed()
    endings: dict[datetime, list[tuple[MatchGame, OverdueOutcome]]] = {}
    for slot in found:
        knowing(tournament, slot)
        game, deadline = games.get(slot.game_id or 0), deadlines[slot.match_id]
        assert deadline is not None, "only overdue matches are given"
        if game is not None and _comes_first(game, deadline):
            passed.waiting = True
            continue
        if len(passed.decided) == limit:
            passed.more = True
            break
        outcome = _outcome(rule, game)
        passed.decided.append(slot)
        at = deadline
        if game is not None and game.turn_started_at is not None:
            at = max(deadline, game.turn_started_at)
        if outcome.result is OverdueResult.UNSCORED:
            _let_run(tournament, slot, at)
        else:
            endings.setdefault(at, []).append((slot, outcome))
    for at, ended in sorted(endings.items()):
        _end(tournament, ended, at)
    return passed


def _comes_first(game: Game, deadline: datetime) -> bool:
    if not game.in_progress or game.paused_at is not None:
        return True
    return game.flag_at is not None and game.flag_at <= deadline


def _outcome(rule: str, game: Game | None) -> OverdueOutcome:
    if game is None:
        return overdue_outcome(rule, to_move=None, white_moved=False, black_moved=False)
    return overdue_outcome(rule, to_move=game.side_to_move, white_moved=game.ply > 0, black_moved=game.ply > 1)


def _end(tournament: Tournament, ended: list[tuple[MatchGame, OverdueOutcome]], at: datetime) -> None:
    decisions = [
        Decision(
            slot.pk,
            outcome.result.value,
            outcome.rated,
            # nobody has lost a drawn game, so it is no forfeit
            outcome.forfeit and outcome.result is not OverdueResult.DRAW,
        )
        for slot, outcome in ended
    ]
    decide_slots(
        tournament,
        {slot.pk: slot for slot, _outcome in ended},
        decisions,
        actor=None,
        reason=_("The deadline of the round has passed."),
        now=at,
        act="overdue",
    )


def _let_run(tournament: Tournament, slot: MatchGame, at: datetime) -> None:
    """The game goes on for itself; the event counts it no more and does not wait for it."""
    slot.outcome, slot.white_points, slot.black_points = Game.Result.NONE, 0, 0
    slot.counts, slot.recorded_at = False, at
    slot.save(update_fields=["outcome", "white_points", "black_points", "counts", "recorded_at"])
    rescore(slot.match, list(slot.match.games.all()), slot.match.round.section.stage.rules, at)
    log(tournament, "unscored", now=at, subject=subject_of(slot), after={**where(slot), **scored(slot)})
