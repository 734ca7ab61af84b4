"""The sections of an event, as pages choose among them."""

from __future__ import annotations

from ..models import Section, Tournament


def sections_of(tournament: Tournament) -> list[Section]:
    """Every section, stage by stage, knowing its stage and event. One query."""
    sections = list(tournament.sections.select_related("stage").order_by("stage__number", "number"))
    for section in sections:
        section.tournament = section.stage.tournament = tournament
    return sections


def chosen_section(sections: list[Section], pk: str | int | None) -> Section | None:
    """The section with this id; without one, the first of the latest stage. None before the start."""
    if not sections:
        return None
    if pk is not None:
        for section in sections:
            if str(section.pk) == str(pk):
                return section
    latest = sections[-1].stage_id
    return next(section for section in sections if section.stage_id == latest)


def current_section(tournament: Tournament) -> Section | None:
    """The section a reader wants to see first. One query."""
    return chosen_section(sections_of(tournament), None)
