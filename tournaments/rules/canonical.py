"""One way to write each rule. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from games.clock import InvalidTimeControl, TimeControl

_TEXTS = ("name", "description", "stage_name", "time_zone")


def canonical(values: Mapping[str, Any]) -> dict[str, Any]:
    """``values`` as they are stored and compared; what cannot be read is left for the checks to refuse."""
    clean = dict(values)
    for key in _TEXTS:
        if isinstance(clean.get(key), str):
            clean[key] = clean[key].strip()
    if isinstance(clean.get("time_control"), str):
        with suppress(InvalidTimeControl):
            clean["time_control"] = TimeControl.parse(clean["time_control"]).code
    if "tiebreaks" in clean:
        clean["tiebreaks"] = _tiebreaks(clean["tiebreaks"])
    for key in ("round_starts", "section_bands"):
        if isinstance(clean.get(key), list):
            clean[key] = tuple(clean[key])
    for key, value in clean.items():
        if isinstance(value, str) and key != "time_control":
            clean[key] = str(value)  # a member of a Django choice becomes the plain text that is stored
    return clean


def _tiebreaks(codes: Iterable[Any]) -> tuple[str, ...]:
    """Points come first whether named or not."""
    names = tuple(str(code).strip().upper() for code in codes)
    return names if "PTS" in names else ("PTS", *names)
