"""The life of an event as a table: what may follow what.

Pure. The services lock the event, ask here, and write; nothing else decides on a status.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum


class Status(StrEnum):
    """Where an event stands; the values are those stored in ``Tournament.status``."""

    DRAFT = "draft"
    PUBLISHED = "published"  # everybody sees it, registration has not opened
    REGISTRATION = "registration"
    CHECK_IN = "check_in"
    RUNNING = "running"
    AWAITING_APPROVAL = "awaiting_approval"  # all games are over, an arbiter still has to confirm the results
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Action(StrEnum):
    """What moves an event on."""

    PUBLISH = "publish"
    OPEN_REGISTRATION = "open_registration"
    OPEN_CHECK_IN = "open_check_in"
    START = "start"
    SUBMIT = "submit"  # the last game is over, where results wait for approval
    REOPEN = "reopen"  # a correction, where games are to be played again
    FINISH = "finish"
    CANCEL = "cancel"


BEFORE_START = frozenset({Status.DRAFT, Status.PUBLISHED, Status.REGISTRATION, Status.CHECK_IN})
ANNOUNCED = frozenset({Status.PUBLISHED, Status.REGISTRATION, Status.CHECK_IN})
OVER = frozenset({Status.FINISHED, Status.CANCELLED})
STARTED = frozenset({Status.RUNNING, Status.AWAITING_APPROVAL, Status.FINISHED})

_FROM: dict[Action, frozenset[Status]] = {
    Action.PUBLISH: frozenset({Status.DRAFT}),
    Action.OPEN_REGISTRATION: frozenset({Status.PUBLISHED}),
    Action.OPEN_CHECK_IN: frozenset({Status.REGISTRATION}),
    Action.START: ANNOUNCED,
    Action.SUBMIT: frozenset({Status.RUNNING}),
    Action.REOPEN: frozenset({Status.AWAITING_APPROVAL, Status.FINISHED}),
    Action.FINISH: frozenset({Status.RUNNING, Status.AWAITING_APPROVAL}),
    Action.CANCEL: BEFORE_START | {Status.RUNNING, Status.AWAITING_APPROVAL},
}

TARGET: dict[Action, Status] = {
    Action.PUBLISH: Status.PUBLISHED,
    Action.OPEN_REGISTRATION: Status.REGISTRATION,
    Action.OPEN_CHECK_IN: Status.CHECK_IN,
    Action.START: Status.RUNNING,
    Action.SUBMIT: Status.AWAITING_APPROVAL,
    Action.REOPEN: Status.RUNNING,
    Action.FINISH: Status.FINISHED,
    Action.CANCEL: Status.CANCELLED,
}

# Where an action has had its effect already, so that asking twice (double click, two workers) is no error.
_DONE: dict[Action, frozenset[Status]] = {
    Action.PUBLISH: (ANNOUNCED | STARTED),
    Action.OPEN_REGISTRATION: frozenset({Status.REGISTRATION, Status.CHECK_IN}) | STARTED,
    Action.OPEN_CHECK_IN: frozenset({Status.CHECK_IN}) | STARTED,
    Action.START: STARTED,
    Action.SUBMIT: frozenset({Status.AWAITING_APPROVAL, Status.FINISHED}),
    Action.REOPEN: frozenset({Status.RUNNING}),
    Action.FINISH: frozenset({Status.FINISHED}),
    Action.CANCEL: frozenset({Status.CANCELLED}),
}


def may(status: str, action: Action) -> bool:
    """Whether ``action`` is possible from ``status``.

    >>> may("registration", Action.START), may("draft", Action.START)
    (True, False)
    """
    return Status(status) in _FROM[action]


def is_done(status: str, action: Action) -> bool:
    """Whether ``action`` has had its effect, so that repeating it changes nothing.

    >>> is_done("running", Action.START)
    True
    """
    return Status(status) in _DONE[action]


def due_actions(
    status: str, *, opens_at: datetime | None, check_in_at: datetime | None, now: datetime
) -> tuple[Action, ...]:
    """What the calendar alone brings about in an announced event, in order. The start is not among it.

    >>> due_actions("published", opens_at=None, check_in_at=None, now=datetime(2026, 1, 1))
    (<Action.OPEN_REGISTRATION: 'open_registration'>,)
    """
    found: list[Action] = []
    at = Status(status)
    if at is Status.PUBLISHED and (opens_at is None or opens_at <= now):
        found.append(Action.OPEN_REGISTRATION)
        at = Status.REGISTRATION
    if at is Status.REGISTRATION and check_in_at is not None and check_in_at <= now:
        found.append(Action.OPEN_CHECK_IN)
    return tuple(found)
