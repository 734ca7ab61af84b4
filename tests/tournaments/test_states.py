"""The life of an event, as a whole table, and when it takes entries."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.models import Tournament
from tournaments.registration import Registration, registration
from tournaments.states import Action, Status, is_done, may

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)

# Per action: draft, published, registration, check-in, running, awaiting approval, finished, cancelled.
# yes: possible; done: has happened, no error; no: refused.
TABLE = {
    Action.PUBLISH: "yes done done done done done done no",
    Action.OPEN_REGISTRATION: "no yes done done done done done no",
    Action.OPEN_CHECK_IN: "no no yes done done done done no",
    Action.START: "no yes yes yes done done done no",
    Action.SUBMIT: "no no no no yes done done no",
    Action.REOPEN: "no no no no done yes yes no",
    Action.FINISH: "no no no no yes yes done no",
    Action.CANCEL: "yes yes yes yes yes yes no done",
}


@pytest.mark.parametrize("action", list(Action))
def test_what_may_follow_what(action):
    answers = ["yes" if may(s, action) else "done" if is_done(s, action) else "no" for s in Status]
    assert " ".join(answers) == TABLE[action]


def test_the_statuses_are_those_that_are_stored():
    assert [status.value for status in Status] == Tournament.Status.values


@pytest.mark.parametrize(
    ("status", "opens", "closes", "starts", "expected"),
    [
        ("draft", None, None, None, "not_yet"),
        ("published", None, None, None, "open"),
        ("published", 1, None, None, "not_yet"),
        ("published", 0, None, None, "open"),  # the opening moment is inside
        ("published", None, 0, None, "closed"),  # the closing moment is outside
        ("published", None, 1, 2, "open"),
        ("published", None, None, 0, "closed"),  # no closing time: the start closes
        ("published", None, None, 1, "open"),
        ("published", 2, 1, 3, "not_yet"),
        ("running", None, 1, 2, "closed"),
        ("finished", None, None, None, "closed"),
        ("cancelled", None, 1, 2, "closed"),
    ],
)
def test_registration(status, opens, closes, starts, expected):
    def at(hours):
        return None if hours is None else NOW + hours * HOUR

    state = registration(status, opens_at=at(opens), closes_at=at(closes), starts_at=at(starts), now=NOW)
    assert state is Registration(expected)
