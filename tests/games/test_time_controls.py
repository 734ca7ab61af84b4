"""Codes and words of the time controls. The codes are stored and sent, so they never change."""

from datetime import timedelta

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.clock import Bank, InvalidTimeControl, PerMove, TimeControl, Total

DAY, HOUR, MINUTE, SECOND = (timedelta(**{unit: 1}) for unit in ("days", "hours", "minutes", "seconds"))


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


CODES = [
    ("3d", PerMove(3 * DAY)),
    ("1d12h", PerMove(36 * HOUR)),
    ("8s", PerMove(8 * SECOND)),
    ("366d", PerMove(366 * DAY)),
    ("5d+12h/10d", Bank(5 * DAY, 12 * HOUR, 10 * DAY)),
    ("10d+1d12h/10d", Bank(10 * DAY, 36 * HOUR, 10 * DAY)),
    ("14d total", Total(14 * DAY)),
    ("1d2h3m4s total", Total(DAY + 2 * HOUR + 3 * MINUTE + 4 * SECOND)),
]


@pytest.mark.parametrize(("code", "control"), CODES)
def test_a_canonical_code_is_read_and_written(code, control):
    assert TimeControl.parse(code) == control
    assert control.code == code


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("36h", "1d12h"),
        (" 3 D ", "3d"),
        ("0d90m", "1h30m"),
        ("240h + 36h / 240h", "10d+1d12h/10d"),
        ("14dTOTAL", "14d total"),
    ],
)
def test_other_ways_to_write_it_become_the_canonical_code(written, canonical):
    assert TimeControl.parse(written).code == canonical


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("", "write 3d"),
        ("3", "write 3d"),
        ("d", "write 3d"),
        ("3d3d", "write 3d"),
        ("12h1d", "write 3d"),
        ("-3d", "write 3d"),
        ("1.5d", "write 3d"),
        ("٣d", "write 3d"),
        ("3d total total", "write 3d"),
        ("999999999999999d", "write 3d"),
        ("5d+12h", "needs a cap"),
        ("0s", "time per move must be whole seconds, from 1 second to 366 days"),
        ("367d", "from 1 second to 366 days"),
        ("366d1s total", "total time must be"),
        ("5d+0h/10d", "increment must be"),
        ("5d+12h/400d", "cap must be"),
        ("5d+12h/4d", "at least /5d"),
        ("1d+3d/2d", "at least /3d"),
        ("365d23h59m59s+365d23h59m59s/365d23h59m59s", "too finely divided"),
    ],
)
def test_a_bad_code_is_refused_with_what_to_write(code, hint):
    with pytest.raises(InvalidTimeControl, match=hint):
        TimeControl.parse(code)


def test_the_limits_hold_for_controls_made_without_a_code():
    for duration in (timedelta(0), -DAY, 367 * DAY, timedelta(milliseconds=1500)):
        with pytest.raises(InvalidTimeControl, match="time per move"):
            PerMove(duration)


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        ("3d", "per_move", "3 days a move"),
        ("1d", "per_move", "1 day a move"),
        ("5d+12h/10d", "bank", "5 days + 12 hours a move, at most 10 days"),
        ("1d1h+1m1s/30d", "bank", "1 day 1 hour + 1 minute 1 second a move, at most 30 days"),
        ("14d total", "total", "14 days for the whole game"),
        ("2m30s total", "total", "2 minutes 30 seconds for the whole game"),
    ],
)
def test_a_control_is_described_in_words(code, kind, words):
    control = TimeControl.parse(code)
    assert (control.kind, control.describe()) == (kind, words)


@given(st.text(max_size=60) | st.text(alphabet="0123456789dhms+/ total", max_size=30))
def test_any_text_is_either_a_control_or_refused(text):
    try:
        control = TimeControl.parse(text)
    except InvalidTimeControl:
        return
    assert len(control.code) <= 40
    assert TimeControl.parse(control.code) == control


seconds = st.integers(1, 366 * 86400).map(lambda n: timedelta(seconds=n))


@given(seconds, seconds, seconds)
def test_every_control_can_be_written_and_read_back(a, b, c):
    for control in (PerMove(a), Total(a), _bank(a, b, c)):
        assert TimeControl.parse(control.code) == control
        assert len(control.code) <= 40


def _bank(a: timedelta, b: timedelta, c: timedelta) -> Bank:
    whole = [max(HOUR, duration - duration % HOUR) for duration in (a, b, c)]
    return Bank(whole[0], whole[1], max(whole))
