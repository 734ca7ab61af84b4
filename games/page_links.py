"""Links that other apps put on the page of a game, such as "Raise a claim". Games never import events."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from accounts.models import User
from games.models import Game


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link below the facts of a game: ``text`` in the reader's language, ``icon`` a name from the sprite."""

    text: str
    url: str
    icon: str = "arrow-right"


Finder = Callable[[Game, User | None], Iterable[PageLink]]
_finders: list[Finder] = []


def register(finder: Finder) -> None:
    """Let ``finder`` say which links a viewer (None: a visitor) gets; called once, when its app is ready."""
    if finder not in _finders:
        _finders.append(finder)


def page_links(game: Game, viewer: User | None) -> list[PageLink]:
    """Return the links for this viewer. Only games of events are asked about."""
    if not game.in_event:
        return []
    return [link for finder in _finders for link in finder(game, viewer)]
