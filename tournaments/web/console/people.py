"""Entrants and officials: who is let in, who leaves, who may do what; claims, and news for everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import DomainError

from ...permissions import GIVEN_ROLES, ROLE_EXPLANATIONS, ROLE_WORDS
from ...selectors.claims import claims_of
from ...selectors.entries import entries_by_status, officials_of
from ...selectors.previews import preview_withdrawal
from ...services.announcements import announce
from ...services.approval import approve_results, reopen
from ...services.claims import decide_claim
from ...services.entry_by_name import add_entrants, import_entrants, invite
from ...services.entry_decisions import approve, decline, remove, set_club
from ...services.officials import give_role, take_role
from ...services.withdrawals import expel, reinstate, replace, withdraw_entrant
from ..actions import sentence_of
from .base import act, console_event, frame, reason_of

ORDER = ("pending", "waiting", "invited", "entered", "withdrawn", "expelled", "declined")


@login_required
@require_safe
def entrants(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody with an entry, by what became of it, and who is kept apart."""
    event = console_event(request, pk)
    context = frame(request, event, "entrants")
    found = entries_by_status(event)
    context["groups"] = [
        (found[status][0].get_status_display(), status, found[status]) for status in ORDER if found[status]
    ]
    context["apart"] = event.forbidden_pairs.select_related("first__user", "second__user").order_by("pk")
    context["takes_part"] = found["entered"]
    context["is_swiss"] = event.rules.is_swiss
    return render(request, "tournaments/console/entrants.html", context)


def _entrants_page(pk: int) -> str:
    return reverse("tournaments:console-entrants", args=[pk])


# What a button beside an entrant does: the service, what is said, and whether a reason goes with it.
_DECISIONS: dict[str, tuple[Callable[..., Any], Any, bool]] = {
    "approve": (approve, gettext_lazy("The entry is approved."), False),
    "decline": (decline, gettext_lazy("The entry is declined."), True),
    "remove": (remove, gettext_lazy("The entry is removed."), True),
    "reinstate": (reinstate, gettext_lazy("The player is in the event again."), True),
}


@login_required
@require_POST
def decide_entry(request: HttpRequest, pk: int, entrant_id: int, what: str) -> HttpResponse:
    console_event(request, pk)
    service, done, with_reason = _DECISIONS[what]
    reason = {"reason": reason_of(request)} if with_reason else {}
    return act(request, pk, _entrants_page(pk), done, service, entrant_id=entrant_id, **reason)


@login_required
@require_POST
def club(request: HttpRequest, pk: int, entrant_id: int) -> HttpResponse:
    console_event(request, pk)
    text = request.POST.get("club", "").strip()
    return act(request, pk, _entrants_page(pk), _("Saved."), set_club, entrant_id=entrant_id, club=text)


@login_required
@require_POST
def add(request: HttpRequest, pk: int) -> HttpResponse:
    """Invite players, or add them without asking, by name or from a pasted list."""
    console_event(request, pk)
    text = request.POST.get("names", "")
    if "import" in request.POST:
        return act(request, pk, _entrants_page(pk), _("The list is taken over."), import_entrants, text=text)
    names = [name.strip() for line in text.splitlines() for name in line.split(",") if name.strip()]
    if "add" in request.POST:
        return act(request, pk, _entrants_page(pk), _("They have seats now."), add_entrants, names=names)
    return act(request, pk, _entrants_page(pk), _("They are invited and have been told."), invite, names=names)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def withdrawal(request: HttpRequest, pk: int, entrant_id: int) -> HttpResponse:
    """Take somebody out of a running event: first both ways to count are shown, then it is confirmed."""
    event = console_event(request, pk)
    context = frame(request, event, "entrants")
    if request.method == "POST":
        back, kind, reason = _entrants_page(pk), request.POST.get("kind", "announced"), reason_of(request)
        if kind == "replaced":
            name = request.POST.get("name", "").strip()
            done = _("The seat has a new player.")
            return act(request, pk, back, done, replace, entrant_id=entrant_id, name=name, reason=reason)
        if kind == "expelled":
            done = _("The player is out of the event.")
            return act(request, pk, back, done, expel, entrant_id=entrant_id, reason=reason)
        done = _("The player has left the event.")
        return act(request, pk, back, done, withdraw_entrant, entrant_id=entrant_id, reason=reason, kind=kind)
    try:
        context["preview"] = preview_withdrawal(event, entrant_id, now=timezone.now())
    except DomainError as refusal:
        messages.error(request, sentence_of(refusal))
        return redirect(_entrants_page(pk))
    return render(request, "tournaments/console/withdrawal.html", context)


@login_required
@require_safe
def claims(request: HttpRequest, pk: int) -> HttpResponse:
    event = console_event(request, pk)
    context = frame(request, event, "claims")
    context["claims"] = claims_of(event)
    return render(request, "tournaments/console/claims.html", context)


@login_required
@require_POST
def answer_claim(request: HttpRequest, pk: int, claim_id: int) -> HttpResponse:
    console_event(request, pk)
    back = reverse("tournaments:console-claims", args=[pk])
    verdict, answer = request.POST.get("verdict", ""), request.POST.get("answer", "").strip()
    done = _("The answer is sent. If a result has to change, set it under Games or Results.")
    return act(request, pk, back, done, decide_claim, claim_id=claim_id, verdict=verdict, answer=answer)


@login_required
@require_safe
def officials(request: HttpRequest, pk: int) -> HttpResponse:
    event = console_event(request, pk)
    context = frame(request, event, "officials")
    context["officials"] = [
        (one, ROLE_WORDS[role]) for one in officials_of(event) for role in GIVEN_ROLES if role == one.role
    ]
    context["roles"] = [(str(role), ROLE_WORDS[role], ROLE_EXPLANATIONS[role]) for role in GIVEN_ROLES]
    return render(request, "tournaments/console/officials.html", context)


@login_required
@require_POST
def change_role(request: HttpRequest, pk: int) -> HttpResponse:
    console_event(request, pk)
    back = reverse("tournaments:console-officials", args=[pk])
    name, role = request.POST.get("name", "").strip(), request.POST.get("role", "")
    if "take" in request.POST:
        return act(request, pk, back, _("The role is taken away."), take_role, name=name, role=role)
    return act(
        request, pk, back, _("The role is given, and the player has been told."), give_role, name=name, role=role
    )


@login_required
@require_POST
def tell(request: HttpRequest, pk: int) -> HttpResponse:
    """Announce something to all entrants."""
    console_event(request, pk)
    text = request.POST.get("text", "").strip()
    return act(
        request, pk, reverse("tournaments:console", args=[pk]), _("All entrants are being told."), announce, text=text
    )


@login_required
@require_POST
def approval(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve the results, or open the event again."""
    console_event(request, pk)
    opens = "reopen" in request.POST
    service = reopen if opens else approve_results
    done = _("The event is open again.") if opens else _("The results are approved.")
    return act(request, pk, reverse("tournaments:console", args=[pk]), done, service, reason=reason_of(request))
