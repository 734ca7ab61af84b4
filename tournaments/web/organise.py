"""The organiser's pages: a new event, and its rules edited."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import DomainError, ValidationFailed
from accounts.models import User

from ..models import Tournament
from ..permissions import Act
from ..rules import PRESETS, Rules, rules_from
from ..selectors.events import entrants_of
from ..selectors.roles import may_do
from ..services.organise import changeable_fields, copied, create_tournament, edit_tournament
from .actions import sentence_of
from .form_layout import groups
from .forms import TournamentForm
from .pages import visible_event

# What an organiser may pick without learning the code of time controls.
TIME_CONTROLS = ("1d", "2d", "3d", "5d", "7d", "3d+12h/7d", "5d+12h/10d", "14d total", "30d total")
SPANS = ("1d", "2d", "3d", "7d", "10d", "14d", "21d", "28d")
COMMON_ZONES = (
    "UTC",
    "America/Los_Angeles",
    "America/New_York",
    "America/Sao_Paulo",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Europe/Copenhagen",
    "Europe/London",
    "Europe/Madrid",
    "Europe/Rome",
    "Europe/Stockholm",
)


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """A set of rules to begin with: a ready-made one, a copy of an event, or the default; a saved one is a draft."""
    source = visible_event(request, int(request.GET["copy"])) if request.GET.get("copy", "").isdecimal() else None
    preset = request.GET.get("preset", "")
    if source is None and preset not in PRESETS and request.method == "GET":
        return render(request, "tournaments/presets.html", {"presets": PRESETS, "copyable": _own_events(request)})
    form = TournamentForm(request.POST or None, initial=TournamentForm.initial_of(_first_rules(source, preset)))
    if request.method == "POST" and form.is_valid():
        organiser = cast(User, request.user)
        values = form.rules(source.rules if source else None)
        try:
            event = create_tournament(organiser=organiser, now=timezone.now(), copy_of=source, **values)
        except ValidationFailed as refusal:
            form.show_errors(refusal.extra["errors"])
        else:
            messages.success(request, _("The draft is saved. Only you see it until you publish it."))
            return redirect(event)
    return _form_page(request, form, event=None)


def _first_rules(source: Tournament | None, preset: str) -> Rules:
    if source is not None:
        return copied(source.rules)
    zone = {"time_zone": timezone.get_current_timezone_name()}
    return rules_from({**zone, **(PRESETS[preset].values if preset in PRESETS else {})})


def _own_events(request: HttpRequest) -> list[Tournament]:
    return list(Tournament.objects.filter(organiser=cast(User, request.user)).order_by("-created_at")[:8])


@login_required
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """The rules of an event; those that are fixed are shown but cannot be changed."""
    event = visible_event(request, pk)
    if not may_do(request.user, event, Act.EDIT):
        raise PermissionDenied
    rules = event.rules
    changeable = changeable_fields(event.status, has_entrants=bool(entrants_of(event)))
    form = TournamentForm(
        request.POST or None,
        initial=TournamentForm.initial_of(rules),
        locked=frozenset(Rules.names()) - changeable,
    )
    if request.method == "POST" and form.is_valid():
        values = {name: value for name, value in form.rules(rules).items() if name in changeable}
        try:
            edit_tournament(tournament_id=pk, actor=cast(User, request.user), now=timezone.now(), **values)
        except ValidationFailed as refusal:
            form.show_errors(refusal.extra["errors"])
        except DomainError as refusal:
            form.add_error(None, sentence_of(refusal))
        else:
            messages.success(request, _("The rules are saved."))
            return redirect(event)
    return _form_page(request, form, event=event, is_locked=len(changeable) < len(Rules.names()))


def _form_page(
    request: HttpRequest, form: TournamentForm, *, event: Tournament | None, is_locked: bool = False
) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "groups": groups(form),
        "event": event,
        "is_locked": is_locked,
        "time_controls": TIME_CONTROLS,
        "spans": SPANS,
        "zones": COMMON_ZONES,
        "zone": timezone.get_current_timezone_name(),
    }
    return render(request, "tournaments/form.html", context, status=422 if form.errors else 200)
