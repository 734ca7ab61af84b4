"""The arbiter's pages: games in play, decisions with what they change, clocks, rulings and their undoing."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import DomainError

from ...decision import Decision
from ...models import Match, MatchGame, Round, Tournament
from ...permissions import Act
from ...selectors.claims import rulings_of
from ...selectors.previews import preview_result, preview_results
from ...services.clocks import grant_time, pause_event, pause_game, resume_event, resume_game
from ...services.deadlines import extend_deadline
from ...services.rulings import rule_many, set_advance, set_result, undo_ruling
from ..actions import number_of, sentence_of
from .base import act, actor_of, console_event, frame, reason_of, span_of

FORFEITS = {"white_forfeits": "black", "black_forfeits": "white", "both_forfeit": "none"}


@login_required
@require_safe
def games(request: HttpRequest, pk: int) -> HttpResponse:
    """Every game that counts and is not over, least time first; then the rulings made so far."""
    event = console_event(request, pk)
    context = frame(request, event, "games")
    context["slots"] = _slots(event).filter(recorded_at=None).exclude(match__round__status=Round.Status.PENDING)
    context["rulings"] = rulings_of(event)[:30]
    context["rounds"] = Round.objects.filter(tournament=event, status=Round.Status.RUNNING).select_related("section")
    context["drawn"] = _undecided(event)
    return render(request, "tournaments/console/games.html", context)


@login_required
@require_safe
def results(request: HttpRequest, pk: int) -> HttpResponse:
    """Every recorded game, newest first, each of which can be decided otherwise."""
    event = console_event(request, pk)
    context = frame(request, event, "results")
    context["slots"] = _slots(event).exclude(recorded_at=None).order_by("-recorded_at", "-pk")[:300]
    return render(request, "tournaments/console/results.html", context)


def _slots(event: Tournament) -> QuerySet[MatchGame]:
    slots = MatchGame.objects.filter(match__round__tournament=event)
    related = ("game", "white__user", "black__user", "match__round__section__stage")
    return slots.select_related(*related).defer("game__snapshot").order_by("game__flag_at", "pk")


def _undecided(event: Tournament) -> list[Match]:
    """Finished knock-out matches whose winner can be ruled on."""
    matches = Match.objects.filter(round__tournament=event, status=Match.Status.FINISHED, kind=Match.Kind.GAMES)
    matches = matches.filter(round__section__status="running").select_related(
        "first__user", "second__user", "advances__user", "round__section__stage"
    )
    return [match for match in matches if match.round.section.stage.rules.is_knock_out]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, pk: int, slot_id: int) -> HttpResponse:
    """Set a result: first what it would change is shown, then it is confirmed."""
    event = console_event(request, pk)
    slot = _slots(event).filter(pk=slot_id).first()
    if slot is None:
        raise Http404(_("There is no such game in this event."))
    context = frame(request, event, "games")
    chosen, reason = request.POST.get("result", ""), reason_of(request)
    rated = "rated" in request.POST if request.method == "POST" else event.rated
    written = {"result": chosen, "rated": rated, "reason": reason}
    context |= {"slot": slot, "written": written, "may_rule": str(Act.RULE) in context["may"]}
    if request.method == "POST" and chosen:
        result, forfeit = _outcome(chosen)
        try:
            if "confirm" in request.POST:
                set_result(
                    tournament_id=pk,
                    actor=actor_of(request),
                    match_game_id=slot_id,
                    result=result,
                    reason=reason,
                    rated=rated,
                    forfeit=forfeit,
                    now=timezone.now(),
                )
                messages.success(request, _("The result is set. Standings and ratings are as announced."))
                return redirect("tournaments:console-games", pk)
            context["preview"] = preview_result(event, slot_id, result, rated, forfeit, now=timezone.now())
        except DomainError as refusal:
            messages.error(request, sentence_of(refusal))
    return render(request, "tournaments/console/decide.html", context)


def _outcome(text: str) -> tuple[str, bool]:
    """The result for the service and whether it is a forfeit."""
    return (FORFEITS[text], True) if text in FORFEITS else (text, False)


@login_required
@require_http_methods(["POST"])
def decide_many(request: HttpRequest, pk: int) -> HttpResponse:
    """The same decision for several games: shown first, then confirmed."""
    event = console_event(request, pk)
    context = frame(request, event, "games")
    chosen = [int(value) for value in request.POST.getlist("slot") if value.isdecimal() and len(value) < 12]
    result, forfeit = _outcome(request.POST.get("result", ""))
    rated = "rated" in request.POST
    decisions = [Decision(slot_id, result, rated, forfeit) for slot_id in chosen]
    context |= {"chosen": _slots(event).filter(pk__in=chosen), "result": request.POST.get("result", ""), "rated": rated}
    context["reason"] = reason_of(request)
    try:
        if "confirm" in request.POST:
            rule_many(
                tournament_id=pk,
                actor=actor_of(request),
                items=decisions,
                reason=reason_of(request),
                now=timezone.now(),
            )
            messages.success(request, _("The results are set."))
            return redirect("tournaments:console-games", pk)
        context["preview"] = preview_results(event, decisions, now=timezone.now())
    except DomainError as refusal:
        messages.error(request, sentence_of(refusal))
        if "confirm" not in request.POST:
            return redirect("tournaments:console-games", pk)
    return render(request, "tournaments/console/decide_many.html", context)


def _games_page(pk: int) -> str:
    return reverse("tournaments:console-games", args=[pk])


@login_required
@require_POST
def give_time(request: HttpRequest, pk: int, slot_id: int) -> HttpResponse:
    """Add time to one side's clock, or to both."""
    console_event(request, pk)
    sides = ["white", "black"] if request.POST.get("side") == "both" else [request.POST.get("side", "")]

    def service(**arguments: Any) -> None:
        amount = span_of(request, "amount")
        for side in sides:
            grant_time(**arguments, side=side, amount=amount)

    done = _("The time is added. Both players have been told.")
    return act(request, pk, _games_page(pk), done, service, match_game_id=slot_id, reason=reason_of(request))


