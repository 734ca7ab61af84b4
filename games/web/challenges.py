"""The pages of challenges: offer a game, see what is offered, answer."""

from __future__ import annotations

import random
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import DomainError
from accounts.models import User
from accounts.selectors import player_named
from games.models import Challenge
from games.selectors.challenge_rows import challenge_row, challenges_of, open_challenges
from games.services.challenges import accept_challenge, create_challenge, decline_challenge, withdraw_challenge

from .forms import ChallengeForm, put_errors


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Offer a game. ``?opponent=name`` fills in a direct challenge."""
    player = cast(User, request.user)
    if request.method != "POST":
        return _form_page(request, ChallengeForm(challenger=player, initial=_asked(request)))
    form = ChallengeForm(request.POST, challenger=player)
    if not form.is_valid():
        return _form_page(request, form, status=422)
    try:
        challenge = create_challenge(challenger=player, now=timezone.now(), **form.terms())
    except DomainError as error:
        put_errors(form, error)
        return _form_page(request, form, status=error.status)
    if challenge.visibility == Challenge.Visibility.PRIVATE:
        messages.success(request, _("Your challenge is ready: send its link to whom you like."))
    else:
        messages.success(request, _("Your challenge is out. We will tell you when it is answered."))
    return redirect(challenge)


def _asked(request: HttpRequest) -> dict[str, Any]:
    found = player_named(request.GET.get("opponent", ""))
    if found is None or found == request.user:
        kind = request.GET.get("kind", "")
        return {"visibility": kind} if kind in Challenge.Visibility.values else {}
    return {"visibility": Challenge.Visibility.DIRECT, "opponent": found.name}


def _form_page(request: HttpRequest, form: ChallengeForm, status: int = 200) -> HttpResponse:
    return render(request, "games/new.html", {"form": form}, status=status)


@require_safe
def challenges(request: HttpRequest) -> HttpResponse:
    """What waits for the player, what the player offered, and what is open to everybody."""
    now = timezone.now()
    viewer = request.user if request.user.is_authenticated else None
    context: dict[str, Any] = {"open": open_challenges(viewer=viewer, now=now)}
    if viewer is not None:
        context |= challenges_of(viewer, now=now)
    return render(request, "games/challenges.html", context)


@require_safe
def challenge(request: HttpRequest, token: UUID) -> HttpResponse:
    """One challenge and its terms; whoever has the address may see it."""
    found = get_object_or_404(Challenge.objects.select_related("challenger", "opponent", "game"), token=token)
    row = challenge_row(found, viewer=request.user if request.user.is_authenticated else None, now=timezone.now())
    link = request.build_absolute_uri(found.get_absolute_url())
    return render(request, "games/challenge.html", {"row": row, "challenge": found, "link": link})


@login_required
@require_POST
def accept(request: HttpRequest, token: UUID) -> HttpResponse:
    """Accept: the game starts."""
    found = get_object_or_404(Challenge, token=token)
    try:
        game = accept_challenge(
            challenge_id=found.pk,
            player=cast(User, request.user),
            token=str(token),
            now=timezone.now(),
            rng=random.SystemRandom(),
        )
    except DomainError as error:
        return _refused(request, found, error)
    return redirect(game)


@login_required
@require_POST
def decline(request: HttpRequest, token: UUID) -> HttpResponse:
    """Decline a direct challenge."""
    found = get_object_or_404(Challenge, token=token)
    try:
        decline_challenge(challenge_id=found.pk, player=cast(User, request.user), now=timezone.now())
    except DomainError as error:
        return _refused(request, found, error)
    messages.success(request, _("You declined the challenge."))
    return redirect("games:challenges")


@login_required
@require_POST
def withdraw(request: HttpRequest, token: UUID) -> HttpResponse:
    """Take one's own challenge back."""
    found = get_object_or_404(Challenge, token=token)
    try:
        withdraw_challenge(challenge_id=found.pk, player=cast(User, request.user), now=timezone.now())
    except DomainError as error:
        return _refused(request, found, error)
    messages.success(request, _("Your challenge is withdrawn."))
    return redirect("games:challenges")


def _refused(request: HttpRequest, found: Challenge, error: DomainError) -> HttpResponse:
    if error.status == 404:
        raise Http404
    messages.error(request, str(error.message))
    return redirect(found)
