"""Our own JSON of an event loses nothing and refuses what it cannot understand."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.exchange.event_values import AT, EVENT
from tournaments.exchange.event_data import EntrantData, EventData
from tournaments.exchange.event_json import EventJsonError, read_event_json, write_event_json


def test_an_event_comes_back_equal():
    text = write_event_json(EVENT)
    assert read_event_json(text) == EVENT
    assert write_event_json(read_event_json(text)) == text
    assert json.loads(text)["schema"] == "bikupa-event"
    assert list(json.loads(text))[:2] == ["schema", "version"]


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
INSTANTS = st.none() | st.datetimes(timezones=st.just(UTC))
ENTRANTS = st.builds(
    EntrantData,
    number=st.integers(),
    rating=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    entered_at=INSTANTS,
    withdrawn_at=INSTANTS,
)


@settings(max_examples=40)
@given(
    st.builds(
        EventData,
        rules=st.dictionaries(st.text(), PLAIN, max_size=4),
        started_at=INSTANTS,
        finished_at=INSTANTS,
        entrants=st.lists(ENTRANTS, unique_by=lambda entrant: entrant.number, max_size=3).map(tuple),
        sections=st.just(()),
    )
)
def test_whatever_its_texts_and_numbers_are_an_event_comes_back_equal(event):
    assert read_event_json(write_event_json(event)) == event


def test_instants_are_the_same_in_whatever_zone_they_were():
    elsewhere = replace(EVENT, started_at=AT.astimezone(timezone(timedelta(hours=13))))
    assert write_event_json(elsewhere) == write_event_json(EVENT)
    with pytest.raises(ValueError, match="has a time zone"):
        write_event_json(replace(EVENT, started_at=AT.replace(tzinfo=None)))


def values() -> dict:
    return json.loads(write_event_json(EVENT))


def change(*path_and_value):
    found = values()
    *path, last, value = path_and_value
    place = found
    for step in path:
        place = place[step]
    place[last] = value
    return found


GAME = ("sections", 0, "rounds", 0, "matches", 0, "games", 0)


@pytest.mark.parametrize(
    ("found", "path", "problem"),
    [
        ({"schema": "other"}, "schema", "this is not an event"),
        ([], "schema", "this is not an event"),
        (change("version", 2), "version", "only version 1"),
        (change("colour", "red"), "colour", "is not known here"),
        (change("name", 5), "name", "must be a text"),
        (change("seed", True), "seed", "must be a whole number"),
        (change("seed", 1.0), "seed", "must be a whole number"),
        (change("rules", []), "rules", "must be an object"),
        (change("entrants", {}), "entrants", "must be a list"),
        (change("entrants", 0, "rating", "high"), "entrants[0].rating", "must be a number"),
        (change("started_at", "2027-03-28T16:00"), "started_at", "must be a time such as"),
        (change("started_at", 5), "started_at", "must be a time such as"),
        (change(*GAME, "forfeit", 0), "sections[0].rounds[0].matches[0].games[0].forfeit", "true or false"),
        (change(*GAME, {"number": 1}), "sections[0].rounds[0].matches[0].games[0]", "white is missing"),
        (change(*GAME, "black", 12), "sections[0].rounds[0].matches[0]", "between its two entrants"),
        (change("sections", 0, "rounds", 0, "byes", 0, "entrant", 16), "sections[0].rounds[0].byes", "no entrant 16"),
        (change("entrants", 0, "number", 12), "entrants", "number 12 stands there twice"),
        (change("sections", 0, "places", 0, "start_number", 2), "sections[0].places", "start_number 2 stands"),
        (change("sections", 0, "rounds", 1, "number", 1), "sections[0].rounds", "number 1 stands there twice"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(found, path, problem):
    with pytest.raises(EventJsonError) as refusal:
        read_event_json(json.dumps(found))
    assert refusal.value.path == path
    assert problem in refusal.value.problem


HEAD = '{"schema": "bikupa-event", "version": 1, "name": "Cup", '


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        HEAD + '"seed": NaN}',
        HEAD + f'"seed": {"1" * 5000}}}',
        HEAD + '"rules": {"a": 1e999}}',
        HEAD + f'"rules": {{"a": {"[" * 30}{"]" * 30}}}}}',
        HEAD + '"entrants": [{"number": 1, "user_name": "a", "name": "a", "rating": 1e999}]}',
    ],
)
def test_what_no_event_can_hold_is_refused(text):
    with pytest.raises(EventJsonError):
        read_event_json(text)


def test_members_left_out_have_their_defaults():
    assert read_event_json('{"schema": "bikupa-event", "version": 1, "name": "Cup"}') == EventData("Cup")
    assert read_event_json(json.dumps(change("started_at", AT.isoformat()))).started_at == datetime(
        2027, 3, 28, 16, tzinfo=AT.tzinfo
    )
