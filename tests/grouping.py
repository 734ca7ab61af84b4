"""Which tests share a worker when pytest-xdist spreads them over several."""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadScopeScheduling

# A whole site needs the machine to itself, and one Chromium is enough for two processors.
TOGETHER = ("tests/e2e/", "tests/browser/")


class Grouped(LoadScopeScheduling):
    """Keeps the tests of each folder in `TOGETHER` on one worker; all others go wherever there is time."""

    def _split_scope(self, nodeid: str) -> Any:
        return next((folder for folder in TOGETHER if nodeid.startswith(folder)), nodeid)
