"""What every page of the console shares: who may see it, its head, and how a button calls a service."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import ValidationFailed
from accounts.models import User
from games.clock.durations import InvalidTimeControl, parse_duration

from ...models import Claim, MatchGame, Tournament
from ...permissions import Act, allowed
from ...selectors.roles import roles_of
from ...selectors.sections import sections_of
from ..actions import call
from ..pages import visible_event


def console_event(request: HttpRequest, pk: int) -> Tournament:
    """The event, for somebody with a role in it.

    :raises Http404: no such event.
    :raises PermissionDenied: no role in it.
    """
    event = visible_event(request, pk)
    if not allowed(roles_of(request.user, event), Act.SEE_CONSOLE):
        raise PermissionDenied
    return event


def frame(request: HttpRequest, event: Tournament, tab: str) -> dict[str, Any]:
    """What the head of every page of the console shows. ``may`` names the acts the reader may do."""
    roles = roles_of(request.user, event)
    sections = sections_of(event)
    games = MatchGame.objects.filter(match__round__tournament=event, game__isnull=False, recorded_at=None)
    return {
        "event": event,
        "tab": tab,
        "may": {str(act): True for act in Act if allowed(roles, act)},
        "sections": sections,
        "open_games": games.count(),
        "open_claims": Claim.objects.filter(tournament=event, status=Claim.Status.OPEN).count(),
        "now": timezone.now(),
    }


def actor_of(request: HttpRequest) -> User:
    return cast(User, request.user)


def act(
    request: HttpRequest, pk: int, back: str, done: Any, service: Callable[..., Any], **arguments: Any
) -> HttpResponse:
    """Call a service as the official who pressed the button, and go back with a sentence."""
    return call(request, back, done, service, tournament_id=pk, actor=actor_of(request), **arguments)


def reason_of(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()


def span_of(request: HttpRequest, name: str) -> timedelta:
    """A length of time such as 24h or 3d.

    :raises ValidationFailed: it cannot be read.
    """
    try:
        return parse_duration(request.POST.get(name, "").replace(" ", "").lower())
    except InvalidTimeControl as error:
        raise ValidationFailed(_("Write a length of time as 10d, 36h or 1d12h."), errors={name: [str(error)]}) from None
