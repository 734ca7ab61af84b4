"""A player's own settings and what the site has told them."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import selectors
from accounts.models import Notification, User
from accounts.services.reading import mark_read

from .forms import ProfileForm
from .told import told

PER_PAGE = 30


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change how one is seen, one's language and zone, and which mails come."""
    user = cast(User, request.user)
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        with translation.override(saved.language):
            messages.success(request, _("Your settings are saved."))
        return redirect("accounts_profile")
    return render(request, "accounts/profile.html", {"form": form, "section": "account"})


@login_required
@require_GET
def notifications(request: HttpRequest) -> HttpResponse:
    """Everything that was told to the player, newest first."""
    found = selectors.notifications_of(cast(User, request.user)).select_related("user")
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    lines = [told(row) for row in page.object_list]
    return render(request, "accounts/notifications.html", {"page_obj": page, "lines": lines, "section": "account"})


@login_required
@require_GET
def open_notification(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark one as read and go where it points."""
    user = cast(User, request.user)
    notification = get_object_or_404(Notification, pk=pk, user=user)
    mark_read(user=user, now=timezone.now(), notification_id=notification.pk)
    if not url_has_allowed_host_and_scheme(notification.url, allowed_hosts={request.get_host()}):
        return redirect("accounts_notifications")
    return redirect(notification.url)


@login_required
@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    """Mark every notification as read."""
    mark_read(user=cast(User, request.user), now=timezone.now())
    return redirect("accounts_notifications")
