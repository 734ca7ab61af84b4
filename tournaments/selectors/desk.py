"""What the one who pairs an event looks at: what the next round waits for, and what a round made by hand breaks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from ..models import AuditEntry, Claim, Match, MatchGame, PairingRun, Round, Section, Stage
from ..pairing.by_hand import Differences, PlanWarning, Severity, differences_of, warnings
from ..pairing.json_shapes import plan_from_json
from ..pairing.plan import RoundPlan
from ..rules import DUTCH
from ..states import Status
from .pairing_state import pairing_state, places_of

__all__ = ["Differences", "PlanWarning", "Severity", "Wait", "check_plan", "differences", "next_number", "waits_for"]


@dataclass(frozen=True, slots=True)
class Wait:
    """One thing that keeps the next round from starting, as a sentence and for programs.

    ``blocks``: False for what an official may pass over, such as a planned time or an open claim. ``deadline`` is when
    the game's clock runs out or the match is overdue, whichever comes first.
    """

    kind: str
    text: str
    blocks: bool = True
    round: int | None = None
    board: int | None = None
    match: int | None = None
    game: int | None = None
    players: tuple[str, ...] = ()
    to_move: str = ""
    deadline: datetime | None = None

    def to_json(self) -> dict[str, Any]:
        """As plain values, for an answer to a program."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return values | {
            "players": list(self.players),
            "deadline": self.deadline.isoformat() if self.deadline is not None else None,
        }


def next_number(section: Section) -> int:
    """The number of the round that is to start next."""
    return section.rounds.exclude(status=Round.Status.PENDING).count() + 1


def waits_for(section: Section) -> list[Wait]:
    """Everything that keeps the section's next round from starting, what blocks it first; empty when it can start.

    Seven queries at most.
    """
    tournament = section.tournament
    if tournament.status == Status.AWAITING_APPROVAL:
        return [Wait("approval", _("The results have to be approved."))]
    if tournament.status != Status.RUNNING:
        return [Wait("event", _("The event is not running."))]
    if section.status == Section.Status.FINISHED:
        return [*_approval(section), Wait("no_more_rounds", _("All rounds have been played."))]
    found = []
    if tournament.paused_at is not None:
        found.append(Wait("event_paused", _("The event is paused.")))
    running = list(section.rounds.filter(status=Round.Status.RUNNING))
    if running:
        found += _open_games(section)
    found += _undecided(section)
    if not running:
        if next_number(section) > section.rounds_total:
            found.append(Wait("no_more_rounds", _("All rounds have been played.")))
        else:
            found += _hand_or_time(section)
    return sorted([*found, *_claims(section)], key=lambda wait: not wait.blocks)


def _approval(section: Section) -> list[Wait]:
    if section.stage.status != Stage.Status.AWAITING_APPROVAL:
        return []
    return [Wait("approval", _("The results of the stage have to be approved."))]


def _open_games(section: Section) -> list[Wait]:
    """Games in play, and matches of running rounds that have not begun."""
    slots = (
        MatchGame.objects.filter(match__round__section=section, match__round__status="running", recorded_at=None)
        .exclude(match__status=Match.Status.FINISHED)
        .select_related("game", "white__user", "black__user", "match__round")
        .defer("game__snapshot")
        .order_by("match__round__number", "match__board", "number")
    )
    return [_of_slot(slot) for slot in slots]


def _of_slot(slot: MatchGame) -> Wait:
    match, game = slot.match, slot.game
    names = (slot.white.user.name, slot.black.user.name)
    due = match.deadline or match.round.deadline
    data = {"white": names[0], "black": names[1], "round": match.round.number, "board": match.board}
    if game is None:
        text = _("Round %(round)d, board %(board)d: %(white)s – %(black)s has not begun.") % data
        return Wait("match", text, True, match.round.number, match.board, match.pk, None, names, "", due)
    to_move = {"white": names[0], "black": names[1]}.get(game.to_move, "")
    deadline = min((one for one in (due, game.flag_at) if one is not None), default=None)
    if game.paused_at is not None:
        text = _("Round %(round)d, board %(board)d: %(white)s – %(black)s is paused.") % data
    elif to_move:
        text = _("Round %(round)d, board %(board)d: %(white)s – %(black)s is in play, %(player)s to move.") % {
            **data,
            "player": to_move,
        }
    else:
        text = _("Round %(round)d, board %(board)d: the result of %(white)s – %(black)s is being counted.") % data
    return Wait("game", text, True, match.round.number, match.board, match.pk, game.pk, names, to_move, deadline)


def _undecided(section: Section) -> list[Wait]:
    """Matches of a knock-out that are over without telling who goes on, where somebody still could."""
    if not section.stage.rules.is_knock_out:
        return []
    last = section.rounds.filter(status=Round.Status.FINISHED).order_by("-number").first()
    if last is None:
        return []
    drawn = last.matches.filter(kind="games", advances=None, status=Match.Status.FINISHED).exclude(
        games__forfeit=True, games__outcome="none"
    )
    waits = []
    for match in drawn.select_related("first__user", "second__user"):
        assert match.second is not None
        names = (match.first.user.name, match.second.user.name)
        text = _("Round %(round)d, board %(board)d: it is not decided who goes on, %(one)s or %(other)s.")
        data = {"round": last.number, "board": match.board, "one": names[0], "other": names[1]}
        waits.append(Wait("undecided", text % data, True, last.number, match.board, match.pk, players=names))
    return waits


def _hand_or_time(section: Section) -> list[Wait]:
    number = next_number(section)
    if section.next_round_at is not None:
        text = _("Round %(round)d starts at its planned time.") % {"round": number}
        return [Wait("time", text, False, number, deadline=section.next_round_at)]
    if section.rounds.filter(number=number).exists():
        return [
            Wait("by_hand", _("Round %(round)d is published and started by hand.") % {"round": number}, False, number)
        ]
    where = {"stage": section.stage.number, "section": section.number, "round": number}
    stuck = AuditEntry.objects.filter(tournament=section.tournament, act="round_not_paired").order_by("-number").first()
    if stuck is not None and stuck.after is not None and where.items() <= stuck.after.items():
        return [Wait("no_legal_round", stuck.reason, False, number)]
    return [Wait("by_hand", _("Round %(round)d is started by hand.") % {"round": number}, False, number)]


def _claims(section: Section) -> list[Wait]:
    claims = Claim.objects.filter(match__round__section=section, status=Claim.Status.OPEN)
    return [
        Wait(
            "claim",
            _("%(player)s waits for an answer to a claim or appeal, board %(board)d.")
            % {"player": claim.raised_by.user.name, "board": claim.match.board},
            False,
            claim.match.round.number,
            claim.match.board,
            claim.match_id,
            players=(claim.raised_by.user.name,),
        )
        for claim in claims.select_related("raised_by__user", "match__round").order_by("pk")
    ]


def check_plan(section: Section, plan: RoundPlan) -> list[PlanWarning]:
    """The pairing rules that a round of this section breaks, serious ones first. Six queries."""
    state = pairing_state(section, places_of(section), round_number=plan.number)
    return warnings(state, plan, colours=section.stage.rules.format == DUTCH)


def differences(run: PairingRun) -> Differences:
    """How a run that was edited differs from what the engine proposed; nothing for one that was not, or had none."""
    if run.edited is None or run.input is None:
        return Differences()
    return differences_of(plan_from_json(run.output), plan_from_json(run.edited))
