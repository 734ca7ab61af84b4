"""Buttons of the event pages: one POST, one service, back to the event with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.errors import DomainError, NotFound
from accounts.models import User

from ..models import Entrant
from ..services.entries import cancel_bye, check_in, decline_invitation, enter, request_bye, withdraw
from ..services.organise import cancel, publish
from ..services.running import start
from ..services.withdrawals import leave


def call(
    request: HttpRequest, back: str, done: str | Callable[[Any], str], service: Callable[..., Any], **arguments: Any
) -> HttpResponse:
    """Call a service, say what came of it and go ``back``. A refusal loses nothing: its reason is shown there."""
    try:
        result = service(now=timezone.now(), **arguments)
    except NotFound as refusal:
        raise Http404(str(refusal.message)) from None
    except DomainError as refusal:
        messages.error(request, sentence_of(refusal))
    else:
        messages.success(request, done(result) if callable(done) else done)
    return redirect(back)


def _do(
    request: HttpRequest, pk: int, done: str | Callable[[Any], str], service: Callable[..., Any], **arguments: Any
) -> HttpResponse:
    return call(request, reverse("tournaments:detail", args=[pk]), done, service, tournament_id=pk, **arguments)


def sentence_of(refusal: DomainError) -> str:
    """The refusal in words, with what is wrong about single fields and what a round waits for."""
    fields = refusal.extra.get("errors", {})
    details = [str(sentence) for sentences in fields.values() for sentence in sentences]
    waits = refusal.extra.get("waits", [])
    texts = [wait.get("text", "") if isinstance(wait, dict) else str(wait) for wait in waits]
    return " ".join([str(refusal.message), *details, *texts])


def number_of(request: HttpRequest, name: str, *, digits: int = 11) -> int:
    """A whole number from the form; 0 where there is none, which no service accepts."""
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= digits else 0


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)


@login_required
@require_POST
def enter_event(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter on the rules that the page showed; if they have changed, the page comes back with the new ones."""
    seen = request.POST.get("rules_version")
    password = request.POST.get("password")
    said = {
        Entrant.Status.PENDING: _("The organiser has been told of your application. You will hear from us."),
        Entrant.Status.WAITING: _("All seats are taken. You are on the waiting list, and will hear from us."),
    }

    def done(entrant: Entrant) -> str:
        entered = _("You have a seat. You will hear from us when the event starts.")
        return said.get(Entrant.Status(entrant.status), entered)

    return _do(request, pk, done, enter, user=_user(request), rules_version=seen, password=password)


@login_required
@require_POST
def check_in_to_event(request: HttpRequest, pk: int) -> HttpResponse:
    return _do(request, pk, _("You are checked in. The event can start."), check_in, user=_user(request))


@login_required
@require_POST
def decline_event(request: HttpRequest, pk: int) -> HttpResponse:
    return _do(request, pk, _("You have declined the invitation."), decline_invitation, user=_user(request))


@login_required
@require_POST
def ask_for_bye(request: HttpRequest, pk: int) -> HttpResponse:
    number = number_of(request, "round", digits=3)
    done = _("You sit out round %(n)d.") % {"n": number}
    return _do(request, pk, done, request_bye, user=_user(request), round_number=number)


@login_required
@require_POST
def take_bye_back(request: HttpRequest, pk: int) -> HttpResponse:
    number = number_of(request, "round", digits=3)
    done = _("You play in round %(n)d after all.") % {"n": number}
    return _do(request, pk, done, cancel_bye, user=_user(request), round_number=number)


@login_required
@require_POST
def leave_event(request: HttpRequest, pk: int) -> HttpResponse:
    return _do(request, pk, _("You have left the event."), leave, user=_user(request))


@login_required
@require_POST
def withdraw_from_event(request: HttpRequest, pk: int) -> HttpResponse:
    return _do(request, pk, _("You have given your seat back."), withdraw, user=_user(request))


@login_required
@require_POST
def publish_event(request: HttpRequest, pk: int) -> HttpResponse:
    return _do(request, pk, _("The event is public now."), publish, actor=_user(request))


@login_required
@require_POST
def start_event(request: HttpRequest, pk: int) -> HttpResponse:
    return _do(request, pk, _("The event has started. All entrants are being told."), start, actor=_user(request))


@login_required
@require_POST
def cancel_event(request: HttpRequest, pk: int) -> HttpResponse:
    return _do(request, pk, _("The event is cancelled."), cancel, actor=_user(request))
