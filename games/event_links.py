"""Which event a game belongs to, asked of the app that knows it. Games never import events."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EventLink:
    """What a game's page says of its event: ``round`` is the number of the round."""

    id: int
    name: str
    url: str
    round: int | None = None


Finder = Callable[[list[int]], Mapping[int, EventLink]]
_finders: list[Finder] = []


def register(finder: Finder) -> None:
    """Let ``finder`` answer for the games it knows; called once, when its app is ready."""
    if finder not in _finders:
        _finders.append(finder)


def event_links(game_ids: Iterable[int]) -> dict[int, EventLink]:
    """Return the event of each game that has one: one question to each finder, whatever the number of games."""
    ids = list(game_ids)
    links: dict[int, EventLink] = {}
    if ids:
        for finder in _finders:
            links.update(finder(ids))
    return links
