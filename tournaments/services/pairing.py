"""Pairing a round: a run that is stored with all that went into it, looked at, and published.

For the services; expects the event's lock. The pairing itself is pure, in ``tournaments.pairing``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from accounts.models import User

from ..models import Match, MatchGame, PairingRun, Place, Round, Section
from ..pairing.by_hand import faults
from ..pairing.format_types import EventState
from ..pairing.json_shapes import plan_from_json, state_to_json
from ..pairing.plan import RoundPlan
from ..pairing.record import record_run
from ..pairing.swiss.result import Relaxation
from ..rules import ROUND_ROBIN
from ..selectors.pairing_state import KIND_OF_BYE, pairing_state, places_of
from .audit import log
from .scoring import score_bye


def run_pairing(
    section: Section,
    round_number: int,
    *,
    now: datetime,
    by: User | None = None,
    relax: Collection[Relaxation] = (),
    state: EventState | None = None,
    places: list[Place] | None = None,
) -> PairingRun:
    """Pair a round and keep the run as a preview, in place of an earlier one that was not published.

    :raises FormatError: no legal round exists; it names the ways out.
    """
    places = places_of(section) if places is None else places
    state = state or pairing_state(section, places, round_number=round_number)
    code = section.stage.rules.format
    seed = section.tournament.seed * 1000 + round_number
    _plan, run = record_run(code, state, round_number, seed, relax=relax)
    output = run.pop("output")
    discard_preview(section, round_number)
    return PairingRun.objects.create(
        section=section,
        round_number=round_number,
        at=now,
        by=by,
        input=run,
        output=output,
    )


def discard_preview(section: Section, round_number: int) -> None:
    """Drop the preview of a round, if there is one. It stays in the record as discarded."""
    PairingRun.objects.filter(section=section, round_number=round_number, status=PairingRun.Status.PREVIEW).update(
        status=PairingRun.Status.DISCARDED
    )


def plan_of(run: PairingRun) -> RoundPlan:
    """The round as it is to be played: as edited, or as it came out."""
    return plan_from_json(run.edited or run.output)


def misfits(run: PairingRun) -> list[str]:
    """Why a preview is no round any more, as sentences: who stands in it has left, or who plays is not in it.

    A knock-out and a round robin have the same pairs whoever has left.
    """
    section = run.section
    if not section.stage.rules.is_swiss:
        return []
    plan = plan_of(run)
    state = pairing_state(section, places_of(section), round_number=run.round_number)
    return faults(state, [(match.white_no, match.black_no) for match in plan.matches], plan.byes)


def is_current(run: PairingRun) -> bool:
    """Whether the run started from what is known now: no result, entrant, bye or forbidden pair has changed since."""
    if run.input is None:
        return False
    state = pairing_state(run.section, places_of(run.section), round_number=run.round_number)
    return bool(run.input["state"] == state_to_json(state))


def publish_run(run: PairingRun, *, now: datetime, by: User | None = None, reason: str = "") -> Round:
    """Store the round of a preview with its matches and byes, without games, and write it down."""
    section = run.section
    places = {place.number: place for place in places_of(section)}
    stored = store_round(section, places, plan_of(run))
    run.status = PairingRun.Status.PUBLISHED
    run.save(update_fields=["status"])
    log(
        section.tournament,
        "round_paired",
        now=now,
        actor=by,
        subject=f"{section.name} {run.round_number}".strip(),
        reason=reason,
        after={**round_place(stored), "run": run.pk, "edited": run.edited is not None, "matches": matches_of(stored)},
    )
    return stored


def round_place(stored: Round) -> dict[str, Any]:
    """Which round this is, as the record names it."""
    return {
        "stage": stored.section.stage.number,
        "section": stored.section.number,
        "round": stored.number,
    }


def matches_of(stored: Round) -> list[dict[str, Any]]:
    """The matches and byes of a round as the record holds them, with (White, Black) of each game."""
    return [
        {
            "match": match.pk,
            "board": match.board,
            "kind": match.kind,
            "first": match.first_id,
            "second": match.second_id,
            "games": [[slot.white_id, slot.black_id] for slot in match.games.all()],
        }
        for match in stored.matches.order_by("board").prefetch_related("games")
    ]


def store_round(section: Section, places: Mapping[int, Place], plan: RoundPlan) -> Round:
    """Store a planned round: matches in board order with their games to come, then byes with their points."""
    stored = Round.objects.create(tournament=section.tournament, section=section, number=plan.number)
    rules = section.stage.rules
    slots: list[int | None] = [None] * len(plan.matches)
    bye_slots: dict[int, int] = {}
    if rules.is_knock_out:
        slots = list(plan.reasons["slots"])
        bye_slots = {bye["no"]: bye["slot"] for bye in plan.reasons["byes"]}
    matches = [
        Match(
            round=stored,
            board=board,
            first=places[match.white_no].entrant,
            second=places[match.black_no].entrant,
            slot=slot,
        )
        for board, (match, slot) in enumerate(zip(plan.matches, slots, strict=True), start=1)
    ]
    byes = []
    for board, bye in enumerate(plan.byes, start=len(matches) + 1):
        # who is free in a round robin has what its rules give for a bye
        kind = Match.Kind.PAIRING_BYE if rules.format == ROUND_ROBIN else KIND_OF_BYE[bye.kind]
        match = Match(round=stored, board=board, kind=kind, first=places[bye.no].entrant, slot=bye_slots.get(bye.no))
        score_bye(match, rules)
        match.status = Match.Status.PENDING  # until the round begins
        byes.append(match)
    Match.objects.bulk_create([*matches, *byes])
    MatchGame.objects.bulk_create(
        MatchGame(match=match, number=number, white=places[white].entrant, black=places[black].entrant)
        for match, match_plan in zip(matches, plan.matches, strict=True)
        for number, (white, black) in enumerate(match_plan.games, start=1)
    )
    return stored
