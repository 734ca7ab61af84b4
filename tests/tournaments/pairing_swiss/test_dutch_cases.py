"""The Dutch system against rounds paired by bbpPairings 6.0.0: pairs, colours, bye and board order."""

import pytest

from tournaments.pairing.swiss import dutch, start
from tournaments.pairing.swiss.lookahead import View

from .cases import OURS, SHARED, cases, differences


def test_our_set_of_rounds_holds_every_kind_and_is_paired_as_expected():
    paths = cases(OURS)
    assert len(paths) > 100
    assert sum(path.with_suffix(".pairs").read_text().startswith("IMPOSSIBLE") for path in paths) >= 4
    assert differences(paths) == []


def test_a_large_field_is_paired_as_expected():
    paths = [path for path in cases(SHARED / "stress") if path.stem in ("stress_1000p_r05", "stress_1001p_r01")]
    if not paths:
        pytest.skip("the large set of rounds is not here")
    assert differences(paths) == []


@pytest.mark.slow
def test_every_round_of_the_large_set_is_paired_as_expected():
    paths = cases(SHARED) + cases(SHARED / "stress")
    if not paths:
        pytest.skip("the large set of rounds is not here")
    assert len(paths) > 500
    assert differences(paths) == []


def test_short_cuts_change_nothing(monkeypatch):
    """Brackets of every size take the way of the large ones, and then the plain way."""
    paths = [path for path in cases(OURS) if 20 <= int(path.stem.split("_")[1][:4]) <= 64]
    assert len(paths) > 20
    monkeypatch.setattr(start, "LARGE", 6)
    assert differences(paths) == []
    monkeypatch.setattr(start, "LARGE", 10**9)
    monkeypatch.setattr(dutch, "view_needed", lambda *args: View.ALL)
    assert differences(paths) == []


@pytest.mark.slow
def test_short_cuts_change_nothing_in_the_large_set(monkeypatch):
    paths = [path for path in cases(SHARED) if int(path.stem.split("_")[1][:4]) >= 20]
    if not paths:
        pytest.skip("the large set of rounds is not here")
    for window in (1, 6):
        monkeypatch.setattr(start, "LARGE", 6)
        monkeypatch.setattr(start, "WINDOW", window)
        assert differences(paths) == []
