"""Buttons of the event pages: one POST, one service, back to the event with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.errors import DomainError, NotFound
from accounts.models import User

from ..services.entries import enter, withdraw
from ..services.organise import cancel, publish
from ..services.running import start


def _do(request: HttpRequest, pk: int, done: str, service: Callable[..., Any], **arguments: Any) -> HttpResponse:
    """Call a service and say what came of it. A refusal loses nothing: the page comes back with the reason."""
    try:
        service(tournament_id=pk, now=timezone.now(), **arguments)
    except NotFound as refusal:
        raise Http404(str(refusal.message)) from None
    except DomainError as refusal:
        messages.error(request, sentence_of(refusal))
    else:
        messages.success(request, done)
    return redirect("tournaments:detail", pk=pk)


def sentence_of(refusal: DomainError) -> str:
    """The refusal in words, with what is wrong about single fields."""
    fields = refusal.extra.get("errors", {})
    details = [str(sentence) for sentences in fields.values() for sentence in sentences]
    return " ".join([str(refusal.message), *details])


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)


@login_required
@require_POST
def enter_event(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter on the rules that the page showed; if they have changed, the page comes back with the new ones."""
    seen = request.POST.get("rules_version")
    done = _("You have a seat. You will hear from us when the event starts.")
    return _do(request, pk, done, enter, user=_user(request), rules_version=seen)


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
