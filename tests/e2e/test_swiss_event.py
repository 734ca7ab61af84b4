"""A Double Swiss with drop-outs, no-shows, a correction and an appeal runs to its end by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from .harness import e2e, running_site
from .swiss_event import SwissEvent


@e2e
def test_a_double_swiss_of_programs_runs_to_its_end_and_its_record_tells_the_same(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        site.start("web", "worker", "beat")
        event = SwissEvent(site, size=8, rounds=2, clock="6s", seed=1, no_shows=1, leavers=1)
        event.begin()
        event.run(seconds=240)
        event.check()


@e2e
@pytest.mark.slow
def test_sixty_four_programs_play_seven_rounds(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        site.start("web", "worker", "beat")
        event = SwissEvent(site, size=64, rounds=7, clock="90s", seed=64, no_shows=3, leavers=4)
        event.begin()
        event.run(seconds=1800)
        print(event.timings())  # noqa: T201  (shown with -s)
        event.check()
