"""The console's page of files to take away, and of addresses that are told of what happens."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ...models import Webhook
from ...selectors.news import latest_deliveries
from ...services.webhooks import add_webhook, remove_webhook, test_webhook
from ..actions import number_of
from .base import act, console_event, frame


@login_required
@require_safe
def news(request: HttpRequest, pk: int) -> HttpResponse:
    """Files to take away, and the addresses that are told of what happens."""
    event = console_event(request, pk)
    context = frame(request, event, "news")
    if "webhooks" in context["may"]:
        context["hooks"] = event.webhooks.prefetch_related(latest_deliveries()).order_by("pk")
    context["kinds"] = Webhook.Kind.choices
    return render(request, "tournaments/console/news.html", context)


@login_required
@require_POST
def change_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a webhook, try one out, or remove it."""
    console_event(request, pk)
    back = reverse("tournaments:console-news", args=[pk])
    if "remove" in request.POST:
        return act(
            request, pk, back, _("It is told nothing more."), remove_webhook, webhook_id=number_of(request, "hook")
        )
    if "test" in request.POST:
        done = _("A message is on its way. Look here again in a minute.")
        return act(request, pk, back, done, test_webhook, webhook_id=number_of(request, "hook"))
    kind, url = request.POST.get("kind", ""), request.POST.get("url", "").strip()
    return act(request, pk, back, _("It is told of everything from now on."), add_webhook, kind=kind, url=url)
