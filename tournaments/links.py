"""What the games app shows of events, without its importing us: the event of a game, and links on its page."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.event_links import EventLink
from games.models import Game
from games.page_links import PageLink

from .models import MatchGame
from .permissions import Act
from .selectors.roles import may_do


def event_links(game_ids: Iterable[int]) -> dict[int, EventLink]:
    """The event and round of each of these games that belongs to one. One query."""
    rows = MatchGame.objects.filter(game_id__in=list(game_ids)).values_list(
        "game_id", "match__round__tournament_id", "match__round__tournament__name", "match__round__number"
    )
    return {
        game_id: EventLink(id=event_id, name=name, url=reverse("tournaments:detail", args=[event_id]), round=number)
        for game_id, event_id, name, number in rows
    }


def game_page_links(game: Game, viewer: User | None) -> list[PageLink]:
    """For a player of the game: a claim or an appeal. For an official: the decision on it. Two queries at most."""
    if viewer is None:
        return []
    links = []
    if viewer.pk in (game.white_id, game.black_id):
        links.append(
            PageLink(_("Ask the arbiter, or appeal"), reverse("tournaments:claim", args=[game.pk]), "scroll-text")
        )
        return links
    slot = MatchGame.objects.select_related("match__round__tournament").filter(game=game).first()
    if slot is not None and may_do(viewer, slot.match.round.tournament, Act.RULE):
        address = reverse("tournaments:console-decide", args=[slot.match.round.tournament_id, slot.pk])
        links.append(PageLink(_("Decide this game"), address, "settings"))
    return links
