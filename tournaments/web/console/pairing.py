"""The pairing desk: what the next round waits for, its preview, edited and published, and the round that is on."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ...models import PairingRun, Place, Section
from ...pairing.plan import RoundPlan
from ...pairing_words import why_bye, why_round
from ...selectors.desk import check_plan, differences, next_number, waits_for
from ...selectors.pairing_state import places_of
from ...selectors.standings import section_standings
from ...services.forbidding import allow_pair, forbid_pair
from ...services.pairing import plan_of
from ...services.pairing_desk import discard_preview, edit_preview, preview_round, publish_round, re_pair, start_round
from ..actions import number_of
from .base import act, console_event, frame, reason_of


@login_required
@require_safe
def home(request: HttpRequest, pk: int) -> HttpResponse:
    """Every section with what its next round waits for."""
    event = console_event(request, pk)
    context = frame(request, event, "rounds")
    playing = [section for section in context["sections"] if section.stage.status != "finished"]
    context["cards"] = [_card(section) for section in playing]
    context["lines"] = event.record.select_related("actor").order_by("-number")[:12]
    return render(request, "tournaments/console/rounds.html", context)


def _card(section: Section) -> dict[str, Any]:
    number = next_number(section)
    preview = section.pairing_runs.filter(round_number=number, status=PairingRun.Status.PREVIEW).first()
    running = section.rounds.filter(status="running").order_by("-number").first()
    return {
        "section": section,
        "number": number,
        "is_last": number > section.rounds_total,
        "waits": waits_for(section),
        "preview": preview,
        "published": section.rounds.filter(number=number).first(),
        "running": running,
    }


@login_required
@require_safe
def preview(request: HttpRequest, pk: int, section_id: int) -> HttpResponse:
    """The proposed round, with what it keeps and breaks, and a form to change it."""
    event = console_event(request, pk)
    context = frame(request, event, "rounds")
    section = next((one for one in context["sections"] if one.pk == section_id), None)
    if section is None:
        raise Http404(_("There is no such section."))
    places = places_of(section)
    run = section.pairing_runs.filter(round_number=next_number(section), status=PairingRun.Status.PREVIEW).first()
    context |= {"section": section, "number": next_number(section), "run": run, "places": places}
    if run is not None:
        context |= _proposal(section, run, places)
    return render(request, "tournaments/console/preview.html", context)


def _proposal(section: Section, run: PairingRun, places: list[Place]) -> dict[str, Any]:
    by_number = {place.number: place for place in places}
    points = {line.entrant.pk: line for line in section_standings(section)} if section.rounds_total else {}
    plan = plan_of(run)

    def name(number: int) -> str:
        return by_number[number].entrant.user.shown_name if number in by_number else str(number)

    return {
        "plan": plan,
        "boards": [_board(index, plan, by_number, points) for index in range(len(plan.matches))],
        "byes": [(by_number[bye.no], bye.kind.value) for bye in plan.byes],
        "warnings": check_plan(section, plan),
        "changes": differences(run),
        "why": [*why_bye(run.output.get("reasons", {}), name), *why_round(run.output.get("reasons", {}), name)],
        "free": [place for place in places if place.entrant.is_active and place.number not in _named(plan)],
    }


def _named(plan: RoundPlan) -> set[int]:
    return {no for match in plan.matches for no in (match.white_no, match.black_no)} | {bye.no for bye in plan.byes}


def _board(index: int, plan: RoundPlan, places: dict[int, Place], points: dict[int, Any]) -> dict[str, Any]:
    match = plan.matches[index]
    white, black = places[match.white_no], places[match.black_no]
    return {
        "number": index + 1,
        "white": white,
        "black": black,
        "white_line": points.get(white.entrant_id),
        "black_line": points.get(black.entrant_id),
    }


def _back(pk: int, section_id: int) -> str:
    return reverse("tournaments:console-preview", args=[pk, section_id])


@login_required
@require_POST
def pair(request: HttpRequest, pk: int, section_id: int) -> HttpResponse:
    """Have the engine pair the next round, in place of the preview there is."""
    console_event(request, pk)
    relax = request.POST.getlist("relax")
    done = _("This is the proposal. Nobody else sees it until you publish it.")
    return act(request, pk, _back(pk, section_id), done, preview_round, section_id=section_id, relax=relax)


@login_required
@require_POST
def edit(request: HttpRequest, pk: int, section_id: int) -> HttpResponse:
    """Take over the pairs and byes as written in the form."""
    console_event(request, pk)
    whites, blacks = request.POST.getlist("white"), request.POST.getlist("black")
    pairs = [(_no(white), _no(black)) for white, black in zip(whites, blacks, strict=False) if white or black]
    byes = [
        (_no(no), kind) for no, kind in zip(request.POST.getlist("bye"), request.POST.getlist("kind"), strict=False)
    ]
    return act(
        request,
        pk,
        _back(pk, section_id),
        _("The pairing is changed. Look at what it breaks, then publish it."),
        edit_preview,
        section_id=section_id,
        pairs=pairs,
        byes=[(no, kind) for no, kind in byes if no],
        reason=reason_of(request),
    )


def _no(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 7 else 0


@login_required
@require_POST
def discard(request: HttpRequest, pk: int, section_id: int) -> HttpResponse:
    console_event(request, pk)
    return act(request, pk, _back(pk, section_id), _("The preview is gone."), discard_preview, section_id=section_id)


@login_required
@require_POST
def publish(request: HttpRequest, pk: int, section_id: int) -> HttpResponse:
    """Publish the preview, and start it at once if that was asked."""
    console_event(request, pk)
    number, starts = number_of(request, "number") or None, "start" in request.POST

    def service(**arguments: Any) -> None:
        publish_round(**arguments, reason=reason_of(request))
        if starts:
            start_round(**arguments)

    done = _("The round has started.") if starts else _("The round is published.")
    home_page = reverse("tournaments:console", args=[pk])
    return act(request, pk, home_page, done, service, section_id=section_id, number=number)


@login_required
@require_POST
def begin(request: HttpRequest, pk: int, section_id: int) -> HttpResponse:
    """Start the next round now."""
    console_event(request, pk)
    home_page = reverse("tournaments:console", args=[pk])
    return act(request, pk, home_page, _("The round has started."), start_round, section_id=section_id)


@login_required
@require_POST
def again(request: HttpRequest, pk: int, section_id: int) -> HttpResponse:
    """Take the running round back while no move is made in it."""
    console_event(request, pk)
    done = _("The round is taken back. This is a new proposal.")
    return act(request, pk, _back(pk, section_id), done, re_pair, section_id=section_id, reason=reason_of(request))


@login_required
@require_POST
def keep_apart(request: HttpRequest, pk: int) -> HttpResponse:
    """Forbid a pair, or allow it again."""
    console_event(request, pk)
    back = reverse("tournaments:console-entrants", args=[pk])
    pair_of = {"first_id": number_of(request, "first"), "second_id": number_of(request, "second")}
    if "allow" in request.POST:
        done, reason = _("They may meet again."), reason_of(request)
        return act(request, pk, back, done, allow_pair, **pair_of, reason=reason)
    return act(
        request,
        pk,
        back,
        _("They are kept apart."),
        forbid_pair,
        **pair_of,
        from_round=number_of(request, "from_round") or 1,
        to_round=number_of(request, "to_round") or None,
        reason=reason_of(request),
    )