@login_required
@require_POST
def pause(request: HttpRequest, pk: int, slot_id: int) -> HttpResponse:
    """Stop one game's clocks, or let them go on."""
    console_event(request, pk)
    resumes = "resume" in request.POST
    service, done = (resume_game, _("The game goes on.")) if resumes else (pause_game, _("The game is paused."))
    return act(request, pk, _games_page(pk), done, service, match_game_id=slot_id, reason=reason_of(request))


@login_required
@require_POST
def pause_all(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop every clock of the event, or let them go on."""
    console_event(request, pk)
    resumes = "resume" in request.POST
    service, done = (resume_event, _("The event goes on.")) if resumes else (pause_event, _("The event is paused."))
    return act(request, pk, reverse("tournaments:console", args=[pk]), done, service, reason=reason_of(request))


@login_required
@require_POST
def undo(request: HttpRequest, pk: int, ruling_id: int) -> HttpResponse:
    """Take a ruling back: the game is as it was before."""
    console_event(request, pk)
    done = _("The ruling is taken back; everything is as it was before it.")
    return act(request, pk, _games_page(pk), done, undo_ruling, ruling_id=ruling_id, reason=reason_of(request))


@login_required
@require_POST
def advance(request: HttpRequest, pk: int, match_id: int) -> HttpResponse:
    """Rule who goes on from a knock-out match."""
    console_event(request, pk)
    entrant_id, reason = number_of(request, "entrant"), reason_of(request)
    done = _("It is settled who goes on.")
    return act(request, pk, _games_page(pk), done, set_advance, match_id=match_id, entrant_id=entrant_id, reason=reason)


@login_required
@require_POST
def deadline(request: HttpRequest, pk: int, round_id: int) -> HttpResponse:
    """Put a round's deadline off, or bring it forward."""
    console_event(request, pk)
    written = parse_datetime(request.POST.get("deadline", "") or "-")
    if written is None:
        messages.error(request, _("Choose the day and time of the new deadline."))
        return redirect(_games_page(pk))
    at = timezone.make_aware(written) if timezone.is_naive(written) else written
    done = _("The deadline is changed. The players have been told.")
    return act(
        request, pk, _games_page(pk), done, extend_deadline, round_id=round_id, deadline=at, reason=reason_of(request)
    )
