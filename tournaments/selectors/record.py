"""The record of an event: its lines, and whether they tell the same story as the tables."""

from __future__ import annotations

from django.db.models import QuerySet

from ..models import AuditEntry, Match, MatchGame, PairingRun, Section, Tournament
from ..pairing.format_types import FormatError
from ..pairing.json_shapes import plan_from_json
from ..pairing.record import replay as pair_again
from ..replay import PastMatch, PastSection, Replay, replay
from .results import results_of
from .sections import sections_of
from .standings import standings_from


def record_of(tournament: Tournament, *, full: bool = False) -> QuerySet[AuditEntry]:
    """The lines of the record, oldest first: the public ones, or with ``full`` all, for the officials."""
    lines = AuditEntry.objects.filter(tournament=tournament).select_related("actor").order_by("number")
    return lines if full else lines.filter(public=True)


def replayed(tournament: Tournament) -> Replay:
    """The event as its record alone tells it. One query."""
    return replay(AuditEntry.objects.filter(tournament=tournament).order_by("number").iterator(chunk_size=500))


def record_differences(tournament: Tournament) -> list[str]:
    """Where the record and the tables disagree, in plain words; empty if they tell the same.

    Compared are entrants, pairings, results, who goes on, and the standings with every tie-break.
    """
    told = replayed(tournament)
    found = [] if told.status in ("", tournament.status) else [f"status: {told.status}, not {tournament.status}"]
    stored = {(section.stage.number, section.number): section for section in sections_of(tournament)}
    if stored.keys() != told.sections.keys():
        return [*found, f"sections: {sorted(told.sections)}, not {sorted(stored)}"]
    for place, section in stored.items():
        name = f"stage {place[0]}, section {place[1]}"
        found += [f"{name}: {line}" for line in _section_differences(told, told.sections[place], section)]
    return found


def run_differences(tournament: Tournament) -> list[str]:
    """Pairing runs that give another round when they are run again; empty if all give the same."""
    found = []
    for run in PairingRun.objects.filter(section__tournament=tournament).order_by("pk"):
        if run.input is None:
            continue  # paired by hand from nothing
        try:
            same = pair_again(run.input) == plan_from_json(run.output)
        except (FormatError, ValueError) as error:
            found.append(f"pairing run {run.pk}, round {run.round_number}: {error}")
            continue
        if not same:
            found.append(f"pairing run {run.pk}, round {run.round_number}: another round")
    return found


def _section_differences(told: Replay, past: PastSection, section: Section) -> list[str]:
    found = []
    entrants = list(section.places.order_by("number").values_list("entrant_id", flat=True))
    if past.entrants != entrants:
        found.append(f"entrants {past.entrants}, not {entrants}")
    if past.rounds_total != section.rounds_total:
        found.append(f"{past.rounds_total} rounds, not {section.rounds_total}")
    ours = {match.id: _plain(match) for match in past.matches}
    theirs = _stored_matches(section)
    found += [
        f"match {id_}: {ours.get(id_)}, not {theirs.get(id_)}"
        for id_ in sorted(ours.keys() | theirs.keys())
        if ours.get(id_) != theirs.get(id_)
    ]
    rows = [
        (row.rank, row.entrant.id, row.points, [value.order for value in row.values]) for row in told.standings(past)
    ]
    stored = [
        (one.rank, one.entrant.pk, one.points, [value.order for value in one.row.values])
        for one in standings_from(results_of(section))  # of a knock-out the points; who goes on has lines of its own
    ]
    return found + [
        f"standings: {ours}, not {theirs}" for ours, theirs in zip(rows, stored, strict=True) if ours != theirs
    ]


Plain = tuple[object, ...]


def _plain(match: PastMatch) -> Plain:
    games = tuple(
        (slot.number, slot.white, slot.black, slot.outcome, slot.white_points, slot.black_points, slot.forfeit)
        for slot in sorted(match.games.values(), key=lambda one: one.number)
        if not slot.decider or slot.outcome
    )
    return (match.board, match.kind, match.first, match.second, match.advances, games)


def _stored_matches(section: Section) -> dict[int, Plain]:
    slots: dict[int, list[MatchGame]] = {}
    for slot in MatchGame.objects.filter(match__round__section=section).order_by("number"):
        if not slot.decider or slot.recorded_at is not None:
            slots.setdefault(slot.match_id, []).append(slot)
    return {
        match.pk: (
            match.board,
            match.kind,
            match.first_id,
            match.second_id,
            match.advances_id,
            tuple(
                (
                    slot.number,
                    slot.white_id,
                    slot.black_id,
                    slot.outcome,
                    slot.white_points,
                    slot.black_points,
                    slot.forfeit,
                )
                for slot in slots.get(match.pk, [])
            ),
        )
        for match in Match.objects.filter(round__section=section)
    }
