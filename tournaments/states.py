"""The life of an event as a table: what may follow what.

Pure. The services lock the event, ask here, and write; nothing else decides on a status.
"""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Where an event stands; the values are those stored in ``Tournament.status``."""

    DRAFT = "draft"
    PUBLISHED = "published"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Action(StrEnum):
    """What moves an event on."""

    PUBLISH = "publish"
    START = "start"
    FINISH = "finish"
    CANCEL = "cancel"


_FROM: dict[Action, frozenset[Status]] = {
    Action.PUBLISH: frozenset({Status.DRAFT}),
    Action.START: frozenset({Status.PUBLISHED}),
    Action.FINISH: frozenset({Status.RUNNING}),
    Action.CANCEL: frozenset({Status.DRAFT, Status.PUBLISHED, Status.RUNNING}),
}

TARGET: dict[Action, Status] = {
    Action.PUBLISH: Status.PUBLISHED,
    Action.START: Status.RUNNING,
    Action.FINISH: Status.FINISHED,
    Action.CANCEL: Status.CANCELLED,
}

# Where an action has had its effect already, so that asking twice (double click, two workers) is no error.
_DONE: dict[Action, frozenset[Status]] = {
    Action.PUBLISH: frozenset({Status.PUBLISHED, Status.RUNNING, Status.FINISHED}),
    Action.START: frozenset({Status.RUNNING, Status.FINISHED}),
    Action.FINISH: frozenset({Status.FINISHED}),
    Action.CANCEL: frozenset({Status.CANCELLED}),
}


def may(status: str, action: Action) -> bool:
    """Whether ``action`` is possible from ``status``.

    >>> may("published", Action.START), may("draft", Action.START)
    (True, False)
    """
    return Status(status) in _FROM[action]


def is_done(status: str, action: Action) -> bool:
    """Whether ``action`` has had its effect, so that repeating it changes nothing.

    >>> is_done("running", Action.START)
    True
    """
    return Status(status) in _DONE[action]
