"""The page on which a game against the computer is started."""

from __future__ import annotations

import random
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.errors import DomainError
from accounts.models import User
from games.services.practice import start_practice

from .forms import PracticeForm, put_errors


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Choose a level, and the game begins: what else can be chosen has a default."""
    if request.method != "POST":
        return render(request, "games/practice.html", {"form": PracticeForm()})
    form, status = PracticeForm(request.POST), 422
    if form.is_valid():
        try:
            return redirect(
                start_practice(
                    player=cast(User, request.user),
                    now=timezone.now(),
                    rng=random.SystemRandom(),
                    **form.cleaned_data,
                )
            )
        except DomainError as error:
            put_errors(form, error)
            status = error.status
    return render(request, "games/practice.html", {"form": form}, status=status)
