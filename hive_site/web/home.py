"""The first page: for a player what waits, for a visitor what this is."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from games.pools import Pool
from games.selectors.cards import game_cards
from games.selectors.challenge_rows import challenges_of, open_challenges
from games.selectors.games import recent, waiting, your_move
from games.selectors.leaderboard import leaderboard
from tournaments.selectors.events import event_list
from tournaments.states import OVER, Status

LIVE = tuple(status.value for status in Status if status not in OVER)
WAITING, OPEN, RECENT, EVENTS, TOP = 20, 8, 6, 6, 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home of a player, or of a visitor."""
    now = timezone.now()
    if request.user.is_authenticated:
        return render(request, "home/player.html", _player(request.user, now) | {"section": "home"})
    return render(request, "home/visitor.html", _visitor(now) | {"section": "home"})


def _player(player: User, now: datetime) -> dict[str, Any]:
    """Your move first, least time first; then games that wait for others, challenges, events entered or organised."""
    mine, theirs = list(your_move(player, now)), list(waiting(player))
    cards = game_cards([*mine, *theirs], viewer_id=player.pk, now=now)
    yours, others = cards[: len(mine)], cards[len(mine) :]
    events = event_list(player, mine=True).filter(status__in=LIVE)
    to_move = {card.event.id for card in yours if card.event}
    found = challenges_of(player, now=now)
    return {
        "yours": yours,
        "waiting": others[:WAITING],
        "waiting_count": len(others),
        "received": found["received"],
        "sent": found["sent"],
        "open": open_challenges(viewer=player, now=now, limit=OPEN),
        "events": [(event, event.pk in to_move) for event in events],
        "entering": [e for e in event_list(player, shown="open")[:EVENTS] if e.pk not in {x.pk for x in events}],
        "to_move_count": len(yours),
        "recent": _recent(now, 1),
    }


def _visitor(now: datetime) -> dict[str, Any]:
    finished = _recent(now, RECENT)
    return {
        "hero": finished[0] if finished else None,
        "recent": finished,
        "running": event_list(shown="running")[:EVENTS],
        "entering": event_list(shown="open")[:EVENTS],
        "top": leaderboard(Pool.CORRESPONDENCE_EXPANSIONS, now, page_size=TOP).places,
        "open": open_challenges(viewer=None, now=now, limit=OPEN),
    }


def _recent(now: datetime, count: int) -> list[Any]:
    """The last games between players that were played, not lost before they began."""
    found = recent(None).filter(ply__gte=8, white__is_bot=False, black__is_bot=False)
    return game_cards(found[:count], viewer_id=None, now=now)
