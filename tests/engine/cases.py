"""The case files: the full set beside the project where it is there, else the smaller one in tests/data."""

import json
from pathlib import Path
from typing import Any

from engine import GameType, OpeningRule, Rules

PROJECT = Path(__file__).resolve().parents[2]
SHARED = PROJECT.parent / "shared" / "cases" / "engine"
BUNDLED = PROJECT / "tests" / "data" / "engine"


def cases(name: str) -> list[dict[str, Any]]:
    """Return the records of ``name``; never empty."""
    path = SHARED / name if (SHARED / name).exists() else BUNDLED / name
    with path.open(encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines]
    assert found, path
    return found


def rules_of(record: dict[str, Any]) -> Rules:
    """Return the rules a recorded game was played by; three old ones open with a queen."""
    tournament = record["opening_rule"] == "tournament"
    opening = OpeningRule.NO_QUEEN_FIRST if tournament else OpeningRule.QUEEN_MAY_OPEN
    return Rules(GameType.parse(record["gametype"]), opening)
