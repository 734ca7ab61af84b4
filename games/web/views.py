"""The pages of games: the list, one game, and its actions without scripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import DomainError, NotFound
from accounts.models import User
from accounts.names import name_key
from accounts.services.reading import mark_seen
from games.entity_tags import is_known
from games.errors import GameOver, StalePly
from games.models import Game, Move
from games.page_links import page_links
from games.selectors.cards import game_cards
from games.selectors.game_state import game_state
from games.selectors.games import games
from games.services import endings, offers
from games.services.flags import claim_flag
from games.services.play import play_move

from .forms import GameFilterForm, MoveForm

PER_PAGE = 24


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    """All games, newest first, narrowed by state, player, pieces, opening and rated or not."""
    form = GameFilterForm(request.GET)
    form.is_valid()
    found = _filtered(games().exclude(status=Game.Status.ABORTED), form.cleaned_data)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    cards = game_cards(page.object_list, viewer_id=request.user.pk, now=timezone.now())
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "page_obj": page,
        "cards": cards,
        "query": query.urlencode(),
        "filtered": any(query.values()),
    }
    return render(request, "games/list.html", context)


def _filtered(found: QuerySet[Game], wanted: dict[str, Any]) -> QuerySet[Game]:
    order = ["-id"]
    if status := wanted.get("status"):
        found = found.filter(status=status)
        if status == Game.Status.FINISHED:
            order = ["-finished_at", "-id"]
    if name := (wanted.get("player") or "").strip().lstrip("@"):
        key = name_key(name)
        found = found.filter(Q(white__name_key=key) | Q(black__name_key=key))
    if opening := wanted.get("opening"):
        side, _dash, code = opening.partition("-")
        found = found.filter(**{f"{side}_opening": code})
        if name:  # it is this player who opened so
            found = found.filter(**{f"{side}__name_key": name_key(name)})
    if game_type := wanted.get("game_type"):
        found = found.filter(game_type=game_type)
    if rated := wanted.get("rated"):
        found = found.filter(rated=rated == "yes")
    return found.order_by(*order)


def _current(pk: int, now: datetime) -> Game:
    """The game as it is now: an overdue one is ended first, so that no page shows a clock below zero."""
    game = games().filter(pk=pk).first()
    if game is None:
        raise Http404
    if game.flag_at is not None and game.flag_at <= now:
        try:
            return claim_flag(game_id=pk, now=now)
        except NotFound as error:
            raise Http404 from error
    return game


@require_safe
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    """The page of one game; it works without scripts."""
    now = timezone.now()
    game = _current(pk, now)
    viewer = _viewer(request)
    if viewer is not None and request.method == "GET" and game.side_of(viewer.pk) is not None:
        mark_seen(user=viewer, url=game.get_absolute_url(), now=now)
    state = game_state(game, viewer, now)
    context = {
        "game": game,
        "state": state,
        "state_json": json.dumps(state, cls=DjangoJSONEncoder),
        "section": "play",
        "page_links": page_links(game, viewer),
    }
    return render(request, "games/detail.html", context)


@require_safe
def state(request: HttpRequest, pk: int) -> HttpResponse:
    """The state of one game for its page. Its tag is the version, so an unchanged game costs one small query."""
    now = timezone.now()
    row = Game.objects.filter(pk=pk).values_list("version", "flag_at", "white_id", "black_id").first()
    if row is None:
        return JsonResponse({"detail": _("There is no such game.")}, status=404)
    version, flag_at, *players = row
    overdue = flag_at is not None and flag_at <= now
    tag = _tag(request, version, players)
    if not overdue and is_known(request.headers.get("If-None-Match"), tag):
        response = HttpResponse(status=304)
        response["ETag"] = tag
    else:
        game = _current(pk, now)
        response = JsonResponse(game_state(game, _viewer(request), now))
        response["ETag"] = _tag(request, game.version, players)
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Cookie, Accept-Language"
    return response


def _tag(request: HttpRequest, version: int, players: list[int]) -> str:
    """Players see more than spectators, and every reader sees sentences in the reader's language."""
    who = request.user.pk if request.user.pk in players else "all"
    return f'"{version}-{who}-{get_language()}"'


def _viewer(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


@login_required
@require_POST
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """Play a move from the form of the page."""
    form = MoveForm(request.POST)
    if not form.is_valid():
        get_object_or_404(Game, pk=pk)
        messages.error(request, _("Choose a move first."))
        return redirect("games:detail", pk=pk)
    text, ply = form.cleaned_data["move"], form.cleaned_data["ply"]
    player = cast(User, request.user)
    received_at = getattr(request, "received_at", None) or timezone.now()
    try:
        outcome = play_move(game_id=pk, player_id=player.pk, text=text, ply=ply, received_at=received_at)
    except (StalePly, GameOver) as error:
        # The same form sent twice: the move stands already, and nothing is wrong.
        if not _played(pk, player, text, ply):
            messages.error(request, str(error.message))
    except NotFound as error:
        raise Http404 from error
    except DomainError as error:
        messages.error(request, str(error.message))
    else:
        if outcome.flagged:
            messages.error(request, _("Your time ran out before the move arrived."))
    return redirect("games:detail", pk=pk)


def _played(pk: int, player: User, text: str, ply: int) -> bool:
    """Whether this player's move after ``ply`` moves was ``text``."""
    mine = Q(game__white=player) if ply % 2 == 0 else Q(game__black=player)
    return Move.objects.filter(mine, game=pk, ply=ply + 1, text=text).exists()


def action(do: Callable[..., object], done: Callable[[], str]) -> Callable[[HttpRequest, int], HttpResponse]:
    """Return a view that does one thing to a game for one of its players and goes back to the game."""

    @login_required
    @require_POST
    def view(request: HttpRequest, pk: int) -> HttpResponse:
        try:
            do(game_id=pk, player_id=cast(User, request.user).pk, now=timezone.now())
        except NotFound as error:
            raise Http404 from error
        except DomainError as error:
            messages.error(request, str(error.message))
        else:
            messages.success(request, done())
        return redirect("games:detail", pk=pk)

    return view


resign = action(endings.resign, lambda: _("You resigned."))
abort = action(endings.abort, lambda: _("The game is aborted."))
offer_draw = action(offers.offer_draw, lambda: _("Your offer of a draw is on the table."))
accept_draw = action(offers.accept_draw, lambda: _("The game is drawn."))
decline_draw = action(offers.decline_draw, lambda: _("You declined the draw."))
