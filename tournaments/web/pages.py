"""The pages of an event that everybody reads."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ..models import Entrant, Section, Tournament
from ..permissions import Act
from ..rules_words import rules_in_words
from ..selectors.bracket import tree_of
from ..selectors.entries import entry_desk
from ..selectors.events import (
    entrant_of,
    entrants_of,
    event_list,
    games_in_play,
    progress_of,
    registration_end,
    registration_of,
    visible_to,
)
from ..selectors.roles import may_do
from ..selectors.round_cells import round_cells
from ..selectors.rounds import rounds_of
from ..selectors.sections import chosen_section, sections_of
from ..selectors.standings import crosstable_of, has_started, standings_of
from ..selectors.story import announcements_of, projection_of, reasons_of, record_of, winners_of
from ..services.running import MIN_ENTRANTS
from ..states import ANNOUNCED, Action, Status, may
from ..tiebreak_words import in_order, short_name
from .forms import EventFilter

PER_PAGE = 20
RECORD_PER_PAGE = 50
TOP = 8  # lines of the standings and of the open games on the overview


def visible_event(request: HttpRequest, pk: int) -> Tournament:
    """The event, if the reader may see it.

    :raises Http404: there is none, or somebody else's draft.
    """
    event = visible_to(request.user).select_related("organiser").filter(pk=pk).first()
    if event is None:
        raise Http404(_("There is no such event."))
    return event


@require_safe
def event_index(request: HttpRequest) -> HttpResponse:
    """Open, running and finished events, and the reader's own."""
    choice = EventFilter(request.GET)
    chosen = choice.cleaned_data if choice.is_valid() else {}
    show = chosen.get("show") or "open"
    mine = show == "mine"
    events = event_list(
        request.user,
        shown="all" if mine else show,
        mine=mine,
        game_type=chosen.get("game_type", ""),
        text=chosen.get("q", ""),
    )
    page = Paginator(events, PER_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "page_obj": page,
        "filter": choice,
        "show": show,
        "is_filtered": bool(chosen.get("game_type") or chosen.get("q")),
        "query": query.urlencode(),
    }
    return render(request, "tournaments/list.html", context)


def _frame(request: HttpRequest, event: Tournament, tab: str) -> dict[str, Any]:
    """What the head of every page of an event shows."""
    sections = sections_of(event)
    return {
        "event": event,
        "sections": sections,
        "section": chosen_section(sections, request.GET.get("section")),
        "tab": tab,
        "has_started": has_started(event),
        "progress": progress_of(event),
        "entered": event.entrants.filter(status="entered").count(),
        "own": entrant_of(event, request.user),
        "may_organise": may_do(request.user, event, Act.EDIT),
        "may_see_console": may_do(request.user, event, Act.SEE_CONSOLE),
        "has_bracket": any(section.stage.rules.is_knock_out for section in sections),
    }


@require_safe
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    """Overview: what it is, how far it has come, what the reader can do."""
    event = visible_event(request, pk)
    now = timezone.now()
    context = _frame(request, event, "overview")
    context |= {
        "now": now,
        "desk": entry_desk(event, request.user, now),
        "registration": registration_of(event, now).value,
        "registration_end": registration_end(event),
        "announcements": announcements_of(event),
        "projection": projection_of(event, context["sections"], now),
        "may_publish": may(event.status, Action.PUBLISH),
        "may_start": may(event.status, Action.START),
        "may_cancel": may(event.status, Action.CANCEL),
        "min_entrants": MIN_ENTRANTS,
        "is_overdue": event.status in ANNOUNCED and event.starts_at is not None and event.starts_at <= now,
        "ties": in_order(event.tiebreaks, event.score_by),
        "rules": rules_in_words(event.rules),
        "rules_version": event.rules.version,
    }
    if context["has_started"]:
        standings = standings_of(event, context["section"])
        in_play = games_in_play(event)
        own_id = context["own"].pk if context["own"] else None
        context |= {
            "standings": standings[:TOP],
            "standings_count": len(standings),
            "is_cut": len(standings) > TOP,
            "winners": winners_of(event) if event.status == Status.FINISHED else [],
            "final": _final_places(event) if context["has_bracket"] else [],
            "tie_heads": [],
            "own_line": next((line for line in standings if line.entrant.pk == own_id), None),
            "own_games": [slot for slot in in_play if own_id in (slot.white_id, slot.black_id)],
            "in_play": in_play[:TOP],
            "in_play_count": len(in_play),
        }
    else:
        context["entrants"] = entrants_of(event)
    return render(request, "tournaments/detail.html", context)


def _final_places(event: Tournament) -> list[Entrant]:
    """All entrants of a finished event by their places, which a knock-out gives by its tree and not by points."""
    if event.status != Status.FINISHED:
        return []
    ranked = event.entrants.filter(final_rank__isnull=False)
    return list(ranked.select_related("user").order_by("final_rank", "seed")[:TOP])


@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    event = visible_event(request, pk)
    context = _frame(request, event, "standings")
    section = context["section"]
    context |= {"standings": standings_of(event, section), **_ties(section)}
    if section is not None and section.stage.rules.is_swiss:
        context["cells"] = round_cells(section, context["standings"])
        context["round_numbers"] = range(1, section.rounds.count() + 1)
    return render(request, "tournaments/standings.html", context)


@require_safe
def crosstable(request: HttpRequest, pk: int) -> HttpResponse:
    event = visible_event(request, pk)
    in_play = games_in_play(event)
    context = _frame(request, event, "crosstable")
    context |= {
        "lines": crosstable_of(event, context["section"]),
        "now": timezone.now(),
        "in_play": in_play[:TOP],
        "in_play_count": len(in_play),
        **_ties(context["section"]),
    }
    return render(request, "tournaments/crosstable.html", context)


def _ties(section: Section | None) -> dict[str, Any]:
    ties = in_order(section.stage.rules.tiebreaks, section.stage.rules.score_by) if section is not None else []
    return {"ties": ties, "tie_heads": [(short_name(tie.code), tie) for tie in ties]}


@require_safe
def rounds(request: HttpRequest, pk: int) -> HttpResponse:
    event = visible_event(request, pk)
    context = _frame(request, event, "rounds")
    context["rounds"] = rounds_of(event, context["section"])
    context["why"] = reasons_of(context["section"]) if context["section"] is not None else {}
    return render(request, "tournaments/rounds.html", context)


@require_safe
def bracket(request: HttpRequest, pk: int) -> HttpResponse:
    """The tree of a knock-out, from its first round to the final."""
    event = visible_event(request, pk)
    context = _frame(request, event, "bracket")
    trees = [section for section in context["sections"] if section.stage.rules.is_knock_out]
    if not trees:
        raise Http404(_("This event has no knock-out."))
    if context["section"] not in trees:
        context["section"] = trees[0]
    context["tree"] = tree_of(context["section"])
    return render(request, "tournaments/bracket.html", context)


@require_safe
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """What was done in the event, by whom and why."""
    event = visible_event(request, pk)
    context = _frame(request, event, "record")
    lines = record_of(event, full=context["may_see_console"])
    context["page_obj"] = Paginator(lines, RECORD_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/record.html", context)


@require_safe
def entrants(request: HttpRequest, pk: int) -> HttpResponse:
    event = visible_event(request, pk)
    context = _frame(request, event, "entrants") | {"entrants": entrants_of(event)}
    return render(request, "tournaments/entrants.html", context)


@require_safe
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    event = visible_event(request, pk)
    context = _frame(request, event, "rules") | {"rules": rules_in_words(event.rules)}
    return render(request, "tournaments/rules.html", context)
