"""Entering a Swiss event that runs. For the services; expects the event's lock.

A newcomer gets the next start number and plays from the next round that is not paired yet. The rounds missed are
stored as byes, so that nothing else has to know that somebody came late.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict

from ..models import Entrant, Match, Place, Round, Section, Tournament
from ..pairing.absences import missed_before
from ..pairing.format_types import Entry
from ..registration import LateEntry
from ..selectors.entries import first_stage_sections, late_entry_to, rounds_paired
from ..selectors.pairing_state import KIND_OF_BYE, pairing_state, places_of
from .audit import log
from .pairing import discard_preview
from .scoring import score_bye


@dataclass(frozen=True, slots=True)
class Target:
    """Where a newcomer would play, and from which round on."""

    section: Section
    first_round: int


def place_for(tournament: Tournament, entrant: Entrant) -> Target:
    """The section a newcomer belongs in: by rating, else the smallest group.

    :raises Conflict: ``registration_closed``: this event takes no newcomers once it runs; ``late_entry_over``: the
        last round for it is paired, and the message names it.
    """
    if entrant.seed is not None:
        message = _("You have left this event. Only an arbiter can take you back into it.")
        raise Conflict(message, code="left_event")
    if not tournament.rules.is_swiss:
        message = _(
            "The event has started, and late entry is possible in a Swiss event only. "
            "An arbiter may let you replace somebody."
        )
        raise Conflict(message, code="registration_closed")
    if not tournament.late_entry_until:
        raise Conflict(_("The event has started and takes no late entries."), code="registration_closed")
    section = _section_for(tournament, entrant)
    late = late_entry_to(tournament, section) if section is not None and section.stage.status == "running" else None
    if section is None or late is None or not late.is_open:
        _refuse(late, tournament)
    assert section is not None
    return Target(section=section, first_round=rounds_paired(section) + 1)


def _refuse(late: LateEntry | None, tournament: Tournament) -> None:
    last = late.last_round if late is not None else tournament.late_entry_until
    message = _("Late entry ended with the pairing of round %(last)d: that was the last round to enter.")
    raise Conflict(message % {"last": last}, code="late_entry_over", last_round=last)


def _section_for(tournament: Tournament, entrant: Entrant) -> Section | None:
    """None: nobody of this rating played at the start, so there is no such section."""
    sections = first_stage_sections(tournament)
    for section in sections:
        section.tournament = section.stage.tournament = tournament
    bands = tournament.section_bands
    if bands:
        name = next((f"≥ {limit}" for limit in bands if round(entrant.rating) >= limit), f"< {bands[-1]}")
        return next((section for section in sections if section.name == name), None)
    return min(sections, key=lambda section: (section.places.count(), section.number), default=None)


def join(entrant: Entrant, target: Target, now: datetime) -> dict[str, Any]:
    """Give a stored entrant a start number in the section and byes for the rounds missed. Returns it for the record.

    A preview of the next round is discarded: it was made without the newcomer.
    """
    section, first_round = target.section, target.first_round
    tournament = section.tournament
    last_seed = Entrant.objects.filter(tournament=tournament).aggregate(last=Max("seed"))["last"] or 0
    entrant.seed, entrant.late_from = last_seed + 1, first_round
    entrant.save(update_fields=["seed", "late_from"])
    number = (section.places.aggregate(last=Max("number"))["last"] or 0) + 1
    Place.objects.create(section=section, entrant=entrant, number=number)
    byes = _store_missed(section, entrant, number, first_round)
    drop_preview(section, first_round, now)
    return {
        "seed": entrant.seed,
        "stage": 1,
        "section": section.number,
        "number": number,
        "round": first_round,
        "byes": [{"match": bye.pk, "round": bye.round.number, "board": bye.board, "kind": bye.kind} for bye in byes],
    }


def drop_preview(section: Section, round_number: int, now: datetime) -> None:
    """Discard a preview of a round of the first stage, because who is in the round has changed since."""
    if section.pairing_runs.filter(round_number=round_number, status="preview").exists():
        discard_preview(section, round_number)
        place = {"stage": 1, "section": section.number, "round": round_number}
        log(section.tournament, "preview_discarded", now=now, subject=str(round_number), after=place)


def _store_missed(section: Section, entrant: Entrant, number: int, first_round: int) -> list[Match]:
    """A bye in each round missed, of the kind that `pairing.absences` gives it."""
    places = places_of(section)
    state = pairing_state(section, places, round_number=first_round)
    entry = Entry(no=number, rating=round(entrant.rating), late_from=first_round)
    rounds = {stored.number: stored for stored in section.rounds.annotate(last_board=Max("matches__board"))}
    byes = []
    for missed_no, bye in enumerate(missed_before(entry, state, first_round), start=1):
        stored = rounds.get(missed_no)
        if bye is None or stored is None:
            continue
        match = Match(round=stored, board=(stored.last_board or 0) + 1, kind=KIND_OF_BYE[bye.kind], first=entrant)
        score_bye(match, section.stage.rules)
        if stored.status == Round.Status.PENDING:
            match.status = Match.Status.PENDING  # until the round begins
        match.save()
        byes.append(match)
    return byes
