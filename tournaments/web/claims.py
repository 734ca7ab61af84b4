"""A player's page for one game: what was asked of the officials about it, and a form to ask."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import DomainError, NotFound
from accounts.models import User

from ..models import Claim, MatchGame
from ..selectors.claims import claims_of_game, rulings_of_game
from ..services.claims import raise_claim, take_back_claim
from .actions import sentence_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask the arbiter about a game, or appeal against a decision on it."""
    slot = (
        MatchGame.objects.select_related("game", "white__user", "black__user", "match__round__tournament")
        .filter(game_id=game_id)
        .first()
    )
    if slot is None:
        raise Http404(_("This game belongs to no event."))
    user = cast(User, request.user)
    if user.pk not in (slot.white.user_id, slot.black.user_id):
        raise PermissionDenied
    text, kind = request.POST.get("text", "").strip(), request.POST.get("kind", "claim")
    if request.method == "POST":
        try:
            raise_claim(game_id=game_id, user=user, kind=kind, text=text, now=timezone.now())
        except DomainError as refusal:
            messages.error(request, sentence_of(refusal))
        else:
            messages.success(request, _("The officials have been told. You will hear from us when they have decided."))
            return redirect("tournaments:claim", game_id)
    context = {
        "slot": slot,
        "event": slot.match.round.tournament,
        "claims": claims_of_game(slot, user),
        "rulings": rulings_of_game(slot),
        "kinds": Claim.Kind.choices,
        "kind": kind,
        "text": text,
    }
    return render(request, "tournaments/claim.html", context, status=422 if request.method == "POST" else 200)


@login_required
@require_POST
def take_back(request: HttpRequest, claim_id: int) -> HttpResponse:
    """Take back what still waits for its answer."""
    try:
        found = take_back_claim(claim_id=claim_id, user=cast(User, request.user), now=timezone.now())
    except NotFound as refusal:
        raise Http404(str(refusal.message)) from None
    except DomainError as refusal:
        messages.error(request, sentence_of(refusal))
        return redirect("tournaments:list")
    messages.success(request, _("It is taken back."))
    game_id = found.match_game.game_id if found.match_game is not None else None
    return redirect("tournaments:claim", game_id) if game_id else redirect(found.tournament)
