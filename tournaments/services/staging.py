"""The stages of an event: who plays in which section, and the step from one stage to the next.

For the services; all expect the event's lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.errors import Conflict

from ..models import Entrant, Place, Section, Stage, Tournament
from ..pairing.format_types import FormatError
from ..pairing.formats import format_for
from ..pairing.groups import GroupResult, promote, rating_bands, snake_groups
from ..rules import StageRules
from ..rules.rounds import rounds_of_stage
from ..selectors.pairing_state import pairing_state, places_of
from ..selectors.ranking import section_ranks
from ..selectors.standings import section_standings
from .audit import log
from .pairing import publish_run, run_pairing


def make_stages(tournament: Tournament) -> list[Stage]:
    """Store a row for each stage that the rules name, once."""
    return [
        Stage.objects.get_or_create(tournament=tournament, number=number)[0]
        for number in range(1, len(tournament.rules.stages) + 1)
    ]


def begin_stage(stage: Stage, entrants: Sequence[Entrant], now: datetime) -> list[Section]:
    """Divide ``entrants``, best seed first, into the stage's sections and pair what can be paired beforehand.

    :raises Conflict: ``cannot_pair``: too few or too many for the format; the message says what to change.
    """
    rules = stage.rules
    stage.status = Stage.Status.RUNNING
    stage.started_at = now
    stage.save(update_fields=["status", "started_at"])
    sections = []
    for number, (name, members) in enumerate(_divided(stage, rules, entrants), start=1):
        section = Section.objects.create(tournament=stage.tournament, stage=stage, number=number, name=name)
        Place.objects.bulk_create(
            Place(section=section, entrant=entrant, number=no) for no, entrant in enumerate(members, start=1)
        )
        _pair_beforehand(section, now)
        sections.append(section)
    tournament = stage.tournament
    tournament.rounds_total = max(section.rounds_total for section in sections)
    tournament.save(update_fields=["rounds_total"])
    log(
        tournament,
        "stage_started",
        now=now,
        subject=str(stage.number),
        after={
            "stage": stage.number,
            "sections": [
                {
                    "number": section.number,
                    "name": section.name,
                    "rounds": section.rounds_total,
                    "entrants": list(section.places.order_by("number").values_list("entrant_id", flat=True)),
                }
                for section in sections
            ],
        },
    )
    return sections


def _divided(stage: Stage, rules: StageRules, entrants: Sequence[Entrant]) -> list[tuple[str, list[Entrant]]]:
    bands = stage.tournament.section_bands if stage.number == 1 else []
    if bands:
        return [part for part in _by_rating(bands, entrants) if len(part[1]) > 0]
    if rules.groups <= 1:
        return [("", list(entrants))]
    groups = snake_groups([entrant.club for entrant in entrants], rules.groups)
    return [(_group_name(index), [entrants[place] for place in group]) for index, group in enumerate(groups)]


def _group_name(index: int) -> str:
    """A, B, C …, after Z with numbers."""
    return chr(ord("A") + index) if index < 26 else str(index + 1)


def _by_rating(bands: Sequence[int], entrants: Sequence[Entrant]) -> list[tuple[str, list[Entrant]]]:
    names = [f"≥ {limit}" for limit in bands] + [f"< {bands[-1]}"]
    sections = rating_bands([round(entrant.rating) for entrant in entrants], bands)
    return [(name, [entrants[place] for place in section]) for name, section in zip(names, sections, strict=True)]


def _pair_beforehand(section: Section, now: datetime) -> None:
    """Store all rounds of a format that fixes them beforehand; of others only how many there will be."""
    places = places_of(section)
    rules = section.stage.rules
    state = pairing_state(section, places, round_number=1)
    fmt = format_for(rules.format)
    try:
        fmt.validate(len(places), state.settings)
        section.rounds_total = rounds_of_stage(rules, len(places))
        section.save(update_fields=["rounds_total"])
        if fmt.all_at_once:
            for number in range(1, section.rounds_total + 1):
                publish_run(run_pairing(section, number, now=now, state=state, places=places), now=now)
    except FormatError as error:
        raise Conflict(str(error), code="cannot_pair", section=section.name) from error


def close_stage(stage: Stage, now: datetime) -> None:
    """Write the final ranks of the stage's sections; they are frozen from here on."""
    for section in stage.sections.all():
        for rank, entrant in section_ranks(section):
            Place.objects.filter(section=section, entrant=entrant).update(rank=rank)
    stage.status = Stage.Status.FINISHED
    stage.finished_at = now
    stage.save(update_fields=["status", "finished_at"])
    log(stage.tournament, "stage_finished", now=now, subject=str(stage.number), after={"stage": stage.number})


def promoted(before: Stage, rules: StageRules) -> list[Entrant]:
    """Who goes on from a closed stage, in the order of their seeds in the next.

    :raises Conflict: ``too_few_entrants``: fewer than two are left.
    """
    results, entrants = [], {}
    for section in before.sections.all():
        for standing in section_standings(section):
            entrants[standing.entrant.pk] = standing.entrant
            results.append(
                GroupResult(
                    id=standing.entrant.pk,
                    group=section.number,
                    rank=standing.rank,
                    points=standing.points,
                    matches=standing.row.matches_played or 1,
                    seed=standing.entrant.seed or 0,
                    available=standing.entrant.is_active,
                )
            )
    going_on = promote(results, per_group=rules.advance_per_group, next_best=rules.advance_next_best)
    if len(going_on) < 2:
        raise Conflict(_("Fewer than two entrants are left for the next stage."), code="too_few_entrants")
    Place.objects.filter(section__stage=before).update(goes_on=False)
    Place.objects.filter(section__stage=before, entrant__in=going_on).update(goes_on=True)
    return [entrants[id_] for id_ in going_on]
